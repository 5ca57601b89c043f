import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../database/clock.ts';
import { sendError } from '../http/error-handler.ts';
import { MAX_BODY_BYTES, MAX_IMPORT_BYTES } from '../../shared/contract/limits.ts';
import { ApiError } from '../http/errors/api-error.ts';
import { clientNetworkOf } from '../http/forwarded-headers.ts';
import { parseJsonBody } from '../http/bodies/json-body.ts';
import { isJson, readMediaType, unsupportedMediaType } from '../http/bodies/media-type.ts';
import { bodyBytes } from '../http/bodies/read-body.ts';
import { publicOrigin } from '../http/public-origin.ts';
import { rateHeaders, requestCounter } from '../http/rate-limiter.ts';
import { admitRequest } from './admit-request.ts';
import type { OpenStreams } from '../http/streams/open-streams.ts';
import type { Services } from '../operations/definition/operation.ts';
import type { ConsoleContext } from './console-context.ts';
import { ConsoleError } from './console-error.ts';
import { OrganiserWatch } from './organiser-watch.ts';
import { readProof } from './read-proof.ts';

/** Requests a minute from one network address: a page that opens sends a dozen. */
const REQUESTS_PER_MINUTE = 600;
/** As the largest upload of the API. */
const MAX_VALUES = 20_000;
/** A file in base64, with what stands beside it: the event, the columns. */
const MAX_FILE_BODY_BYTES = Math.ceil((MAX_IMPORT_BYTES * 4) / 3) + MAX_BODY_BYTES;
const takingFiles = ['order.import', 'order.import-columns'];

export interface ConsoleServices extends Services {
  readonly clock: Clock;
  readonly publicUrl: string | null;
  /** 32 bytes, the same in every process of the installation. */
  readonly key: Buffer;
  readonly streams: OpenStreams;
}

/**
 * `POST /console/api/{name}`: a call of signing in, an operation or a view; the body is its input, and
 * of an operation that changes fields `was`: what was in them. `GET /console/stream`: what changes. Each of
 * them proves the page's key, and every response names the nonce for the next proof. `GET /console/download/{token}`: a file, once.
 */
export function serveConsole(app: FastifyInstance, services: ConsoleServices): void {
  const watch = new OrganiserWatch(services.database);
  app.addHook('preClose', async () => watch.close());
  const count = requestCounter(app, services, REQUESTS_PER_MINUTE);
  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => refuse(error, request, reply));
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const decision = await count(`console ${clientNetworkOf(request.ip)}`);
      if (!decision.admitted)
        throw new ApiError('rate.limited', { headers: rateHeaders(decision) });
    });
    scope.get('/console/stream', { exposeHeadRoute: false }, async (request, reply) => {
      const context = await admit(request, reply, services);
      const { followOrganiser } = await import('./follow-organiser.ts');
      const stream = await followOrganiser(context, { ...services, watch });
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          // Some proxies buffer responses otherwise.
          'x-accel-buffering': 'no',
        })
        .send(stream);
    });
    // Of any length, unlike a parameter with a name: it may hold what was searched for.
    scope.get<{ readonly Params: { readonly '*': string } }>('/console/download/*', {
      // Whoever only asks what is there must not use the address up.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { openDownload } = await import('./open-download.ts');
        const { name, content } = await openDownload(services.database, request.params['*']);
        return reply
          .headers({
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${name}.csv"`,
            'referrer-policy': 'no-referrer',
          })
          .send(content);
      },
    });
    scope.post('/console/api/:name', callRoute(services, MAX_BODY_BYTES));
    for (const name of takingFiles)
      scope.post(`/console/api/${name}`, callRoute(services, MAX_FILE_BODY_BYTES));
  });
}

function callRoute(services: ConsoleServices, bodyLimit: number) {
  const admitted = new WeakMap<FastifyRequest, ConsoleContext>();
  return {
    bodyLimit,
    // Before the body is read: whoever cannot prove a key sends none, and whoever has no session no large one.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const context = await admit(request, reply, services);
      if (bodyLimit > MAX_BODY_BYTES && context.session === null)
        throw new ConsoleError('session.required');
      admitted.set(request, context);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const context = admitted.get(request);
      if (context === undefined) throw new Error('expected a request that was admitted');
      // Imported at the first request: most servers never open the console.
      const { runCall } = await import('./run-call.ts');
      const name = pathOf(request).slice('/console/api/'.length);
      const result = await runCall(context, name, readInput(request));
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify({ data: result }));
    },
  };
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: ConsoleServices,
): Promise<ConsoleContext> {
  const { database, key, publicUrl } = services;
  const base = publicOrigin(request, publicUrl);
  const { origin } = new URL(base);
  requireOwnPage(request, origin);
  const { authorization } = request.headers;
  const token = readToken(authorization);
  if (authorization !== undefined && token === null) throw new ConsoleError('session.required');
  const proof = await readProof(headerOf(request, 'dpop'), {
    method: request.method,
    url: base + pathOf(request),
    token,
  });
  const { session, nonce } = await admitRequest(database, { key, proof, token });
  reply.header('dpop-nonce', nonce);
  return {
    database,
    services,
    key,
    session,
    thumbprint: proof.thumbprint,
    origin,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    idempotencyKey: headerOf(request, 'idempotency-key'),
    organiser: headerOf(request, 'gatehouse-organiser'),
  };
}

/** Browsers say where a request comes from; other programs say nothing. */
function requireOwnPage({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = headers.origin === undefined || headers.origin === origin;
  if (!isOwn || (site !== undefined && site !== 'same-origin'))
    throw new ConsoleError('session.origin_refused');
}

function readToken(authorization: string | undefined): string | null {
  return /^dpop +([\w-]{1,100}) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** As the request spells it, which the proof repeats; without what a proxy may have put before it. */
function pathOf(request: FastifyRequest): string {
  const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
  return path.slice(path.indexOf('/console/'));
}

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

function readInput(request: FastifyRequest): unknown {
  const bytes = bodyBytes(request);
  if (bytes === null) return {};
  const type = readMediaType(request.headers, bytes);
  // A form could be posted by any site.
  if (!isJson(type)) throw unsupportedMediaType();
  return parseJsonBody(bytes, MAX_VALUES);
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof ConsoleError)) {
    sendError(error, request, reply, { withProblems: true });
    return;
  }
  const { code, message, status, current } = error;
  void reply
    .code(status)
    .headers({ ...error.headers, 'content-type': 'application/json; charset=utf-8' })
    .send(JSON.stringify({ message, code, status, request_id: request.id, current }));
}
