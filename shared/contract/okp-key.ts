import { Type, type Static } from 'typebox';

/** 32 bytes as base64url: the `x` of a public key, or the `d` of a secret one (RFC 8037). */
export const KeyBytes = () => Type.String({ pattern: '^[\\w-]{43}$' });

/** A public signing key. */
export const SigningKey = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: KeyBytes(),
});
export type SigningKey = Static<typeof SigningKey>;

/** A public encryption key. */
export const SealingKey = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('X25519'),
  x: KeyBytes(),
});
export type SealingKey = Static<typeof SealingKey>;

/** Keys that a station stores in case it is revoked, or its journal has to be carried to the server by hand. */
export const OrganiserKeys = Type.Object({
  /** Verifies the server's statement that a client was revoked. */
  statements: SigningKey,
  /** Journals are encrypted with it. */
  sealing: SealingKey,
});
export type OrganiserKeys = Static<typeof OrganiserKeys>;

export function signingKey(x: string): SigningKey {
  return { kty: 'OKP', crv: 'Ed25519', x };
}

export function sealingKey(x: string): SealingKey {
  return { kty: 'OKP', crv: 'X25519', x };
}

/** A key with its private part, `d`. */
export interface KeyPair {
  readonly x: string;
  readonly d: string;
}
