import { parseJson } from '../../../shared/contract/parse-json.ts';
import type { DeviceClock } from '../../ports/system.ts';
import type {
  ClockSample,
  ResponseMetadata,
  ForeignPage,
  RemoteAddress,
  RemoteFailure,
  RemoteResult,
} from '../../ports/remote.ts';
import { parseInstant, type Instant } from '../../../shared/instant.ts';
import { sampleServerTime } from '../../core/corrected-clock.ts';
import { failureOf, isApiError, lacksScope, unexpectedBody } from './failure-of.ts';
import {
  HttpExchange,
  type ResponseHead,
  type Exchanged,
  type HttpResponse,
  type OpenSockets,
} from './http-exchange.ts';
import { headerText, readBudget } from './rate-headers.ts';
import { TokenSource, type TokenResult } from './token-source.ts';

export interface ApiCall<Value> {
  readonly method?: 'GET' | 'POST';
  /** A path below `/v1`, or the absolute URL of a next page. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs?: number;
  /** It reports what the token may do: one that lacked a scope is renewed for it. */
  readonly reportsAccess?: boolean;
  /** Statuses that carry a value. */
  readonly statuses?: readonly number[];
  /** Undefined if the body is not as expected. */
  readonly read: (body: unknown, response: HttpResponse) => Value | undefined;
  /** The server's time in the body, if it has one: more precise than `Date`. */
  readonly serverTime?: (body: unknown) => string | null;
}

/** A call whose response is read as it arrives. */
export interface StreamCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType: string;
  /** Maximum time without any data. */
  readonly silenceMs: number;
  /** The cost of the exchange so far, and what the head reported. */
  readonly opened: (metadata: ResponseMetadata) => void;
  /** Resolves to a description of what is wrong with the body; null when it was read to its end. */
  readonly read: (body: AsyncIterable<Uint8Array>) => Promise<string | null>;
}

const TIMEOUT_MS = 10_000;
/** For an address that is shown to a person. */
const MAX_PLACE = 100;
const NOTHING: ResponseMetadata = { requests: 0, clock: null, budget: null };

/**
 * Calls below `/v1` with the station's token. A 401 gets one new token and one retry. Newly granted scopes come with the next token, which
 * the call that reports its access takes first: what comes with new access, such as the organiser's keys, is known before any data.
 */
export class HttpApi {
  readonly #exchange: HttpExchange;
  readonly #tokens: TokenSource;
  readonly #apiRoot: URL;
  readonly #monotonicMs: () => number;
  /** When the server last asked to wait, and until when. */
  #wait = { askedAt: -Infinity, until: -Infinity };
  /** A token that lacked a scope, and may not have newly granted ones. */
  #lacking: string | null = null;

  constructor(address: RemoteAddress, clock: DeviceClock, open?: OpenSockets) {
    const authUrl = address.server_url.replace(/\/+$/, '').replace(/\/v1$/, '');
    this.#apiRoot = new URL(`${authUrl}/v1/`);
    this.#exchange = new HttpExchange(clock, open);
    this.#monotonicMs = () => clock.monotonicMs();
    this.#tokens = new TokenSource(this.#exchange, address, authUrl, this.#monotonicMs);
  }

  async call<Value>(call: ApiCall<Value>): Promise<RemoteResult<Value>> {
    const url = this.#urlOf(call.path);
    if (url === null) return fail('foreign_url', 'a next page was on another server', NOTHING);
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const { exchanged, requests } = await this.#withToken<never>(
      (authorization) =>
        this.#exchange.send({
          method: call.method ?? 'GET',
          url,
          headers: {
            accept: 'application/json',
            authorization,
            ...(body === null ? {} : { 'content-type': 'application/json' }),
            ...call.headers,
          },
          body,
          timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
        }),
      call.reportsAccess === true ? this.#takeLacking() : null,
    );
    if (exchanged.kind === 'failed') return withoutResponse(exchanged, requests);
    return readResponse(call, exchanged.response, requests);
  }

  /** A page whose next page is elsewhere is rejected as a whole: a walk that cannot continue must not restart endlessly. */
  async callPage<Page extends { readonly next_url: string | null }>(
    call: ApiCall<Page>,
  ): Promise<RemoteResult<Page>> {
    const result = await this.call(call);
    const next = result.kind === 'ok' ? result.value.next_url : null;
    if (next === null || this.#urlOf(next) !== null) return result;
    const foreign = this.#foreign(next);
    const message = `the next page is at ${foreign.other}, not below ${foreign.own}`;
    const failure = { code: 'foreign_url', message, retry_after_ms: null, foreign } as const;
    return { kind: 'failed', failure, metadata: result.metadata };
  }

  async stream(call: StreamCall): Promise<RemoteResult<null>> {
    const url = this.#urlOf(call.path);
    if (url === null) return fail('foreign_url', 'the path is on another server', NOTHING);
    const { exchanged, requests } = await this.#withToken((authorization, sent) =>
      this.#exchange.stream(
        {
          method: 'GET',
          url,
          headers: { accept: call.mediaType, authorization, ...call.headers },
          body: null,
          timeoutMs: call.silenceMs,
        },
        (head, body) => readStream(call, head, body, sent),
      ),
    );
    if (exchanged.kind === 'failed') return withoutResponse(exchanged, requests);
    if (exchanged.kind === 'response') return refused(exchanged.response, requests);
    return exchanged.value;
  }

  /** One attempt, and a second one after a 401. `rejected`: a token that is not used again. */
  async #withToken<Read extends { readonly kind: 'read' }>(
    send: (authorization: string, requests: number) => Promise<Exchanged | Read>,
    rejected: string | null = null,
  ): Promise<{ readonly exchanged: Exchanged | Read; readonly requests: number }> {
    const begunAt = this.#monotonicMs();
    for (let requests = 1; ; requests += 1) {
      const token = await this.#tokenFor(begunAt, rejected);
      if (token.kind === 'failed') return { exchanged: { ...token, sent: false }, requests };
      const exchanged = await send(`Bearer ${token.token}`, requests);
      if (exchanged.kind !== 'response') return { exchanged, requests };
      this.#heedWait(exchanged.response);
      if (lacksScope(exchanged.response) && this.#tokens.mayHaveNewScopes(token.token))
        this.#lacking = token.token;
      if (requests === 2 || exchanged.response.status !== 401) return { exchanged, requests };
      rejected = token.token;
    }
  }

  #takeLacking(): string | null {
    const lacking = this.#lacking;
    this.#lacking = null;
    return lacking;
  }

  abort(): void {
    this.#exchange.abort();
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  /** Next pages are followed only on the configured server: its token is sent nowhere else. */
  #urlOf(path: string): string | null {
    if (!URL.canParse(path, this.#apiRoot.href)) return null;
    const url = new URL(path, this.#apiRoot);
    const inside =
      url.origin === this.#apiRoot.origin && url.pathname.startsWith(this.#apiRoot.pathname);
    return inside ? url.href : null;
  }

  #foreign(next: string): ForeignPage {
    const own = this.#apiRoot.href.replace(/\/$/, '');
    if (!URL.canParse(next, this.#apiRoot.href)) return { own, other: next.slice(0, MAX_PLACE) };
    const { origin, pathname } = new URL(next, this.#apiRoot);
    const place = origin === this.#apiRoot.origin ? origin + pathname : origin;
    return { own, other: place.slice(0, MAX_PLACE) };
  }

  /**
   * Callers check for a requested wait before the call; a token may take long, so a wait that other calls have received since is checked
   * here.
   */
  async #tokenFor(begunAt: number, rejected: string | null): Promise<TokenResult> {
    const early = this.#waitSince(begunAt);
    const token = early ?? (await this.#tokens.current(rejected));
    return token.kind === 'failed' ? token : (this.#waitSince(begunAt) ?? token);
  }

  #waitSince(begunAt: number): Extract<TokenResult, { kind: 'failed' }> | null {
    const { askedAt, until } = this.#wait;
    const waitMs = until - this.#monotonicMs();
    if (askedAt < begunAt || waitMs <= 0) return null;
    const message = 'the server has asked to wait in the meantime';
    return { kind: 'failed', failure: { code: 'rate_limited', message, retry_after_ms: waitMs } };
  }

  #heedWait(response: HttpResponse): void {
    if (response.status !== 429) return;
    const askedAt = this.#monotonicMs();
    const waitMs = failureOf(response).retry_after_ms ?? 0;
    this.#wait = { askedAt, until: Math.max(this.#wait.until, askedAt + waitMs) };
  }
}

/** The head reports clock and limits; at the end they are outdated. */
async function readStream(
  call: StreamCall,
  head: ResponseHead,
  body: AsyncIterable<Uint8Array>,
  requests: number,
): Promise<RemoteResult<null>> {
  const metadata = { ...NOTHING, requests };
  const type = headerText(head.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== call.mediaType) {
    return fail('not_the_server', '200 with a body of another kind', metadata);
  }
  call.opened({ requests, clock: clockOf(head, null), budget: readBudget(head.headers) });
  const problem = await call.read(body);
  if (problem !== null) return fail('invalid_response', problem, metadata);
  return { kind: 'ok', value: null, metadata };
}

function readResponse<Value>(
  call: ApiCall<Value>,
  response: HttpResponse,
  requests: number,
): RemoteResult<Value> {
  const body = parseJson(response.text);
  const expected = (call.statuses ?? [200]).includes(response.status);
  const value = expected ? call.read(body, response) : undefined;
  if (value === undefined) return refused(response, requests);
  const clock = clockOf(response, call.serverTime?.(body) ?? null);
  return { kind: 'ok', value, metadata: { requests, clock, budget: readBudget(response.headers) } };
}

function withoutResponse(
  { failure, sent }: Extract<Exchanged, { kind: 'failed' }>,
  requests: number,
): Extract<RemoteResult<never>, { kind: 'failed' }> {
  const metadata = { ...NOTHING, requests: sent ? requests : requests - 1 };
  return { kind: 'failed', failure, metadata };
}

/** A page from something on the network path knows neither the server's time nor its limits. */
function refused(
  response: HttpResponse,
  requests: number,
): Extract<RemoteResult<never>, { kind: 'failed' }> {
  const failure = response.status < 300 ? unexpectedBody(response) : failureOf(response);
  const isOwn = failure.own !== undefined;
  const knowsLimits = isOwn || (response.status === 429 && isApiError(response));
  return {
    kind: 'failed',
    failure,
    metadata: {
      requests,
      clock: isOwn ? clockOf(response, null) : null,
      budget: knowsLimits ? readBudget(response.headers) : null,
    },
  };
}

function clockOf(
  { headers, roundTripMs, arrivedAt, arrivedAtMs }: ResponseHead,
  serverTime: string | null,
): ClockSample | null {
  const exact = serverTime === null ? null : parseInstant(serverTime);
  const stamped = exact ?? dateHeader(headerText(headers, 'date'));
  const granularity = exact === null ? 1_000_000 : 0;
  if (stamped === null) return null;
  const sample = sampleServerTime({ stamped, granularity, roundTripMs, device: arrivedAt });
  return { ...sample, monotonic_ms: arrivedAtMs };
}

function dateHeader(text: string | null): Instant | null {
  const millis = Date.parse(text ?? '');
  return Number.isNaN(millis) ? null : parseInstant(new Date(millis).toISOString());
}

function fail<Value>(
  code: RemoteFailure['code'],
  message: string,
  metadata: ResponseMetadata,
): RemoteResult<Value> {
  return { kind: 'failed', failure: { code, message, retry_after_ms: null }, metadata };
}
