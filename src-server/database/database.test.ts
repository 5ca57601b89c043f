import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import BetterSqlite from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_HOUR,
  MICROS_PER_SECOND,
  type Instant,
} from '../../shared/instant.ts';
import { openDatabase, type Database } from './database.ts';
import type { DomainEvent } from './domain-event.ts';
import { migrations } from './migrations/migrations.ts';
import { compileStatement } from './query.ts';
import type { WriteTransaction } from './transaction.ts';

const noon = instantFromMicros(1_800_000_000 * MICROS_PER_SECOND);

let dataDir: string;
let database: Database;
let now: Instant;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  now = noon;
  database = openDatabase({ dataDir, clock: () => now });
});

afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function addOrganiser(tx: WriteTransaction, name: string): Promise<Instant> {
  const stamp = tx.stamp();
  await tx.db
    .insertInto('organisers')
    .values({
      reference: tx.mint('organiser'),
      display_name: name,
      email: null,
      plan: 'pro',
      created_at: stamp,
      updated_at: stamp,
    })
    .execute();
  return stamp;
}

function names(source: Database): Promise<string[]> {
  return source.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('organisers')
      .select('display_name')
      .orderBy('id')
      .execute();
    return rows.map((row) => row.display_name);
  });
}

function sqliteFile(): string {
  return join(dataDir, 'server.db');
}

function disputed(charge: string): DomainEvent {
  return {
    organiser_id: 1,
    event_id: null,
    name: 'charge.disputed',
    data: { dispute: null, charge, amount: null, reason: null },
  };
}

describe('the write lane', () => {
  it('answers after the commit, so that a read sees what was answered', async () => {
    await database.write((tx) => addOrganiser(tx, 'Aurora'));
    expect(await names(database)).toEqual(['Aurora']);
  });

  it('commits works of one turn together and keeps their order', async () => {
    const observer = new BetterSqlite(sqliteFile(), { readonly: true });
    const count = observer.prepare('select count(*) from organisers').pluck();
    const seen: unknown[] = [];
    const works = ['a', 'b', 'c'].map((name) =>
      database.write(async (tx) => {
        await addOrganiser(tx, name);
        seen.push(count.get());
      }),
    );
    await Promise.all(works);
    expect(seen).toEqual([0, 0, 0]);
    expect(count.get()).toBe(3);
    observer.close();
    expect(await names(database)).toEqual(['a', 'b', 'c']);
  });

  it('undoes a failed work alone', async () => {
    const results = await Promise.allSettled([
      database.write((tx) => addOrganiser(tx, 'first')),
      database.write(async (tx) => {
        await addOrganiser(tx, 'lost');
        throw new Error('changed my mind');
      }),
      database.write((tx) => addOrganiser(tx, 'last')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await names(database)).toEqual(['first', 'last']);
  });

  it('undoes a failed work that came alone, and goes on', async () => {
    const failing = database.write(async (tx) => {
      await addOrganiser(tx, 'lost');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await database.write((tx) => addOrganiser(tx, 'next'));
    expect(await names(database)).toEqual(['next']);
  });

  it('gathers works that arrive in later turns while more keep coming', async () => {
    const observer = new BetterSqlite(sqliteFile(), { readonly: true });
    const count = observer.prepare('select count(*) from organisers').pluck();
    const seen: unknown[] = [];
    const add = (name: string) =>
      database.write(async (tx) => {
        await addOrganiser(tx, name);
        seen.push(count.get());
      });
    const works = [add('a'), add('b')];
    await new Promise((resolve) => {
      setImmediate(() => {
        works.push(add('c'));
        setImmediate(resolve);
      });
    });
    await Promise.all(works);
    expect(seen).toEqual([0, 0, 0]);
    expect(await names(database)).toEqual(['a', 'b', 'c']);
    observer.close();
  });

  it('rejects every work when the disk is full, keeps nothing of them, and goes on afterwards', async () => {
    await database.write((tx) => addOrganiser(tx, 'kept'));
    await database.write(async (tx) => {
      await tx.all({ sql: 'pragma max_page_count = 1' }, []);
    });
    const big = 'x'.repeat(4_000_000);
    const results = await Promise.allSettled([
      database.write((tx) => addOrganiser(tx, 'small')),
      database.write((tx) => addOrganiser(tx, big)),
    ]);
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'database.full' } });
    const kept = results[0]?.status === 'fulfilled' ? ['kept', 'small'] : ['kept'];
    expect(await names(database)).toEqual(kept);
    await database.write(async (tx) => {
      await tx.all({ sql: 'pragma max_page_count = 1000000' }, []);
    });
    await database.write((tx) => addOrganiser(tx, big));
    expect(await names(database)).toEqual([...kept, big]);
  });

  it('waits for another process that holds the write lock', async () => {
    const other = new BetterSqlite(sqliteFile());
    other.exec('begin immediate');
    let answered = false;
    const writing = database
      .write((tx) => addOrganiser(tx, 'patient'))
      .then(() => (answered = true));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    other.exec('commit');
    await writing;
    expect(await names(database)).toEqual(['patient']);
    other.close();
  });

  it('refuses a transaction that is used after its work has ended', async () => {
    const leaked = await database.write(async (tx) => ({ tx }));
    expect(() => leaked.tx.stamp()).toThrow('still open');
    expect(() => leaked.tx.db).toThrow('still open');
    await expect(leaked.tx.all({ sql: 'select 1' }, [])).rejects.toThrow('still open');
  });

  it('finishes queued works on close and refuses later ones', async () => {
    const queued = database.write((tx) => addOrganiser(tx, 'in time'));
    await database.close();
    await expect(queued).resolves.toBeGreaterThan(0);
    await expect(database.write((tx) => addOrganiser(tx, 'late'))).rejects.toMatchObject({
      code: 'database.closed',
    });
    await expect(database.read(async () => 1)).rejects.toMatchObject({ code: 'database.closed' });
    database = openDatabase({ dataDir });
    expect(await names(database)).toEqual(['in time']);
  });

  it('tells committed events only, after the commit', async () => {
    const heard: DomainEvent[] = [];
    const stop = database.onCommit((events) => heard.push(...events));
    await Promise.allSettled([
      database.write(async (tx) => tx.emit(disputed('ch_1'))),
      database.write(async (tx) => {
        tx.emit(disputed('ch_2'));
        throw new Error('undone');
      }),
      database.write(async (tx) => tx.emit(disputed('ch_3'))),
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard.map((event) => event.data)).toMatchObject([
      { charge: 'ch_1' },
      { charge: 'ch_3' },
    ]);
    stop();
    await database.write(async (tx) => tx.emit(disputed('ch_4')));
    expect(heard).toHaveLength(2);
  });
});

describe('reading', () => {
  it('keeps one snapshot while others write', async () => {
    await database.read(async (tx) => {
      const count = async () =>
        (await tx.db.selectFrom('organisers').select('id').execute()).length;
      expect(await count()).toBe(0);
      await database.write((write) => addOrganiser(write, 'meanwhile'));
      expect(await count()).toBe(0);
    });
    expect(await names(database)).toEqual(['meanwhile']);
  });

  it('serves more reads at once than there are connections', async () => {
    await database.write((tx) => addOrganiser(tx, 'one'));
    const reads = Array.from({ length: 40 }, () => names(database));
    expect(await Promise.all(reads)).toEqual(reads.map(() => ['one']));
  });

  it('cannot write', async () => {
    await expect(
      database.read((tx) => tx.db.deleteFrom('organisers').execute()),
    ).rejects.toMatchObject({ code: 'database.failed' });
  });

  it('runs a compiled statement with the same result as the builder', async () => {
    const byName = compileStatement((db) =>
      db.selectFrom('organisers').select(['display_name', 'plan']).where('display_name', '=', ''),
    );
    await database.write((tx) => addOrganiser(tx, 'Bølge'));
    const row = await database.read((tx) => tx.first(byName, ['Bølge']));
    expect(row).toEqual({ display_name: 'Bølge', plan: 'pro' });
  });
});

describe('reading at this very moment', () => {
  const count = { sql: 'select count(*) as count from organisers' };
  const countNow = () => database.readNow<{ count: number }>(count, [])?.count;

  it('sees a commit of this process in the turn in which it was made', async () => {
    await database.write((tx) => addOrganiser(tx, 'a'));
    const seen: unknown[] = [];
    database.onCommit(() => seen.push(countNow()));
    await database.write(async (tx) => {
      await addOrganiser(tx, 'b');
      tx.emit(disputed('ch_1'));
      seen.push(countNow());
    });
    expect(seen).toEqual([1, 2]);
  });

  it('sees a commit of another process in the next turn', async () => {
    const other = openDatabase({ dataDir });
    expect(countNow()).toBe(0);
    await other.write((tx) => addOrganiser(tx, 'a'));
    expect(countNow()).toBe(1);
    await other.close();
  });
});

describe('stamps', () => {
  it('go up strictly whatever the wall clock does, also after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            jump: fc.integer({ min: -5_000_000, max: 5_000_000 }),
            rows: fc.integer({ min: 1, max: 3 }),
            restart: fc.boolean(),
          }),
          { maxLength: 12 },
        ),
        async (steps) => {
          let last = await database.read((tx) => tx.latestStamp());
          for (const step of steps) {
            now = addMicros(now, step.jump);
            if (step.restart) {
              await database.close();
              database = openDatabase({ dataDir, clock: () => now });
            }
            const stamps = await database.write(async (tx) => {
              const given: Instant[] = [];
              for (let row = 0; row < step.rows; row += 1) given.push(tx.stamp());
              return given;
            });
            for (const stamp of stamps) {
              expect(stamp).toBeGreaterThan(last);
              last = stamp;
            }
            expect(await database.read((tx) => tx.latestStamp())).toBe(last);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('of a long transaction move to its end, with their order and without touching older rows', async () => {
    await database.write((tx) => addOrganiser(tx, 'older'));
    await database.write(async (tx) => {
      await addOrganiser(tx, 'begun');
      now = addMicros(now, MICROS_PER_HOUR);
      await addOrganiser(tx, 'ended');
    });
    const rows = await database.read((tx) =>
      tx.db
        .selectFrom('organisers')
        .select(['display_name', 'created_at', 'updated_at'])
        .orderBy('updated_at')
        .execute(),
    );
    expect(rows.map((row) => row.display_name)).toEqual(['older', 'begun', 'ended']);
    expect(rows.map((row) => row.created_at)).toEqual(rows.map((row) => row.updated_at));
    const [older, begun, ended] = rows.map((row) => row.updated_at);
    expect(older).toBe(noon);
    expect(begun).toBeGreaterThanOrEqual(noon + MICROS_PER_HOUR);
    expect(await database.read((tx) => tx.latestStamp())).toBe(ended);
  });

  it('of two processes follow the order of their commits, and no write is lost', async () => {
    const script = `
      import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
      const database = openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      for (let row = 0; row < 60; row += 1) {
        await database.write(async (tx) => {
          const stamp = tx.stamp();
          await tx.db.insertInto('organisers').values({ reference: tx.mint('organiser'), display_name: process.argv[1], email: null, plan: 'pro', created_at: stamp, updated_at: stamp }).execute();
        });
      }
      await database.close();`;
    const writers = ['left', 'right'].map((name) =>
      spawn(process.execPath, ['--input-type=module', '-e', script, name], { stdio: 'inherit' }),
    );
    const exits = await Promise.all(writers.map((writer) => once(writer, 'exit')));
    expect(exits.map(([code]) => code)).toEqual([0, 0]);
    const stamps = await database.read((tx) =>
      tx.db.selectFrom('organisers').select('updated_at').orderBy('id').execute(),
    );
    expect(stamps).toHaveLength(120);
    const values = stamps.map((row) => row.updated_at);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(new Set(values).size).toBe(120);
  });
});

describe('opening', () => {
  it('survives a kill: what was answered is there, what was not is wholly absent', async () => {
    await database.close();
    const script = `
      import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
      const database = openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      const add = (tx, name) => { const stamp = tx.stamp(); return tx.db.insertInto('organisers').values({ reference: tx.mint('organiser'), display_name: name, email: null, plan: 'pro', created_at: stamp, updated_at: stamp }).execute(); };
      for (let pair = 0; ; pair += 1) {
        await database.write(async (tx) => { await add(tx, pair + ' a'); await add(tx, pair + ' b'); });
        process.stdout.write(pair + '\\n');
      }`;
    for (let round = 0; round < 5; round += 1) {
      const writer = spawn(process.execPath, ['--input-type=module', '-e', script]);
      let output = '';
      writer.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.length > 40 * (round + 1)) writer.kill('SIGKILL');
      });
      await once(writer, 'close');
      const acknowledged = output.split('\n').length - 1;
      database = openDatabase({ dataDir });
      const found = await names(database);
      expect(acknowledged).toBeGreaterThan(0);
      expect(found.length % 2).toBe(0);
      expect(found.length / 2).toBeGreaterThanOrEqual(acknowledged);
      await database.write(async (tx) => {
        await tx.db.deleteFrom('organisers').execute();
      });
      await database.close();
    }
  });

  it('refuses a database from a newer version with a sentence, and leaves it alone', async () => {
    await database.close();
    const newer = new BetterSqlite(sqliteFile());
    newer.pragma('user_version = 999');
    newer.close();
    expect(() => openDatabase({ dataDir })).toThrow('written by a newer version (schema 999');
    const file = new BetterSqlite(sqliteFile());
    expect(file.pragma('user_version', { simple: true })).toBe(999);
    file.pragma(`user_version = ${migrations.length}`);
    file.close();
    database = openDatabase({ dataDir });
    expect(await names(database)).toEqual([]);
  });

  it('refuses a file that is no database', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(elsewhere, 'server.db'), 'not a database, '.repeat(1000));
    expect(() => openDatabase({ dataDir: elsewhere })).toThrow('no database');
    rmSync(elsewhere, { recursive: true });
  });

  it('makes the data directory, and copies a consistent backup while it is open', async () => {
    await database.write((tx) => addOrganiser(tx, 'saved'));
    const copy = join(dataDir, 'nested', 'deeper');
    const target = openDatabase({ dataDir: copy });
    await target.close();
    expect(existsSync(join(copy, 'server.db'))).toBe(true);
    await database.backup(join(copy, 'server.db'));
    const restored = openDatabase({ dataDir: copy });
    expect(await names(restored)).toEqual(['saved']);
    await restored.close();
  });
});
