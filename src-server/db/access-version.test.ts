import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import type { WriteTransaction } from './transaction.ts';

let dataDir: string;
let database: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  database = openDatabase({ dataDir });
  await database.write(addOrganiser);
});

afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function addOrganiser(tx: WriteTransaction): Promise<void> {
  const stamp = tx.stamp();
  const shared = { created_at: stamp, updated_at: stamp };
  await tx.db
    .insertInto('organisers')
    .values({
      ...shared,
      reference: tx.mint('organiser'),
      display_name: 'A',
      email: null,
      plan: 'pro',
    })
    .execute();
}

async function downgrade(tx: WriteTransaction): Promise<void> {
  await tx.db.updateTable('organisers').set({ plan: 'free' }).execute();
}

async function removeAll(tx: WriteTransaction): Promise<void> {
  await tx.db.deleteFrom('organisers').execute();
}

describe('the access version', () => {
  it('stays while nothing that decides over access changes', async () => {
    const before = database.accessVersion();
    await database.write(addOrganiser);
    await database.read((tx) => tx.latestStamp());
    expect(database.accessVersion()).toBe(before);
  });

  it.each([
    ['changed', downgrade],
    ['taken away', removeAll],
  ])('is another one when the write that saw a row %s is answered', async (_case, work) => {
    const before = database.accessVersion();
    await database.write(work);
    expect(database.accessVersion()).not.toBe(before);
  });

  it('is another one after the commit although it was asked for during the transaction', async () => {
    let during = 0;
    await database.write(async (tx) => {
      await downgrade(tx);
      during = database.accessVersion();
    });
    expect(database.accessVersion()).not.toBe(during);
  });

  it('is another one as soon as another connection has changed a row', async () => {
    await using other = openDatabase({ dataDir });
    const before = database.accessVersion();
    await other.write(downgrade);
    expect(database.accessVersion()).not.toBe(before);
    expect(database.accessVersion()).toBe(database.accessVersion());
  });
});
