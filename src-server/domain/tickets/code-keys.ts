import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { CodeKey } from '../../../shared/contract/code-key.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import {
  deleteCodeKey,
  insertCodeKey,
  listCodeKeys,
  publicCodeKey,
  retireCodeKey,
  type CodeKeyRow,
} from '../../store/access/code-keys.ts';
import { touchEvents } from '../../store/events.ts';
import { requireFound, invalidTransition } from '../../rules/domain-error.ts';
import { requireOrganiser } from '../../rules/require-row.ts';

/** A key without its private half. */
export interface CodeKeyDescription {
  readonly kid: string;
  readonly created_at: string;
  /** Null for the key that signs. Codes of retired keys are accepted until the key is removed. */
  readonly retired_at: string | null;
  readonly public_key: CodeKey;
}

/** The key that signs an organiser's codes, created on first use. */
export async function currentCodeKey(
  tx: WriteTransaction,
  organiserId: number,
): Promise<CodeKeyRow> {
  const key = await signingKey(tx, organiserId);
  return key ?? makeKey(tx, organiserId, await listCodeKeys(tx, organiserId));
}

/** The same for a read; undefined before the first use. */
export async function signingKey(
  tx: ReadTransaction,
  organiserId: number,
): Promise<CodeKeyRow | undefined> {
  const keys = await listCodeKeys(tx, organiserId);
  return keys.find(({ retired_at }) => retired_at === null);
}

/** Newest first. */
export async function describeCodeKeys(
  tx: ReadTransaction,
  organiser: string,
): Promise<readonly CodeKeyDescription[]> {
  const { id } = await requireOrganiser(tx, organiser);
  return (await listCodeKeys(tx, id)).map(describeKey);
}

/** Signs with a new key from now on; codes signed with the old one are accepted until it is removed. */
export async function rotateCodeKey(
  tx: WriteTransaction,
  organiser: string,
): Promise<CodeKeyDescription> {
  const { id } = await requireOrganiser(tx, organiser);
  const keys = await listCodeKeys(tx, id);
  for (const key of keys) if (key.retired_at === null) await retireCodeKey(tx, key.id);
  await touchEvents(tx, id);
  return describeKey(await makeKey(tx, id, keys));
}

/** Removes a retired key. Each door refuses the codes that it signed as soon as it has synced. Returns the removed key. */
export async function removeCodeKey(
  tx: WriteTransaction,
  organiser: string,
  kid: string,
): Promise<CodeKeyDescription> {
  const { id } = await requireOrganiser(tx, organiser);
  const keys = await listCodeKeys(tx, id);
  const key = requireFound(
    keys.find((one) => one.kid === kid),
    'code key',
    kid,
  );
  if (key.retired_at === null) {
    throw invalidTransition(`The code key ${kid} signs codes; rotate first, then remove it.`);
  }
  await deleteCodeKey(tx, key.id);
  await touchEvents(tx, id);
  return describeKey(key);
}

function makeKey(
  tx: WriteTransaction,
  organiserId: number,
  others: readonly CodeKeyRow[],
): Promise<CodeKeyRow> {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return insertCodeKey(tx, {
    organiser_id: organiserId,
    kid: freeKeyId(others),
    public_key: Buffer.from(x, 'base64url'),
    secret_key: Buffer.from(d, 'base64url'),
  });
}

/** Short, because every code carries it. With a hyphen in front a command line would take it for a flag. */
function freeKeyId(others: readonly CodeKeyRow[]): string {
  const kid = randomBytes(3).toString('base64url');
  const isTaken = kid.startsWith('-') || others.some((other) => other.kid === kid);
  return isTaken ? freeKeyId(others) : kid;
}

function describeKey(key: CodeKeyRow): CodeKeyDescription {
  const { kid, created_at, retired_at } = key;
  return {
    kid,
    created_at: formatInstant(created_at),
    retired_at: retired_at === null ? null : formatInstant(retired_at),
    public_key: publicCodeKey(key),
  };
}
