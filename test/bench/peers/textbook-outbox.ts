// An outbox as a competent team would write it in a day: a row for each delivery, written in the transaction of what happened; a worker that
// claims due rows with a lease, sends them with `fetch`, some at once, signed with HMAC, and records each outcome before it takes another;
// retries with a growing pause; a poll for what nobody announced. Same database, library and durability as ours.
import { createHmac, randomBytes } from 'node:crypto';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, type Generated } from 'kysely';

const AT_ONCE = 50;
const POLL_MS = 100;
const TIMEOUT_MS = 10_000;
const LEASE_MS = 30_000;
const FIRST_RETRY_MS = 5_000;
const MOST_ATTEMPTS = 10;

interface Tables {
  readonly disputes: { readonly id: Generated<number>; readonly amount: number };
  readonly endpoints: {
    readonly id: Generated<number>;
    readonly url: string;
    readonly secret: string;
  };
  readonly deliveries: {
    readonly id: Generated<number>;
    readonly endpoint_id: number;
    readonly body: string;
    readonly status: 'pending' | 'delivered' | 'failed';
    readonly attempts: number;
    /** Milliseconds; during an attempt, when another one may be made. */
    readonly next_attempt_at: number;
    readonly response_code: number | null;
    readonly last_error: string | null;
  };
}

export interface TextbookOutbox {
  /** Records a dispute of the amount, and a delivery to every endpoint. */
  readonly send: (amount: number) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export async function openTextbookOutbox(
  path: string,
  urls: readonly string[],
): Promise<TextbookOutbox> {
  const sqlite = new BetterSqlite(path);
  sqlite.pragma('journal_mode = wal');
  sqlite.pragma('synchronous = full');
  sqlite.exec(`
    create table disputes (id integer primary key, amount integer not null) strict;
    create table endpoints (id integer primary key, url text not null, secret text not null) strict;
    create table deliveries (
      id integer primary key,
      endpoint_id integer not null references endpoints (id),
      body text not null,
      status text not null,
      attempts integer not null,
      next_attempt_at integer not null,
      response_code integer,
      last_error text
    ) strict;
    create index deliveries_due on deliveries (next_attempt_at) where status = 'pending';
  `);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  const rows = urls.map((url) => ({ url, secret: randomBytes(32).toString('hex') }));
  await db.insertInto('endpoints').values(rows).execute();
  const worker = new Worker(db);
  const working = worker.run();
  return {
    send: async (amount) => {
      await record(db, amount);
      worker.wake();
    },
    close: async () => {
      worker.stop();
      await working;
      await db.destroy();
    },
  };
}

function record(db: Kysely<Tables>, amount: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('disputes').values({ amount }).execute();
    const body = JSON.stringify({
      event: 'charge.disputed',
      created_at: new Date().toISOString(),
      data: { dispute: null, charge: null, amount, reason: null },
    });
    const endpoints = await trx.selectFrom('endpoints').select('id').execute();
    const deliveries = endpoints.map(({ id }) => ({
      endpoint_id: id,
      body,
      status: 'pending' as const,
      attempts: 0,
      next_attempt_at: Date.now(),
      response_code: null,
      last_error: null,
    }));
    await trx.insertInto('deliveries').values(deliveries).execute();
  });
}

interface Claimed {
  readonly id: number;
  readonly body: string;
  readonly attempts: number;
  readonly url: string;
  readonly secret: string;
}

interface Outcome {
  readonly response_code: number | null;
  readonly last_error: string | null;
}

class Worker {
  readonly #db: Kysely<Tables>;
  readonly #underWay = new Set<Promise<void>>();
  #isStopped = false;
  #wake: () => void = () => undefined;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  wake(): void {
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      const claimed = await this.#claim(AT_ONCE - this.#underWay.size);
      for (const delivery of claimed) {
        const work = this.#deliver(delivery).finally(() => {
          this.#underWay.delete(work);
          this.#wake();
        });
        this.#underWay.add(work);
      }
      // Half of them at a time: a transaction for each would cost more than the delivery.
      do await this.#pause();
      while (this.#underWay.size > AT_ONCE / 2 && !this.#isStopped);
    }
    await Promise.all(this.#underWay);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #claim(count: number): Promise<readonly Claimed[]> {
    const now = Date.now();
    return this.#db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom('deliveries as d')
        .innerJoin('endpoints as e', 'e.id', 'd.endpoint_id')
        .select(['d.id', 'd.body', 'd.attempts', 'e.url', 'e.secret'])
        .where('d.status', '=', 'pending')
        .where('d.next_attempt_at', '<=', now)
        .orderBy('d.next_attempt_at')
        .limit(count)
        .execute();
      if (due.length > 0) {
        const ids = due.map(({ id }) => id);
        const lease = { next_attempt_at: now + LEASE_MS };
        await trx.updateTable('deliveries').set(lease).where('id', 'in', ids).execute();
      }
      return due;
    });
  }

  async #deliver(delivery: Claimed): Promise<void> {
    const { response_code, last_error } = await post(delivery);
    const attempts = delivery.attempts + 1;
    const isDelivered = response_code !== null && response_code >= 200 && response_code < 300;
    const failed = attempts < MOST_ATTEMPTS ? ('pending' as const) : ('failed' as const);
    await this.#db
      .updateTable('deliveries')
      .set({
        status: isDelivered ? 'delivered' : failed,
        attempts,
        next_attempt_at: Date.now() + FIRST_RETRY_MS * 2 ** delivery.attempts,
        response_code,
        last_error,
      })
      .where('id', '=', delivery.id)
      .execute();
  }
}

async function post({ id, url, body, secret }: Claimed): Promise<Outcome> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-service-delivery': String(id),
        'x-service-signature': `t=${timestamp},v1=${signature}`,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return { response_code: response.status, last_error: null };
  } catch (error) {
    return { response_code: null, last_error: String(error) };
  }
}
