import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { ApiError } from '../http/api-error.ts';
import { renderErrorBody } from '../http/error-body.ts';
import { toApiError } from '../http/error-handler.ts';
import { bodyBytes } from '../http/read-body.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { isJson, readMediaType } from '../http/media-type.ts';
import { createRateLimiter, rateHeaders, type RateLimiter } from '../http/rate-limit.ts';
import { issueToken } from '../oauth/issue-token.ts';
import { OAuthError, type OAuthErrorCode } from '../oauth/oauth-error.ts';
import { readTokenRequest, type TokenParameters } from '../oauth/token-request.ts';
import type { Database } from '../services/database.ts';

/**
 * `POST {auth_url}/oauth/token` (§4.2, RFC 6749 §4.4): form or JSON; errors carry both RFC 6749's members and the body of every other
 * error. Refused credentials are throttled per address, requests per client id.
 */
const REQUESTS_PER_CLIENT = 600;
const FAILURES_PER_ADDRESS = 30;
const SWEEP_MS = 60_000;

interface TokenRoute {
  readonly database: Database;
  readonly ttlSeconds: number;
}

interface Throttles {
  readonly clients: RateLimiter;
  readonly failures: RateLimiter;
}

export function serveToken(app: FastifyInstance, options: TokenRoute): void {
  const throttles = {
    clients: createRateLimiter(REQUESTS_PER_CLIENT),
    failures: createRateLimiter(FAILURES_PER_ADDRESS),
  };
  const sweeping = setInterval(() => {
    for (const throttle of Object.values(throttles)) throttle.sweep(performance.now());
  }, SWEEP_MS);
  sweeping.unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  app.post('/oauth/token', { errorHandler: sendRefusal }, async (request, reply) => {
    const body = await answerToken(request, options, throttles);
    return reply
      .headers(notStored)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(body));
  });
}

const notStored = { 'cache-control': 'no-store', pragma: 'no-cache' };

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { known, oauth } = describeRefusal(error);
  if (known.status >= 500) request.log.error({ err: error }, 'token request failed');
  const members = { error: oauth, error_description: known.message };
  void reply
    .code(known.status)
    .headers({ ...known.headers, ...notStored })
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ ...members, ...renderErrorBody(known, request.id) }));
}

async function answerToken(request: FastifyRequest, options: TokenRoute, throttles: Throttles) {
  try {
    const asked = readTokenRequest(readParameters(request), request.headers.authorization);
    takeTurn(throttles.clients, asked.clientId);
    const issued = await issueToken(options.database, asked, options.ttlSeconds);
    return {
      token_type: 'Bearer',
      expires_in: options.ttlSeconds,
      access_token: issued.accessToken,
      scope: issued.scopes.join(' '),
    };
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'invalid_client') {
      takeTurn(throttles.failures, networkOf(request.ip));
    }
    throw error;
  }
}

function takeTurn(limiter: RateLimiter, key: string): void {
  const decision = limiter.take(key, performance.now());
  if (decision.admitted) return;
  const headers = { 'retry-after': rateHeaders(decision)['retry-after'] ?? '1' };
  throw new ApiError('rate.limited', 'Too many token requests.', { headers });
}

/** One host has a whole /64 of IPv6 addresses to call from. */
function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter((part) => part !== '');
  const back = tail.split(':').filter((part) => part !== '');
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}

function readParameters(request: FastifyRequest): TokenParameters {
  const bytes = bodyBytes(request);
  if (bytes === null) return new Map();
  const type = readMediaType(request.headers);
  if (type === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(bytes.toString());
    return new Map([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
  }
  if (!isJson(type)) {
    throw new ApiError(
      'request.unsupported_media_type',
      'The body must be a form (application/x-www-form-urlencoded) or JSON.',
    );
  }
  return readJsonParameters(parseJsonBody(bytes));
}

function readJsonParameters(json: unknown): TokenParameters {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new OAuthError('invalid_request', 'The body must be a JSON object.');
  }
  return new Map(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => {
        if (typeof value === 'string') return [name, [value]] as const;
        throw new OAuthError('invalid_request', `The parameter ${name.slice(0, 40)} must be text.`);
      }),
  );
}

const codes: Readonly<Record<OAuthErrorCode, ErrorCode>> = {
  invalid_request: 'oauth.invalid_request',
  invalid_client: 'oauth.invalid_client',
  invalid_scope: 'oauth.invalid_scope',
  unauthorized_client: 'oauth.unauthorized_client',
  unsupported_grant_type: 'oauth.unsupported_grant_type',
};

function describeRefusal(error: unknown): { readonly known: ApiError; readonly oauth: string } {
  if (error instanceof OAuthError) {
    const headers =
      error.code === 'invalid_client' ? { 'www-authenticate': 'Basic realm="oauth"' } : {};
    return {
      known: new ApiError(codes[error.code], error.message, { headers }),
      oauth: error.code,
    };
  }
  const known = toApiError(error);
  if (known.status === 429 || known.status === 503) {
    return { known, oauth: 'temporarily_unavailable' };
  }
  return { known, oauth: known.status >= 500 ? 'server_error' : 'invalid_request' };
}
