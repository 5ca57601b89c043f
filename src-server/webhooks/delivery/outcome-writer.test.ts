import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../database/database.ts';
import { createOrganiser } from '../../services/organisers.ts';
import { OutcomeWriter } from './outcome-writer.ts';

let dataDir: string;
let database: Database;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-outcomes-'));
  database = openDatabase({ dataDir });
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function names(): Promise<string[]> {
  const rows = await database.read((tx) =>
    tx.db.selectFrom('organisers').select('display_name').execute(),
  );
  return rows.map((row) => row.display_name);
}

it('a work that fails loses itself alone, and every other is answered with its own result', async () => {
  const writer = new OutcomeWriter(database);
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) =>
      writer.write(async (tx) => {
        await createOrganiser(tx, { name, plan: 'pro', email: null });
        if (name === 'b') throw new Error('lost');
        return name;
      }),
    ),
  );
  expect(results).toMatchObject([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: { message: 'lost' } },
    { status: 'fulfilled', value: 'c' },
  ]);
  expect((await names()).sort()).toEqual(['a', 'c']);
});

it('works of one turn are one work, and later ones another', async () => {
  const writer = new OutcomeWriter(database);
  const seen = new Set<unknown>();
  const look = () =>
    writer.write(async (tx) => {
      seen.add(tx);
    });
  await Promise.all([look(), look(), look()]);
  expect(seen.size).toBe(1);
  await look();
  expect(seen.size).toBe(2);
});
