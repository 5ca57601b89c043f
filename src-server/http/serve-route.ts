import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import type { FindCaller } from '../oauth/find-caller.ts';
import { errorMessages } from '../../shared/contract/errors.ts';
import { cleanCode } from '../../shared/ticket-code/clean-code.ts';
import { ApiError, notFound } from './errors/api-error.ts';
import { authenticate, requireAccess } from './authenticate.ts';
import { currentAccess } from './current-access.ts';
import type { HandlerResult, RequestContext, Handler, ServerServices } from './request-context.ts';
import { errorContentType } from './errors/error-body.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { parseJsonBody } from './bodies/json-body.ts';
import { isJson, readMediaType, unsupportedMediaType } from './bodies/media-type.ts';
import { publicOrigin } from './public-origin.ts';
import { readQueryString } from './request-target.ts';
import { bodyBytes } from './bodies/read-body.ts';
import { sendRead } from './responses/send-read.ts';
import { describeIgnored, tidyBody, withWarnings, type TidyBody } from './bodies/tidy-body.ts';
import type { CallCounter } from './call-counter.ts';
import type { EnforceRateLimit } from './rate-limiter.ts';

export interface ServeOptions {
  readonly services: ServerServices;
  readonly findCaller: FindCaller;
  readonly publicUrl: string | null;
  readonly enforceRateLimit: EnforceRateLimit;
  readonly calls: CallCounter;
}

/**
 * Serves one operation of the route table. Order of checks: 401 → 429 → plan 403 → scope 403 → idempotency
 * header 400, all before the body is read; then body syntax; then the handler.
 */
export function serveRoute(
  app: FastifyInstance,
  route: { readonly name: string; readonly contract: RouteContract; readonly handle: Handler },
  options: ServeOptions,
): void {
  const { name, contract, handle } = route;
  app.route({
    method: contract.method,
    url: `/v1${contract.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request, reply) => {
      // No cache may store a response that only this caller may see. A handler can override the header.
      reply.header('cache-control', 'no-store');
      const caller = await authenticate(options.findCaller, request.headers.authorization);
      request.caller = caller;
      await options.enforceRateLimit(caller, reply);
      requireAccess(caller, contract.scopes);
      const key = request.headers['idempotency-key'];
      if (contract.idempotent || (contract.takesKey === true && key !== undefined)) {
        request.idempotencyKey = readIdempotencyKey(key);
      }
    },
    onResponse: async ({ caller }) => {
      if (caller !== null) options.calls.count(caller.clientRowId, name);
    },
    handler: async (request, reply) => {
      const result = await handle(buildContext(request, contract, options));
      reply.code(result.status).headers({ ...result.headers });
      const { body } = result;
      if (body === null || body instanceof Readable) return reply.send(body);
      if (Buffer.isBuffer(body)) {
        reply.header('content-type', contract.file);
        return sendRead(request, reply, { content: body, tag: result.tag, isList: false });
      }
      reply.header('content-type', contentTypeOf(result, contract, request.headers.accept));
      const text = withWarnings(
        typeof body === 'string' ? body : JSON.stringify(body),
        request.warnings,
      );
      if (contract.method !== 'GET' || result.headers?.['etag'] !== undefined)
        return reply.send(text);
      return sendRead(request, reply, {
        content: text,
        tag: result.tag,
        isList: isList(contract),
      });
    },
  });
}

function buildContext(
  request: FastifyRequest,
  contract: RouteContract,
  options: ServeOptions,
): RequestContext {
  if (request.caller === null) throw new TypeError('expected an authenticated request');
  const { authorization } = request.headers;
  const access = currentAccess(options.services.database, request.caller, async () => {
    const caller = await authenticate(options.findCaller, authorization);
    requireAccess(caller, contract.scopes);
    return caller;
  });
  const target = request.raw.url ?? '/';
  const params = new Map(Object.entries(request.params ?? {}));
  const param = (name: string) => {
    const value = cleanCode(String(params.get(name) ?? ''));
    // No reference or slug contains NUL, and PostgreSQL rejects text that does.
    if (value.includes('\0')) throw notFound();
    return value;
  };
  const origin = publicOrigin(request, options.publicUrl);
  const query = readQueryString(target);
  const body = readJson(request, contract);
  request.warnings = describeIgnored(
    body.ignored,
    [...query.keys()].filter((name) => !isKnown(contract, name)),
  );
  return {
    ...options.services,
    requestId: request.id,
    publicPath: request.server.publicPath,
    contract,
    get caller() {
      return access.caller;
    },
    database: access.database,
    param,
    query,
    json: body.json,
    idempotencyKey: request.idempotencyKey,
    origin,
    url: () => `${origin}/v1${pathOf(contract, param)}`,
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : null;
    },
  };
}

function pathOf({ path }: RouteContract, param: RequestContext['param']): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(param(name)));
}

/** Without a body, `json` is undefined; the handler reports it. */
function readJson(
  request: FastifyRequest,
  { request: schema, bodyOptional, maxBodyValues }: RouteContract,
): TidyBody {
  const bytes = bodyBytes(request);
  if (schema === null) {
    // Of an empty object nothing is ignored.
    const isIgnored = bytes !== null && bytes.length > '{}'.length;
    return {
      json: undefined,
      ignored: new Map(isIgnored ? [['body', errorMessages.bodyIgnored]] : []),
    };
  }
  if (bytes === null) {
    if (bodyOptional !== true && request.headers['content-type'] !== undefined) throw emptyBody();
    return { json: undefined, ignored: new Map() };
  }
  if (!isJson(readMediaType(request.headers, bytes))) throw unsupportedMediaType();
  const json = parseJsonBody(bytes, maxBodyValues);
  return tidyBody(schema, bodyOptional === true && json === null ? undefined : json);
}

function emptyBody(): ApiError {
  return new ApiError('request.malformed', { message: errorMessages.bodyEmpty });
}

/** `status[]` names a parameter, too: it is refused, not ignored. */
function isKnown({ query }: RouteContract, name: string): boolean {
  return query.some((known) => known === name.split('[', 1)[0]);
}

function isList({ query }: RouteContract): boolean {
  return query.includes('per_page');
}

/** An error status that the operation does not declare has the standard error body. */
function contentTypeOf(
  result: HandlerResult,
  contract: RouteContract,
  accept: string | undefined,
): string {
  const isError = result.status >= 400 && contract.responses[result.status] === undefined;
  return isError ? errorContentType(accept) : 'application/json; charset=utf-8';
}
