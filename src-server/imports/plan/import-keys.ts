import { createSecretKey, hash, randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { concealWith } from '../../domain/contacts/external-ids.ts';
import { findKey, keyOf } from '../../store/access/keys.ts';

/** Hashes by which lines are known again: without the installation's secret nobody can tell from one what a line said. */
export interface ImportKeys {
  /** Of what lines have in common, and of all else that is sought. */
  readonly lineKey: (eventId: number, identity: string) => string;
  /** Of a part of what a line says. Short: it only tells whether the part has changed. */
  readonly part: (text: string) => string;
  /** The installation's key for the hashes of erased emails. */
  readonly erasedEmails: Buffer;
  /** What the number of an erased person's order or ticket has become. */
  readonly conceal: (externalId: string) => string;
}

/** Made at the first import. */
export async function makeImportKeys(database: Pick<Database, 'write'>): Promise<ImportKeys> {
  return database.write(async (tx) =>
    keysOf(await keyOf(tx, 'external_ids'), await keyOf(tx, 'erased_emails')),
  );
}

/** The same without writing. Before the first import nothing is known again, whatever the keys. */
export async function readImportKeys(database: Pick<Database, 'read'>): Promise<ImportKeys> {
  return database.read(async (tx) =>
    keysOf(
      (await findKey(tx, 'external_ids')) ?? randomBytes(32),
      (await findKey(tx, 'erased_emails')) ?? randomBytes(32),
    ),
  );
}

function keysOf(key: Buffer, erasedEmails: Buffer): ImportKeys {
  const secret = key.toString('base64url');
  const concealing = createSecretKey(key);
  const hashOf = (text: string) => hash('sha256', `${secret} ${text}`, 'base64url');
  return {
    lineKey: (eventId, identity) => hashOf(`line ${eventId} ${identity}`).slice(0, KEY_LENGTH),
    part: (text) => hashOf(`part ${text}`).slice(0, PART_LENGTH),
    erasedEmails,
    conceal: remembering((externalId) => concealWith(concealing, externalId)),
  };
}

/** A batch asks for the same ones several times. */
const MOST_REMEMBERED = 4_000;

function remembering(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** Of base64url: 132 bits. */
const KEY_LENGTH = 22;
/** 30 bits. */
export const PART_LENGTH = 5;
