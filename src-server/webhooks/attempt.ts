import { setImmediate } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import type { Clock } from '../database/clock.ts';
import { MAX_ANSWER_AGE_MS, type IsWanted } from './deletion-fence.ts';
import { Connection } from './egress/connection.ts';
import { EgressError } from './egress/egress-error.ts';
import type { EgressGuard } from './egress/egress-guard.ts';
import { hostOf } from './egress/endpoint-url.ts';
import type { ConnectionPool } from './egress/connection-pool.ts';
import type { ResponseReader } from './egress/response-reader.ts';
import { describeEgressError, describeLoss, describeTimeout, remarkOn } from './attempt-error.ts';
import { responseText } from './response-text.ts';

/** The result of a request. What was wrong is a code, a colon and a sentence for whoever runs the endpoint. */
export type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      readonly retryAfter: string | null;
      /** What the status does not say; null if it says it all. */
      readonly remark: string | null;
    }
  /** No status arrived. */
  | { readonly kind: 'broken'; readonly error: string }
  /** The delivery was no longer wanted, so nothing was written. */
  | { readonly kind: 'cancelled' }
  /** The server aborted it, for example at shutdown. */
  | { readonly kind: 'aborted' };

export interface AttemptOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly guard: EgressGuard;
  readonly pool: ConnectionPool;
  readonly secureContext: SecureContext;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Checked again for every request that is about to be written. */
  readonly isWanted: IsWanted;
}

/**
 * One request and the part of its response that is read. A single time limit covers everything up to the status: name, connection, TLS and
 * the status line, which decides (§6.2). The rest of the response is for the log and has `REST_MS`.
 *
 * Phases: resolve and check the name → check that the delivery is still wanted → get a connection → write → read. If connecting took so
 * long that the check is too old (`deletion-fence.ts`), it is repeated.
 *
 * An endpoint may close an idle connection in the very moment in which it is reused. That says nothing about the endpoint, so if not a
 * single byte came back, the request is made once more over a new connection, within the same attempt. Only a connection that has served a
 * complete response is ever reused: over a new one, a request is made once.
 */
export class Attempt {
  readonly #options: AttemptOptions;
  readonly #result = Promise.withResolvers<AttemptResult>();
  #connection: Connection | null = null;
  #isNamed = false;
  #isAnswered = false;
  #isSettled = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  /** Rejects only if `isWanted` rejects. */
  async run(): Promise<AttemptResult> {
    const { timeoutMs } = this.#options;
    const timer = setTimeout(() => {
      const phase = this.#connection?.phase ?? (this.#isNamed ? 'connection' : 'name');
      this.#giveUp({ kind: 'broken', error: describeTimeout(phase, timeoutMs) });
    }, timeoutMs);
    this.#make().then(this.#result.resolve, (error: unknown) => {
      if (error instanceof EgressError)
        this.#result.resolve({ kind: 'broken', error: describeEgressError(error) });
      else this.#result.reject(error);
    });
    try {
      return await this.#result.promise;
    } finally {
      this.#isSettled = true;
      clearTimeout(timer);
    }
  }

  /** A response whose status has come is recorded with what there is of it, not repeated. */
  abort(): void {
    this.#giveUp({ kind: 'aborted' });
    this.#connection?.finish();
  }

  #giveUp(result: AttemptResult): void {
    const status = this.#connection?.status ?? null;
    if (this.#isAnswered || status !== null) return;
    this.#isSettled = true;
    this.#result.resolve(result);
    this.#connection?.destroy();
  }

  async #make(): Promise<AttemptResult> {
    const { url, headers, body, guard, pool } = this.#options;
    const addresses = await guard.checkHost(hostOf(url));
    this.#isNamed = true;
    for (let isRepeated = false; ; isRepeated = true) {
      const connection = await this.#connect(addresses, isRepeated);
      if (connection === null) return { kind: 'cancelled' };
      const { wasKept } = connection;
      const response = await connection.send({ url, headers, body });
      if (response.status !== null) {
        this.#isAnswered = true;
        this.#connection = null;
        pool.put(url.origin, connection);
        return answered(response, response.status, remarkOn(response, url, isRepeated));
      }
      if (!wasKept || response.bytes > 0 || this.#isSettled) {
        return { kind: 'broken', error: describeLoss(response, connection.error) };
      }
    }
  }

  /** A connection to which the request may be written now; null if it may not. */
  async #connect(addresses: readonly string[], isFresh: boolean): Promise<Connection | null> {
    const { clock, isWanted } = this.#options;
    let askedAtMs: number;
    this.#connection = null;
    do {
      askedAtMs = clock.monotonicMs();
      const wanted = await isWanted();
      if (!wanted || this.#isSettled) {
        this.#connection?.destroy();
        return null;
      }
      this.#connection ??= isFresh ? null : await this.#takeKept(addresses);
      this.#connection ??= await this.#open(addresses);
    } while (clock.monotonicMs() - askedAtMs > MAX_ANSWER_AGE_MS);
    return this.#connection;
  }

  async #takeKept(addresses: readonly string[]): Promise<Connection | null> {
    const { url, pool } = this.#options;
    for (;;) {
      const connection = pool.take(url.origin, addresses);
      if (connection === undefined) return null;
      // First what has already arrived is read: an end, or bytes that nobody requested. The first immediate may precede that.
      await setImmediate();
      await setImmediate();
      if (connection.isOpen) return connection;
    }
  }

  async #open(addresses: readonly string[]): Promise<Connection> {
    const { url, guard, secureContext } = this.#options;
    const connection = new Connection({ url, addresses, secureContext });
    this.#connection = connection;
    await connection.opened();
    if (guard.isAllowed(connection.remoteAddress ?? '')) return connection;
    connection.destroy();
    throw new EgressError('address.not_public', `${hostOf(url)} led to another address.`);
  }
}

async function answered(
  response: ResponseReader,
  status: number,
  remark: string | null,
): Promise<AttemptResult> {
  const body = await responseText({
    bytes: response.body,
    encoding: response.header('content-encoding'),
    type: response.header('content-type'),
  });
  return { kind: 'answered', status, body, retryAfter: response.header('retry-after'), remark };
}
