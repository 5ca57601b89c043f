import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../services/clients.ts';

/** Opaque access tokens: a prefix that secret scanners can recognise, and 32 random bytes. */
const TOKEN_PREFIX = 'gat_';
const TOKEN_FORM = /^gat_[A-Za-z0-9_-]{43}$/;

export function mintAccessToken(): string {
  return TOKEN_PREFIX + randomBytes(32).toString('base64url');
}

/** Whether it is worth a look-up. */
export function isAccessToken(text: string): boolean {
  return TOKEN_FORM.test(text);
}

export function secretMatches(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}
