import { errorCodes } from '../errors.ts';
import type { RouteContract } from '../route-table.ts';
import { headersOf } from './headers.ts';
import type { Json } from './json-schema.ts';

/** The error statuses that an operation can answer, ascending. */
export function errorStatuses(route: RouteContract): readonly number[] {
  const statuses = new Set([400, 401, 403, 429, 500, 503]);
  const namesResources = route.query.includes('order') || route.request !== null;
  if (route.path.includes('{') || namesResources) statuses.add(404);
  if (route.idempotent) statuses.add(409);
  if (route.request !== null) for (const status of [413, 415]) statuses.add(status);
  if (route.request !== null || route.query.length > 0) statuses.add(422);
  return [...statuses].toSorted((a, b) => a - b);
}

const elsewhere = /^(?:oauth|access)\./;

/** The codes of a status, but for those of other addresses. */
export function codesOf(status: number): readonly string[] {
  return Object.entries(errorCodes)
    .filter(([code, known]) => known === status && !elsewhere.test(code))
    .map(([code]) => code);
}

export const statusMeanings: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  304: 'Not modified: the entity tag still holds.',
  400: 'The request could not be read, or its Idempotency-Key is missing or not valid.',
  401: 'The access token is missing, invalid or expired.',
  403: 'The plan or the token does not allow this.',
  404: 'Unknown, or not for this client: the two cannot be told apart.',
  409: 'The Idempotency-Key was used with another body, or is still being worked on.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not JSON in UTF-8.',
  422: 'A value is not valid.',
  429: 'Too many requests; `Retry-After` says when to try again.',
  500: 'A failure on our side.',
  503: 'The server cannot do this right now.',
};

export const errorReference = { $ref: '#/components/schemas/Error' };

/** One error answer with the codes that it can have. */
export function describeError(status: number): Json {
  const codes = codesOf(status);
  const content = { schema: errorReference, example: errorExample(status, codes[0]) };
  return {
    description: `${statusMeanings[status] ?? 'An error.'} Codes: ${codes.join(', ')}.`,
    headers: headersOf(status),
    content: { 'application/json': content, 'application/problem+json': content },
  };
}

export function errorExample(status: number, code = 'server.failed') {
  return {
    message: 'A sentence for people.',
    code,
    type: `/docs#error-${code}`,
    title: 'The name of the status',
    status,
    detail: 'A sentence for people.',
    request_id: 'req_7efe250c-4549-4eaf-9fc5-3ccbc1299591',
  };
}
