import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { describeAttemptError, type AttemptError } from './attempt-error.ts';
import { responseText } from './response-text.ts';

/** What came of a request. */
export type ExchangeResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      readonly retryAfter: string | null;
    }
  | {
      readonly kind: 'broken';
      readonly error: AttemptError;
      /** What had come by then. */
      readonly status: number | null;
      readonly body: string | null;
    }
  /** Nothing was written: it was no longer wanted when its turn came. */
  | { readonly kind: 'withheld' }
  /** We gave it up, for reasons of our own. */
  | { readonly kind: 'abandoned' };

const MAX_READ_BYTES = 8 * 1024;

export interface ExchangeOptions {
  readonly timeoutMs: number;
  /** Asked in the very moment in which the request would be written. */
  readonly isWanted: () => boolean;
  /** Whether an error is that of a connection which was kept from an earlier request. */
  readonly wasKept: (error: Error) => boolean;
  /** Begins the request once more, over a connection of its own. */
  readonly again: () => void;
  readonly settle: (result: ExchangeResult) => void;
}

/**
 * One request and what is read of its answer, with one time limit over all of it: name, connection, TLS, headers and body. Settles
 * exactly once. An answer is read up to 8 KiB; the rest is not waited for and its connection is closed.
 *
 * An endpoint may close a kept connection in the very moment in which it is used again. That says nothing about the endpoint, so the
 * request is made once more, within the same attempt.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #read = 0;
  #status: number | null = null;
  #retryAfter: string | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #isRepeated = false;
  #settled = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => this.#break('timeout'), options.timeoutMs);
  }

  get isSettled(): boolean {
    return this.#settled;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (!this.#settled && !this.#options.isWanted()) this.#end({ kind: 'withheld' });
    if (this.#settled) controller.abort(new Error('given up'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // 1xx announces an answer and is none.
    if (status < 200) return;
    this.#status = status;
    // Of several the first counts.
    this.#retryAfter = [headers['retry-after'] ?? []].flat()[0] ?? null;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, MAX_READ_BYTES - this.#read));
    this.#read += chunk.length;
    if (this.#read >= MAX_READ_BYTES) this.#answer();
  }

  onResponseEnd(): void {
    // Nothing is left to be given up: the connection may serve the next request.
    this.#controller = null;
    this.#answer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const isLost = describeAttemptError(error) === 'connection.lost' && this.#status === null;
    if (this.#settled || this.#isRepeated || !isLost || !this.#options.wasKept(error)) {
      return this.fail(error);
    }
    this.#isRepeated = true;
    return this.#options.again();
  }

  /** For what goes wrong before there is a request. */
  fail(error: unknown): void {
    this.#break(describeAttemptError(error));
  }

  abandon(): void {
    this.#end({ kind: 'abandoned' });
  }

  #answer(): void {
    if (this.#status === null) return this.#break('response.malformed');
    const body = responseText(this.#chunks);
    return this.#end({
      kind: 'answered',
      status: this.#status,
      body,
      retryAfter: this.#retryAfter,
    });
  }

  #break(error: AttemptError): void {
    const body = this.#status === null ? null : responseText(this.#chunks);
    this.#end({ kind: 'broken', error, status: this.#status, body });
  }

  #end(result: ExchangeResult): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#options.settle(result);
    // Nobody waits for the rest.
    this.#controller?.abort(new Error('given up'));
  }
}
