import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteContract } from '../../shared/contract/route-table.ts';
import type { Caller } from '../oauth/caller.ts';
import type { FindCaller } from '../oauth/find-caller.ts';
import { notFound } from './api-error.ts';
import { authenticate, requirePlan, requireScope } from './authenticate.ts';
import { currentAccess } from './current-access.ts';
import type { HandlerResult, RequestContext, Handler, ServerServices } from './request-context.ts';
import { errorContentType } from './error-body.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { parseJsonBody } from './json-body.ts';
import { isJson, readMediaType, unsupportedMediaType } from './media-type.ts';
import { publicOrigin } from './public-origin.ts';
import { readQueryString } from './request-target.ts';
import { bodyBytes } from './read-body.ts';
import { enforceRateLimit, type CountRequest } from './rate-limiter.ts';

export interface ServeOptions {
  readonly services: ServerServices;
  readonly findCaller: FindCaller;
  readonly publicUrl: string | null;
  /** Null means no limit. */
  readonly countRequest: CountRequest | null;
}

/**
 * Serves one operation of the route table. Order of checks: 401 → 429 → plan 403 → scope 403 → idempotency
 * header 400, all before the body is read; then body syntax; then the handler.
 */
export function serveRoute(
  app: FastifyInstance,
  route: { readonly contract: RouteContract; readonly handle: Handler },
  options: ServeOptions,
): void {
  const { contract, handle } = route;
  app.route({
    method: contract.method,
    url: `/v1${contract.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request, reply) => {
      // No cache may store a response that only this caller may see. A handler can override the header.
      reply.header('cache-control', 'no-store');
      const caller = await authenticate(options.findCaller, request.headers.authorization);
      request.caller = caller;
      await enforceRateLimit(options.countRequest, caller, reply);
      requireAccess(caller, contract);
      const key = request.headers['idempotency-key'];
      if (contract.idempotent || (contract.takesKey === true && key !== undefined)) {
        request.idempotencyKey = readIdempotencyKey(key);
      }
    },
    handler: async (request, reply) => {
      const result = await handle(buildContext(request, contract, options));
      return sendResult(reply, result, contentTypeOf(result, contract, request.headers.accept));
    },
  });
}

function requireAccess(caller: Caller, { scopes }: RouteContract): void {
  requirePlan(caller);
  requireScope(caller, scopes);
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
    requireAccess(caller, contract);
    return caller;
  });
  const target = request.raw.url ?? '/';
  const params = new Map(Object.entries(request.params ?? {}));
  const param = (name: string) => {
    const value = String(params.get(name) ?? '');
    // No reference or slug contains NUL, and PostgreSQL rejects text that does.
    if (value.includes('\0')) throw notFound();
    return value;
  };
  const origin = publicOrigin(request, options.publicUrl);
  return {
    ...options.services,
    requestId: request.id,
    contract,
    get caller() {
      return access.caller;
    },
    database: access.database,
    param,
    query: readQueryString(target),
    json: contract.request === null ? undefined : readJson(request, contract.maxBodyValues),
    idempotencyKey: request.idempotencyKey,
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

/** A missing body is passed on as undefined; the handler reports it. */
function readJson(request: FastifyRequest, maxValues: number): unknown {
  const bytes = bodyBytes(request);
  if (bytes === null) return undefined;
  if (!isJson(readMediaType(request.headers))) throw unsupportedMediaType();
  return parseJsonBody(bytes, maxValues);
}

/** Serialises the body itself: Fastify's schema-based serialiser drops fields that the schema does not name, and is slower. */
export function sendResult(
  reply: FastifyReply,
  result: HandlerResult,
  contentType: string,
): FastifyReply {
  reply.code(result.status).headers({ ...result.headers });
  if (result.body === null || result.body instanceof Readable) return reply.send(result.body);
  reply.header('content-type', contentType);
  return reply.send(typeof result.body === 'string' ? result.body : JSON.stringify(result.body));
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
