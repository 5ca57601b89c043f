import { Check } from 'typebox/schema';
import {
  GateMessage,
  signedText,
  type Exchange,
  type PageMessage,
  type PagePass,
} from '../../../shared/station/page-handshake.ts';
import { fromBase64Url, toBase64Url, type SealedPass } from './page-pass.ts';

export type Entry =
  | { readonly kind: 'answer'; readonly message: PageMessage }
  | { readonly kind: 'granted'; readonly session: PagePass | null }
  /** The station does not know this pass, or the other side is not the station. */
  | { readonly kind: 'refused' };

export interface StationEntry {
  readonly hello: PageMessage;
  /** Handles one frame from the station. Frames must be passed one after the other. */
  readonly receive: (frame: unknown) => Promise<Entry>;
}

/** The page's side of the handshake, over one connection from the page at `origin`. */
export function startHandshake(pass: SealedPass, origin: string): StationEntry {
  const pageNonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  let isProven = false;

  return {
    hello: { kind: 'hello', pass: pass.id, nonce: pageNonce },
    receive: async (frame) => {
      if (!Check(GateMessage, frame) || frame.kind === 'refused') return { kind: 'refused' };
      if (frame.kind === 'granted') {
        return isProven ? { kind: 'granted', session: frame.session } : { kind: 'refused' };
      }
      const exchange = { origin, pageNonce, stationNonce: frame.nonce };
      isProven = await isOf(pass, exchange, frame.proof);
      if (!isProven) return { kind: 'refused' };
      const proof = await sign(pass, exchange);
      return { kind: 'answer', message: { kind: 'proof', proof } };
    },
  };
}

async function isOf({ key }: SealedPass, exchange: Exchange, proof: string): Promise<boolean> {
  try {
    return await crypto.subtle.verify(
      'HMAC',
      key,
      fromBase64Url(proof),
      signed('station', exchange),
    );
  } catch {
    return false; // not base64url
  }
}

async function sign({ key }: SealedPass, exchange: Exchange): Promise<string> {
  return toBase64Url(
    new Uint8Array(await crypto.subtle.sign('HMAC', key, signed('page', exchange))),
  );
}

function signed(who: 'page' | 'station', exchange: Exchange): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(signedText(who, exchange));
}
