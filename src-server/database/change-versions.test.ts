import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../services/clients.ts';
import { openDatabase, type Database } from '../../services/database.ts';
import { recordDispute } from '../../services/disputes.ts';
import { createOrganiser } from '../../services/organisers.ts';
import { createConsoleSubscription } from '../../services/webhook-subscriptions.ts';
import type { WriteTransaction } from '../transaction.ts';

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
      reference: tx.newReference('organiser'),
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

function run(sql: string): Promise<number> {
  return database.write((tx) => tx.run({ sql }, []));
}

describe('the delivery version', () => {
  beforeEach(async () => {
    await database.write(async (tx) => {
      const { reference } = await createOrganiser(tx, { name: 'O', plan: 'pro', email: null });
      const endpoint = { url: 'https://example.org/' };
      const input = { endpoint, events: ['charge.disputed'], event: null };
      await createConsoleSubscription(tx, reference, input);
      await createClient(tx, {
        organiser: reference,
        name: 'C',
        scopes: ['events:read'],
        events: 'all',
      });
      const dispute = { dispute: null, charge: null, amount: 1, reason: null };
      await recordDispute(tx, { organiser: reference, ...dispute });
    });
  });

  it('stays while deliveries are claimed, made and recorded', async () => {
    const before = database.deliveryVersion();
    await run('update webhook_subscriptions set served_at = 1, next_due_at = null, is_failing = 1');
    await run('update webhook_deliveries set claim = 1');
    await run(
      `insert into webhook_messages (organiser_id, name, body, created_at) values (1, 'charge.disputed', '', 1)`,
    );
    expect(database.deliveryVersion()).toBe(before);
  });

  it.each([
    [
      'a subscription is switched off',
      'update webhook_subscriptions set is_active = 0, next_due_at = null',
    ],
    [
      'a subscription is deleted',
      'update webhook_subscriptions set deleted_at = 1, is_active = 0, next_due_at = null',
    ],
    ['a client is limited to events', 'update clients set all_events = 0'],
    ['a body is scrubbed', `update webhook_messages set body = '{}'`],
  ])('is another one when %s', async (_case, sql) => {
    const before = database.deliveryVersion();
    await run(sql);
    expect(database.deliveryVersion()).not.toBe(before);
  });
});
