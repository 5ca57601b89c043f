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
