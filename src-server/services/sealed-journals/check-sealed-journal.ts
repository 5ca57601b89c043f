import { createHash, type Hash } from 'node:crypto';
import { formatInstant, MICROS_PER_DAY, addMicros, type Instant } from '../../../shared/instant.ts';
import type { KeyPair } from '../../../shared/sealing/okp-key.ts';
import {
  looksLikeSeal,
  readHead,
  readSeal,
  type SealedHead,
} from '../../../shared/sealing/sealed-journal.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findClient, type ClientRow } from '../../repositories/clients.ts';
import { findOrganiserKeys } from '../../repositories/organiser-keys.ts';
import { getOrganiser } from '../../repositories/organisers.ts';
import { listStationKeys } from '../../repositories/stations.ts';
import { DomainError } from '../domain-error.ts';
import { pairOf } from '../organiser-keys.ts';
import { readLines } from './read-lines.ts';

/** A revoked station may hand in what its journal holds for this long. */
export const GRACE_MICROS = MICROS_PER_DAY;

/** A section of a file that was read to its end and is what its station wrote. */
export interface CheckedSection {
  readonly head: SealedHead;
  /** The line that its head is in, counted from 0. */
  readonly line: number;
  readonly parts: number;
  readonly rows: number;
}

/** The station that a sealed journal is of, and the key that opens it. */
export interface JournalOwner {
  readonly client: ClientRow;
  /** The reference of the organiser that the client belongs to. */
  readonly organiser: string;
  readonly key: KeyPair;
}

/** Reads the whole file and checks its signatures. Throws a sentence that says what is wrong with it. */
export async function checkSealedJournal(path: string): Promise<readonly CheckedSection[]> {
  const sections: CheckedSection[] = [];
  let open: OpenSection | null = null;
  let line = 0;
  for await (const { bytes, isWhole } of readLines(path)) {
    if (open === null) {
      const head = readHead(bytes.toString());
      if (head === null && line === 0) throw notSealed(path);
      if (head === null) throw notWhole(path);
      open = { head, line, checksum: createHash('sha256').update(bytes).update('\n'), parts: 0 };
    } else if (looksLikeSeal(bytes.toString('latin1'))) {
      if (!isWhole) throw notWhole(path);
      sections.push(await closeSection(path, open, bytes.toString('latin1')));
      open = null;
    } else {
      open.checksum.update(bytes).update('\n');
      open.parts += 1;
    }
    line += 1;
  }
  if (line === 0) throw notSealed(path);
  const { number, of } = sections.at(-1)?.head.section ?? { number: 1, of: 1 };
  const areAll = sections.length === of && number === of;
  if (open !== null || !areAll) throw notWhole(path);
  return sections;
}

interface OpenSection {
  readonly head: SealedHead;
  readonly line: number;
  readonly checksum: Hash;
  parts: number;
}

async function closeSection(
  path: string,
  { head, line, checksum, parts }: OpenSection,
  end: string,
): Promise<CheckedSection> {
  const seal = await readSeal(end, head.station_key);
  const isWhole = seal?.file === head.file && seal.parts === parts;
  if (seal === null || !isWhole || seal.checksum !== checksum.digest('hex')) {
    throw refused(
      `${path} is not what the station wrote: its signature does not fit. Copy it from the station again.`,
    );
  }
  return { head, line, parts, rows: seal.rows };
}

function notSealed(path: string): DomainError {
  return refused(
    `${path} is not a sealed journal. "gatehouse journal export --sealed" writes one.`,
  );
}

function notWhole(path: string): DomainError {
  return refused(`${path} is not whole: its end is missing. Copy it from the station again.`);
}

/** Of the sections those whose stations this server knows; the first one where it knows none, so that somebody can say what is wrong with it. */
export async function sectionsHere(
  tx: ReadTransaction,
  sections: readonly CheckedSection[],
): Promise<readonly CheckedSection[]> {
  const here: CheckedSection[] = [];
  for (const section of sections) {
    if ((await findClient(tx, section.head.client_id)) !== undefined) here.push(section);
  }
  return here.length > 0 ? here : sections.slice(0, 1);
}

/** What somebody who knows where the file comes from vouches for. */
export interface JournalTrust {
  /** Also more than a day after the station was revoked. */
  readonly isLateTaken: boolean;
  /** Also signed with a key that the station has never shown: it was revoked, or died, before its first heartbeat arrived. */
  readonly isKeyTaken: boolean;
}

/** Finds the client that the journal belongs to. Throws a sentence. */
export async function findOwner(
  tx: ReadTransaction,
  head: SealedHead,
  { now, isLateTaken, isKeyTaken }: JournalTrust & { readonly now: Instant },
): Promise<JournalOwner> {
  const client = await findClient(tx, head.client_id);
  if (client === undefined) {
    throw refused(
      `The journal belongs to station ${head.client_id}, which this server does not know. Import it at the server that the station was connected to.`,
    );
  }
  const keys = await findOrganiserKeys(tx, client.organiser_id);
  const known = await listStationKeys(tx, client.id);
  if (!isKeyTaken && !known.some((key) => key.toString('base64url') === head.station_key)) {
    throw refused(
      `The journal is signed with a key that ${client.name} (${client.client_id}) has never shown this server. If you know the device that the file comes from, repeat with --unknown-key.`,
    );
  }
  if (keys?.sealing_public.toString('base64url') !== head.sealing_key) {
    throw refused(
      'The journal is sealed for another server. Import it there: only that server can open it.',
    );
  }
  const until = client.revoked_at === null ? null : addMicros(client.revoked_at, GRACE_MICROS);
  if (until !== null && now > until && !isLateTaken) {
    throw refused(
      `${client.name} (${client.client_id}) was revoked, and its journal could be imported until ${formatInstant(until)}. If you trust the device all the same, repeat with --late.`,
    );
  }
  const { reference: organiser } = await getOrganiser(tx, client.organiser_id);
  return { client, organiser, key: pairOf(keys.sealing_public, keys.sealing_secret) };
}

export function refused(message: string): DomainError {
  return new DomainError('validation.failed', message);
}
