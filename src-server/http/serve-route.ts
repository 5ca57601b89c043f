import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteContract } from '../../shared/contract/route-table.ts';
import type { FindCaller } from '../oauth/find-caller.ts';
import { ApiError, notFound } from './api-error.ts';
import { authenticate, callerOf, requirePlan, requireScope } from './authenticate.ts';
import type { Answer, Call, Operate, Services } from './call.ts';
import { errorContentType } from './error-body.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { parseJsonBody } from './json-body.ts';
import { isJson, readMediaType, unsupportedMediaType } from './media-type.ts';
import { publicOrigin } from './public-origin.ts';
import { readQueryString } from './query-string.ts';
import { bodyBytes } from './read-body.ts';
import { rateHeaders, type RateDecision } from './rate-limit.ts';

export interface ServeOptions {
  readonly services: Services;
  readonly findCaller: FindCaller;
  readonly publicUrl: string | null;
  /** Counts a call of the client; null: no limit. */
  readonly countCall: ((clientId: string) => Promise<RateDecision>) | null;
}

/**
 * Serves one operation of the route table. Order of checks (design: api-decisions): 401 → 429 → plan 403 → scope 403 →
 * idempotency header 400, all before the body is read; then body syntax, and the operation itself.
 */
export function serveRoute(
  app: FastifyInstance,
  route: { readonly contract: RouteContract; readonly operate: Operate },
  options: ServeOptions,
): void {
  const { contract, operate } = route;
  app.route({
    method: contract.method,
    url: `/v1${contract.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request, reply) => {
      // What only this caller may see, no cache on the way may keep. An operation that knows better says so.
      reply.header('cache-control', 'no-store');
      const caller = await authenticate(options.findCaller, request.headers.authorization);
      request.caller = caller;
      await enforceLimit(options, caller.clientId, reply);
      requirePlan(caller);
      requireScope(caller, contract.scopes);
      if (contract.idempotent) {
        request.idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
      }
    },
    handler: async (request, reply) => {
      const answer = await operate(buildCall(request, contract, options));
      return sendAnswer(reply, answer, contentTypeOf(answer, contract, request.headers.accept));
    },
  });
}

async function enforceLimit(
  { countCall }: ServeOptions,
  clientId: string,
  reply: FastifyReply,
): Promise<void> {
  if (countCall === null) return;
  const decision = await countCall(clientId);
  const headers = rateHeaders(decision);
  reply.headers(headers);
  if (!decision.admitted) {
    throw new ApiError('rate.limited', { headers });
  }
}

function buildCall(request: FastifyRequest, contract: RouteContract, options: ServeOptions): Call {
  if (request.caller === null) throw new TypeError('expected an authenticated request');
  const target = request.raw.url ?? '/';
  const params = new Map(Object.entries(request.params ?? {}));
  const param = (name: string) => {
    const value = String(params.get(name) ?? '');
    // No name of ours holds it, and PostgreSQL takes no text with it.
    if (value.includes('\0')) throw notFound();
    return value;
  };
  const origin = publicOrigin(request, options.publicUrl);
  const { authorization } = request.headers;
  return {
    ...options.services,
    requestId: request.id,
    contract,
    caller: request.caller,
    callerNow: () => callerOf(options.findCaller, authorization),
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

function pathOf({ path }: RouteContract, param: Call['param']): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(param(name)));
}

/** No body at all is left to the operation, which says what it misses. */
function readJson(request: FastifyRequest, maxValues: number): unknown {
  const bytes = bodyBytes(request);
  if (bytes === null) return undefined;
  if (!isJson(readMediaType(request.headers))) throw unsupportedMediaType();
  return parseJsonBody(bytes, maxValues);
}

/** Written by ourselves: a serialiser made from a response schema would drop what the schema does not name, and is slower. */
export function sendAnswer(reply: FastifyReply, answer: Answer, contentType: string): FastifyReply {
  reply.code(answer.status).headers({ ...answer.headers });
  if (answer.body === null || answer.body instanceof Readable) return reply.send(answer.body);
  reply.header('content-type', contentType);
  return reply.send(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
}

/** A refusal that the operation does not name as one of its answers is an error body. */
function contentTypeOf(
  answer: Answer,
  contract: RouteContract,
  accept: string | undefined,
): string {
  const isError = answer.status >= 400 && contract.responses[answer.status] === undefined;
  return isError ? errorContentType(accept) : 'application/json; charset=utf-8';
}
