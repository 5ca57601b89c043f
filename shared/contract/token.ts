import { Type, type Static } from 'typebox';
import { apiErrors, ErrorBody, type ErrorCode } from './errors.ts';
import { Text, warned } from './fields.ts';

/** `POST {auth_url}/oauth/token` (specification §4.2, RFC 6749 §4.4). */
export const TokenRequest = Type.Object({
  grant_type: Type.Enum(['client_credentials']),
  client_id: Type.Optional(Text('Here or in the Authorization header.')),
  client_secret: Type.Optional(Text('Here or in the Authorization header, not in both.')),
  scope: Type.Optional(Text('Omitted: all scopes of the client.')),
});
export type TokenRequest = Static<typeof TokenRequest>;

export const TokenResponse = Type.Object({
  token_type: Type.Enum(['Bearer']),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  access_token: Text(),
  scope: Text('The granted scopes.'),
  ...warned,
});
export type TokenResponse = Static<typeof TokenResponse>;

/** The error of RFC 6749 §5.2, and the body of every other error. */
export const TokenError = Type.Object({
  error: Text(),
  error_description: Text(),
  ...ErrorBody.properties,
  revocation: Type.Optional(
    Text(
      'For a revoked station with the right secret: a JWS (Ed25519) of its `client_id` and `revoked_at`, signed with the `statements` key of its setup.',
    ),
  ),
});

/** The `error` of RFC 6749 §5.2 for an error code: the code without its prefix, or the closest match. */
export function tokenErrorOf(code: ErrorCode): string {
  if (code.startsWith('oauth.')) return code.slice('oauth.'.length);
  const { status } = apiErrors[code];
  if (status === 401) return 'invalid_client';
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
