import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { STORED_RESPONSE_CHARACTERS } from '../../shared/contract/limits.ts';
import type { Clock } from '../clock.ts';
import { describeAttemptError, type AttemptError } from './attempt-error.ts';
import { MAX_ANSWER_AGE_MS, type IsWanted } from './deletion-fence.ts';

/** The result of a request. */
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
      /** The status, if one had arrived. */
      readonly status: number | null;
      readonly body: string | null;
    }
  /** The delivery was no longer wanted, so nothing was written. */
  | { readonly kind: 'cancelled' }
  /** The server aborted it, for example at shutdown. */
  | { readonly kind: 'aborted' };

const MAX_READ_BYTES = 8 * 1024;

export interface AttemptOptions {
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Asked again for every request that is about to be written. */
  readonly isWanted: IsWanted;
  /** Whether the error belongs to a connection that was kept alive from an earlier request. */
  readonly wasKept: (error: Error) => boolean;
  /** Starts a request, over a kept-alive connection if there is one and `isFresh` is false. */
  readonly dispatch: (handler: Dispatcher.DispatchHandler, isFresh: boolean) => void;
  readonly settle: (result: AttemptResult) => void;
  /** `isWanted` failed: the delivery's state is unknown, and nothing was written. */
  readonly fail: (error: unknown) => void;
}

/** Thrown into undici to prevent a request from being written; the connection stays open for the next one. */
const OUTDATED = new Error('the answer is too old');

/**
 * One request and the part of its response that is read, with a single time limit over everything: name, connection, TLS, headers and body.
 * Resolves exactly once.
 *
 * Phases: check that the delivery is still wanted → get a connection → write → read up to 8 KiB, then close the connection without waiting
 * for the rest. If connecting took so long that the check is too old (`deletion-fence.ts`), the check is repeated and the connection that
 * is open by then is used.
 *
 * An endpoint may close a kept-alive connection in the very moment in which it is reused. That says nothing about the endpoint, so the
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

  /** Makes the request if the delivery is still wanted. */
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

  /** Called once there is a connection, right before the request is written to it. */
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
    // 1xx precedes the response.
    if (status < 200) return;
    this.#status = status;
    // The first of several headers counts.
    this.#retryAfter = [headers['retry-after'] ?? []].flat()[0] ?? null;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, MAX_READ_BYTES - this.#read));
    this.#read += chunk.length;
    if (this.#read >= MAX_READ_BYTES) this.#answer();
  }

  onResponseEnd(): void {
    // Nothing is left to abort: the connection may serve the next request.
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

  /** Ends the attempt with an error that occurred before the request. */
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
    // The rest of the response is not needed.
    this.#controller?.abort(new Error('given up'));
  }
}

/**
 * The first characters of a partly read response. Never cuts a character in half, neither at the end of the bytes nor at the limit.
 * Invalid UTF-8 becomes U+FFFD, and so does NUL, which not every database can store.
 */
export function responseText(chunks: readonly Buffer[]): string {
  // In stream mode the decoder withholds the bytes of an incomplete character.
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
  const characters = Array.from(text.replaceAll('\u0000', '\uFFFD'));
  return characters.slice(0, STORED_RESPONSE_CHARACTERS).join('');
}
