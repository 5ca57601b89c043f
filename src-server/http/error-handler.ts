import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from '../database/database-error.ts';
import { DomainError } from '../services/domain-error.ts';
import { ApiError, notFound, validationFailed } from './api-error.ts';
import { errorContentType, renderErrorBody } from './error-body.ts';

/** Answers with the one error body. What is nobody's fault but ours is logged, and told without its details. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toApiError(error);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  void reply
    .code(known.status)
    .headers({ ...known.headers, 'x-request-id': request.id })
    .header('content-type', errorContentType(request.headers.accept))
    .send(JSON.stringify(renderErrorBody(known, request.id)));
}

/** Maps every failure to the closed set of codes. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DomainError) return describeRefusal(error);
  if (error instanceof DatabaseError) return databaseTrouble(error);
  const status = statusOf(error);
  if (status === 413) return new ApiError('request.too_large');
  if (status === 415) return new ApiError('request.unsupported_media_type');
  if (status >= 400 && status < 500) {
    return new ApiError('request.malformed', { cause: error });
  }
  return new ApiError('server.failed', { cause: error });
}

/** What the domain refuses of a request that is well-formed. */
export function describeRefusal(error: DomainError): ApiError {
  if (error.code === 'resource.not_found') return notFound();
  if (error.code === 'contacts.erased') return new ApiError('contacts.erased');
  return validationFailed({ [error.field ?? 'body']: [error.message] });
}

function databaseTrouble(error: DatabaseError): ApiError {
  const passing =
    error.code === 'database.busy' ||
    error.code === 'database.unavailable' ||
    error.code === 'database.closed';
  if (!passing && error.code !== 'database.full') {
    return new ApiError('server.failed', { cause: error });
  }
  return new ApiError('server.unavailable', {
    headers: { 'retry-after': '1' },
    cause: error,
  });
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}
