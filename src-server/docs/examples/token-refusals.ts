import { errorCodes, type ErrorCode } from '../../../shared/contract/errors.ts';
import { refusal } from './refusals.ts';

/** What the token endpoint says when it refuses, by code. */
const sentences = {
  'oauth.invalid_request': 'The parameter grant_type is required.',
  'oauth.unsupported_grant_type': 'The grant_type must be client_credentials.',
  'oauth.invalid_scope': 'The scope is unknown or not granted to this client.',
  'oauth.unauthorized_client': "The organiser's plan does not include API access.",
  'request.malformed': 'The body is not valid JSON.',
  'oauth.invalid_client': 'Client authentication failed.',
  'request.too_large': 'The body may have at most 8192 bytes.',
  'request.unsupported_media_type':
    'The body must be a form (application/x-www-form-urlencoded) or JSON.',
  'rate.limited': 'Too many token requests.',
  'server.failed': 'Something went wrong on our side.',
  'server.unavailable': 'The server cannot do this right now.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type TokenErrorCode = keyof typeof sentences;

export const tokenErrorCodes: readonly TokenErrorCode[] = Object.keys(sentences).filter(
  (code): code is TokenErrorCode => code in sentences,
);

/** The members of RFC 6749 and the body of every other error. */
export function tokenRefusal(code: TokenErrorCode) {
  const body = refusal(code, sentences[code]);
  return { error: errorOf(code), error_description: body.message, ...body };
}

/** `error` of RFC 6749: our own code after its prefix, or what comes closest. */
function errorOf(code: TokenErrorCode): string {
  if (code.startsWith('oauth.')) return code.slice('oauth.'.length);
  const status = errorCodes[code];
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
