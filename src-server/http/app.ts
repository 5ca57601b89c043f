import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { ServerConfig } from '../server-config.ts';
import { answerBrokenConnection } from './broken-connection.ts';
import { ApiError } from './api-error.ts';
import { sendError } from './error-handler.ts';
import { loggerOptions } from './logger.ts';
import { readBody } from './read-body.ts';
import { mintRequestId } from './request-id.ts';
import { watchRoutes } from './unknown-route.ts';
import './request-state.ts';

/** Time that a client has to send a whole request, and an idle connection is kept: longer than the usual proxies keep theirs. */
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Fastify with the rules that hold for every address: ids, errors, bodies, limits. Routes are added by the caller. */
export function buildApp(config: ServerConfig): FastifyInstance {
  const app = Fastify({
    logger: loggerOptions(config.logger),
    genReqId: mintRequestId,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Node would answer without a body.
    http: { requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerBrokenConnection,
  });
  const describeUnknownRoute = watchRoutes(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('idempotencyKey', null);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload),
  );
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    requireHost(request);
    // Before the body is read: nothing of an unknown address is worth receiving.
    if (request.is404) throw describeUnknownRoute(request.method, pathOf(request.raw.url));
    done();
  });
  if (config.serverTiming) {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`);
    });
  }
  app.setNotFoundHandler((request) => {
    throw describeUnknownRoute(request.method, pathOf(request.raw.url));
  });
  return app;
}

/** RFC 9112 §3.2: HTTP/1.1 needs a Host. */
function requireHost({ raw }: FastifyRequest): void {
  if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return;
  throw new ApiError('request.malformed', 'The Host header is required.');
}

function pathOf(target: string | undefined): string {
  return (target ?? '/').split('?', 1)[0] ?? '/';
}
