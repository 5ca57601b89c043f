import { Type, type Static } from 'typebox';
import { warned } from './fields.ts';
import { MAX_BODY_DEPTH, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_TOKEN_PARAMETERS } from './limits.ts';

/** One code of the error body. */
interface ApiErrorEntry {
  readonly status: number;
  /** Default message of the body; the throwing code may pass a more precise one. */
  readonly message: string;
  /** Explanation for the reference page, if it says more than the message. */
  readonly meaning?: string;
}

/** Every `code` of the error body. A closed, documented set: clients may switch on it. */
export const apiErrors = {
  'request.malformed': {
    status: 400,
    message: 'The request could not be read.',
    meaning: `The request line, a header or the JSON of the body could not be read, or a header was sent twice. A body nests at most ${MAX_BODY_DEPTH} levels deep, and may hold no more values than its operation allows.`,
  },
  'idempotency.key_missing': {
    status: 400,
    message: 'The Idempotency-Key header is required and must not be empty.',
  },
  'idempotency.key_invalid': {
    status: 400,
    message: `The Idempotency-Key may have at most ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`,
  },
  'oauth.invalid_request': {
    status: 400,
    message: 'The token request is not valid.',
    meaning: `The token request lacks a parameter, repeats one, has more than ${MAX_TOKEN_PARAMETERS}, or authenticates twice.`,
  },
  'oauth.unsupported_grant_type': {
    status: 400,
    message: 'The grant_type must be client_credentials.',
  },
  'oauth.invalid_scope': {
    status: 400,
    message: 'The scope is unknown or not granted to this client.',
  },
  'oauth.unauthorized_client': {
    status: 400,
    message: "The organiser's plan does not include API access.",
  },
  'auth.token_missing': {
    status: 401,
    message: 'An access token is required in the Authorization header.',
    meaning: 'There is no `Authorization: Bearer` header.',
  },
  'auth.token_invalid': {
    status: 401,
    message: 'The access token is invalid or expired.',
    meaning:
      'The token is unknown or expired, or its client was revoked. Get a new one and try once more.',
  },
  'oauth.invalid_client': {
    status: 401,
    message: 'Client authentication failed.',
    meaning: 'The client is unknown or revoked, or the secret is wrong.',
  },
  'enrolment.ended': {
    status: 401,
    message: 'The enrolment code has expired or was used already.',
  },
  'auth.scope_missing': {
    status: 403,
    message: 'The token lacks the scope that this request requires.',
  },
  'plan.required': {
    status: 403,
    message: 'API access requires the Pro or Enterprise plan.',
  },
  'access.loopback_only': {
    status: 403,
    message: 'This endpoint is available only on the server itself.',
  },
  'resource.not_found': {
    status: 404,
    message: 'Not found.',
    meaning: 'It does not exist, or this client may not see it; the response is the same.',
  },
  'route.not_found': { status: 404, message: 'No such endpoint.' },
  'route.method_not_allowed': {
    status: 405,
    message: 'This method is not allowed.',
    meaning: 'The endpoint does not support this method; `Allow` lists those that it supports.',
  },
  'request.timeout': { status: 408, message: 'The request took too long to arrive.' },
  'idempotency.key_reused': {
    status: 409,
    message: 'This Idempotency-Key was used with a different body.',
  },
  'idempotency.in_progress': {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
    meaning: 'The first request with this key is still running. Try again after `Retry-After`.',
  },
  'request.too_large': {
    status: 413,
    message: 'The body is too large.',
    meaning: 'The body is larger than 1 MiB, or that of a token request larger than 8 KiB.',
  },
  'request.unsupported_media_type': {
    status: 415,
    message: 'The body must be JSON in UTF-8 with Content-Type application/json.',
    meaning:
      'The body is not JSON in UTF-8, or it is compressed; that of a token request may also be a form. Where a body is plain ASCII, another charset is accepted.',
  },
  'validation.failed': {
    status: 422,
    message: 'The request is not valid.',
    meaning: 'A value is not valid; `errors` says which and why.',
  },
  'cursor.invalid': {
    status: 422,
    message: 'The cursor is not valid for this list.',
    meaning:
      'The cursor belongs to another list, client or filter, or is damaged. Start again without a cursor.',
  },
  'capacity.exceeded': {
    status: 422,
    message: 'There are not enough places left.',
    meaning: 'The ticket type is sold out, or what is left is held for its waiting list.',
  },
  'contacts.erased': {
    status: 422,
    message: 'This contact was erased under a data-protection request and cannot be recreated.',
  },
  'rate.limited': {
    status: 429,
    message: 'Too many requests.',
    meaning: 'Too many requests. Try again after `Retry-After` seconds.',
  },
  'request.headers_too_large': {
    status: 431,
    message: 'The headers are too large.',
    meaning: 'The headers are larger than 16 KiB.',
  },
  'server.failed': {
    status: 500,
    message: 'Something went wrong on our side.',
    meaning: 'The server failed; `request_id` finds the failure in its log.',
  },
  'server.unavailable': {
    status: 503,
    message: 'The server is temporarily unavailable.',
    meaning:
      'The server is busy, or its database is busy or full. Try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, ApiErrorEntry>;

export type ErrorCode = keyof typeof apiErrors;

export const errorCodes: readonly ErrorCode[] = Object.keys(apiErrors).filter(
  (code): code is ErrorCode => code in apiErrors,
);

/** The meaning of a code for the reference page. Backticks mark code. */
export function errorMeaning(code: ErrorCode): string {
  const { meaning, message }: ApiErrorEntry = apiErrors[code];
  return meaning ?? message;
}

/** More precise messages, used by the server and by the examples in its API description. */
export const errorMessages = {
  bodyNotJson: 'The body is not valid JSON.',
  bodyEmpty: 'The body is empty.',
  bodyIgnored: 'This operation takes no body, so it was ignored.',
  hostInvalid: 'The Host header is not a valid host name.',
  forwardedHostInvalid: 'The X-Forwarded-Host header is not a valid host name.',
  formOrJson: 'The body must be a form (application/x-www-form-urlencoded) or JSON.',
  ticketUnknown: 'The server has no such ticket for this client.',
  scopeMissing: (scopes: readonly string[]) =>
    `This request requires the scope ${scopes.join(' or ')}.`,
  bodyTooLarge: (bytes: number) => `The body may have at most ${bytes} bytes.`,
  parameterRequired: (name: string) => `The parameter ${name} is required.`,
  fieldUnknown: (field: string) => `The field ${field} is unknown and was ignored.`,
  parameterUnknown: (name: string) => `The query parameter ${name} is unknown and was ignored.`,
  fieldRequired: (field: string) => `The ${field} field is required.`,
  fieldMustBe: (field: string, rule: string) => `The ${field} must be ${rule}.`,
};

/** One body for every error but the scan verdict. */
export const ErrorBody = Type.Object({
  message: Type.String(),
  code: Type.Enum([...errorCodes]),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  ...warned,
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  request_id: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;
