import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, compactVerify, EmbeddedJWK } from 'jose';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ConsoleError } from './console-error.ts';

const Claims = Compile(
  Type.Object({
    htm: Type.String(),
    htu: Type.String(),
    jti: Type.String({ minLength: 16, maxLength: 200 }),
    iat: Type.Integer(),
    nonce: Type.Optional(Type.String({ maxLength: 100 })),
    ath: Type.Optional(Type.String()),
  }),
);

/** More than a proof with a key of P-256 takes. */
const MAX_PROOF_LENGTH = 2_000;

export interface Proof {
  /** Of the page's key (RFC 7638): 32 bytes. */
  readonly thumbprint: Buffer;
  /** Of key and `jti`: what may be used once. */
  readonly hash: Buffer;
  /** Null without one: the page does not know one yet. */
  readonly nonce: string | null;
}

/**
 * Reads the `DPoP` header (RFC 9449 §4.3): that the request was made by who holds a key, for this method, address and token. Its time is not
 * compared with a clock, since the nonce is the server's and says when. Throws `session.proof_invalid`.
 */
export async function readProof(
  header: string | null,
  expected: { readonly method: string; readonly url: string; readonly token: string | null },
): Promise<Proof> {
  if (header === null || header.length > MAX_PROOF_LENGTH) throw refused();
  const { payload, protectedHeader } = await compactVerify(header, EmbeddedJWK, {
    algorithms: ['ES256'],
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  const { typ, jwk } = protectedHeader;
  const claims = readClaims(payload);
  const ath = expected.token === null ? undefined : sha256(expected.token).toString('base64url');
  const isExpected =
    typ === 'dpop+jwt' &&
    claims.htm === expected.method &&
    claims.htu === expected.url &&
    claims.ath === ath;
  if (!isExpected || jwk === undefined) throw refused();
  const thumbprint = await calculateJwkThumbprint(jwk, 'sha256');
  return {
    thumbprint: Buffer.from(thumbprint, 'base64url'),
    hash: sha256(`${thumbprint}\0${claims.jti}`),
    nonce: claims.nonce ?? null,
  };
}

function readClaims(payload: Uint8Array) {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload).toString());
    if (Claims.Check(claims)) return claims;
  } catch (cause) {
    throw refused(cause);
  }
  throw refused();
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refused(_cause?: unknown): ConsoleError {
  return new ConsoleError('session.proof_invalid');
}
