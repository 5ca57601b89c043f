import { parseJson } from '../../../shared/contract/parse-json.ts';
import type { OwnError, RemoteAddress, RemoteFailure } from '../../ports/remote.ts';
import { failureOf, ownErrorOf, unexpectedBody } from './failure-of.ts';
import type { HttpExchange } from './http-exchange.ts';
import { tokenRefusal, tokenReply } from '../../wire/replies.ts';

const TIMEOUT_MS = 5_000;
/** Minimum time between two tokens requested for their scopes. */
const SCOPES_MAY_CHANGE_MS = 10_000;
/** A token is renewed this long before it expires. */
const MARGIN_MS = 30_000;

export type TokenResult =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** OAuth client credentials (specification §5): one token for all requests, kept until it expires or is refused. */
export class TokenSource {
  readonly #exchange: HttpExchange;
  readonly #address: RemoteAddress;
  readonly #authUrl: string;
  readonly #monotonicMs: () => number;
  #held: { readonly token: string; readonly since: number; readonly until: number } | null = null;
  #requesting: Promise<TokenResult> | null = null;

  constructor(
    exchange: HttpExchange,
    address: RemoteAddress,
    authUrl: string,
    monotonicMs: () => number,
  ) {
    this.#exchange = exchange;
    this.#address = address;
    this.#authUrl = authUrl;
    this.#monotonicMs = monotonicMs;
  }

  /** The current token, or a new one. `refused` is a token that was answered with 401. */
  current(refused: string | null): Promise<TokenResult> {
    const held = this.#held;
    if (held !== null && held.token !== refused && this.#monotonicMs() < held.until) {
      return Promise.resolve({ kind: 'token', token: held.token });
    }
    this.#requesting ??= this.#request().finally(() => {
      this.#requesting = null;
    });
    return this.#requesting;
  }

  /** Whether another token may have scopes that this one lacks: it is not the newest, or was taken some time ago. */
  mayHaveNewScopes(token: string): boolean {
    const held = this.#held;
    if (held === null || held.token !== token) return true;
    return this.#monotonicMs() - held.since >= SCOPES_MAY_CHANGE_MS;
  }

  async #request(): Promise<TokenResult> {
    this.#held = null;
    const exchanged = await this.#exchange.send({
      method: 'POST',
      url: `${this.#authUrl}/oauth/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: this.#address.client_id,
        client_secret: this.#address.client_secret,
      }).toString(),
      timeoutMs: TIMEOUT_MS,
    });
    if (exchanged.kind === 'failed') return exchanged;
    const { status, text } = exchanged.response;
    const body = parseJson(text);
    if ((status === 400 || status === 401) && isRefusal(body)) {
      return refusedClient(body, ownErrorOf(exchanged.response));
    }
    if (status !== 200) return { kind: 'failed', failure: failureOf(exchanged.response) };
    if (!tokenReply.Check(body)) {
      return { kind: 'failed', failure: unexpectedBody(exchanged.response) };
    }
    const lifeMs = Math.max(body.expires_in * 1000 - MARGIN_MS, 0);
    const since = this.#monotonicMs();
    this.#held = { token: body.access_token, since, until: since + lifeMs };
    return { kind: 'token', token: body.access_token };
  }
}

/** The codes with which a token endpoint refuses a client (RFC 6749 §5.2); anything else may be another page's. */
const REFUSALS: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
]);

interface Refusal {
  readonly error: string;
  readonly revocation?: string;
}

function isRefusal(body: unknown): body is Refusal {
  return tokenRefusal.Check(body) && REFUSALS.has(body.error);
}

/** A client that is known and may not use the API is distinguished from a wrong id or secret. */
function refusedClient({ error, revocation }: Refusal, own: OwnError | null): TokenResult {
  const failure =
    error === 'unauthorized_client'
      ? ({ code: 'forbidden', message: 'the server gives this client no access' } as const)
      : ({ code: 'unauthorized', message: 'the server does not accept this client' } as const);
  const stated = revocation === undefined ? {} : { revocation };
  const named = own === null ? {} : { own };
  return { kind: 'failed', failure: { ...failure, retry_after_ms: null, ...stated, ...named } };
}
