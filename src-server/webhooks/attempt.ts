import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { describeAttemptError, type AttemptError } from './attempt-error.ts';
import { MAX_ANSWER_AGE_MS, type IsWanted } from './deletion-fence.ts';
import { responseText } from './response-text.ts';

/** What came of a request. */
export type AttemptResult =
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
  /** Nothing was written: it was no longer wanted. */
  | { readonly kind: 'cancelled' }
  /** We ended it, for reasons of our own. */
  | { readonly kind: 'aborted' };

const MAX_READ_BYTES = 8 * 1024;

export interface AttemptOptions {
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Asked again for every request that is about to be written. */
  readonly isWanted: IsWanted;
  /** Whether an error is that of a connection which was kept from an earlier request. */
  readonly wasKept: (error: Error) => boolean;
  /** Begins a request, over a kept connection if there is one and `isFresh` is false. */
  readonly dispatch: (handler: Dispatcher.DispatchHandler, isFresh: boolean) => void;
  readonly settle: (result: AttemptResult) => void;
  /** `isWanted` failed: nothing is known, and nothing was written. */
  readonly fail: (error: unknown) => void;
}

/** Thrown to undici in place of writing a request: the connection stays open for the next. */
const OUTDATED = new Error('the answer is too old');

/**
 * One request and what is read of its answer, with one time limit over all of it: name, connection, TLS, headers and body. Settles
 * exactly once.
 *
 * It asks whether it is still wanted, then gets a connection, then writes; if making the connection took so long that the answer is
 * too old (`deletion-fence.ts`), it asks once more and uses the connection that is open by then. An answer is read up to 8 KiB; the rest is not waited for and its connection is closed.
 *
 * An endpoint may close a kept connection in the very moment in which it is used again. That says nothing about the endpoint, so the
 * request is made once more, within the same attempt.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #options: AttemptOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #read = 0;
  #status: number | null = null;
  #retryAfter: string | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #askedAtMs = 0;
  #isRepeated = false;
  #settled = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => this.#break('timeout'), options.timeoutMs);
  }

  /** Makes the request, if it is wanted. */
  async start(): Promise<void> {
    if (this.#settled) return;
    const { isWanted, dispatch, fail } = this.#options;
    this.#askedAtMs = this.#options.clock.monotonicMs();
    try {
      const answer = await isWanted();
      if (this.#settled) return;
      if (answer) dispatch(this, this.#isRepeated);
      else this.#end({ kind: 'cancelled' });
    } catch (error) {
      fail(error);
      this.abort();
    }
  }

  /** Called when there is a connection, right before the request is written to it. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) return controller.abort(new Error('given up'));
    if (this.#options.clock.monotonicMs() - this.#askedAtMs > MAX_ANSWER_AGE_MS) throw OUTDATED;
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
    if (error === OUTDATED && !this.#settled) return void this.start();
    const isLost = describeAttemptError(error) === 'connection.lost' && this.#status === null;
    if (this.#settled || this.#isRepeated || !isLost || !this.#options.wasKept(error)) {
      return this.break(error);
    }
    this.#isRepeated = true;
    return void this.start();
  }

  /** For what goes wrong before there is a request. */
  break(error: unknown): void {
    this.#break(describeAttemptError(error));
  }

  abort(): void {
    this.#end({ kind: 'aborted' });
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

  #end(result: AttemptResult): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#options.settle(result);
    // Nobody waits for the rest.
    this.#controller?.abort(new Error('given up'));
  }
}
