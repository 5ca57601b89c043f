import type { IncomingMessage, Server } from 'node:http';
import type { ServerOptions } from 'node:https';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { apiErrors } from '../../shared/contract/errors.ts';
import { MAX_BODY_BYTES } from '../../shared/contract/limits.ts';
import type { Caller } from '../oauth/caller.ts';
import { ApiError, type FieldErrors } from './errors/api-error.ts';
import { allowOrigins } from './cross-origin.ts';
import { brokenConnectionHandler } from './listeners/broken-connection.ts';
import { sendError, standardHeaders } from './error-handler.ts';
import type { ServerTls } from './listeners/server-tls.ts';
import { loggerOptions, patternOf, type ServerLog } from './logger.ts';
import { readBody } from './bodies/read-body.ts';
import { newRequestId } from './errors/error-body.ts';
import { dropInvalidType } from './bodies/media-type.ts';
import { tidyForwardedHeaders } from './forwarded-headers.ts';
import {
  connectionLimits,
  ignoreExpectations,
  listenerOptions,
  mostConnections,
  type ConnectionLimits,
} from './listeners/listener-options.ts';
import { publicPath } from './public-origin.ts';
import { checkRequestTarget } from './request-target.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The path below which clients reach the server, such as `/tickets`; usually empty. */
    publicPath: string;
  }
  interface FastifyRequest {
    /** Set once the token was accepted. */
    caller: Caller | null;
    /** Set for operations that require the header. */
    idempotencyKey: string | null;
    /** What of the request is unknown (§9), once it has been read. */
    warnings: FieldErrors | null;
  }
}

/** How long requests in flight may take to finish. A client that sends half a request must not delay the shutdown. */
const GRACE_MS = 8_000;

export interface AppConfig {
  /** Serves HTTPS with this; null serves plain HTTP. */
  readonly tls: ServerTls | null;
  /** Origin (and path prefix, if any) under which clients reach the server; null derives it from each request. */
  readonly publicUrl: string | null;
  /** Addresses or CIDR ranges whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may call the API from a browser. */
  readonly corsOrigins: readonly string[];
  /** Whether responses carry `Server-Timing`. */
  readonly serverTiming: boolean;
  readonly logger: ServerLog;
}

/** Bodies and answers have schemas of their own; Fastify would load two compilers for them at every start. */
const noSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function refuseSchema(): never {
  throw new Error('expected routes without a schema of Fastify');
}

/** A Fastify app with the rules that apply to every route: request ids, errors, bodies, limits. The caller adds the routes. */
export function buildApp(
  config: AppConfig,
  limits: ConnectionLimits = connectionLimits,
): FastifyInstance {
  const http = listenerOptions(limits);
  const answerBroken = brokenConnectionHandler(publicPath(config.publicUrl));
  const settings = {
    logger: loggerOptions(config.logger),
    genReqId: newRequestId,
    // One line for each request, below, in place of Fastify's two.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...(config.tls === null ? { http } : { https: { ...http, ...config.tls } }),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 512 },
    schemaController: { compilersFactory: noSchemas },
    frameworkErrors: sendError,
    clientErrorHandler: answerBroken,
  } satisfies FastifyServerOptions & { readonly https?: ServerOptions };
  // An HTTPS server has the same interface as an HTTP server, so it gets the same type.
  const app = Fastify<Server>(settings);
  ignoreExpectations(app.server);
  app.server.maxConnections = mostConnections();
  app.decorate('publicPath', publicPath(config.publicUrl));
  const describeUnknownRoute = watchRoutes(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('idempotencyKey', null);
  app.decorateRequest('warnings', null);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload, request.routeOptions.bodyLimit),
  );
  const isProxied = config.trustedProxies.length > 0;
  allowOrigins(app, config.corsOrigins);
  app.addHook('onRequest', (request, reply, done) => {
    if (isProxied) tidyForwardedHeaders(request.raw.headers);
    reply.headers(standardHeaders(request.id));
    checkRequestTarget(request.raw);
    dropInvalidType(request.raw.headers);
    // Before the body is read: a request to an unknown route need not be received.
    if (request.is404) throw describeUnknownRoute(request.method, pathOf(request.raw.url));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, log } = request;
    const ms = Math.round(reply.elapsedTime);
    log.info(
      { method, path: patternOf(request), status: reply.statusCode, ms },
      'request completed',
    );
    // A connection that a response leaves idle during the shutdown would delay it by the whole grace period.
    if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections());
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
  return ((target ?? '/').split('?', 1)[0] ?? '/').replaceAll(/\/{2,}/g, '/');
}

/** Stops accepting requests, lets those in flight finish, and closes the remaining connections after the grace period. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

/** Names the token endpoint to who looks for it in the wrong place, and the reference to everybody. */
function whereInstead(path: string, root: string): string {
  const { message } = apiErrors['route.not_found'];
  const isToken = /(?:oauth|token)/i.test(path);
  const tokens = `Tokens are issued by POST ${root}/oauth/token, beside ${root}/v1. `;
  return `${message} ${isToken ? tokens : ''}The reference is at ${root}/docs.`;
}

/** Records every route of the app, to distinguish an unknown path (404) from a wrong method (405 with `Allow`). */
function watchRoutes(app: FastifyInstance): (method: string, path: string) => ApiError {
  const routes: { readonly methods: readonly string[]; readonly pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    // No address of the API: browsers alone are led elsewhere from it.
    if (url === '/') return;
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]*')}/?$`);
    routes.push({ methods: [method].flat(), pattern });
  });
  return (method, path) => {
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    const allowed = [...new Set(matching.flatMap(({ methods }) => methods))].toSorted();
    if (allowed.length === 0)
      return new ApiError('route.not_found', { message: whereInstead(path, app.publicPath) });
    return new ApiError('route.method_not_allowed', {
      message: `Method ${method} is not allowed. Allowed: ${allowed.join(', ')}.`,
      headers: { allow: allowed.join(', ') },
    });
  };
}
