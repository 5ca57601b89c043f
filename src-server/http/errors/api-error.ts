import { apiErrors, type ErrorCode } from '../../../shared/contract/errors.ts';
import type { Problem } from '../../../shared/console/problems.ts';

/** Sentences per field, as `errors` of the body carries them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Per field, of those that have a code: only the console's answers carry them. */
export type FieldProblems = Readonly<Record<string, Problem>>;

export interface ApiErrorDetails {
  /** In place of the code's own message. */
  readonly message?: string;
  readonly errors?: FieldErrors;
  readonly problems?: FieldProblems;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error response: the code decides the status, the message is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldErrors | null;
  readonly problems: FieldProblems;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? apiErrors[code].message, { cause: details.cause });
    this.code = code;
    this.status = apiErrors[code].status;
    this.errors = details.errors ?? null;
    this.problems = details.problems ?? {};
    this.headers = details.headers ?? {};
  }
}

/** 404 for anything the caller may not see: unknown, another organiser's and out-of-scope resources look alike. */
export function notFound(): ApiError {
  return new ApiError('resource.not_found');
}

/** The message is the first sentence and the number of further errors. Expects at least one. */
export function validationFailed(errors: FieldErrors, problems: FieldProblems = {}): ApiError {
  const [first = apiErrors['validation.failed'].message, ...others] = Object.values(errors).flat();
  const noun = others.length === 1 ? 'error' : 'errors';
  const rest = others.length === 0 ? '' : ` (and ${others.length} more ${noun})`;
  return new ApiError('validation.failed', { message: `${first}${rest}`, errors, problems });
}
