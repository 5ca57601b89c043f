import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src-server/database/database.ts';
import { openPostgres } from '../../src-server/database/postgres/open-postgres.ts';
import { missingPostgres, withReason } from '../support/has-tool.ts';
import { findPgBouncer, missingPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { makeDoor, startTestServer, ticketsOf } from '../support/test-server.ts';

// docs/scaling.md says how PgBouncer has to be set up.

let postgres: TestPostgres;
let pgbouncer: Awaited<ReturnType<typeof findPgBouncer>>;
let url: string;

const missing = missingPostgres() ?? missingPgBouncer();
describe.skipIf(missing !== null)(
  withReason('PgBouncer in front of PostgreSQL', missing),
  { tags: ['long'] },
  () => {
    beforeAll(async () => {
      postgres = await startPostgres();
      pgbouncer = await findPgBouncer();
    }, 240_000);
    afterAll(async () => {
      pgbouncer.remove();
      await postgres[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      url = await postgres.createDatabase();
    });

    it('serves in session mode: check-ins, locks, notifications, and the limits of a connection', async () => {
      await using pooler = await startPgBouncer(pgbouncer, url, { pool_mode: 'session' });
      const databaseUrl = pooler.through(url);
      await using server = await startTestServer({ databaseUrl });
      await using other = await openPostgres({ url: databaseUrl });
      const { event, client } = await makeDoor(server, 40);
      const heard = new Promise<void>((resolve) => {
        other.onCommit(({ events }) => events.length === 0 && resolve(), 1_000);
      });
      const scans = (await ticketsOf(server, event)).map((ticket) =>
        client.post('/integration/scans', { ticket }, { 'idempotency-key': randomUUID() }),
      );
      for (const scan of await Promise.all(scans)) expect(scan.status).toBe(200);
      await heard;
      expect(await other.tryLock('maintenance')).toBeNull();
      expect(await other.tryLock('mail')).not.toBeNull();
      expect(await settingOf(other, 'statement_timeout')).toBe('8s');
      expect(await settingOf(other, 'idle_in_transaction_session_timeout')).toBe('10s');
    });

    it.each(['transaction', 'statement'])(
      'in %s mode is refused with a sentence, and nothing is written or left behind',
      async (pool_mode) => {
        await using pooler = await startPgBouncer(pgbouncer, url, { pool_mode });
        await expect(openPostgres({ url: pooler.through(url) })).rejects.toMatchObject({
          code: 'database.unsupported',
          message: expect.stringContaining('pool_mode = session'),
        });
        const direct = new pg.Client({ connectionString: url });
        await direct.connect();
        const left = await direct.query(
          "select relname from pg_class where relnamespace = 'public'::regnamespace union all select locktype from pg_locks where locktype = 'advisory'",
        );
        expect(left.rows).toEqual([]);
        await direct.end();
      },
    );

    it('in transaction mode is refused also while its connections are busy', async () => {
      await using pooler = await startPgBouncer(pgbouncer, url, {
        pool_mode: 'transaction',
        default_pool_size: 4,
      });
      const through = pooler.through(url);
      const over = new AbortController();
      const others = Array.from({ length: 6 }, async () => {
        const client = new pg.Client({ connectionString: through });
        await client.connect();
        while (!over.signal.aborted) await client.query('select pg_sleep(0.002)');
        await client.end();
      });
      for (let tried = 0; tried < 20; tried += 1) {
        await expect(openPostgres({ url: through })).rejects.toMatchObject({
          code: 'database.unsupported',
        });
      }
      over.abort();
      await Promise.all(others);
    });

    it('keeps its own words where it refuses a connection', async () => {
      await using pooler = await startPgBouncer(pgbouncer, url, {
        pool_mode: 'session',
        max_client_conn: 1,
      });
      await expect(openPostgres({ url: pooler.through(url) })).rejects.toMatchObject({
        code: 'database.unavailable',
        message: expect.stringContaining('no more connections allowed'),
      });
    });
  },
);

function settingOf(database: Database, name: string): Promise<string | undefined> {
  return database.read(async (tx) => {
    const setting = sql<{ value: string }>`select current_setting(${name}) as value`;
    return (await setting.execute(tx.db)).rows[0]?.value;
  });
}
