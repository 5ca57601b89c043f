import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorMessages } from '../../shared/contract/errors.ts';
import { MAX_TOKEN_BODY_BYTES } from '../../shared/contract/limits.ts';
import { REFUSALS_PER_MINUTE, TOKENS_PER_MINUTE } from '../../shared/contract/rate-limits.ts';
import { scopes } from '../../shared/contract/scopes.ts';
import { tokenErrorOf, TokenRequest } from '../../shared/contract/token.ts';
import { ApiError } from '../http/errors/api-error.ts';
import type { ServerServices } from '../http/request-context.ts';
import { renderErrorBody } from '../http/errors/error-body.ts';
import { toApiError } from '../http/error-handler.ts';
import { clientNetworkOf } from '../http/forwarded-headers.ts';
import { publicOrigin } from '../http/public-origin.ts';
import { decodeUtf8, parseJsonBody } from '../http/bodies/json-body.ts';
import { bodyBytes } from '../http/bodies/read-body.ts';
import { isJson, readMediaType } from '../http/bodies/media-type.ts';
import { readQueryString } from '../http/request-target.ts';
import { describeIgnored, tidyBody, withWarnings } from '../http/bodies/tidy-body.ts';
import {
  createRateLimiter,
  rateHeaders,
  requestCounter,
  type RateDecision,
  type RateLimiter,
} from '../http/rate-limiter.ts';
import { issueToken } from '../oauth/issue-token.ts';
import { OAuthError } from '../oauth/oauth-error.ts';
import { readFormParameters, readJsonParameters } from '../oauth/token-parameters.ts';
import { readTokenRequest, type TokenParameters } from '../oauth/token-request.ts';

/**
 * `POST {auth_url}/oauth/token` (§4.2, RFC 6749 §4.4): form or JSON; errors carry RFC 6749's members and the standard error body.
 * Refused credentials are counted per address, and tokens per client once its secret has matched: client ids are not secret, so knowing
 * one must not allow locking its owner out.
 */
/** Enough to detect and report too many parameters. */
const MAX_JSON_VALUES = 1_000;
const SWEEP_MS = 60_000;

interface TokenRoute extends Pick<ServerServices, 'clock' | 'database'> {
  readonly ttlSeconds: number;
}

export function serveToken(app: FastifyInstance, options: TokenRoute): void {
  const refusals = createRateLimiter(REFUSALS_PER_MINUTE);
  const countToken = requestCounter(app, options, TOKENS_PER_MINUTE);
  const count = async (clientId: string) => assertAdmitted(await countToken(`token ${clientId}`));
  const sweeping = setInterval(() => refusals.sweep(options.clock.monotonicMs()), SWEEP_MS);
  sweeping.unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  const route = { errorHandler: sendRefusal, bodyLimit: MAX_TOKEN_BODY_BYTES };
  app.post('/oauth/token', route, async (request, reply) => {
    const body = await answerToken(request, { ...options, count }, refusals);
    return reply
      .headers(notStored)
      .header('content-type', 'application/json; charset=utf-8')
      .send(withWarnings(JSON.stringify(body), request.warnings));
  });
}

/** Authorization server metadata (RFC 8414), so that clients find the token endpoint by themselves. */
export function serveDiscovery(app: FastifyInstance, publicUrl: string | null): void {
  app.get('/.well-known/oauth-authorization-server', async (request, reply) => {
    const issuer = publicOrigin(request, publicUrl);
    const metadata = {
      issuer,
      token_endpoint: `${issuer}/oauth/token`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: scopes,
      service_documentation: `${issuer}/docs`,
    };
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(metadata));
  });
}

const notStored = { 'cache-control': 'no-store', pragma: 'no-cache' };

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { known, revocation } = describeRefusal(error, request.headers.authorization);
  if (known.status >= 500) request.log.error({ err: error }, 'token request failed');
  const place = { requestId: request.id, publicPath: request.server.publicPath };
  const members = {
    error: tokenErrorOf(known.code),
    error_description: known.message,
    ...(revocation === null ? {} : { revocation }),
  };
  void reply
    .code(known.status)
    .headers({ ...known.headers, ...notStored })
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      withWarnings(
        JSON.stringify({ ...members, ...renderErrorBody(known, place) }),
        request.warnings,
      ),
    );
}

interface CountedTokenRoute extends TokenRoute {
  /** Throws `rate.limited`. */
  readonly count: (clientId: string) => Promise<void>;
}

async function answerToken(
  request: FastifyRequest,
  options: CountedTokenRoute,
  refusals: RateLimiter,
) {
  try {
    const parameters = readParameters(request);
    const { ignored } = tidyBody(TokenRequest, Object.fromEntries(parameters));
    request.warnings = describeIgnored(ignored, [...readQueryString(request.raw.url ?? '').keys()]);
    const tokenRequest = readTokenRequest(parameters, request.headers.authorization);
    const issued = await issueToken(options.database, tokenRequest, options);
    return {
      token_type: 'Bearer',
      expires_in: options.ttlSeconds,
      access_token: issued.accessToken,
      scope: issued.scopes.join(' '),
    };
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'invalid_client') {
      // In place of the refusal.
      assertAdmitted(refusals.take(clientNetworkOf(request.ip), options.clock.monotonicMs()));
    }
    throw error;
  }
}

function assertAdmitted(decision: RateDecision): void {
  if (decision.admitted) return;
  const headers = { 'retry-after': rateHeaders(decision)['retry-after'] ?? '1' };
  throw new ApiError('rate.limited', { headers });
}

function readParameters(request: FastifyRequest): TokenParameters {
  const bytes = bodyBytes(request);
  if (bytes === null) return new Map();
  const type = readMediaType(request.headers, bytes);
  if (type === 'application/x-www-form-urlencoded') return readFormParameters(decodeUtf8(bytes));
  if (isJson(type)) return readJsonParameters(parseJsonBody(bytes, MAX_JSON_VALUES));
  throw new ApiError('request.unsupported_media_type', { message: errorMessages.formOrJson });
}

interface TokenRefusal {
  readonly known: ApiError;
  readonly revocation: string | null;
}

function describeRefusal(error: unknown, authorization: string | undefined): TokenRefusal {
  if (!(error instanceof OAuthError)) return { known: toApiError(error), revocation: null };
  const { code, message, revocation } = error;
  // RFC 6749 §5.2: only a client that sent Authorization gets a challenge. Otherwise browsers would prompt for a password.
  const isChallenged = code === 'invalid_client' && authorization !== undefined;
  const headers = isChallenged ? { 'www-authenticate': 'Basic realm="oauth"' } : {};
  return { known: new ApiError(`oauth.${code}`, { message, headers }), revocation };
}
