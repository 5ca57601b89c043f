// Why: docs/decisions/0004-ticket-codes.md
import { base64url, CompactSign, compactVerify, errors } from 'jose';
import type { CodeKey } from '../contract/code-key.ts';
import { readPayload, writeCodePayload, type SignedTicket } from './code-payload.ts';

/**
 * A signed ticket code is a compact JWS: header, payload and signature in base64url, joined by dots. The header is exactly
 * `{"alg":"EdDSA","kid":"…"}`, so a forger cannot choose anything in it.
 */

/** Characters, one byte each: a QR code of level M of this length can still be read from a phone. */
export const MAX_SIGNED_CODE_LENGTH = 300;

/** The longest payload that fits into the code with header, signature and two dots, in base64url. */
const MAX_PAYLOAD_LENGTH = 130;

const header = /^\{"alg":"EdDSA","kid":"[\w-]{4}"\}$/;

export interface PrivateCodeKey extends CodeKey {
  readonly d: string;
}

/**
 * Null if the ticket's restrictions do not fit into a code; a seat label that does not fit is left out. The same key object is imported once, which
 * takes as long as signing.
 */
export async function signCode(ticket: SignedTicket, key: PrivateCodeKey): Promise<string | null> {
  const whole = writeCodePayload(ticket);
  const payload =
    whole.length <= MAX_PAYLOAD_LENGTH ? whole : writeCodePayload({ ...ticket, seat_label: null });
  if (payload.length > MAX_PAYLOAD_LENGTH) return null;
  return new CompactSign(asciiBytes(payload))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(key);
}

/** `unknown_key`: looks like one of our codes, but its key is not in the setup. `invalid`: forged, damaged, or not a ticket code. */
export type VerifiedCode =
  | { readonly kind: 'valid'; readonly ticket: SignedTicket }
  | { readonly kind: 'unknown_key' }
  | { readonly kind: 'invalid' };

/** Verifies a code with the keys of an event's setup. For any other text it only inspects the header. */
export async function verifySignedCode(
  token: string,
  keys: readonly CodeKey[],
): Promise<VerifiedCode> {
  const parts = partsOf(token);
  if (parts === null) return { kind: 'invalid' };
  const key = keys.find(({ kid }) => parts.header === headerOf(kid));
  if (key === undefined) return { kind: 'unknown_key' };
  if (!(await isSignedWith(token, key))) return { kind: 'invalid' };
  const ticket = readPayload(parts.payload);
  return ticket === null ? { kind: 'invalid' } : { kind: 'valid', ticket };
}

/**
 * The content of a code, without verifying its signature: for codes that a trusted station has verified. Null if it is not a ticket code.
 */
export function readUnverified(token: string): SignedTicket | null {
  const parts = partsOf(token);
  return parts === null ? null : readPayload(parts.payload);
}

async function isSignedWith(token: string, key: CodeKey): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: ['EdDSA'] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

function headerOf(kid: string): string {
  return `{"alg":"EdDSA","kid":"${kid}"}`;
}

function partsOf(token: string): { readonly header: string; readonly payload: string } | null {
  if (token.length > MAX_SIGNED_CODE_LENGTH) return null;
  const [first = '', second = '', signature, ...rest] = token.split('.');
  if (signature === undefined || rest.length > 0) return null;
  const parts = { header: asciiText(first), payload: asciiText(second) };
  return header.test(parts.header) ? parts : null;
}

function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Empty if it is not base64url. */
function asciiText(base64: string): string {
  try {
    return String.fromCharCode(...base64url.decode(base64));
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}
