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
  type AnswerHead,
  type HttpAnswer,
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
  /** Statuses that carry a value. */
  readonly statuses?: readonly number[];
  /** Undefined if the body is not as expected. */
  readonly read: (body: unknown, answer: HttpAnswer) => Value | undefined;
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

interface Attempt {
  /** When the call began, possibly before its first attempt. */
  readonly begunAt: number;
  /** The token that was refused in the previous attempt. */
  readonly refused: string | null;
}

const TIMEOUT_MS = 10_000;
/** For an address that is shown to a person. */
const MAX_PLACE = 100;
const NOTHING: ResponseMetadata = { requests: 0, clock: null, budget: null };

/**
 * Calls below `/v1` with the station's token. A 401 gets one new token and one retry; so does a token that lacks a scope, because newly
 * granted scopes come with the next token.
 */
export class HttpApi {
  readonly #exchange: HttpExchange;
  readonly #tokens: TokenSource;
  readonly #apiRoot: URL;
  readonly #monotonicMs: () => number;
  /** When the server last asked to wait, and until when. */
  #wait = { askedAt: -Infinity, until: -Infinity };

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
    const begunAt = this.#monotonicMs();
    const first = await this.#attempt(call, url, { begunAt, refused: null });
    if (first.kind === 'failed' || !this.#wantsNewToken(first.answer, first.token)) {
      return readAttempt(call, first, 1);
    }
    const second = await this.#attempt(call, url, { begunAt, refused: first.token });
    return readAttempt(call, second, 2);
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
    const begunAt = this.#monotonicMs();
    const first = await this.#attemptStream(call, url, { begunAt, refused: null }, 1);
    const isRefused = first.kind === 'answer' && this.#wantsNewToken(first.answer, first.token);
    if (!isRefused) return readStream(first, 1);
    const attempt = { begunAt, refused: first.token };
    return readStream(await this.#attemptStream(call, url, attempt, 2), 2);
  }

  async #attemptStream(call: StreamCall, url: string, attempt: Attempt, requests: number) {
    const token = await this.#tokenFor(attempt);
    if (token.kind === 'failed') return { ...token, sent: false };
    const asked = {
      method: 'GET' as const,
      url,
      headers: {
        accept: call.mediaType,
        authorization: `Bearer ${token.token}`,
        ...call.headers,
      },
      body: null,
      timeoutMs: call.silenceMs,
    };
    const exchanged = await this.#exchange.stream(asked, async (head, body) => {
      const type = headerText(head.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
      if (type !== call.mediaType) return { kind: 'not_the_server' as const };
      const { headers } = head;
      call.opened({ requests, clock: clockOf(head, null), budget: readBudget(headers) });
      return { kind: 'ended' as const, problem: await call.read(body) };
    });
    if (exchanged.kind === 'failed') return exchanged;
    if (exchanged.kind === 'answer') this.#heedWait(exchanged.answer);
    return { ...exchanged, token: token.token };
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

  #wantsNewToken(answer: HttpAnswer, token: string): boolean {
    return answer.status === 401 || (lacksScope(answer) && this.#tokens.mayHaveNewScopes(token));
  }

  /**
   * Callers check for a requested wait before the call; a token may take long, so a wait that other calls received meanwhile is checked
   * here.
   */
  async #tokenFor({ begunAt, refused }: Attempt): Promise<TokenResult> {
    const early = this.#waitSince(begunAt);
    const token = early ?? (await this.#tokens.current(refused));
    return token.kind === 'failed' ? token : (this.#waitSince(begunAt) ?? token);
  }

  #waitSince(begunAt: number): Extract<TokenResult, { kind: 'failed' }> | null {
    const { askedAt, until } = this.#wait;
    const waitMs = until - this.#monotonicMs();
    if (askedAt < begunAt || waitMs <= 0) return null;
    const message = 'the server has asked to wait meanwhile';
    return { kind: 'failed', failure: { code: 'rate_limited', message, retry_after_ms: waitMs } };
  }

  #heedWait(answer: HttpAnswer): void {
    if (answer.status !== 429) return;
    const askedAt = this.#monotonicMs();
    const waitMs = failureOf(answer).retry_after_ms ?? 0;
    this.#wait = { askedAt, until: Math.max(this.#wait.until, askedAt + waitMs) };
  }

  async #attempt<Value>(call: ApiCall<Value>, url: string, attempt: Attempt) {
    const token = await this.#tokenFor(attempt);
    if (token.kind === 'failed') return { ...token, sent: false };
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const exchanged = await this.#exchange.send({
      method: call.method ?? 'GET',
      url,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token.token}`,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      body,
      timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
    });
    if (exchanged.kind === 'failed') return exchanged;
    this.#heedWait(exchanged.answer);
    return { ...exchanged, token: token.token };
  }
}

/** Clock and limits were reported with the head: by now they are outdated. */
function readStream(
  attempt:
    | { readonly kind: 'answer'; readonly answer: HttpAnswer }
    | {
        readonly kind: 'read';
        readonly value:
          | { readonly kind: 'not_the_server' }
          | { readonly kind: 'ended'; readonly problem: string | null };
      }
    | { readonly kind: 'failed'; readonly failure: RemoteFailure; readonly sent: boolean },
  requests: number,
): RemoteResult<null> {
  const metadata = { ...NOTHING, requests };
  if (attempt.kind === 'answer') {
    const failure = failureOf(attempt.answer);
    return {
      kind: 'failed',
      failure,
      metadata: metadataOfFailure(attempt.answer, failure, requests),
    };
  }
  if (attempt.kind === 'failed') {
    const sent = { ...metadata, requests: attempt.sent ? requests : requests - 1 };
    return { kind: 'failed', failure: attempt.failure, metadata: sent };
  }
  const { value } = attempt;
  if (value.kind === 'not_the_server') {
    return fail('not_the_server', '200 with a body of another kind', metadata);
  }
  return value.problem === null
    ? { kind: 'ok', value: null, metadata }
    : fail('invalid_response', value.problem, metadata);
}

function readAttempt<Value>(
  call: ApiCall<Value>,
  attempt:
    | { readonly kind: 'answer'; readonly answer: HttpAnswer }
    | { readonly kind: 'failed'; readonly failure: RemoteFailure; readonly sent: boolean },
  requests: number,
): RemoteResult<Value> {
  if (attempt.kind === 'failed') {
    const metadata = { ...NOTHING, requests: attempt.sent ? requests : requests - 1 };
    return { kind: 'failed', failure: attempt.failure, metadata };
  }
  const { answer } = attempt;
  const body = parseJson(answer.text);
  const expected = (call.statuses ?? [200]).includes(answer.status);
  const value = expected ? call.read(body, answer) : undefined;
  if (value !== undefined) {
    const clock = clockOf(answer, call.serverTime?.(body) ?? null);
    return { kind: 'ok', value, metadata: { requests, clock, budget: readBudget(answer.headers) } };
  }
  const failure = answer.status < 300 ? unexpectedBody(answer) : failureOf(answer);
  return { kind: 'failed', failure, metadata: metadataOfFailure(answer, failure, requests) };
}

/** A page from something on the network path knows neither the server's time nor its limits. */
function metadataOfFailure(
  answer: HttpAnswer,
  failure: RemoteFailure,
  requests: number,
): ResponseMetadata {
  const isOwn = failure.own !== undefined;
  const knowsLimits = isOwn || (answer.status === 429 && isApiError(answer));
  return {
    requests,
    clock: isOwn ? clockOf(answer, null) : null,
    budget: knowsLimits ? readBudget(answer.headers) : null,
  };
}

function clockOf(
  { headers, roundTripMs, arrivedAt, arrivedAtMs }: AnswerHead,
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
