import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from '../database/database-error.ts';
import { DomainError } from '../rules/domain-error.ts';
import {
  ApiError,
  notFound,
  validationFailed,
  type FieldErrors,
  type FieldProblems,
} from './errors/api-error.ts';
import { errorContentType, renderErrorBody } from './errors/error-body.ts';
import { withWarnings } from './bodies/tidy-body.ts';

/** What every response carries. */
export function standardHeaders(requestId: string) {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' } as const;
}

/** Answers with the standard error body. Server errors are logged and answered without details. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { withProblems = false } = {},
): void {
  const known = toApiError(error);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  const { publicPath } = request.server;
  const body = {
    ...renderErrorBody(known, { requestId: request.id, publicPath }),
    ...(withProblems && { problems: known.problems }),
  };
  void reply
    .code(known.status)
    // Also where no hook has run: for an address that cannot be decoded.
    .headers({ ...known.headers, ...standardHeaders(request.id) })
    .header('content-type', errorContentType(request.headers.accept))
    .send(withWarnings(JSON.stringify(body), request.warnings));
}

/** Maps every failure to the closed set of codes. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DomainError) return fromDomainError(error);
  if (error instanceof DatabaseError) return fromDatabaseError(error);
  const status = statusOf(error);
  if (status === 413) return new ApiError('request.too_large');
  if (status === 415) return new ApiError('request.unsupported_media_type');
  if (status >= 400 && status < 500) {
    return new ApiError('request.malformed', { cause: error });
  }
  return new ApiError('server.failed', { cause: error });
}

/** The response to a well-formed request that the domain refuses. */
export function fromDomainError(error: DomainError): ApiError {
  if (error.code === 'resource.not_found') return notFound();
  if (error.code === 'contacts.erased' || error.code === 'enrolment.ended') {
    return new ApiError(error.code);
  }
  if (error.code === 'capacity.exceeded') {
    return new ApiError(error.code, { message: error.message, problems: problemsOf(error) });
  }
  if (error.code === 'server.busy') return unavailable(error);
  return validationFailed({ [error.field ?? 'body']: [error.message] }, problemsOf(error));
}

function problemsOf({ field, problem }: DomainError): FieldProblems {
  return problem === null ? {} : { [field ?? 'body']: problem };
}

/** What a check of a field gives, or the errors that it throws, as a validation error carries them. */
export async function checkField<T>(
  check: () => T | Promise<T>,
): Promise<{ readonly value: T | undefined; readonly errors: FieldErrors }> {
  try {
    return { value: await check(), errors: {} };
  } catch (error) {
    if (!(error instanceof DomainError) || error.field === null) throw error;
    return { value: undefined, errors: { [error.field]: [error.message] } };
  }
}

function fromDatabaseError(error: DatabaseError): ApiError {
  const passing =
    error.code === 'database.busy' ||
    error.code === 'database.locked' ||
    error.code === 'database.unavailable' ||
    error.code === 'database.closed';
  if (!passing && error.code !== 'database.full') {
    return new ApiError('server.failed', { cause: error });
  }
  return unavailable(error);
}

function unavailable(cause: Error): ApiError {
  return new ApiError('server.unavailable', { headers: { 'retry-after': '1' }, cause });
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}
