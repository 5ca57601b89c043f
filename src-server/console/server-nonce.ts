import { createHmac, timingSafeEqual } from 'node:crypto';
import { millisOf, type Instant } from '../../shared/instant.ts';

/** How long a nonce of the server may be used in proofs (RFC 9449 §8), and so how long a used proof must be remembered. */
export const NONCE_SECONDS = 300;
/** Between the clocks of two processes. */
const SKEW_SECONDS = 60;
const LABEL = 'proof nonce';

/** A nonce that any process of this installation accepts: when it was made, and a MAC of that. `key` has 32 bytes. */
export function newServerNonce(key: Buffer, now: Instant): string {
  const made = secondsOf(now).toString(36);
  return `${made}.${macOf(key, made).toString('base64url')}`;
}

export function isServerNonce(key: Buffer, nonce: string, now: Instant): boolean {
  const [, made, mac] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(nonce) ?? [];
  if (made === undefined || mac === undefined) return false;
  const given = Buffer.from(mac, 'base64url');
  const own = macOf(key, made);
  if (given.length !== own.length || !timingSafeEqual(given, own)) return false;
  const age = secondsOf(now) - Number.parseInt(made, 36);
  return age < NONCE_SECONDS && age > -SKEW_SECONDS;
}

function macOf(key: Buffer, made: string): Buffer {
  return createHmac('sha256', key).update(`${LABEL} ${made}`).digest();
}

function secondsOf(now: Instant): number {
  return Math.floor(millisOf(now) / 1_000);
}
