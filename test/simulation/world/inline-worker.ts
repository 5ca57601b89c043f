import { openStationDatabase } from '../../../src-main/adapters/sqlite/open-database.ts';
import {
  answerCall,
  type CallDone,
  type CallFailed,
  type WriterCall,
} from '../../../src-main/adapters/sqlite/replica/replica-calls.ts';
import { writeReplica } from '../../../src-main/adapters/sqlite/replica/replica-writer.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What a world does to the ingest workers of its stations. */
export interface WorkerWorld {
  readonly time: VirtualTime;
  /** How long a write to this file takes. */
  readonly writeMs: (path: string) => number;
  /** Why the disk rejects the write, or null. */
  readonly refusal: (path: string) => string | null;
}

/**
 * The ingest worker (`replica-worker.ts`) without its thread: the same writes on its own connection, answered after a random time of the world.
 */
export class InlineWorker {
  static world: WorkerWorld | null = null;
  readonly #path: string;
  readonly #world: WorkerWorld;
  readonly #listeners = new Map<string, (value: unknown) => void>();
  readonly #database;
  readonly #writer;
  #isOver = false;

  constructor(_program: URL, options: { readonly workerData: unknown }) {
    if (InlineWorker.world === null) throw new Error('expected a world to work in');
    this.#world = InlineWorker.world;
    this.#path = String(options.workerData);
    this.#database = openStationDatabase(this.#path, { synchronous: 'NORMAL' });
    this.#writer = writeReplica(this.#database);
    this.#writer.markShutdown(false);
  }

  on(name: string, listener: (value: unknown) => void): this {
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
    if (refusal === null) return answerCall(this.#writer, call);
    return { id: call.id, kind: 'failed', message: refusal, damaged: false };
  }
}
