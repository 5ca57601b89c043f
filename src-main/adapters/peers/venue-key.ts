import { createHash, createHmac, createSecretKey } from 'node:crypto';
import type { VenueKey } from '../../ports/peers.ts';

const HASH_BYTES = 16;
/** No ticket's reference. Another version of the protocol uses another text. */
const CONNECTIONS = 'connections between stations, version 1';

/** A venue key from its 32 bytes in base64url. */
export function openVenueKey(secret: string): VenueKey {
  const bytes = Buffer.from(secret, 'base64url');
  const key = createSecretKey(bytes);
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    id: createHash('sha256').update('venue key').update(bytes).digest('base64url').slice(0, 8),
    psk: () => hmac(CONNECTIONS),
    hash: (ticket) => hmac(ticket).toString('base64url', 0, HASH_BYTES),
  };
}
