import { Agent, request } from 'undici';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import type { RemoteFailure } from '../../ports/remote.ts';

/** A page of a hundred tickets is under 100 kB; an answer beyond this is none that a station asked for. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 3_000;

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For the whole exchange, connection and body included. */
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly roundTripMs: number;
}

export type Exchanged =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** One server's sockets, with everything bounded: time, size, redirects (none are followed). */
export class HttpExchange {
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: 8,
    keepAliveTimeout: 30_000,
  });
  readonly #monotonicMs: () => number;
  #abort = new AbortController();

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  async send(asked: HttpRequest): Promise<Exchanged> {
    const aborted = this.#abort.signal;
    const deadline = AbortSignal.timeout(asked.timeoutMs);
    const sentAt = this.#monotonicMs();
    try {
      const response = await request(asked.url, {
        dispatcher: this.#agent,
        method: asked.method,
        headers: { ...asked.headers },
        body: asked.body,
        signal: AbortSignal.any([aborted, deadline]),
      });
      const roundTripMs = this.#monotonicMs() - sentAt;
      const text = await readBounded(response.body);
      if (text === null) return failed('invalid_response', 'the answer was larger than expected');
      const { statusCode: status, headers } = response;
      return { kind: 'answer', answer: { status, headers, text, roundTripMs } };
    } catch (error) {
      if (aborted.aborted) return failed('aborted', 'the request was ended');
      return describe(error, deadline.aborted);
    }
  }

  /** Ends what is in flight; later requests are not touched. */
  abort(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  async close(): Promise<void> {
    this.abort();
    await this.#agent.destroy();
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

const TIMEOUTS: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

function describe(error: unknown, late: boolean): Exchanged {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'unknown';
  if (late || TIMEOUTS.has(code)) return failed('timeout', 'the server did not answer in time');
  return failed('unreachable', `the server could not be reached (${code})`);
}

function failed(code: RemoteFailureCode, message: string): Exchanged {
  return { kind: 'failed', failure: { code, message, retry_after_ms: null } };
}
