import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../../shared/contract/parse-json.ts';

/** All together at most 16 KiB. Whatever else a browser adds is not looked at. */
const base64url = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength });
const clientDataJSON = base64url(4_096);
/** 1,023 bytes (WebAuthn Level 3 §4). */
const id = base64url(1_364);
const type = Type.Literal('public-key');

/** `RegistrationResponseJSON` of WebAuthn Level 3 §5.1. */
const Registration = Type.Object({
  id,
  rawId: id,
  type,
  response: Type.Object({
    clientDataJSON,
    attestationObject: base64url(8_192),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
  }),
});
export type Registration = Static<typeof Registration>;

/** `AuthenticationResponseJSON`. */
const Assertion = Type.Object({
  id,
  rawId: id,
  type,
  response: Type.Object({
    clientDataJSON,
    authenticatorData: base64url(2_048),
    signature: base64url(2_048),
    userHandle: Type.Optional(Type.Union([base64url(128), Type.Null()])),
  }),
});
export type Assertion = Static<typeof Assertion>;

/** What the browser was asked, and where; the library checks `type` and `origin`. Not inside another page. */
const ClientData = Type.Object({
  challenge: base64url(128),
  crossOrigin: Type.Optional(Type.Literal(false)),
});

const registrations = Compile(Registration);
const assertions = Compile(Assertion);
const clientData = Compile(ClientData);

/** A response, and the challenge that it answers. */
export interface PasskeyAnswer<Response> {
  readonly response: Response;
  readonly challenge: string;
}

/** Returns null for anything else. */
export function readRegistration(value: unknown): PasskeyAnswer<Registration> | null {
  return registrations.Check(value) ? withChallenge(value) : null;
}

/** Returns null for anything else. */
export function readAssertion(value: unknown): PasskeyAnswer<Assertion> | null {
  return assertions.Check(value) ? withChallenge(value) : null;
}

function withChallenge<Response extends Registration | Assertion>(
  response: Response,
): PasskeyAnswer<Response> | null {
  const json = Buffer.from(response.response.clientDataJSON, 'base64url').toString('utf8');
  const data = parseJson(json);
  return clientData.Check(data) ? { response, challenge: data.challenge } : null;
}
