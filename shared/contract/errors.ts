import { Type, type Static } from 'typebox';

/** Every `code` of the error body, with the status it answers. A closed, documented set: clients may switch on it. */
export const errorCodes = {
  'request.malformed': 400,
  'idempotency.key_missing': 400,
  'idempotency.key_invalid': 400,
  'oauth.invalid_request': 400,
  'oauth.unsupported_grant_type': 400,
  'oauth.invalid_scope': 400,
  'oauth.unauthorized_client': 400,
  'auth.token_missing': 401,
  'auth.token_invalid': 401,
  'oauth.invalid_client': 401,
  'auth.scope_missing': 403,
  'plan.required': 403,
  'access.loopback_only': 403,
  'resource.not_found': 404,
  'route.not_found': 404,
  'route.method_not_allowed': 405,
  'request.timeout': 408,
  'idempotency.key_reused': 409,
  'idempotency.in_progress': 409,
  'request.too_large': 413,
  'request.unsupported_media_type': 415,
  'validation.failed': 422,
  'cursor.invalid': 422,
  'contacts.erased': 422,
  'rate.limited': 429,
  'request.headers_too_large': 431,
  'server.failed': 500,
  'server.unavailable': 503,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** What each code means, for the reference page. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  'request.malformed':
    'The request line, a header or the JSON of the body could not be read. A body nests at most 32 levels deep, and holds no more values than its operation says.',
  'idempotency.key_missing': 'The operation needs an `Idempotency-Key` header.',
  'idempotency.key_invalid': 'The `Idempotency-Key` has more than 200 characters.',
  'oauth.invalid_request':
    'The token request lacks a parameter, repeats one, has more than 20, or authenticates twice.',
  'oauth.unsupported_grant_type': 'Only `client_credentials` is granted.',
  'oauth.invalid_scope': 'A scope is unknown or not granted to this client.',
  'oauth.unauthorized_client': "The organiser's plan does not include API access.",
  'auth.token_missing': 'There is no `Authorization: Bearer` header.',
  'auth.token_invalid':
    'The token is unknown or expired, or its client was revoked. Get a new one and try once more.',
  'oauth.invalid_client': 'The client is unknown or revoked, or the secret is wrong.',
  'auth.scope_missing': 'The token lacks the scope that the operation needs.',
  'plan.required': "The organiser's plan does not include API access.",
  'access.loopback_only': 'This address answers on the server itself only.',
  'resource.not_found': 'Unknown, or not for this client: the two cannot be told apart.',
  'route.not_found': 'There is nothing at this address.',
  'route.method_not_allowed': 'The address exists; `Allow` says for which methods.',
  'request.timeout': 'The request took too long to arrive.',
  'idempotency.key_reused': 'The key was used with a different body.',
  'idempotency.in_progress':
    'The first request with this key is still running. Try again after `Retry-After`.',
  'request.too_large': 'The body is larger than 1 MiB; that of a token request, than 8 KiB.',
  'request.unsupported_media_type': 'The body is not JSON in UTF-8.',
  'validation.failed': 'A value is not valid; `errors` says which and why.',
  'cursor.invalid': 'The cursor is not of this list, client or filter. Start the walk again.',
  'contacts.erased': 'The person was erased under a data-protection request and is not recreated.',
  'rate.limited': 'Too many requests. Try again after `Retry-After` seconds.',
  'request.headers_too_large': 'The headers are larger than 16 KiB.',
  'server.failed': 'A failure on our side; `request_id` finds it in the log.',
  'server.unavailable': 'The database is busy or full. Try again after `Retry-After` seconds.',
};

/** One body for every error but the scan verdict (design: api-decisions, Errors). */
export const ErrorBody = Type.Object({
  message: Type.String(),
  code: Type.Enum(listCodes()),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  request_id: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;

function listCodes(): ErrorCode[] {
  return Object.keys(errorCodes).filter((code): code is ErrorCode => code in errorCodes);
}
