import type { RemoteAddress, RemoteFailure } from '../../ports/remote.ts';
import { failureOf } from './failure-of.ts';
import type { HttpExchange } from './http-exchange.ts';
import { parseJson } from './parse-json.ts';
import { tokenReply } from './wire.ts';

const TIMEOUT_MS = 5_000;
/** A token is renewed this long before it runs out. */
const MARGIN_MS = 30_000;

export type TokenResult =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** OAuth client credentials (specification §5): one token for all requests, kept until it runs out or is refused. */
export class TokenSource {
  readonly #exchange: HttpExchange;
  readonly #address: RemoteAddress;
  readonly #authUrl: string;
  readonly #monotonicMs: () => number;
  #held: { readonly token: string; readonly until: number } | null = null;
  #minting: Promise<TokenResult> | null = null;

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

  /** The token in hand, or a new one. `refused` is a token that was answered with 401. */
  current(refused: string | null): Promise<TokenResult> {
    const held = this.#held;
    if (held !== null && held.token !== refused && this.#monotonicMs() < held.until) {
      return Promise.resolve({ kind: 'token', token: held.token });
    }
    this.#minting ??= this.#mint().finally(() => {
      this.#minting = null;
    });
    return this.#minting;
  }

  async #mint(): Promise<TokenResult> {
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
    const { status, text } = exchanged.answer;
    if (status === 400 || status === 401) {
      return refusedToken('unauthorized', 'the server does not accept this client');
    }
    if (status !== 200) return { kind: 'failed', failure: failureOf(exchanged.answer) };
    const body = parseJson(text);
    if (!tokenReply.Check(body)) return refusedToken('invalid_response', 'expected a token (§4.2)');
    const lifeMs = Math.max(body.expires_in * 1000 - MARGIN_MS, 0);
    this.#held = { token: body.access_token, until: this.#monotonicMs() + lifeMs };
    return { kind: 'token', token: body.access_token };
  }
}

function refusedToken(code: RemoteFailure['code'], message: string): TokenResult {
  return { kind: 'failed', failure: { code, message, retry_after_ms: null } };
}
