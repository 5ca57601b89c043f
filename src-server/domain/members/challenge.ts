import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { addMicros, isInstant, MICROS_PER_MINUTE, type Instant } from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { lasts } from '../../rules/lasts.ts';
import { addNonce } from '../../store/access/console-nonces.ts';
import { keyOf } from '../../store/access/keys.ts';

/** How long somebody may take to use a passkey. */
export const CHALLENGE_MINUTES = 5;
const CHALLENGE_MICROS = CHALLENGE_MINUTES * MICROS_PER_MINUTE;
const RANDOM_BYTES = 16;
const CONTENT_BYTES = RANDOM_BYTES + 8;
const MAC_BYTES = 32;

/** What a challenge may be answered for: to add a key to an account, or to sign in. */
export type Purpose =
  | { readonly kind: 'registration'; readonly accountId: number }
  | { readonly kind: 'authentication' };

/**
 * A challenge says until when it is valid, under a key of this installation. So nothing is stored for a stranger who asks for challenges;
 * one is stored when it has been answered, until it would have expired.
 */
export async function newChallenge(tx: WriteTransaction, purpose: Purpose): Promise<Buffer> {
  const expiresAt = Buffer.alloc(CONTENT_BYTES - RANDOM_BYTES);
  expiresAt.writeBigInt64BE(BigInt(addMicros(tx.now, CHALLENGE_MICROS)));
  const content = Buffer.concat([randomBytes(RANDOM_BYTES), expiresAt]);
  return Buffer.concat([content, await macOf(tx, purpose, content)]);
}

/** Until when a challenge is valid, and what stands for it once it was answered. */
export interface ValidChallenge {
  readonly mac: Buffer;
  readonly expiresAt: Instant;
}

/** Returns null for a challenge that was not made here for this purpose, or has expired. */
export async function readChallenge(
  tx: WriteTransaction,
  purpose: Purpose,
  text: string,
): Promise<ValidChallenge | null> {
  const challenge = Buffer.from(text, 'base64url');
  if (challenge.length !== CONTENT_BYTES + MAC_BYTES) return null;
  const content = challenge.subarray(0, CONTENT_BYTES);
  const mac = challenge.subarray(CONTENT_BYTES);
  if (!timingSafeEqual(mac, await macOf(tx, purpose, content))) return null;
  const expiresAt = Number(content.readBigInt64BE(RANDOM_BYTES));
  if (!isInstant(expiresAt)) return null;
  const madeAt = addMicros(expiresAt, -CHALLENGE_MICROS);
  return lasts(madeAt, CHALLENGE_MICROS, tx.now) ? { mac, expiresAt } : null;
}

/** Returns false if the challenge was answered before. */
export function spendChallenge(
  tx: WriteTransaction,
  { mac, expiresAt }: ValidChallenge,
): Promise<boolean> {
  return addNonce(tx, mac, expiresAt);
}

async function macOf(tx: WriteTransaction, purpose: Purpose, content: Buffer): Promise<Buffer> {
  const account = purpose.kind === 'registration' ? purpose.accountId : null;
  const bound = JSON.stringify([purpose.kind, account, content.toString('base64url')]);
  return createHmac('sha256', await keyOf(tx, 'challenges'))
    .update(bound)
    .digest();
}
