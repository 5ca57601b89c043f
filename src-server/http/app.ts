import type { IncomingMessage, Server } from 'node:http';
import type { ServerOptions } from 'node:https';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { MAX_BODY_BYTES } from '../../shared/contract/limits.ts';
import type { ServerConfig } from '../server-config.ts';
import { answerBrokenConnection } from './broken-connection.ts';
import { sendError } from './error-handler.ts';
import { loggerOptions } from './logger.ts';
import { readBody } from './read-body.ts';
import { mintRequestId } from './request-id.ts';
import { checkRequestTarget } from './request-target.ts';
import { watchRoutes } from './unknown-route.ts';
import './request-state.ts';

/** Time that a client has to send a whole request, and an idle connection is kept: longer than the usual proxies keep theirs. */
export const REQUEST_TIMEOUT_MS = 30_000;
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Fastify with the rules that hold for every address: ids, errors, bodies, limits. Routes are added by the caller. */
export function buildApp(config: ServerConfig): FastifyInstance {
  // Node would answer a request without a Host header without a body.
  const http = { requireHostHeader: false };
  const settings = {
    logger: loggerOptions(config.logger),
    genReqId: mintRequestId,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...(config.tls === null ? { http } : { https: { ...http, ...config.tls } }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: sendError,
    clientErrorHandler: answerBrokenConnection,
  } satisfies FastifyServerOptions & { readonly https?: ServerOptions };
  // A server of HTTPS is used like one of HTTP, and so is typed as one.
  const app = Fastify<Server>(settings);
  const describeUnknownRoute = watchRoutes(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('idempotencyKey', null);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload, request.routeOptions.bodyLimit),
  );
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    checkRequestTarget(request.raw);
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

function pathOf(target: string | undefined): string {
  return (target ?? '/').split('?', 1)[0] ?? '/';
}
