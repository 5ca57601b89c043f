import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { missingPostgres, withReason } from '../../../test/support/has-tool.ts';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { systemClock } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../open-database.ts';
import { recordDispute } from '../../domain/sales/disputes.ts';
import { createOrganiser } from '../../domain/access/organisers.ts';
import { createConsoleSubscription } from '../management/webhook-subscriptions.ts';
import { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import { DeliveryLoop } from '../delivery-loop.ts';
import { DeliveryMetrics } from '../delivery-metrics.ts';
import { scheduleB } from '../retry-schedule.ts';
import { listUnswept } from './prune-deliveries.ts';

const HOUR_MS = 3_600_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const alone = { isolation: 'read committed' } as const;

let postgres: TestPostgres;
let databases: readonly Database[];
let organiser: string;
let hooks: readonly string[];

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());

beforeEach(async () => {
  const databaseUrl = await postgres.createDatabase();
  const open = () => openDatabase({ dataDir: '/nowhere', databaseUrl });
  databases = [await open(), await open()];
  organiser = (
    await process(0).write((tx) => createOrganiser(tx, { name: 'A', plan: 'pro', email: null }))
  ).reference;
  const subscribe = async (url: string) =>
    process(0).write((tx) =>
      createConsoleSubscription(tx, organiser, {
        endpoint: { url },
        events: ['charge.disputed'],
        event: null,
      }),
    );
  hooks = [
    (await subscribe('https://one.example/')).url,
    (await subscribe('https://two.example/')).url,
  ];
});
afterEach(() => Promise.all(databases.map((database) => database.close())));

function process(index: number): Database {
  const database = databases[index % databases.length];
  if (database === undefined) throw new Error('expected a database');
  return database;
}

const happen = (database: Database, amount: number, meanwhile?: () => Promise<void>) =>
  database.write(async (tx) => {
    await recordDispute(tx, { organiser, dispute: null, charge: null, amount, reason: null });
    await meanwhile?.();
  }, alone);

/** A loop that looks for deliveries only when it is woken, never after a time. */
function openLoop(database: Database, deliver: (url: string, body: string) => void) {
  return new DeliveryLoop({
    database,
    sender: {
      deliver: async (url, { body }) => {
        deliver(url, body);
        return { kind: 'answered', status: 200, body: '', retryAfter: null, remark: null };
      },
      close: () => undefined,
    },
    schedule: scheduleB,
    limiter: new ConcurrencyLimiter(),
    metrics: new DeliveryMetrics(),
    log: quiet,
    clock: systemClock,
    random: Math.random,
    leaseMs: 20_000,
    withinMs: HOUR_MS,
    maxPauseMs: HOUR_MS,
  });
}

const missing = missingPostgres();
describe.skipIf(missing !== null)(
  withReason('The queue of webhooks on PostgreSQL', missing),
  { tags: ['long'] },
  () => {
    it('delays no event behind another that is not committed yet', async () => {
      await happen(process(0), 0, () => happen(process(1), 1));
      const pending = await process(0).read((tx) =>
        tx.db.selectFrom('webhook_deliveries').select('id').execute(),
      );
      expect(pending).toHaveLength(2 * hooks.length);
    });

    it('delivers every event once to each endpoint, however the events and claims of two processes interleave', async () => {
      // No more at a time than the two servers have connections for: on a slow machine the last of hundreds would wait too long for one.
      const [WRITERS, EACH] = [10, 30];
      const made = new Map<string, number>();
      const loops = databases.map((database) =>
        openLoop(database, (url, body) => {
          const key = `${url} ${JSON.parse(body).data.amount}`;
          made.set(key, (made.get(key) ?? 0) + 1);
        }),
      );
      for (const loop of loops) loop.start();
      const write = async (writer: number) => {
        for (let event = 0; event < EACH; event += 1) {
          await happen(process(writer), writer * EACH + event);
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_none, writer) => write(writer)));
      await expect.poll(() => made.size, { timeout: 60_000 }).toBe(WRITERS * EACH * hooks.length);
      for (const loop of loops) await loop.close();
      expect(new Set(made.values())).toEqual(new Set([1]));
      const left = await process(0).read((tx) =>
        tx.db.selectFrom('webhook_wakes').select('id').execute(),
      );
      expect(left).toEqual([]);
    }, 90_000);

    it('cancels deliveries queued for a subscription that ends meanwhile', async () => {
      const bodies: string[] = [];
      const loop = openLoop(process(0), (_url, body) => bodies.push(body));
      loop.start();
      await happen(process(0), 0);
      await expect.poll(() => bodies.length).toBe(hooks.length);
      // The subscriptions are cached from the first event.
      await happen(process(0), 1, async () => {
        await process(1).write(async (tx) => {
          const ended = { is_active: 0, needs_sweep: 0, next_due_at: null, epoch: 1 } as const;
          await tx.db.updateTable('webhook_subscriptions').set(ended).execute();
        });
      });
      await loop.settled();
      await loop.close();
      expect(bodies).toHaveLength(hooks.length);
      const [unswept, pending] = await process(0).read(async (tx) => [
        await listUnswept(tx),
        await tx.db
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('status', '=', 'pending')
          .execute(),
      ]);
      expect([unswept.length, pending.length]).toEqual([hooks.length, hooks.length]);
    });
  },
);
