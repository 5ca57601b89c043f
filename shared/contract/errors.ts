import { Type, type Static } from 'typebox';

/** Every `code` of the error body, with the status it answers. A closed, documented set: clients may switch on it. */
export const errorCodes = {
  'request.malformed': 400,
  'idempotency.key_missing': 400,
  'idempotency.key_invalid': 400,
  'auth.token_missing': 401,
  'auth.token_invalid': 401,
  'auth.scope_missing': 403,
  'plan.required': 403,
  'resource.not_found': 404,
  'route.not_found': 404,
  'route.method_not_allowed': 405,
  'idempotency.key_reused': 409,
  'idempotency.in_progress': 409,
  'request.too_large': 413,
  'request.unsupported_media_type': 415,
  'validation.failed': 422,
  'cursor.invalid': 422,
  'contacts.erased': 422,
  'rate.limited': 429,
  'server.failed': 500,
  'server.unavailable': 503,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** One body for every error but the scan verdict (design: api-decisions, Errors). */
export const ErrorBody = Type.Object({
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  request_id: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;
