import { errorMessages } from '../../shared/contract/errors.ts';
import { OAuthError } from './oauth-error.ts';

/** A complete client-credentials request (RFC 6749 §4.4.2), not yet authenticated. */
export interface ParsedTokenRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Null requests all of the client's scopes. */
  readonly scope: string | null;
}

/** Longer than any client id ever issued. */
const MAX_CLIENT_ID_LENGTH = 200;

/** Body parameters by name; a repeated name has several values. */
export type TokenParameters = ReadonlyMap<string, readonly string[]>;

/** Throws an `OAuthError` unless the request authenticates in exactly one well-formed way and names a supported grant. */
export function readTokenRequest(
  parameters: TokenParameters,
  authorization: string | undefined,
): ParsedTokenRequest {
  for (const [name, values] of parameters) {
    if (values.length > 1) throw invalidRequest(`The parameter ${quote(name)} was sent twice.`);
  }
  // A file or a variable that a secret is read from often ends with a line feed, which no value has.
  const value = (name: string) => parameters.get(name)?.[0]?.trim() || null;
  const grantType = value('grant_type');
  if (grantType === null) throw invalidRequest(errorMessages.parameterRequired('grant_type'));
  if (grantType !== 'client_credentials') {
    throw new OAuthError('unsupported_grant_type');
  }
  const credentials = readCredentials(
    { clientId: value('client_id'), clientSecret: value('client_secret') },
    authorization,
  );
  const { clientId } = credentials;
  // PostgreSQL does not accept NUL in a text.
  if (clientId.length > MAX_CLIENT_ID_LENGTH || clientId.includes('\0'))
    throw authenticationFailed();
  return { ...credentials, scope: value('scope') };
}

interface BodyCredentials {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
}

function readCredentials(body: BodyCredentials, authorization: string | undefined) {
  if (authorization === undefined) return requireCredentials(body);
  if (body.clientSecret !== null) {
    throw invalidRequest('Send the client credentials in the body or as Basic, not both.');
  }
  const basic = parseBasic(authorization);
  if (basic === null) {
    throw authenticationFailed();
  }
  if (body.clientId !== null && body.clientId !== basic.clientId) {
    throw invalidRequest('The client_id differs from the one in the Authorization header.');
  }
  return basic;
}

function requireCredentials({ clientId, clientSecret }: BodyCredentials) {
  if (clientId === null) throw invalidRequest(errorMessages.parameterRequired('client_id'));
  if (clientSecret === null) throw authenticationFailed();
  return { clientId, clientSecret };
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function parseBasic(authorization: string) {
  const match = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization);
  const text = Buffer.from(match?.[1] ?? '', 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  const clientId = decodeForm(text.slice(0, colon));
  const clientSecret = decodeForm(text.slice(colon + 1));
  return clientId === null || clientSecret === null ? null : { clientId, clientSecret };
}

function decodeForm(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim();
  } catch {
    return null;
  }
}

function authenticationFailed(): OAuthError {
  return new OAuthError('invalid_client');
}

function invalidRequest(message: string): OAuthError {
  return new OAuthError('invalid_request', { message });
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 40));
}
