import { base64url, CompactSign, compactVerify, errors } from 'jose';
import { signingKey, type KeyPair } from '../contract/okp-key.ts';

/** Signs an ASCII text as a compact JWS. `type` is its purpose, so that a signature for one purpose is not valid for another. */
export function signText(text: string, type: string, key: KeyPair): Promise<string> {
  return new CompactSign(asciiBytes(text))
    .setProtectedHeader({ alg: 'EdDSA', typ: type })
    .sign({ ...signingKey(key.x), d: key.d });
}

/** Returns the text if it was signed with that key for exactly that purpose, otherwise null. */
export async function readSigned(
  token: string,
  type: string,
  publicKey: string,
): Promise<string | null> {
  // The last character of a part may hold bits that decoders ignore.
  if (!token.split('.').every(isCanonical)) return null;
  try {
    const { payload, protectedHeader } = await compactVerify(token, signingKey(publicKey), {
      algorithms: ['EdDSA'],
    });
    return protectedHeader.typ === type ? textOf(payload) : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Byte by byte: as arguments of one call, those of a long text overflow the stack. */
function textOf(ascii: Uint8Array): string {
  return Array.from(ascii, (byte) => String.fromCharCode(byte)).join('');
}

function isCanonical(part: string): boolean {
  try {
    return base64url.encode(base64url.decode(part)) === part;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
