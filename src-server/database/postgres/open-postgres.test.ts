import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingPostgres, withReason } from '../../../test/support/has-tool.ts';
import { FaultyNetwork } from '../../../test/support/faulty-network.ts';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { schemaAfter } from '../migrations/migrations.ts';
import type { Database } from '../database.ts';
import type { WriteTransaction } from '../transaction.ts';
import { openPostgres } from './open-postgres.ts';

let postgres: TestPostgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());
beforeEach(async () => {
  url = await postgres.createDatabase();
});

function organiserRow(tx: WriteTransaction) {
  const timestamp = tx.timestamp();
  return {
    reference: tx.newReference('organiser'),
    display_name: 'A',
    email: null,
    plan: 'pro',
    created_at: timestamp,
    updated_at: timestamp,
  } as const;
}

async function addOrganiser(tx: WriteTransaction): Promise<void> {
  await tx.insert('organisers', organiserRow(tx));
}

async function execute(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function count(database: Database | undefined, key: string) {
  return database?.countRequest?.(key, 15);
}

const missing = missingPostgres();
describe.skipIf(missing !== null)(
  withReason('A PostgreSQL database', missing),
  { tags: ['long'] },
  () => {
    it('is migrated once by several processes that open it at the same time', async () => {
      const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres({ url })));
      await Promise.all(opened.map((database) => database.write(addOrganiser)));
      await Promise.all(opened.map((database) => database.close()));
      const { rows } = await execute('select version from schema_version');
      expect(rows).toEqual([{ version: String(schemaAfter()) }]);
      expect((await execute('select id from organisers')).rows).toHaveLength(4);
    });

    it('that is not in UTF-8 is refused and not changed', async () => {
      const name = `${new URL(url).pathname.slice(1)}_latin`;
      await execute(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
      url = url.replace(/[^/]+$/, name);
      await expect(openPostgres({ url })).rejects.toMatchObject({
        code: 'database.unsupported',
        message: expect.stringContaining('LATIN1'),
      });
      const { rows } = await execute("select 1 from pg_tables where schemaname = 'public'");
      expect(rows).toEqual([]);
    });

    it('that is unreachable is reported as such, and no connection is left open', async () => {
      const nowhere = new URL(url);
      nowhere.port = '9';
      await expect(openPostgres({ url: nowhere.href })).rejects.toMatchObject({
        code: 'database.unavailable',
        message: expect.stringMatching(/^The database cannot be reached: .*ECONNREFUSED.*\.$/),
      });
    });

    it('is refused to everybody while one process has it alone, and that one ended by force releases it', async () => {
      const alone = await openPostgres({ url, isAlone: true });
      await expect(openPostgres({ url })).rejects.toMatchObject({
        code: 'database.busy',
        message: expect.stringContaining('is being copied'),
      });
      await execute(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      );
      const database = await openPostgres({ url });
      await database.close();
      await alone.close();
    });

    it('ends a statement that takes longer than its limit, at the server too, and goes on', async () => {
      const database = await openPostgres({ url, statementLimitMs: 500 });
      const slow = database.write(async (tx) => {
        await addOrganiser(tx);
        await sql`select pg_sleep(60)`.execute(tx.db);
      });
      await expect(slow).rejects.toMatchObject({
        code: 'database.busy',
        message: expect.stringContaining('statement timeout'),
      });
      await database.write(addOrganiser);
      expect((await execute('select id from organisers')).rows).toHaveLength(1);
      const { rows } = await execute(
        "select 1 from pg_stat_activity where query like '%sleep(60)'",
      );
      expect(rows).toEqual([]);
      await database.close();
    });

    it('whose connections a network has forgotten is heard again, and locks held there are lost', async () => {
      const direct = new URL(url);
      await using network = new FaultyNetwork({ host: direct.hostname, port: Number(direct.port) });
      direct.port = String(await network.listen());
      const limits = { statementLimitMs: 500 };
      const database = await openPostgres({ url: direct.href, ...limits });
      const other = await openPostgres({ url, ...limits });
      const lock = await database.tryLock('maintenance');
      network.fault = { kind: 'swallows' };
      const long = { timeout: 60_000 };
      await expect.poll(() => lock?.isHeld(), long).toBe(false);
      network.fault = { kind: 'none' };
      const heard = Promise.withResolvers<void>();
      const sent = new Promise<void>((resolve) => {
        database.onCommit(({ events }) => events.length === 0 && resolve(), 1_000);
      });
      // The first is heard because notifications may have been missed, the second because they arrive again.
      await sent;
      database.onCommit(({ events }) => events.length === 0 && heard.resolve(), 1_000);
      await other.write(addOrganiser);
      await heard.promise;
      expect(
        await database.read((tx) => tx.db.selectFrom('organisers').select('id').execute()),
      ).toHaveLength(1);
      await database.close();
      await other.close();
    }, 90_000);

    it('that says nothing does not keep a process from closing it', async () => {
      const database = await openPostgres({ url });
      const lock = await database.tryLock('mail');
      const thaw = await postgres.freeze();
      try {
        const releasing = lock?.release();
        const reading = expect(database.versions()).rejects.toThrow();
        const startedMs = performance.now();
        await database.close();
        expect(performance.now() - startedMs).toBeLessThan(5_000);
        await reading;
        await releasing;
      } finally {
        thaw();
      }
    });

    it('reconnects after its connections were cut, and receives notifications again', async () => {
      const database = await openPostgres({ url });
      const other = await openPostgres({ url });
      await database.write(addOrganiser);
      const locks = [await database.tryLock('maintenance'), await other.tryLock('mail')];
      const cut = database.write(async (tx) => {
        await addOrganiser(tx);
        await execute(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        );
        await addOrganiser(tx);
      });
      await expect(cut).rejects.toMatchObject({ code: 'database.unavailable' });
      const areHeld = () => locks.map((lock) => lock?.isHeld());
      await expect.poll(areHeld, { timeout: 60_000 }).toEqual([false, false]);
      expect(await other.tryLock('maintenance')).not.toBeNull();
      await database.write(addOrganiser);
      const heard = new Promise((resolve) => {
        database.onCommit(({ events }) => events.length === 0 && resolve('heard'), 1_000);
      });
      const timer = setInterval(() => void other.write(addOrganiser).catch(() => undefined), 200);
      expect(await heard).toBe('heard');
      clearInterval(timer);
      const { length } = await database.read((tx) =>
        tx.db.selectFrom('organisers').select('id').execute(),
      );
      expect(length).toBeGreaterThanOrEqual(2);
      await database.close();
      await other.close();
    }, 30_000);

    it('that takes no writes any more is unavailable to readers too, holds no locks, and works again when it takes some', async () => {
      // What providers do with a full disk. A standby, which tests cannot have, differs in one function only.
      const setReadOnly = async (value: 'on' | 'off') => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query('set default_transaction_read_only = off');
        await client.query(`alter system set default_transaction_read_only = ${value}`);
        await client.query('select pg_reload_conf()');
        await client.end();
      };
      const database = await openPostgres({ url });
      const failures = {
        code: 'database.unavailable',
        message: expect.stringMatching(/no writes/),
      };
      try {
        await database.write(addOrganiser);
        const lock = await database.tryLock('maintenance');
        await setReadOnly('on');
        await expect
          .poll(() => database.versions().catch((error: unknown) => error), { timeout: 10_000 })
          .toMatchObject(failures);
        await expect(database.write(addOrganiser)).rejects.toMatchObject(failures);
        await expect.poll(() => lock?.isHeld(), { timeout: 20_000 }).toBe(false);
      } finally {
        await setReadOnly('off');
      }
      const write = () => database.write(addOrganiser).then(() => 'written', String);
      await expect.poll(write, { timeout: 10_000 }).toBe('written');
      await database.close();
    });

    it('is reported as unavailable while its server is down, and works again when it is back', async () => {
      const database = await openPostgres({ url });
      await database.write(addOrganiser);
      const restarting = postgres.crash();
      const codes = new Set<unknown>();
      for (let tried = 0; tried < 200; tried += 1) {
        try {
          await database.write(addOrganiser);
          if (codes.size > 0) break;
        } catch (error) {
          codes.add(error instanceof Error && 'code' in error ? error.code : error);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await restarting;
      expect([...codes]).toEqual(['database.unavailable']);
      await database.write(addOrganiser);
      await database.close();
    }, 60_000);

    it('allows no more requests per key than the limit, counted over all processes', async () => {
      const opened = [await openPostgres({ url }), await openPostgres({ url })];
      const counts = await Promise.all(
        Array.from({ length: 60 }, (_none, index) =>
          count(opened[index % 2], index % 3 === 0 ? 'other' : 'client'),
        ),
      );
      expect(counts.filter((count) => count?.admitted === true)).toHaveLength(30);
      const refused = await count(opened[0], 'client');
      expect(refused).toMatchObject({ admitted: false, remaining: 0 });
      expect(refused?.resetMs).toBeGreaterThan(30_000);
      expect(refused?.resetMs).toBeLessThanOrEqual(60_000);
      await execute(
        'update request_counts set times = array(select t - 60000000 from unnest(times) t)',
      );
      expect(await count(opened[1], 'client')).toMatchObject({
        admitted: true,
        remaining: 14,
        resetMs: 60_000,
      });
      await Promise.all(opened.map((database) => database.close()));
    });

    it('refuses a write whose lock another process holds, and runs it when that one has ended', async () => {
      const database = await openPostgres({ url });
      const other = await openPostgres({ url });
      const begun = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const first = database.write(
        async () => {
          begun.resolve();
          await goOn.promise;
        },
        { lock: 'key' },
      );
      await begun.promise;
      await expect(other.write(addOrganiser, { lock: 'key' })).rejects.toMatchObject({
        code: 'database.locked',
      });
      await other.write(addOrganiser, { lock: 'another key' });
      goOn.resolve();
      await first;
      await other.write(addOrganiser, { lock: 'key' });
      expect((await execute('select id from organisers')).rows).toHaveLength(2);
      await database.close();
      await other.close();
    });

    it('repeats a write whose row another one has inserted meanwhile', async () => {
      const database = await openPostgres({ url });
      const other = await openPostgres({ url });
      const isolation = { isolation: 'read committed' } as const;
      const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
      const insertOnce = (mine: 0 | 1) => async (tx: WriteTransaction) => {
        const find = tx.db.selectFrom('keys').select('name').where('name', '=', 'cursors');
        if ((await find.executeTakeFirst()) !== undefined) return 'found';
        met[mine].resolve();
        await met[1 - mine]?.promise;
        const row = { name: 'cursors', value: Buffer.alloc(32), created_at: tx.now };
        await tx.db.insertInto('keys').values(row).execute();
        return 'inserted';
      };
      const results = await Promise.all([
        database.write(insertOnce(0), isolation),
        other.write(insertOnce(1), isolation),
      ]);
      expect(results.toSorted()).toEqual(['found', 'inserted']);
      await database.close();
      await other.close();
    });

    it('repeats a write, or says what failed, also where that was a row that nobody waited for', async () => {
      const database = await openPostgres({ url });
      let tried = 0;
      const writing = database.write(async (tx) => {
        tried += 1;
        const row = organiserRow(tx);
        tx.append('organisers', [row, row]);
        // PostgreSQL refuses it only because of what failed before.
        await addOrganiser(tx);
      });
      await expect(writing).rejects.toMatchObject({
        message: expect.stringContaining('duplicate key'),
      });
      expect(tried).toBe(2);
      await database.close();
    });

    it('rejects a write that ignored the failure of a statement, because PostgreSQL rolls it back', async () => {
      const database = await openPostgres({ url });
      const ignoring = database.write(async (tx) => {
        await addOrganiser(tx);
        await tx.db
          .selectFrom('keys')
          .select(sql<number>`1 / 0`.as('never'))
          .execute()
          .catch(() => undefined);
      });
      await expect(ignoring).rejects.toThrow('without errors');
      expect((await execute('select id from organisers')).rows).toEqual([]);
      await database.close();
    });

    it('cannot be backed up with Gatehouse, only with its own tools', async () => {
      const database = await openPostgres({ url });
      await expect(database.backup('/tmp/x')).rejects.toMatchObject({
        code: 'database.unsupported',
      });
      await database.close();
    });
  },
);
