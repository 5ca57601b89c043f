import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What pages of other origins may call: what takes a token in a header, or gives one. Nothing that takes a cookie is among it. */
const SHARED_PATH = /^\/(?:v1\/|oauth\/token(?:[?]|$))/;

/** Of requests, beyond those that need no permission. */
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, if-none-match';
/** Of answers, beyond those that every page may read. */
const READABLE_HEADERS =
  'etag, idempotent-replayed, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-ratelimit-limit, x-ratelimit-remaining, x-request-id';
const METHODS = 'GET, POST, PATCH, DELETE';
/** The most that browsers keep a permission. */
const MAX_AGE_SECONDS = 7_200;

/**
 * Lets pages of these origins call the API from a browser (CORS). Credentials of a browser are never allowed: a page sends a token, which no
 * other page has. Without origins nothing is answered differently.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (!isShared(request)) return done();
    // Caches have to tell apart what each origin gets, also without one.
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': READABLE_HEADERS,
    });
    if (isPreflight(request)) return void permit(reply);
    done();
  });
}

function isShared({ raw }: FastifyRequest): boolean {
  return SHARED_PATH.test(raw.url ?? '');
}

/** A browser asks beforehand whether it may send the request. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function permit(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': MAX_AGE_SECONDS,
    })
    .send();
}
