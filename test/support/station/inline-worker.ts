import { openStationDatabase } from '../../../src-main/adapters/sqlite/open-database.ts';
import {
  executeCall,
  type CallDone,
  type CallFailed,
  type WriterCall,
} from '../../../src-main/adapters/sqlite/replica/replica-calls.ts';
import { writeReplica } from '../../../src-main/adapters/sqlite/replica/replica-writer.ts';
import type { Timers } from '../../../src-main/ports/system.ts';

/** What a world does to the ingest workers of its stations. */
export interface WorkerWorld {
  readonly time: Pick<Timers, 'after'>;
  /** How long a write to this file takes. */
  readonly writeMs: (path: string) => number;
  /** Why the disk rejects the write, or null. */
  readonly refusal: (path: string) => string | null;
  /** Tickets are indexed with each write, and not in quiet times of the real clock. */
  readonly indexesAtOnce: boolean;
}

export const atOnce: WorkerWorld = {
  time: { after: (_ms, run) => (queueMicrotask(run), () => undefined) },
  writeMs: () => 0,
  refusal: () => null,
  indexesAtOnce: true,
};

/**
 * The ingest worker (`replica-worker.ts`) without its thread: the same writes on its own connection, answered when the world says so.
 */
export class InlineWorker {
  static world = atOnce;
  readonly #path: string;
  readonly #world: WorkerWorld;
  readonly #listeners = new Map<string, (reply: CallDone | CallFailed) => void>();
  readonly #database;
  readonly #writer;
  #isOver = false;

  constructor(_program: URL, options: { readonly workerData: unknown }) {
    this.#world = InlineWorker.world;
    this.#path = String(options.workerData);
    this.#database = openStationDatabase(this.#path, { synchronous: 'NORMAL' });
    this.#writer = writeReplica(this.#database);
    this.#writer.markShutdown(false);
  }

  on(name: string, listener: (reply: CallDone | CallFailed) => void): this {
    this.#listeners.set(name, listener);
    return this;
  }

  ref(): void {}

  unref(): void {}

  postMessage(call: WriterCall): void {
    this.#world.time.after(this.#world.writeMs(this.#path), () => {
      if (this.#isOver) return;
      const reply = this.#answer(call);
      this.#listeners.get('message')?.(reply);
    });
  }

  async terminate(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#database.close();
  }

  #answer(call: WriterCall): CallDone | CallFailed {
    const refusal = call.method === 'markShutdown' ? null : this.#world.refusal(this.#path);
    if (refusal !== null) return { id: call.id, kind: 'failed', message: refusal, damaged: false };
    const reply = executeCall(this.#writer, call);
    while (this.#world.indexesAtOnce && this.#writer.indexTickets()) continue;
    return reply;
  }
}
