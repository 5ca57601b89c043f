import { Worker } from 'node:worker_threads';
import { isDamageCode } from '../open-database.ts';
import {
  isResultOf,
  type CallDone,
  type CallFailed,
  type WriterArguments,
  type WriterCall,
  type WriterMethod,
  type WriterResults,
} from './replica-calls.ts';

/** A write that failed in the worker. */
export class ReplicaWriteError extends Error {
  readonly code: 'replica.write_failed' | 'replica.damaged' | 'replica.closed';
  constructor(code: ReplicaWriteError['code'], message: string) {
    super(message);
    this.name = 'ReplicaWriteError';
    this.code = code;
  }
}

/** The thread that the writer runs on, as `Worker` offers it. */
interface WriterThread {
  on(event: 'message', listener: (reply: CallDone | CallFailed) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  ref(): void;
  unref(): void;
  postMessage(call: unknown, transfer: []): void;
  terminate(): Promise<unknown>;
}

export type WriterThreads = new (
  program: URL,
  options: { readonly workerData: string },
) => WriterThread;

interface Waiting {
  take(reply: CallDone | CallFailed): void;
  reject(error: Error): void;
}

/** A promise interface to the ingest worker. If a worker dies, the pending writes fail; the next write starts a new one. */
export class IngestThread {
  readonly #program: URL;
  readonly #path: string;
  readonly #Thread: WriterThreads;
  readonly #waiting = new Map<number, Waiting>();
  #worker: WriterThread | null = null;
  #lastId = 0;
  #closed = false;

  constructor(program: URL, path: string, Thread: WriterThreads = Worker) {
    this.#program = program;
    this.#path = path;
    this.#Thread = Thread;
  }

  /** Runs a method of the replica's writer in the worker. Rejects with `ReplicaWriteError`. */
  call<M extends WriterMethod>(method: M, args: WriterArguments[M]): Promise<WriterResults[M]> {
    if (this.#closed) {
      return Promise.reject(new ReplicaWriteError('replica.closed', 'the replica is closed'));
    }
    return this.#ask(method, args);
  }

  #ask<M extends WriterMethod>(method: M, args: WriterArguments[M]): Promise<WriterResults[M]> {
    this.#lastId += 1;
    const call: WriterCall<M> = { id: this.#lastId, method, args };
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      const take = (reply: CallDone | CallFailed) => {
        if (isResultOf(method, reply)) resolve(reply.result);
        else reject(failureOf(method, reply));
      };
      this.#waiting.set(call.id, { take, reject });
      // During closing nothing else may keep the process alive: it must not end before this write is answered.
      worker.ref();
      worker.postMessage(call, []);
    });
  }

  /**
   * Lets the worker finish its queue, then ends it: terminating a thread inside SQLite may crash the process. `clean`: marks the file as
   * not needing a check at the next start.
   */
  async close({ clean }: { readonly clean: boolean }): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#worker !== null) {
      const last = clean ? this.#ask('markShutdown', [true]) : this.#ask('finish', []);
      await last.catch(() => undefined);
    }
    await this.#worker?.terminate();
    this.#failWaiting(new ReplicaWriteError('replica.closed', 'the replica is closed'));
  }

  #start(): WriterThread {
    const worker = new this.#Thread(this.#program, { workerData: this.#path });
    worker.on('message', (reply: CallDone | CallFailed) => this.#settle(reply));
    worker.on('error', (error) => this.#lost(worker, lossOf(error)));
    worker.on('exit', () => this.#lost(worker, lossOf('the ingest worker ended')));
    worker.unref();
    return worker;
  }

  #settle(reply: CallDone | CallFailed): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    waiting?.take(reply);
  }

  #lost(worker: WriterThread, loss: ReplicaWriteError): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#failWaiting(loss);
  }

  #failWaiting(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach((call) => call.reject(error));
  }
}

function failureOf(method: WriterMethod, reply: CallDone | CallFailed): ReplicaWriteError {
  if (reply.kind === 'done') {
    const message = `expected the result of ${method}, got that of ${reply.method}`;
    return new ReplicaWriteError('replica.write_failed', message);
  }
  const code = reply.damaged ? 'replica.damaged' : 'replica.write_failed';
  return new ReplicaWriteError(code, reply.message);
}

/** A worker that cannot even open the file ends with the store's own error, whose class is lost between threads. */
function lossOf(error: unknown): ReplicaWriteError {
  const message = error instanceof Error ? error.message : String(error);
  const damaged = error instanceof Error && 'code' in error && isDamageCode(String(error.code));
  return new ReplicaWriteError(damaged ? 'replica.damaged' : 'replica.write_failed', message);
}
