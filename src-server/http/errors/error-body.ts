import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import type { ApiError } from './api-error.ts';

/** What an error body says of its request. */
export interface FailedRequest {
  readonly requestId: string;
  /** The path below which clients reach the server. */
  readonly publicPath: string;
}

/** The body of every error; `type` links to the code's entry on the reference page. */
export function renderErrorBody(
  error: ApiError,
  { requestId, publicPath }: FailedRequest,
): ErrorBody {
  return {
    message: error.message,
    code: error.code,
    ...(error.errors === null ? {} : { errors: copyOf(error.errors) }),
    type: `${publicPath}/docs#error-${error.code}`,
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    request_id: requestId,
  };
}

/** `application/problem+json` for a caller that accepts it (RFC 9457), plain JSON otherwise. */
export function errorContentType(accept: string | undefined): string {
  const wanted = (accept ?? '').split(',').some(asksForProblem);
  return wanted ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8';
}

function asksForProblem(range: string): boolean {
  const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/problem+json') return false;
  return !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
}

function copyOf(errors: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [field, [...sentences]]),
  );
}

/** Identifies a request in its response and in the log. Always generated here: an id sent by the caller is ignored. */
export function newRequestId(): string {
  return `req_${randomUUID()}`;
}
