import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import {
  sealingKey,
  signingKey,
  type KeyPair,
  type OrganiserKeys,
} from '../../../shared/contract/okp-key.ts';
import { signRevocation } from '../../../shared/sealing/revocation-statement.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import {
  findOrganiserKeys,
  insertOrganiserKeys,
  type OrganiserKeysRow,
} from '../../store/access/organiser-keys.ts';

/**
 * The organiser's keys, created when a client first identifies itself. They never change, because a station may be offline for
 * weeks.
 */
export async function organiserKeys(
  tx: WriteTransaction,
  organiserId: number,
): Promise<OrganiserKeysRow> {
  return (await findOrganiserKeys(tx, organiserId)) ?? makeKeys(tx, organiserId);
}

/** The public keys for stations; null before they were created. */
export async function readOrganiserKeys(
  tx: ReadTransaction,
  organiserId: number,
): Promise<OrganiserKeys | null> {
  const keys = await findOrganiserKeys(tx, organiserId);
  if (keys === undefined) return null;
  return {
    statements: signingKey(keys.statement_public.toString('base64url')),
    sealing: sealingKey(keys.sealing_public.toString('base64url')),
  };
}

/**
 * A signed statement that proves a revocation to the station; null if none of the organiser's clients has ever fetched the key that
 * verifies it.
 */
export async function stateRevocation(
  tx: ReadTransaction,
  client: {
    readonly organiser_id: number;
    readonly client_id: string;
    readonly revoked_at: Instant;
  },
): Promise<string | null> {
  const keys = await findOrganiserKeys(tx, client.organiser_id);
  if (keys === undefined) return null;
  const { client_id, revoked_at } = client;
  return signRevocation(
    { client_id, revoked_at: formatInstant(revoked_at) },
    pairOf(keys.statement_public, keys.statement_secret),
  );
}

export function pairOf(publicKey: Buffer, secretKey: Buffer): KeyPair {
  return { x: publicKey.toString('base64url'), d: secretKey.toString('base64url') };
}

function makeKeys(tx: WriteTransaction, organiserId: number): Promise<OrganiserKeysRow> {
  const statement = bytesOf(generateKeyPairSync('ed25519').privateKey);
  const sealing = bytesOf(generateKeyPairSync('x25519').privateKey);
  return insertOrganiserKeys(tx, {
    organiser_id: organiserId,
    statement_public: statement.x,
    statement_secret: statement.d,
    sealing_public: sealing.x,
    sealing_secret: sealing.d,
  });
}

function bytesOf(key: KeyObject) {
  const { x = '', d = '' } = key.export({ format: 'jwk' });
  return { x: Buffer.from(x, 'base64url'), d: Buffer.from(d, 'base64url') };
}
