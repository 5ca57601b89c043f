import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { addClientCalls, type ClientCalls } from '../store/access/client-calls.ts';

/** Counted in memory in between: a row for each call would cost more than most calls. */
const EVERY_MS = 10_000;

/** Counts what each client calls, for whoever looks at it in the console. What was counted when a process is killed is lost. */
export class CallCounter {
  readonly #database: Pick<Database, 'write'>;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  #counted = new Map<string, ClientCalls>();

  constructor(database: Pick<Database, 'write'>, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#database = database;
    this.#log = log;
  }

  count(clientRowId: number, operation: string): void {
    const key = `${clientRowId} ${operation}`;
    const { calls = 0 } = this.#counted.get(key) ?? {};
    this.#counted.set(key, { clientRowId, operation, calls: calls + 1 });
  }

  /** Adds what was counted to what is stored. */
  async store(): Promise<void> {
    if (this.#counted.size === 0) return;
    // In one order, so that two processes do not wait for each other.
    const counted = [...this.#counted].toSorted(([one], [other]) => (one < other ? -1 : 1));
    this.#counted = new Map();
    try {
      await this.#database.write(
        async (tx) => {
          for (const [, calls] of counted) await addClientCalls(tx, calls);
        },
        { isolation: 'read committed' },
      );
    } catch (error) {
      this.#log.error({ err: error }, 'the calls of clients could not be counted');
    }
  }
}

/** Stores the counts every ten seconds, and when the app closes. */
export function startCounting(
  app: FastifyInstance,
  database: Pick<Database, 'write'>,
): CallCounter {
  const counter = new CallCounter(database, app.log);
  const timer = setInterval(() => void counter.store(), EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await counter.store();
  });
  return counter;
}
