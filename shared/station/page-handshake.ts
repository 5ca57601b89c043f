import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';

const Short = Type.String({ minLength: 1, maxLength: 200 });

/**
 * How a browser page proves to the station that it may connect, and the station proves to the page that it is still the same one, whatever
 * program listens on this port today. Both know the key of a pass; neither sends it.
 *
 * Phases: page `hello` → station `challenge` → page `proof` → station `granted`, then the station's contract from `welcome` on. `refused`
 * in place of any reply ends the handshake. A launch pass comes from the address that opened the page; it is granted once and exchanged for
 * a session pass for later connections.
 */
export const PageHello = Type.Object({ kind: Type.Literal('hello'), pass: Short, nonce: Short });
export const PageProof = Type.Object({ kind: Type.Literal('proof'), proof: Short });
export type PageMessage = ReadOnly<typeof PageHello> | ReadOnly<typeof PageProof>;

/** `key`: 32 bytes in base64url, the key of HMAC-SHA-256. */
export const PagePass = Type.Object({ id: Type.String(), key: Type.String() });
export type PagePass = ReadOnly<typeof PagePass>;

export const GateMessage = Type.Union([
  Type.Object({ kind: Type.Literal('challenge'), nonce: Type.String(), proof: Type.String() }),
  Type.Object({ kind: Type.Literal('granted'), session: Nullable(PagePass) }),
  Type.Object({ kind: Type.Literal('refused') }),
]);
export type GateMessage = ReadOnly<typeof GateMessage>;

export interface Exchange {
  /** The page's origin with its port: a proof is valid only there, so it cannot be relayed. */
  readonly origin: string;
  readonly pageNonce: string;
  readonly stationNonce: string;
}

/** The text that `who` signs with the key of the pass. */
export function signedText(who: 'page' | 'station', exchange: Exchange): string {
  const { origin, pageNonce, stationNonce } = exchange;
  return ['gatehouse page 1', who, origin, pageNonce, stationNonce].join('\n');
}

const MARK = '#open=';

/** The fragment of a launch address. Browsers never send it to a server. */
export function formatLaunch({ id, key }: PagePass): string {
  return `${MARK}${id}~${key}`;
}

export function parseLaunch(fragment: string): PagePass | null {
  if (!fragment.startsWith(MARK)) return null;
  const [id = '', key = '', ...more] = fragment.slice(MARK.length).split('~');
  return id === '' || !/^[\w-]{43}$/.test(key) || more.length > 0 ? null : { id, key };
}
