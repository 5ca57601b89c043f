import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import BetterSqlite from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_HOUR } from '../../../shared/instant.ts';
import { findStoredAnswer, storeAnswer } from '../../repositories/idempotency-keys.ts';
import { createClient } from '../../services/clients.ts';
import { openDatabase, type Database } from '../../services/database.ts';
import { createOrganiser } from '../../services/organisers.ts';
import type { WriteTransaction } from '../transaction.ts';

const keys = ['a', 'b', 'c', 'd'] as const;
type Key = (typeof keys)[number];

let dataDir: string;
let clientRowId: number;
/** Two processes on one file. */
let databases: Database[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-side-index-'));
  databases = [open(), open()];
  clientRowId = await at(0).write(async (tx) => {
    const organiser = await createOrganiser(tx, { name: 'Nordlys', plan: 'pro', email: null });
    const { client } = await createClient(tx, {
      organiser: organiser.reference,
      name: 'Door',
      scopes: ['scans:write'],
      events: 'all',
    });
    return client.id;
  });
});

afterEach(async () => {
  await Promise.all(databases.map((database) => database.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

function open(): Database {
  return openDatabase({ dataDir, gatherRows: 3 });
}

function at(process: number): Database {
  const database = databases[process];
  if (database === undefined) throw new Error('expected a database');
  return database;
}

async function store(tx: WriteTransaction, key: Key, body: string): Promise<void> {
  await storeAnswer(tx, {
    client_id: clientRowId,
    key,
    fingerprint: Buffer.from(key),
    status: 200,
    body,
    contact_id: null,
    created_at: tx.now,
    expires_at: addMicros(tx.now, MICROS_PER_HOUR),
  });
}

/** What answers under the key: an earlier body, or this one from now on. */
async function answer(tx: WriteTransaction, key: Key, body: string): Promise<string> {
  const stored = await findStoredAnswer(tx, { clientRowId, key });
  if (stored === undefined) await store(tx, key, body);
  return stored?.body ?? body;
}

async function erase(tx: WriteTransaction, key: Key): Promise<void> {
  await tx.db.deleteFrom('idempotency_keys').where('key', '=', key).execute();
}

function joined(): number {
  const connection = new BetterSqlite(join(dataDir, 'server.db'), { readonly: true });
  const count = connection.prepare('select count(*) from answers_by_key').pluck().get();
  connection.close();
  return Number(count);
}

describe('a side index', () => {
  it('finds a row before and after it has joined, and in the transaction that inserted it', async () => {
    await at(0).write(async (tx) => {
      await store(tx, 'a', '1');
      expect(await answer(tx, 'a', 'other')).toBe('1');
    });
    await at(0).write((tx) => store(tx, 'b', '2'));
    expect(joined()).toBe(0);
    await at(0).write((tx) => store(tx, 'c', '3'));
    await at(0).write((tx) => store(tx, 'd', '4'));
    expect(joined()).toBe(3);
    for (const [place, key] of keys.entries()) {
      expect(await at(0).write((tx) => answer(tx, key, 'other'))).toBe(String(place + 1));
    }
  });

  it('forgets what was undone, whether the work failed alone or among others', async () => {
    const failing = (key: Key) =>
      at(0).write(async (tx) => {
        await store(tx, key, 'lost');
        throw new Error('changed my mind');
      });
    await expect(failing('a')).rejects.toThrow('changed my mind');
    const [, lost] = await Promise.allSettled([
      at(0).write((tx) => store(tx, 'b', '2')),
      failing('c'),
      at(0).write((tx) => store(tx, 'd', '4')),
    ]);
    expect(lost.status).toBe('rejected');
    const answers = await Promise.all(
      keys.map((key) => at(0).write((tx) => answer(tx, key, 'new'))),
    );
    expect(answers).toEqual(['new', '2', 'new', '4']);
  });

  it('does not find another row under the number of one that was erased', async () => {
    await at(0).write((tx) => store(tx, 'a', '1'));
    await at(1).write((tx) => answer(tx, 'a', '1'));
    await at(0).write((tx) => erase(tx, 'a'));
    await at(0).write((tx) => store(tx, 'b', '2'));
    for (const process of [1, 0]) {
      expect(await at(process).write((tx) => answer(tx, 'b', 'other'))).toBe('2');
    }
    expect(await at(1).write((tx) => answer(tx, 'a', 'new'))).toBe('new');
  });

  it('finds a row once when another process has let it join', async () => {
    await at(0).write((tx) => store(tx, 'a', '1'));
    await at(0).write((tx) => store(tx, 'b', '2'));
    await at(1).write((tx) => answer(tx, 'c', '3'));
    await at(1).write((tx) => store(tx, 'd', '4'));
    expect(joined()).toBe(3);
    const found = await at(0).write(async (tx) =>
      keys.map((key) => tx.answersByKey.find(clientRowId, key).length),
    );
    expect(found).toEqual([1, 1, 1, 1]);
  });

  it('finds everything that was answered, once, after its process was killed', async () => {
    const program = `
      import { openDatabase } from ${JSON.stringify(import.meta.resolve('../../services/database.ts'))};
      import { storeAnswer } from ${JSON.stringify(import.meta.resolve('../../repositories/idempotency-keys.ts'))};
      const database = openDatabase({ dataDir: ${JSON.stringify(dataDir)}, gatherRows: 3 });
      for (let number = 0; ; number += 1) {
        await database.write((tx) => storeAnswer(tx, { client_id: ${clientRowId}, key: String(number), fingerprint: Buffer.from('f'),
          status: 200, body: '{}', contact_id: null, created_at: tx.now, expires_at: tx.now + 1e12 }));
        process.stdout.write(number + '\\n');
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const answered: string[] = [];
    const lines = createInterface({ input: child.stdout }).on('line', (line) =>
      answered.push(line),
    );
    while (answered.length < 200) await once(lines, 'line');
    child.kill('SIGKILL');
    await once(child, 'close');
    const found = await at(0).write(async (tx) =>
      answered.map((key) => tx.answersByKey.find(clientRowId, key).length),
    );
    expect(joined()).toBeGreaterThan(100);
    expect(found).toEqual(answered.map(() => 1));
  });

  it('agrees with a plain map whatever two processes do, restarts and undone works included', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('answer' as const),
        process: fc.nat(1),
        works: fc.array(fc.record({ key: fc.constantFrom(...keys), fails: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
      fc.record({
        kind: fc.constant('erase' as const),
        process: fc.nat(1),
        key: fc.constantFrom(...keys),
      }),
      fc.record({ kind: fc.constant('restart' as const), process: fc.nat(1) }),
    );
    let body = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const model = new Map<Key, string>();
        for (const key of keys) await at(0).write((tx) => erase(tx, key));
        for (const taken of steps) {
          if (taken.kind === 'restart') {
            await at(taken.process).close();
            databases[taken.process] = open();
            continue;
          }
          if (taken.kind === 'erase') {
            await at(taken.process).write((tx) => erase(tx, taken.key));
            model.delete(taken.key);
            continue;
          }
          const works = taken.works.map(({ key, fails }) => {
            body += 1;
            const mine = String(body);
            return at(taken.process).write(async (tx) => {
              const found = await answer(tx, key, mine);
              expect(found).toBe(model.get(key) ?? mine);
              if (fails) throw new Error('changed my mind');
              model.set(key, found);
            });
          });
          for (const [place, { status }] of (await Promise.allSettled(works)).entries()) {
            expect(status).toBe(taken.works[place]?.fails === true ? 'rejected' : 'fulfilled');
          }
        }
        for (const process of [0, 1]) {
          const found = await at(process).write((tx) =>
            Promise.all(keys.map((key) => findStoredAnswer(tx, { clientRowId, key }))),
          );
          expect(found.map((stored) => stored?.body)).toEqual(keys.map((key) => model.get(key)));
        }
      }),
      { numRuns: 100 },
    );
  });
});

function remembered(tx: WriteTransaction, id: number) {
  return tx.setup.recipients.get('1:1:x', async () => [{ id, epoch: 0 }]);
}

describe('what is remembered of the set-up', () => {
  it('is kept over transactions, and read again once another process has changed anything', async () => {
    await at(0).write((tx) => remembered(tx, 1));
    expect(await at(0).write((tx) => remembered(tx, 2))).toEqual([{ id: 1, epoch: 0 }]);
    await at(1).write((tx) => store(tx, 'a', '1'));
    expect(await at(0).write((tx) => remembered(tx, 3))).toEqual([{ id: 3, epoch: 0 }]);
  });

  it('is not kept from a transaction that changes it, because that may be undone', async () => {
    const undone = at(0).write(async (tx) => {
      await tx.db.updateTable('clients').set({ all_events: 0 }).execute();
      await remembered(tx, 1);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await at(0).write((tx) => remembered(tx, 2))).toEqual([{ id: 2, epoch: 0 }]);
    expect(await at(0).write((tx) => remembered(tx, 3))).toEqual([{ id: 2, epoch: 0 }]);
  });
});
