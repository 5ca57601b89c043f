import { errorCodes, type ErrorCode } from '../../shared/contract/errors.ts';

/** Sentences per field, as `errors` of the body carries them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface ApiErrorDetails {
  readonly errors?: FieldErrors;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A request that is answered with an error: its code decides the status, its message is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldErrors | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = errorCodes[code];
    this.errors = details.errors ?? null;
    this.headers = details.headers ?? {};
  }
}

/** The answer to whatever may not be seen: unknown, another organiser's and out of scope read alike. */
export function notFound(): ApiError {
  return new ApiError('resource.not_found', 'Not found.');
}

/** Says the first sentence, and how many more there are. Expects at least one. */
export function validationFailed(errors: FieldErrors): ApiError {
  const sentences = Object.values(errors).flat();
  const more = sentences.length - 1;
  const rest = more > 0 ? ` (and ${more} more ${more === 1 ? 'error' : 'errors'})` : '';
  return new ApiError(
    'validation.failed',
    `${sentences[0] ?? 'The request is not valid.'}${rest}`,
    {
      errors,
    },
  );
}
