import { Type, type Static } from 'typebox';
import { apiErrors, ErrorBody, type ErrorCode } from './errors.ts';
import { Text } from './fields.ts';

/** `POST {auth_url}/oauth/token` (specification §4.2, RFC 6749 §4.4). */
export const TokenRequest = Type.Object({
  grant_type: Type.Enum(['client_credentials']),
  client_id: Text(),
  client_secret: Text(),
  scope: Type.Optional(Text('Omitted: all scopes of the client.')),
});
export type TokenRequest = Static<typeof TokenRequest>;

export const TokenResponse = Type.Object({
  token_type: Type.Enum(['Bearer']),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  access_token: Text(),
  scope: Text('What was granted.'),
});
export type TokenResponse = Static<typeof TokenResponse>;

/** The error of RFC 6749 §5.2, and the body of every other error. */
export const TokenError = Type.Object({
  error: Text(),
  error_description: Text(),
  ...ErrorBody.properties,
  revocation: Type.Optional(
    Text(
      'For a station that was revoked and shows its secret: a JWS (Ed25519) of its `client_id` and `revoked_at`, signed with the `statements` key of its setup.',
    ),
  ),
});

/** The `error` of RFC 6749 §5.2 for one of our codes: the code after its prefix, or what comes closest. */
export function tokenErrorOf(code: ErrorCode): string {
  if (code.startsWith('oauth.')) return code.slice('oauth.'.length);
  const { status } = apiErrors[code];
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
