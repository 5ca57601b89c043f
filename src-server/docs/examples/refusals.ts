import { errorCodes, type ErrorBody, type ErrorCode } from '../../../shared/contract/errors.ts';

/** Sentences per field, as `errors` of the body carries them. */
export type FieldErrors = ErrorBody['errors'];

/** What the server says where it does not depend on the operation. */
const sentences = {
  'idempotency.key_missing': 'The Idempotency-Key header is required.',
  'idempotency.key_invalid': 'The Idempotency-Key may have at most 200 characters.',
  'auth.token_missing': 'Send an access token as Bearer.',
  'auth.token_invalid': 'The access token is invalid or expired.',
  'plan.required': 'API access needs the Pro or Enterprise plan.',
  'resource.not_found': 'Not found.',
  'idempotency.key_reused': 'This Idempotency-Key was used with a different body.',
  'idempotency.in_progress': 'The first request with this Idempotency-Key is still running.',
  'request.too_large': 'The body may have at most 1048576 bytes.',
  'request.unsupported_media_type':
    'The body must be JSON in UTF-8 with Content-Type application/json.',
  'cursor.invalid': 'The cursor does not belong to this list.',
  'contacts.erased':
    'This contact was erased under a data-protection request and cannot be recreated.',
  'rate.limited': 'Too many requests.',
  'server.failed': 'Something went wrong on our side.',
  'server.unavailable': 'The server cannot do this right now.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const titles: Readonly<Record<(typeof errorCodes)[ErrorCode], string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** An error body as the server writes it. */
export function refusal(code: ErrorCode, message: string) {
  const status = errorCodes[code];
  return {
    message,
    code,
    type: `/docs#error-${code}`,
    title: titles[status],
    status,
    detail: message,
    request_id: 'req_7efe250c-4549-4eaf-9fc5-3ccbc1299591',
  } satisfies ErrorBody;
}

/** One field is wrong. */
export function invalidField(field: string, sentence: string) {
  const { message, code, ...rest } = refusal('validation.failed', sentence);
  return { message, code, errors: { [field]: [sentence] }, ...rest } satisfies ErrorBody;
}

type SharedCode = keyof typeof sentences;

/** Whether the refusal reads the same at every operation. */
export function isShared(code: ErrorCode): code is SharedCode {
  return code in sentences;
}

export function sharedRefusals(): readonly ErrorBody[] {
  const codes = Object.keys(sentences).filter((code): code is SharedCode => code in sentences);
  return codes.map((code) => refusal(code, sentences[code]));
}
