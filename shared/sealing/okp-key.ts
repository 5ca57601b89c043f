import { Type, type Static } from 'typebox';

/** 32 bytes as base64url: the `x` of a public key, or the `d` of a secret one (RFC 8037). */
export const KeyBytes = () => Type.String({ pattern: '^[\\w-]{43}$' });

/** A public key that signs. */
export const SigningKey = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: KeyBytes(),
});
export type SigningKey = Static<typeof SigningKey>;

/** A public key that things are encrypted to. */
export const SealingKey = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('X25519'),
  x: KeyBytes(),
});
export type SealingKey = Static<typeof SealingKey>;

/** What a station keeps for the day that it is revoked, or its journal has to be carried to the server by hand. */
export const OrganiserKeys = Type.Object({
  /** Signs the server's word that a client was revoked. */
  statements: SigningKey,
  /** Journals are encrypted to it. */
  sealing: SealingKey,
});
export type OrganiserKeys = Static<typeof OrganiserKeys>;

export function signingKey(x: string): SigningKey {
  return { kty: 'OKP', crv: 'Ed25519', x };
}

export function sealingKey(x: string): SealingKey {
  return { kty: 'OKP', crv: 'X25519', x };
}

/** A key and its secret half, `d`. */
export interface KeyPair {
  readonly x: string;
  readonly d: string;
}
