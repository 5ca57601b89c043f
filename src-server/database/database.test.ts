import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Instant } from '../../shared/instant.ts';
import { isOnPostgres, newTestDatabase } from '../../test/support/test-config.ts';
import { Cached } from './cached.ts';
import type { Database, OutboxWriter } from './database.ts';
import type { DomainEvent } from './domain-event.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { prepareQuery, type AmongParameter, type Parameter } from './prepared-query.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { WriteTransaction } from './transaction.ts';

/** The location of a database that several processes may open. */
interface Place {
  open(options?: { outbox?: OutboxWriter; isAlone?: boolean }): Promise<Database>;
  remove(): void;
}

/** On SQLite; `npm run test:postgres` runs the same tests on PostgreSQL. */
async function newPlace(): Promise<Place> {
  const url = await newTestDatabase();
  if (url !== null) {
    return { open: (options) => openPostgres({ url, ...options }), remove: () => undefined };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  return {
    open: async (options) => openSqlite({ dataDir, ...options }),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

const organiser = (tx: WriteTransaction, name: string) => {
  const timestamp = tx.timestamp();
  return {
    reference: tx.newReference('organiser'),
    display_name: name,
    email: null,
    plan: 'pro' as const,
    created_at: timestamp,
    updated_at: timestamp,
  };
};

const addOrganiser = (tx: WriteTransaction, name: string) =>
  tx.insert('organisers', organiser(tx, name));

const byName = prepareQuery((db, $: Parameter<{ name: string }>) =>
  db.selectFrom('organisers').selectAll().where('display_name', '=', $('name')),
);
interface Names {
  readonly names: readonly string[];
}
const byNames = prepareQuery((db, _: Parameter<Names>, isAmong: AmongParameter<Names>) =>
  db.selectFrom('organisers').selectAll().where(isAmong('display_name', 'names')).orderBy('id'),
);
const rename = prepareQuery((db, $: Parameter<{ name: string; to: string; timestamp: Instant }>) =>
  db
    .updateTable('organisers')
    .set({ display_name: $('to'), updated_at: $('timestamp') })
    .where('display_name', '=', $('name')),
);

function names(database: Database): Promise<string[]> {
  return database.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('organisers')
      .select('display_name')
      .orderBy('id')
      .execute();
    return rows.map((row) => row.display_name);
  });
}

function disputed(charge: string): DomainEvent {
  return {
    organiser_id: 1,
    event_id: null,
    name: 'charge.disputed',
    data: { dispute: null, charge, amount: null, reason: null },
  };
}

const countUp = async (tx: WriteTransaction) => {
  const row = await tx.db.selectFrom('organisers').select('display_name').executeTakeFirstOrThrow();
  await tx.db
    .updateTable('organisers')
    .set({ display_name: String(Number(row.display_name) + 1) })
    .execute();
};

const take = async (tx: WriteTransaction, guest: string) => {
  await tx.db
    .selectFrom('organisers')
    .select('id')
    .where('display_name', '=', 'place')
    .forUpdate()
    .execute();
  const taken = await tx.db.selectFrom('organisers').select('id').execute();
  if (taken.length > 1) return false;
  await addOrganiser(tx, guest);
  return true;
};

const codePoints = (text: string) => Buffer.from(text).toString('hex');

const setPlan = (tx: WriteTransaction, plan: 'free' | 'pro') =>
  tx.db.updateTable('organisers').set({ plan }).execute();

const cached = new Cached<string, string>('access');
const lookIn = (tx: WriteTransaction) =>
  cached.get(tx, 'key', async () => (await tx.first(byName, { name: 'a' }))?.plan ?? 'none');

const readPlan = (database: Database, name: string) =>
  database.read((tx) =>
    cached.get(tx, 'key', async () => (await tx.first(byName, { name }))?.plan ?? 'none'),
  );

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe(`A database on ${isOnPostgres ? 'PostgreSQL' : 'SQLite'}`, () => {
  let place: Place;
  let database: Database;

  beforeEach(async () => {
    place = await newPlace();
    database = await place.open();
  });

  afterEach(async () => {
    await database.close();
    place.remove();
  });

  describe('writes', () => {
    it('resolve after the commit, so that a later read sees them', async () => {
      const row = await database.write((tx) => addOrganiser(tx, 'Aurora'));
      const found = await database.read((tx) => tx.first(byName, { name: 'Aurora' }));
      expect(found).toEqual(row);
    });

    it('roll back only the callback that fails', async () => {
      const results = await Promise.allSettled([
        database.write((tx) => addOrganiser(tx, 'first')),
        database.write(async (tx) => {
          await addOrganiser(tx, 'lost');
          throw new Error('changed my mind');
        }),
        database.write((tx) => addOrganiser(tx, 'last')),
      ]);
      expect(results.map((result) => result.status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
      expect(results[1]).toMatchObject({ reason: { message: 'changed my mind' } });
      expect((await names(database)).toSorted()).toEqual(['first', 'last']);
    });

    it('roll back the whole callback of a statement that violates a constraint', async () => {
      await database.write((tx) => addOrganiser(tx, 'here'));
      const failing = database.write(async (tx) => {
        const row = organiser(tx, 'twin');
        await tx.insert('organisers', row);
        await tx.insert('organisers', row);
      });
      await expect(failing).rejects.toMatchObject({ code: 'database.failed' });
      await database.write((tx) => addOrganiser(tx, 'next'));
      expect(await names(database)).toEqual(['here', 'next']);
    });

    it('insert any number of rows together, and return them in order with their numbers', async () => {
      const given = Array.from({ length: 1_200 }, (_, index) => `row ${index}`);
      const { none, rows } = await database.write(async (tx) => ({
        none: await tx.insertAll('organisers', []),
        rows: await tx.insertAll(
          'organisers',
          given.map((name) => organiser(tx, name)),
        ),
      }));
      expect(none).toEqual([]);
      const stored = await database.read((tx) =>
        tx.db.selectFrom('organisers').selectAll().orderBy('id').execute(),
      );
      expect(rows).toEqual(stored);
      expect(stored.map(({ display_name }) => display_name)).toEqual(given);
    });

    it('find the rows of a list of texts', async () => {
      await database.write(async (tx) => {
        for (const name of ['one', "two's", 'three']) await addOrganiser(tx, name);
      });
      const find = (wanted: readonly string[]) =>
        database.read(async (tx) => {
          const rows = await tx.all(byNames, { names: wanted });
          return rows.map(({ display_name }) => display_name);
        });
      expect(await find(['three', "two's", 'nobody', '"', '{}'])).toEqual(["two's", 'three']);
      expect(await find([])).toEqual([]);
    });

    it('run their statements in the order of the calls, whether or not these wait for each other', async () => {
      const found = await database.write(async (tx) => {
        const before = tx.first(byName, { name: 'first' });
        const added = addOrganiser(tx, 'first');
        tx.append('organisers', [organiser(tx, 'second')]);
        return Promise.all([
          before,
          added.then(({ id }) => id > 0),
          tx.first(byName, { name: 'second' }).then((row) => row?.display_name),
        ]);
      });
      expect(found).toEqual([undefined, true, 'second']);
      expect(await names(database)).toEqual(['first', 'second']);
    });

    it('reject, and commit nothing, if a row could not be appended', async () => {
      await database.write(async (tx) => tx.append('organisers', [organiser(tx, 'here')]));
      const failing = database.write(async (tx) => {
        const row = organiser(tx, 'twin');
        tx.append('organisers', [row]);
        tx.append('organisers', [row]);
        return 'done';
      });
      await expect(failing).rejects.toMatchObject({ code: 'database.failed' });
      const abandoned = database.write(async (tx) => {
        const row = organiser(tx, 'twin');
        tx.append('organisers', [row]);
        tx.append('organisers', [row]);
        throw new Error('changed my mind');
      });
      await expect(abandoned).rejects.toThrow();
      await database.write((tx) => addOrganiser(tx, 'next'));
      expect(await names(database)).toEqual(['here', 'next']);
    });

    it('reject the use of a transaction after its callback has ended', async () => {
      const leaked = await database.write(async (tx) => ({ tx }));
      expect(() => leaked.tx.timestamp()).toThrow('still open');
      expect(() => leaked.tx.db).toThrow('still open');
      expect(() => leaked.tx.append('organisers', [organiser(leaked.tx, 'a')])).toThrow(
        'still open',
      );
      await expect(leaked.tx.all(byName, { name: 'a' })).rejects.toThrow('still open');
    });

    it('in progress finish on close, and later ones are rejected', async () => {
      const begun = database.write((tx) => addOrganiser(tx, 'in time'));
      await database.close();
      await expect(begun).resolves.toMatchObject({ display_name: 'in time' });
      await expect(database.write((tx) => addOrganiser(tx, 'late'))).rejects.toMatchObject({
        code: 'database.closed',
      });
      await expect(database.read(async () => 1)).rejects.toMatchObject({ code: 'database.closed' });
      database = await place.open();
      expect(await names(database)).toEqual(['in time']);
    });

    it('return how many rows a statement changed', async () => {
      await database.write((tx) => addOrganiser(tx, 'a'));
      const changed = await database.write(async (tx) => [
        await tx.run(rename, { name: 'a', to: 'b', timestamp: tx.timestamp() }),
        await tx.run(rename, { name: 'a', to: 'b', timestamp: tx.timestamp() }),
      ]);
      expect(changed).toEqual([1, 0]);
    });

    it('are isolated: of many that read before they write, all are counted', async () => {
      const other = await place.open();
      await database.write((tx) => addOrganiser(tx, '0'));
      await Promise.all(
        Array.from({ length: 24 }, (_none, index) =>
          (index % 2 === 0 ? database : other).write(countUp),
        ),
      );
      expect(await names(database)).toEqual(['24']);
      await other.close();
    });

    it('at read committed are serialised if they lock the row that they depend on', async () => {
      const other = await place.open();
      await database.write((tx) => addOrganiser(tx, 'place'));
      const admitted = await Promise.all(
        Array.from({ length: 24 }, (_none, index) =>
          (index % 2 === 0 ? database : other).write((tx) => take(tx, `guest ${index}`), {
            isolation: 'read committed',
          }),
        ),
      );
      expect(admitted.filter(Boolean)).toHaveLength(1);
      expect(await names(database)).toHaveLength(2);
      await other.close();
    });

    it('with the same lock never run concurrently: each is rejected, or runs after the previous one', async () => {
      const other = await place.open();
      await database.write((tx) => addOrganiser(tx, '0'));
      let running = 0;
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_none, index) =>
          (index % 2 === 0 ? database : other).write(
            async (tx) => {
              running += 1;
              expect(running).toBe(1);
              await countUp(tx);
              running -= 1;
            },
            { isolation: 'read committed', lock: 'one' },
          ),
        ),
      );
      const refused = results.filter((result) => result.status === 'rejected');
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'database.locked' });
      expect(await names(database)).toEqual([String(results.length - refused.length)]);
      await other.close();
    });
  });

  describe('events', () => {
    it('reach listeners after the commit, and only if they were committed', async () => {
      const heard: DomainEvent[] = [];
      const stop = database.onCommit(({ events }) => heard.push(...events), 1_000);
      await Promise.allSettled([
        database.write(async (tx) => tx.emit(disputed('ch_1'))),
        database.write(async (tx) => {
          tx.emit(disputed('ch_2'));
          throw new Error('undone');
        }),
      ]);
      await database.write(async (tx) => tx.emit(disputed('ch_3')));
      expect(heard.map((event) => event.data)).toMatchObject([
        { charge: 'ch_1' },
        { charge: 'ch_3' },
      ]);
      stop();
      await database.write(async (tx) => tx.emit(disputed('ch_4')));
      expect(heard).toHaveLength(2);
    });

    it('are written to the outbox in their own transaction, which fails with it', async () => {
      await database.close();
      database = await place.open({
        outbox: async (tx, events) => {
          if (events.length > 1) throw new Error('outbox');
          await addOrganiser(tx, 'told');
          return true;
        },
      });
      const commits: boolean[] = [];
      database.onCommit(({ events, hasDeliveries }) => {
        if (events.length > 0) commits.push(hasDeliveries);
      }, 1_000);
      await database.write(async (tx) => tx.emit(disputed('ch_1')));
      const failing = database.write(async (tx) => {
        await addOrganiser(tx, 'lost');
        tx.emit(disputed('ch_2'));
        tx.emit(disputed('ch_3'));
      });
      await expect(failing).rejects.toThrow('outbox');
      expect(await names(database)).toEqual(['told']);
      expect(commits).toEqual([true]);
    });

    it("of another process's commit reach listeners soon", async () => {
      const other = await place.open();
      const { promise, resolve } = Promise.withResolvers<ReadonlySet<number> | null>();
      await pause(60);
      database.onCommit(({ events, eventIds }) => {
        if (events.length === 0) resolve(eventIds);
      }, 20);
      await other.write((tx) => addOrganiser(tx, 'elsewhere'));
      // Only PostgreSQL's notifications say which events it concerns.
      expect(await promise).toEqual(isOnPostgres ? new Set() : null);
      await other.close();
    });
  });

  describe('reads', () => {
    it('keep one snapshot while others write', async () => {
      await database.read(async (tx) => {
        const count = async () =>
          (await tx.db.selectFrom('organisers').select('id').execute()).length;
        expect(await count()).toBe(0);
        await database.write((write) => addOrganiser(write, 'meanwhile'));
        expect(await count()).toBe(0);
      });
      expect(await names(database)).toEqual(['meanwhile']);
    });

    it('wait if there are more of them than connections', async () => {
      await database.write((tx) => addOrganiser(tx, 'one'));
      const reads = Array.from({ length: 40 }, () => names(database));
      expect(await Promise.all(reads)).toEqual(reads.map(() => ['one']));
    });

    it('reject writes', async () => {
      await expect(
        database.read((tx) => tx.db.deleteFrom('organisers').execute()),
      ).rejects.toMatchObject({ code: 'database.failed' });
    });

    it('order texts by code point', async () => {
      const texts = ['Z', 'a', 'ä', 'Ａ', '\u{1F600}', '~', ' '];
      await database.write(async (tx) => {
        for (const text of texts) await addOrganiser(tx, text);
      });
      const rows = await database.read((tx) =>
        tx.db.selectFrom('organisers').select('display_name').orderBy('display_name').execute(),
      );
      expect(rows.map((row) => row.display_name)).toEqual(
        texts.toSorted((a, b) => (codePoints(a) < codePoints(b) ? -1 : 1)),
      );
    });

    it('refuse a prepared query without one of its parameters', async () => {
      const params: { name: string; extra?: string } = JSON.parse('{"extra":"x"}');
      await expect(database.read((tx) => tx.all(byName, params))).rejects.toThrow(
        'expected the parameter name',
      );
    });
  });

  describe('timestamps', () => {
    it('of one row increase, and those after a bound are greater than it, whatever transactions are open', async () => {
      const other = await place.open();
      const rounds = fc.array(
        fc.record({
          isOther: fc.boolean(),
          holdMs: fc.integer({ min: 0, max: 30 }),
          rows: fc.integer({ min: 1, max: 3 }),
          pauseMs: fc.integer({ min: 0, max: 10 }),
        }),
        { minLength: 4, maxLength: 10 },
      );
      await fc.assert(
        fc.asyncProperty(rounds, async (steps) => {
          const seen = new Map<string, number>();
          let bound = 0;
          const poll = async () => {
            const page = await database.readBounded(async (tx, upTo) => ({
              upTo,
              rows: await tx.db
                .selectFrom('organisers')
                .select(['reference', 'updated_at'])
                .where('updated_at', '>', (eb) => eb.val(bound).$castTo<Instant>())
                .where('updated_at', '<=', upTo)
                .execute(),
            }));
            for (const { reference, updated_at } of page.rows) seen.set(reference, updated_at);
            bound = page.upTo;
          };
          const writing = steps.map(async ({ isOther, holdMs, rows, pauseMs }) => {
            await pause(pauseMs);
            await (isOther ? other : database).write(
              async (tx) => {
                for (let row = 0; row < rows; row += 1) await addOrganiser(tx, 'row');
                await pause(holdMs);
              },
              { isolation: 'read committed' },
            );
          });
          const progress = { isDone: false };
          const done = Promise.all(writing).then(() => (progress.isDone = true));
          while (!progress.isDone) {
            await poll();
            await pause(1);
          }
          await done;
          await poll();
          const all = await database.read((tx) =>
            tx.db.selectFrom('organisers').select(['reference', 'updated_at']).execute(),
          );
          expect(seen).toEqual(new Map(all.map((row) => [row.reference, row.updated_at])));
          await database.write(async (tx) => void (await tx.db.deleteFrom('organisers').execute()));
        }),
        { numRuns: 8 },
      );
      await other.close();
    }, 60_000);

    it('never decrease, although a transaction that began earlier changes the row later', async () => {
      const other = await place.open();
      await database.write((tx) => addOrganiser(tx, 'a'));
      const began = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const early = database.write(
        async (tx) => {
          began.resolve();
          await goOn.promise;
          await tx.run(rename, { name: 'b', to: 'c', timestamp: tx.timestamp() });
        },
        { isolation: 'read committed' },
      );
      await began.promise;
      const late = other.write((tx) =>
        tx.run(rename, { name: 'a', to: 'b', timestamp: tx.timestamp() }),
      );
      // On SQLite the second transaction waits for the first, so no timestamp could decrease.
      await Promise.race([late, pause(200)]);
      const between = await database.read((tx) => tx.first(byName, { name: 'b' }));
      goOn.resolve();
      await Promise.all([early, late]);
      const after = await database.read((tx) => tx.first(byName, { name: 'c' }));
      if (between !== undefined) expect(after?.updated_at).toBeGreaterThan(between.updated_at);
      await other.close();
    });
  });

  describe('versions', () => {
    beforeEach(async () => {
      await database.write((tx) => addOrganiser(tx, 'a'));
    });

    it('stay the same while nothing of the topic changes', async () => {
      const { now: _before, ...before } = await database.versions();
      await database.write((tx) => addOrganiser(tx, 'b'));
      expect(await database.versions()).toMatchObject(before);
    });

    it('change with a commit of any process, as soon as it has resolved', async () => {
      const other = await place.open();
      const seen = [await database.versions()];
      await database.write((tx) => setPlan(tx, 'free'));
      seen.push(await database.versions());
      await other.write((tx) => setPlan(tx, 'pro'));
      seen.push(await database.versions());
      expect(new Set(seen.map(({ access }) => access)).size).toBe(3);
      expect(new Set(seen.map(({ setup }) => setup)).size).toBe(1);
      await other.close();
    });

    it('are returned with the time of the clock that transactions use', async () => {
      const times = [
        await database.read(async (tx) => tx.now),
        (await database.versions()).now,
        await database.write(async (tx) => tx.now),
      ];
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    });

    it('keep a cache valid until they change', async () => {
      const other = await place.open();
      expect(await readPlan(database, 'a')).toBe('pro');
      expect(await readPlan(database, 'nobody')).toBe('pro');
      await other.write((tx) => setPlan(tx, 'free'));
      expect(await readPlan(database, 'a')).toBe('free');
      await other.close();
    });

    it('keep a transaction from caching what it has changed, since it may be rolled back', async () => {
      const undone = database.write(async (tx) => {
        expect(await lookIn(tx)).toBe('pro');
        await setPlan(tx, 'free');
        expect(await lookIn(tx)).toBe('free');
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await readPlan(database, 'a')).toBe('pro');
    });
  });

  describe('locks', () => {
    it('are held by one process at a time, until they are released or it closes', async () => {
      const other = await place.open();
      const first = await database.tryLock('maintenance');
      expect(first?.isHeld()).toBe(true);
      expect(await other.tryLock('maintenance')).toBeNull();
      expect(await database.tryLock('maintenance')).toBeNull();
      expect(await other.tryLock('mail')).not.toBeNull();
      await first?.release();
      expect(first?.isHeld()).toBe(false);
      const second = await other.tryLock('maintenance');
      expect(second?.isHeld()).toBe(true);
      await second?.release();
      await other.close();
    });
  });

  it('is refused to whoever wants it alone while a program has it open, and can be had when that has ended', async () => {
    await expect(place.open({ isAlone: true })).rejects.toMatchObject({
      code: 'database.busy',
      message: expect.stringMatching(/^A program is using .+\. Stop the server.+\.$/),
    });
    await database.write((tx) => addOrganiser(tx, 'before'));
    await database.close();
    const alone = await place.open({ isAlone: true });
    await alone.write((tx) => addOrganiser(tx, 'alone'));
    expect(await names(alone)).toEqual(['before', 'alone']);
    await alone.close();
    database = await place.open();
    expect(await names(database)).toEqual(['before', 'alone']);
  });
});
