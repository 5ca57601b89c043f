import type { Clock } from '../../ports/clock.ts';
import type {
  ExchangeNotes,
  ForeignPage,
  RemoteAddress,
  RemoteFailure,
  RemoteResult,
} from '../../ports/remote.ts';
import { parseInstant, type Instant } from '../../../shared/instant.ts';
import { sampleServerTime } from '../../core/corrected-clock.ts';
import { failureOf } from './failure-of.ts';
import { HttpExchange, type HttpAnswer } from './http-exchange.ts';
import { parseJson } from './parse-json.ts';
import { headerText, readBudget } from './rate-headers.ts';
import { TokenSource } from './token-source.ts';

export interface ApiCall<Value> {
  readonly method?: 'GET' | 'POST';
  /** A path below `/v1`, or the absolute URL of a next page. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs?: number;
  /** Statuses that carry a value. */
  readonly statuses?: readonly number[];
  /** Undefined when the body is not what was expected. */
  readonly read: (body: unknown, answer: HttpAnswer) => Value | undefined;
  /** The server's own time in the body, where it has one: finer than `Date`. */
  readonly serverTime?: (body: unknown) => string | null;
}

const TIMEOUT_MS = 10_000;
/** Of an address that is shown to a person. */
const MAX_PLACE = 100;
const NOTHING: ExchangeNotes = { requests: 0, clock: null, budget: null };

/** Calls below `/v1` with the station's token. A 401 gets one new token and one retry. */
export class HttpApi {
  readonly #clock: Clock;
  readonly #exchange: HttpExchange;
  readonly #tokens: TokenSource;
  readonly #apiRoot: URL;

  constructor(address: RemoteAddress, clock: Clock) {
    const monotonicMs = () => clock.monotonicMs();
    const authUrl = address.server_url.replace(/\/+$/, '').replace(/\/v1$/, '');
    this.#clock = clock;
    this.#apiRoot = new URL(`${authUrl}/v1/`);
    this.#exchange = new HttpExchange(monotonicMs);
    this.#tokens = new TokenSource(this.#exchange, address, authUrl, monotonicMs);
  }

  async call<Value>(call: ApiCall<Value>): Promise<RemoteResult<Value>> {
    const url = this.#urlOf(call.path);
    if (url === null) return fail('foreign_url', 'a next page was on another server', NOTHING);
    const first = await this.#attempt(call, url, null);
    if (first.kind === 'failed' || first.answer.status !== 401) return this.#read(call, first, 1);
    const second = await this.#attempt(call, url, first.token);
    return this.#read(call, second, second.kind === 'answer' ? 2 : 1);
  }

  /** A page whose next one is elsewhere is refused as a whole: a walk that cannot go on must not begin again and again. */
  async callPage<Page extends { readonly next_url: string | null }>(
    call: ApiCall<Page>,
  ): Promise<RemoteResult<Page>> {
    const result = await this.call(call);
    const next = result.kind === 'ok' ? result.value.next_url : null;
    if (next === null || this.#urlOf(next) !== null) return result;
    const foreign = this.#foreign(next);
    const message = `the next page is at ${foreign.other}, not below ${foreign.own}`;
    const failure = { code: 'foreign_url', message, retry_after_ms: null, foreign } as const;
    return { kind: 'failed', failure, notes: result.notes };
  }

  abort(): void {
    this.#exchange.abort();
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  /** Next pages are followed only on the server that this station was set up with: its token goes nowhere else. */
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

  async #attempt<Value>(call: ApiCall<Value>, url: string, refused: string | null) {
    const token = await this.#tokens.current(refused);
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
    if (exchanged.kind === 'failed') return { ...exchanged, sent: true };
    return { ...exchanged, sent: true, token: token.token };
  }

  #read<Value>(
    call: ApiCall<Value>,
    attempt:
      | { readonly kind: 'answer'; readonly answer: HttpAnswer }
      | { readonly kind: 'failed'; readonly failure: RemoteFailure; readonly sent: boolean },
    requests: number,
  ): RemoteResult<Value> {
    if (attempt.kind === 'failed') {
      const notes = { ...NOTHING, requests: attempt.sent ? requests : requests - 1 };
      return { kind: 'failed', failure: attempt.failure, notes };
    }
    const { answer } = attempt;
    const body = parseJson(answer.text);
    const notes = this.#notesOf(answer, requests, call.serverTime?.(body) ?? null);
    if (!(call.statuses ?? [200]).includes(answer.status)) {
      return { kind: 'failed', failure: failureOf(answer), notes };
    }
    const value = call.read(body, answer);
    if (value !== undefined) return { kind: 'ok', value, notes };
    if (answer.status >= 400) return { kind: 'failed', failure: failureOf(answer), notes };
    return fail('invalid_response', `${answer.status} without the expected body`, notes);
  }

  #notesOf(answer: HttpAnswer, requests: number, serverTime: string | null): ExchangeNotes {
    const device = this.#clock.deviceNow();
    const { roundTripMs, headers } = answer;
    const exact = serverTime === null ? null : parseInstant(serverTime);
    const stamped = exact ?? dateHeader(headerText(headers, 'date'));
    const granularity = exact === null ? 1_000_000 : 0;
    return {
      requests,
      clock:
        stamped === null ? null : sampleServerTime({ stamped, granularity, roundTripMs, device }),
      budget: readBudget(headers),
    };
  }
}

function dateHeader(text: string | null): Instant | null {
  const millis = Date.parse(text ?? '');
  return Number.isNaN(millis) ? null : parseInstant(new Date(millis).toISOString());
}

function fail<Value>(
  code: RemoteFailure['code'],
  message: string,
  notes: ExchangeNotes,
): RemoteResult<Value> {
  return { kind: 'failed', failure: { code, message, retry_after_ms: null }, notes };
}
