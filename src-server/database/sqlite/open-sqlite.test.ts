import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_HOUR,
  MICROS_PER_SECOND,
  type Instant,
} from '../../../shared/instant.ts';
import type { CopiedBytes, Database } from '../database.ts';
import type { WriteTransaction } from '../transaction.ts';
import { openSqlite } from './open-sqlite.ts';

const noon = instantFromMicros(1_800_000_000 * MICROS_PER_SECOND);

let dataDir: string;
let database: Database;
let now: Instant;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  now = noon;
  database = openSqlite({ dataDir, clock: () => now });
});

afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function addOrganiser(tx: WriteTransaction, name: string): Promise<Instant> {
  const timestamp = tx.timestamp();
  await tx.db
    .insertInto('organisers')
    .values({
      reference: tx.newReference('organiser'),
      display_name: name,
      email: null,
      plan: 'pro',
      created_at: timestamp,
      updated_at: timestamp,
    })
    .execute();
  return timestamp;
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

describe('The commit queue of SQLite', () => {
  it('commits the callbacks of one turn together and keeps their order', async () => {
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

  it('batches callbacks of later turns while more keep coming', async () => {
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

  it('rejects every callback of a batch when the disk is full, writes none of them, and works afterwards', async () => {
    await database.write((tx) => addOrganiser(tx, 'kept'));
    await database.write((tx) => sql`pragma max_page_count = 1`.execute(tx.db));
    const big = 'x'.repeat(4_000_000);
    const results = await Promise.allSettled([
      database.write((tx) => addOrganiser(tx, 'small')),
      database.write((tx) => addOrganiser(tx, big)),
    ]);
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'database.full' } });
    const kept = results[0]?.status === 'fulfilled' ? ['kept', 'small'] : ['kept'];
    expect(await names(database)).toEqual(kept);
    await database.write((tx) => sql`pragma max_page_count = 1000000`.execute(tx.db));
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
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(answered).toBe(false);
    other.exec('commit');
    await writing;
    expect(await names(database)).toEqual(['patient']);
    other.close();
  });
});

describe('timestamps of SQLite', () => {
  it('strictly increase whatever the wall clock does, also after a restart', async () => {
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
          let last = await database.readBounded(async (_tx, bound) => bound);
          for (const step of steps) {
            now = addMicros(now, step.jump);
            if (step.restart) {
              await database.close();
              database = openSqlite({ dataDir, clock: () => now });
            }
            const stamps = await database.write(async (tx) => {
              const given: Instant[] = [];
              for (let row = 0; row < step.rows; row += 1) given.push(tx.timestamp());
              return given;
            });
            for (const timestamp of stamps) {
              expect(timestamp).toBeGreaterThan(last);
              last = timestamp;
            }
            expect(await database.readBounded(async (_tx, bound) => bound)).toBe(last);
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
    expect(await database.readBounded(async (_tx, bound) => bound)).toBe(ended);
  });

  it('of two processes follow the order of their commits, and no write is lost', async () => {
    const script = `
      import { openSqlite } from ${JSON.stringify(new URL('./open-sqlite.ts', import.meta.url).href)};
      const database = openSqlite({ dataDir: ${JSON.stringify(dataDir)} });
      for (let row = 0; row < 60; row += 1) {
        await database.write(async (tx) => {
          const timestamp = tx.timestamp();
          await tx.db.insertInto('organisers').values({ reference: tx.newReference('organiser'), display_name: process.argv[1], email: null, plan: 'pro', created_at: timestamp, updated_at: timestamp }).execute();
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

describe('Opening a SQLite database', () => {
  it('after a kill has every resolved write, and no part of any other', async () => {
    await database.close();
    const script = `
      import { openSqlite } from ${JSON.stringify(new URL('./open-sqlite.ts', import.meta.url).href)};
      const database = openSqlite({ dataDir: ${JSON.stringify(dataDir)} });
      const add = (tx, name) => { const timestamp = tx.timestamp(); return tx.db.insertInto('organisers').values({ reference: tx.newReference('organiser'), display_name: name, email: null, plan: 'pro', created_at: timestamp, updated_at: timestamp }).execute(); };
      for (let pair = 0; ; pair += 1) {
        await database.write(async (tx) => { await add(tx, pair + ' a'); await add(tx, pair + ' b'); });
        process.stdout.write(pair + '\\n');
      }`;
    for (let round = 0; round < 2; round += 1) {
      const writer = spawn(process.execPath, ['--input-type=module', '-e', script]);
      let output = '';
      writer.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.length > 40 * (round + 1)) writer.kill('SIGKILL');
      });
      await once(writer, 'close');
      const acknowledged = output.split('\n').length - 1;
      database = openSqlite({ dataDir });
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

  it('refuses a file that is not a database', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
    writeFileSync(join(elsewhere, 'server.db'), 'not a database, '.repeat(1000));
    expect(() => openSqlite({ dataDir: elsewhere })).toThrow('not a Gatehouse database');
    rmSync(elsewhere, { recursive: true });
  });

  it('creates the data directory, and copies a consistent backup while it is open', async () => {
    await database.write((tx) => addOrganiser(tx, 'saved'));
    const copy = join(dataDir, 'nested', 'deeper');
    const target = openSqlite({ dataDir: copy });
    await target.close();
    expect(existsSync(join(copy, 'server.db'))).toBe(true);
    const progress: CopiedBytes[] = [];
    await database.backup(join(copy, 'server.db'), (copied) => progress.push(copied));
    const size = statSync(join(copy, 'server.db')).size;
    expect(progress[0]).toEqual({ bytes: 0, of: size });
    expect(progress.at(-1)?.bytes).toBeLessThan(size);
    const restored = openSqlite({ dataDir: copy });
    expect(await names(restored)).toEqual(['saved']);
    await restored.close();
  });
});
