import { Type, type Static } from 'typebox';

/** The public half of a key that signs ticket codes, as a JWK (RFC 8037). */
export const CodeKey = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  alg: Type.Literal('EdDSA'),
  use: Type.Literal('sig'),
  kid: Type.String({ pattern: '^[\\w-]{4}$' }),
  x: Type.String({ pattern: '^[\\w-]{43}$' }),
});
export type CodeKey = Static<typeof CodeKey>;
