import { apiErrors, type ErrorCode } from '../../shared/contract/errors.ts';

/** Sentences per field, as `errors` of the body carries them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface ApiErrorDetails {
  /** In place of the code's own message. */
  readonly message?: string;
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

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? apiErrors[code].message, { cause: details.cause });
    this.code = code;
    this.status = apiErrors[code].status;
    this.errors = details.errors ?? null;
    this.headers = details.headers ?? {};
  }
}

/** The answer to whatever may not be seen: unknown, another organiser's and out of scope read alike. */
export function notFound(): ApiError {
  return new ApiError('resource.not_found');
}

/** Says the first sentence, and how many more there are. Expects at least one. */
export function validationFailed(errors: FieldErrors): ApiError {
  const [first = apiErrors['validation.failed'].message, ...others] = Object.values(errors).flat();
  const noun = others.length === 1 ? 'error' : 'errors';
  const rest = others.length === 0 ? '' : ` (and ${others.length} more ${noun})`;
  return new ApiError('validation.failed', { message: `${first}${rest}`, errors });
}
