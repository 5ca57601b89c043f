import { createHash, createHmac, createSecretKey } from 'node:crypto';
import type { VenueKey } from '../../core/peers/sealed-frame.ts';

const HASH_BYTES = 16;

/** A venue key from its 32 bytes in base64url. */
export function openVenueKey(secret: string): VenueKey {
  const bytes = Buffer.from(secret, 'base64url');
  const key = createSecretKey(bytes);
  const id = createHash('sha256').update('venue key').update(bytes).digest('base64url').slice(0, 8);
  return {
    id,
    mac: (text) => createHmac('sha256', key).update(text).digest('base64url'),
    hash: (ticket) =>
      createHmac('sha256', key).update(ticket).digest().toString('base64url', 0, HASH_BYTES),
  };
}
