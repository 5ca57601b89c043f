import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { DeviceClock } from '../../ports/system.ts';
import type { RemoteFailure } from '../../ports/remote.ts';
import { skipContinue } from './skip-continue.ts';

/** A page of a hundred tickets is under 100 kB; no response that a station requests is larger than this. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 3_000;
/** Decompressed at a time. */
const UNPACKED_BYTES = 128 * 1024;

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For the whole exchange, connection and body included. */
  readonly timeoutMs: number;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly roundTripMs: number;
  /** The device's clock when the head of the response arrived: the body may take much longer. */
  readonly arrivedAt: Instant;
  /** The same moment on its monotonic clock. */
  readonly arrivedAtMs: number;
}

export interface HttpResponse extends ResponseHead {
  readonly text: string;
}

export type Exchanged =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  /** `sent`: whether the server may have seen the request; false if there was no connection. */
  | { readonly kind: 'failed'; readonly failure: RemoteFailure; readonly sent: boolean };

/** Opens the dispatcher that carries requests; by default sockets. Destroyed with its exchange. */
export type OpenSockets = () => Dispatcher;

/** Sockets to a server; `check` says what is wrong with one before anything is sent over it. */
export function openAgent(
  options: buildConnector.BuildOptions,
  check: (socket: Socket) => Error | null = () => null,
): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...options });
  return new Agent({
    connections: 8,
    keepAliveTimeout: 30_000,
    connect: (to, callback) => {
      connect(to, (error, socket) => {
        const problem = error ?? check(socket);
        if (problem === null && socket !== null) {
          skipContinue(socket);
          callback(null, socket);
          return;
        }
        socket?.destroy();
        callback(problem ?? new Error('no socket'), null);
      });
    },
  });
}

export const openSockets: OpenSockets = () => openAgent({});

/** One server's sockets, with everything bounded: time, size, redirects (none are followed). */
export class HttpExchange {
  readonly #sockets: Dispatcher;
  readonly #clock: DeviceClock;
  #abort = new AbortController();

  constructor(clock: DeviceClock, open: OpenSockets = openSockets) {
    this.#clock = clock;
    this.#sockets = open();
  }

  async send(call: HttpRequest): Promise<Exchanged> {
    const aborted = this.#abort.signal;
    const deadline = AbortSignal.timeout(call.timeoutMs);
    try {
      const { body, head } = await this.#request(call, AbortSignal.any([aborted, deadline]));
      return await responseOf(head, body);
    } catch (error) {
      if (aborted.aborted) return failed('aborted', 'the request was ended', true);
      return describe(error, deadline.aborted);
    }
  }

  /**
   * Like `send`, for a response that may take minutes or hours: `timeoutMs` is the longest time without data, at the beginning and between
   * any two bytes. A response other than 200 is read whole. `read` consumes the body; the connection ends with its promise.
   */
  async stream<Value>(
    call: HttpRequest,
    read: (head: ResponseHead, body: AsyncIterable<Uint8Array>) => Promise<Value>,
  ): Promise<Exchanged | { readonly kind: 'read'; readonly value: Value }> {
    const aborted = this.#abort.signal;
    const silence = new AbortController();
    const onBytes = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), call.timeoutMs);
    };
    let timer = setTimeout(() => silence.abort(), call.timeoutMs);
    const ended = AbortSignal.any([aborted, silence.signal]);
    try {
      const { body, head } = await this.#request(call, ended);
      if (head.status !== 200) return await responseOf(head, body);
      const bytes = decoded(body, head, onBytes);
      try {
        return { kind: 'read', value: await read(head, bytes) };
      } finally {
        // Ended early: how it ends no longer matters.
        body.on('error', () => undefined).destroy();
      }
    } catch (error) {
      if (aborted.aborted) return failed('aborted', 'the request was ended', true);
      return describe(error, silence.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  async #request(call: HttpRequest, signal: AbortSignal) {
    const sentAt = this.#clock.monotonicMs();
    const { body, statusCode, headers } = await request(call.url, {
      dispatcher: this.#sockets,
      method: call.method,
      headers: { ...call.headers },
      body: call.body,
      signal,
      // `signal` enforces the time limit.
      bodyTimeout: 0,
      headersTimeout: 0,
    });
    const arrivedAt = this.#clock.deviceNow();
    const arrivedAtMs = this.#clock.monotonicMs();
    const roundTripMs = arrivedAtMs - sentAt;
    return { body, head: { status: statusCode, headers, roundTripMs, arrivedAt, arrivedAtMs } };
  }

  /** Aborts requests in flight; later ones are not affected. */
  abort(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  async close(): Promise<void> {
    this.abort();
    await this.#sockets.destroy();
  }
}

/** Without `Accept-Encoding` a gateway may choose any coding (RFC 9110 §12.5.3). */
async function responseOf(head: ResponseHead, body: Readable): Promise<Exchanged> {
  const text = await readBounded(decoded(body, head, () => undefined));
  if (text === null)
    return failed('invalid_response', 'the response was larger than expected', true);
  return { kind: 'response', response: { ...head, text } };
}

/**
 * The decoded body, piece by piece; `onBytes` is called for each piece and when the next one is requested. If the response breaks off,
 * everything that arrived is yielded before the error is thrown, because completed parts count.
 */
async function* decoded(
  body: Readable,
  { headers }: ResponseHead,
  onBytes: () => void,
): AsyncGenerator<Uint8Array> {
  const unpack = unpackerOf(headers['content-encoding']);
  const fed = unpack === null ? null : feed(body, unpack);
  try {
    for await (const piece of unpack ?? body) {
      onBytes();
      yield piece;
      onBytes();
    }
  } catch (error) {
    throw (await fed) ?? error;
  }
}

function unpackerOf(coding: string | string[] | undefined): Transform | null {
  if (coding === 'zstd') return createZstdDecompress({ chunkSize: UNPACKED_BYTES });
  return coding === 'gzip' ? createGunzip({ chunkSize: UNPACKED_BYTES }) : null;
}

/** Resolves to the reason why the body broke off. What arrived is decompressed first; the error surfaces at its end. */
async function feed(body: Readable, unpack: Transform): Promise<unknown> {
  // The reader receives its errors.
  unpack.on('error', () => undefined);
  try {
    for await (const piece of body) {
      // A decompression error has closed it: nothing more will be consumed.
      if (unpack.destroyed) return null;
      if (!unpack.write(piece)) await drained(unpack);
    }
    return null;
  } catch (error) {
    return error;
  } finally {
    unpack.end();
  }
}

/** Resolves when it accepts more, or never will. A long response waits thousands of times, so listeners are removed. */
async function drained(unpack: Transform): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(unpack, 'drain', { signal }), once(unpack, 'close', { signal })]);
  } finally {
    over.abort();
  }
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The error code of a connection whose certificate is not the one that the station was enrolled with. */
export const CERTIFICATE_CHANGED = 'GATEHOUSE_CERTIFICATE_CHANGED';

const TIMEOUTS: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Node's error codes for certificates that it does not accept. */
const CERTIFICATE =
  /^(?:.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/;
/** The body is not validly compressed. */
const NOT_PACKED = /^(?:Z_.*|ERR_ZLIB_.*|ZSTD_.*)$/;
/** Something that speaks another protocol listens there. */
const NOT_HTTP = /^(?:HPE_.*|EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/;

function describe(error: unknown, late: boolean): Exchanged {
  const code = codeOf(error);
  const sent = !isUnconnected(error);
  if (late || TIMEOUTS.has(code))
    return failed('timeout', 'the server did not answer in time', sent);
  if (code === CERTIFICATE_CHANGED) {
    const message = 'the server shows another certificate than the one it was enrolled with';
    return failed('certificate_changed', message, false);
  }
  if (CERTIFICATE.test(code)) {
    const message = `the server's certificate is not trusted (${code})`;
    return failed('certificate_not_trusted', message, false);
  }
  if (NOT_PACKED.test(code)) {
    return failed('invalid_response', `the response could not be unpacked (${code})`, sent);
  }
  if (NOT_HTTP.test(code)) return failed('not_the_server', `no web server answers (${code})`, sent);
  return failed('unreachable', `the server could not be reached (${code})`, sent);
}

function codeOf(error: unknown): string {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : 'unknown';
}

/** The request was not sent: the name has no address, or none of its addresses accepted the connection. */
function isUnconnected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnconnected);
  if (codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT') return true;
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
}

function failed(code: RemoteFailureCode, message: string, sent: boolean): Exchanged {
  return { kind: 'failed', failure: { code, message, retry_after_ms: null }, sent };
}
