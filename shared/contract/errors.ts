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
