import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Pins } from '../../ports/secrets.ts';

const HASH_BYTES = 32;
/** Takes 1 MiB. With the usual one each thread of the pool keeps 16 MiB for good. */
const COST = 1_024;
/** Of hashes that do not name theirs. */
const FORMER_COST = 16_384;

/**
 * Salted scrypt, off the thread that decides scans. Whoever has the file can try out four to eight digits, whatever the hash: it only keeps
 * the PIN itself, which people also use elsewhere, from being read there.
 */
export const scryptPins: Pins = {
  async hash(pin) {
    const salt = randomBytes(16);
    const hash = await derive(pin, salt, COST);
    return `scrypt:${salt.toString('base64url')}:${hash.toString('base64url')}:${COST}`;
  },
  async matches(pin, kept) {
    const [kind, salt, hash, cost] = kept.split(':');
    if (kind !== 'scrypt' || salt === undefined || hash === undefined) return false;
    const expected = Buffer.from(hash, 'base64url');
    const derived = await derive(
      pin,
      Buffer.from(salt, 'base64url'),
      cost === String(COST) ? COST : FORMER_COST,
    );
    return expected.length === derived.length && timingSafeEqual(derived, expected);
  },
};

function derive(pin: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, { cost }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
