import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Dispatcher } from 'undici';
import type { Chance } from './chance.ts';
import {
  foreignAnswers,
  foreignDate,
  type ForeignAnswer,
  type ForeignKind,
} from './foreign-answers.ts';
import type { ServerHost } from './server-host.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The server's address in every world. */
export const SERVER_URL = 'http://gatehouse.test';

/** The state of one station's connection to the server. Probabilities are per message. */
export interface Weather {
  /** `silent`: nothing comes back, as over a half-open connection. A foreign kind: an intermediary answers. */
  readonly way: 'open' | 'refused' | 'silent' | ForeignKind;
  readonly latencyMs: readonly [number, number];
  readonly lost: number;
  /** Probability that a message takes seconds and is overtaken by later ones. */
  readonly slow: number;
  /** Probability that a request arrives twice. */
  readonly duplicated: number;
  /** Probability that an answer breaks off in its body. */
  readonly cut: number;
}

export const calm: Weather = {
  way: 'open',
  latencyMs: [1, 40],
  lost: 0,
  slow: 0,
  duplicated: 0,
  cut: 0,
};

const CONNECT_TIMEOUT_MS = 3_000;
/** How long an idle connection is kept open; a request on it may be sent after the server has gone. */
const KEPT_ALIVE_MS = 30_000;

export interface LinkParts {
  readonly name: string;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly server: ServerHost;
  /** A forged revocation of this station, which an intermediary may send. */
  readonly lie: string;
  readonly trace: (line: string) => void;
  readonly broken: (what: string) => void;
}

/** One station's connection to the server. It outlives the station's runs. */
export class Link {
  readonly parts: LinkParts;
  weather: Weather = calm;
  /** The server's page size if it is smaller than requested. */
  perPage: number | null = null;
  /** Whether the server sends `RateLimit` headers. */
  sendsBudget = true;
  /** Whether the server offers snapshots and a stream. */
  streams = true;
  /** Whether the server lacks the scanner surface. */
  isBare = false;
  /** Whether this station has shown that it was revoked. */
  isEnded = false;
  /** When each request below `/v1` was sent, by run of the station. */
  readonly sentAt: number[][] = [];
  /** When another program last used up a minute's budget of this station's client. */
  spentElsewhereAt = -Infinity;
  receivedAt = -Infinity;
  /** When anything at all last arrived from the server, over all runs. */
  lastWordAt = 0;
  /** The server's answers that this run of the station has read completely, and the longest time that one took. */
  heard = { count: 0, slowestMs: 0 };
  /** Until when the server's `Retry-After` forbids requests. */
  quietUntil = -Infinity;
  /** Whether the station is switched offline, so that no request may be sent. */
  isForbidden = false;

  constructor(parts: LinkParts) {
    this.parts = parts;
  }

  /** Clears the wait, for a new run of the station or a manual sync. */
  forgive(): void {
    this.quietUntil = -Infinity;
  }

  /** A dispatcher for one run of the station. */
  open(isGone: () => boolean): Dispatcher {
    return new Sockets(this, isGone);
  }

  latency(): number {
    const { chance } = this.parts;
    const [least, most] = this.weather.latencyMs;
    const usual = least + (most - least) * chance.fraction();
    return chance.happens(this.weather.slow) ? usual + chance.stretch(300, 25_000) : usual;
  }
}

class Sockets extends Dispatcher {
  readonly #link: Link;
  readonly #isGone: () => boolean;
  readonly #exchanges = new Set<Exchange>();

  constructor(link: Link, isGone: () => boolean) {
    super();
    this.#link = link;
    this.#isGone = isGone;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    if (this.#isGone()) return true;
    const exchange = new Exchange(this.#link, this.#isGone, options, handler);
    this.#exchanges.add(exchange);
    exchange.begin(() => this.#exchanges.delete(exchange));
    return true;
  }

  override async close(): Promise<void> {
    await this.destroy();
  }

  override async destroy(): Promise<void> {
    for (const exchange of this.#exchanges) exchange.abort(socketError('UND_ERR_DESTROYED'));
  }
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<unknown>;
  readonly body: Readable;
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchController {
  readonly rawHeaders = null;
  readonly rawTrailers = null;
  aborted = false;
  paused = false;
  reason: Error | null = null;
  readonly #link: Link;
  readonly #isGone: () => boolean;
  readonly #options: Dispatcher.DispatchOptions;
  readonly #handler: Dispatcher.DispatchHandler;
  #ended: () => void = () => undefined;
  #isOver = false;
  #lastAt = 0;
  #sentAt = 0;
  /** Time until the head of the answer arrived. */
  #answeredMs = 0;
  #isGood = false;
  #isLost = false;
  /** The wait that the server's `Retry-After` asks for. */
  #refusalMs = 0;
  #answer: Readable | null = null;
  #held: (() => void)[] = [];

  constructor(
    link: Link,
    isGone: () => boolean,
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ) {
    this.#link = link;
    this.#isGone = isGone;
    this.#options = options;
    this.#handler = handler;
  }

  begin(ended: () => void): void {
    this.#ended = ended;
    const { parts, weather } = this.#link;
    const { time, server } = parts;
    const isRefused = weather.way === 'refused' || (weather.way === 'open' && !server.isUp);
    if (isRefused) {
      time.after(this.#link.latency(), () => this.#fail(connectError('ECONNREFUSED')));
      return;
    }
    const isKept = time.nowMs - this.#link.receivedAt < KEPT_ALIVE_MS;
    if (weather.way === 'silent' && !isKept) {
      time.after(CONNECT_TIMEOUT_MS, () => this.#fail(socketError('UND_ERR_CONNECT_TIMEOUT')));
      return;
    }
    this.#handler.onRequestStart?.(this, {});
    if (this.aborted) return;
    const { method, path } = this.#options;
    if (path.startsWith('/v1')) this.#count(path);
    const { isBare, isEnded } = this.#link;
    if (isEnded) parts.broken(`${parts.name} asks for ${path} after it was revoked`);
    if (isBare && path.startsWith('/v1/scanner'))
      parts.broken(`${parts.name} asks for ${path}, which is not offered`);
    parts.trace(`${parts.name} → ${method} ${path.replace(/cursor=[^&]*/, 'cursor')}`);
    if (weather.way === 'silent') return;
    if (weather.way !== 'open') this.#answerForeign(weather.way);
    else this.#send();
  }

  #count(path: string): void {
    const link = this.#link;
    const { time, name, broken } = link.parts;
    link.sentAt.at(-1)?.push(time.nowMs);
    this.#sentAt = time.nowMs;
    if (time.nowMs < link.quietUntil) {
      broken(`${name} asks for ${path} ${link.quietUntil - time.nowMs} ms before it may`);
    }
    if (link.isForbidden) broken(`${name} asks for ${path} while it is held offline`);
  }

  abort(reason: Error): void {
    if (this.#isOver) return;
    this.aborted = true;
    this.reason = reason;
    this.#hangUp();
    this.#fail(reason);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    const held = this.#held;
    this.#held = [];
    for (const run of held) run();
  }

  #send(): void {
    const { time, chance } = this.#link.parts;
    const { weather } = this.#link;
    if (chance.happens(weather.lost)) {
      this.#breakOff();
      return;
    }
    time.after(this.#link.latency(), () => this.#arrive(true));
    if (chance.happens(weather.duplicated)) {
      time.after(this.#link.latency() + chance.stretch(1, 20_000), () => this.#arrive(false));
    }
  }

  /** The server receives the request. `isFirst`: not the duplicate, so its answer is delivered. */
  #arrive(isFirst: boolean): void {
    const { server } = this.#link.parts;
    const run = server.run;
    const answering = server.isUp ? this.#ask() : Promise.reject(new Error('nobody is there'));
    answering
      .then((stream) => {
        if (!isFirst) return stream.body.destroy();
        if (server.run === run) return this.#reply(stream);
        stream.body.destroy();
        throw new Error('the server was killed');
      })
      .catch(() => {
        if (isFirst) this.#fail(socketError('ECONNRESET'));
      });
  }

  async #ask(): Promise<Answer> {
    const { server, name, trace, time } = this.#link.parts;
    const { method, path, headers, body } = this.#options;
    const { perPage } = this.#link;
    const response = await server.app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: perPage === null ? path : path.replace('per_page=100', `per_page=${perPage}`),
      headers: { ...plainHeaders(headers), host: new URL(SERVER_URL).host },
      ...(typeof body === 'string' ? { payload: body } : {}),
      payloadAsStream: true,
    });
    if (path.endsWith('/scans')) server.scannedAtMs = time.nowMs;
    if (path.endsWith('/redemptions')) server.redeemedAtMs = time.nowMs;
    if (path.endsWith('/releases')) server.releasedAtMs = time.nowMs;
    trace(`${name} ← ${response.statusCode} ${method} ${path.split('?', 1)[0] ?? ''}`);
    return { status: response.statusCode, headers: response.headers, body: response.stream() };
  }

  #reply({ status, headers, body: stream }: Answer): void {
    const { chance, server, time } = this.#link.parts;
    const { weather } = this.#link;
    if (this.#isOver || this.#isGone()) {
      stream.destroy();
      return;
    }
    if (weather.way !== 'open' || chance.happens(weather.lost)) {
      stream.destroy();
      this.#breakOff();
      return;
    }
    this.#answer = stream;
    server.joined(stream);
    const isCut = chance.happens(weather.cut);
    const told = this.#link.sendsBudget ? headers : withoutBudget(headers);
    // Node writes the real time into this header.
    const date = new Date(time.wallMs).toUTCString();
    this.#deliver(() => {
      this.#isGood = status < 400;
      this.#head(status, { ...told, date });
    });
    if (status === 429) this.#refusalMs = Number(headers['retry-after'] ?? 0) * 1000;
    stream.on('error', () => this.#deliver(() => this.#fail(socketError('UND_ERR_SOCKET'))));
    stream.on('data', (chunk: Buffer | string) => {
      this.#chunk(this.#offered(Buffer.from(chunk)), isCut);
    });
    stream.on('end', () => this.#deliver(() => this.#end()));
    stream.on('close', () => {
      if (!stream.readableEnded) this.#deliver(() => this.#fail(socketError('UND_ERR_SOCKET')));
    });
  }

  /** Adjusts the features that the server lists in `/integration/me`. */
  #offered(bytes: Buffer): Buffer {
    const { isBare, streams } = this.#link;
    if (!this.#options.path.startsWith('/v1/integration/me') || (streams && !isBare)) return bytes;
    const text = String(bytes);
    return Buffer.from(isBare ? withoutSurface(text) : withoutStreams(text));
  }

  #chunk(bytes: Buffer, isCut: boolean): void {
    const { chance } = this.#link.parts;
    const at = chance.between(0, bytes.length);
    const parts =
      chance.happens(0.2) || isCut ? [bytes.subarray(0, at), bytes.subarray(at)] : [bytes];
    const [first, second] = parts;
    if (first !== undefined) this.#deliver(() => this.#data(first));
    if (isCut) {
      this.#answer?.destroy();
      this.#deliver(() => this.#fail(socketError('UND_ERR_SOCKET')));
    } else if (second !== undefined) this.#deliver(() => this.#data(second));
  }

  #answerForeign(kind: ForeignKind): void {
    const { chance, time } = this.#link.parts;
    const { status, headers, body }: ForeignAnswer = foreignAnswers[kind](
      chance,
      this.#link.parts.lie,
    );
    time.after(this.#link.latency(), () => {
      this.#head(status, { ...headers, date: foreignDate(time.wallMs) });
      this.#data(Buffer.from(body));
      this.#end();
    });
  }

  /** Loses the connection; the station notices at once or never. */
  #breakOff(): void {
    const { chance, time } = this.#link.parts;
    if (chance.happens(0.5)) return;
    time.after(this.#link.latency(), () => this.#fail(socketError('ECONNRESET')));
  }

  /** Delivers in order, each with its own latency. */
  #deliver(run: () => void): void {
    const { time } = this.#link.parts;
    const now = time.nowMs;
    // Slightly apart, so that events of one connection are never reordered at random.
    this.#lastAt = Math.max(this.#lastAt + 0.001, now + this.#link.latency());
    time.after(this.#lastAt - now, () => {
      // Once something is lost on a connection, everything after it is lost too.
      this.#isLost ||= this.#link.weather.way !== 'open';
      if (this.#isLost) return;
      if (this.paused) this.#held.push(run);
      else run();
    });
  }

  #head(status: number, headers: NodeJS.Dict<unknown>): void {
    if (this.#isOver || this.#isGone()) return;
    this.#link.receivedAt = this.#link.parts.time.nowMs;
    this.#link.lastWordAt = this.#link.receivedAt;
    this.#answeredMs = this.#link.parts.time.nowMs - this.#sentAt;
    this.#handler.onResponseStart?.(this, status, textHeaders(headers), '');
  }

  #data(bytes: Buffer): void {
    if (this.#isOver || this.#isGone() || bytes.length === 0) return;
    this.#link.lastWordAt = this.#link.parts.time.nowMs;
    this.#handler.onResponseData?.(this, bytes);
  }

  #end(): void {
    if (this.#isOver || this.#isGone()) return;
    this.#over();
    const { time } = this.#link.parts;
    const link = this.#link;
    if (this.#isGood && this.#sentAt > 0) {
      const { count, slowestMs } = link.heard;
      link.heard = { count: count + 1, slowestMs: Math.max(slowestMs, this.#answeredMs) };
    }
    if (this.#refusalMs > 0)
      link.quietUntil = Math.max(link.quietUntil, time.nowMs + this.#refusalMs);
    this.#handler.onResponseEnd?.(this, {});
  }

  #fail(error: Error): void {
    if (this.#isOver || this.#isGone()) return;
    this.#over();
    this.#hangUp();
    this.#handler.onResponseError?.(this, error);
  }

  #over(): void {
    this.#isOver = true;
    this.#ended();
  }

  /** Lets the server notice shortly afterwards that the client has disconnected. */
  #hangUp(): void {
    const stream = this.#answer;
    this.#answer = null;
    if (stream === null) return;
    this.#link.parts.time.after(this.#link.latency(), () => stream.destroy());
  }
}

function plainHeaders(headers: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    // Compression runs on threads outside the world's control.
    if (name.toLowerCase() !== 'accept-encoding') plain[name] = String(value);
  }
  return plain;
}

function withoutStreams(text: string): string {
  return text.replace(/"scanner\.(?:snapshot|stream)",/g, '');
}

function withoutSurface(text: string): string {
  return text.replace(/,"capabilities":\[[^\]]*\]/, '');
}

function withoutBudget(headers: NodeJS.Dict<unknown>): NodeJS.Dict<unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/ratelimit/i.test(name)));
}

function textHeaders(headers: NodeJS.Dict<unknown>): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined,
    ]),
  );
}

function socketError(code: string): Error {
  return Object.assign(new Error(`the connection ended (${code})`), { code });
}

function connectError(code: string): Error {
  return Object.assign(new Error(`no connection (${code})`), { code, syscall: 'connect' });
}
