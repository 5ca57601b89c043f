import { ExplainNode, SelectQueryNode, type KyselyPlugin, type QueryResult, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../test/support/organiser-fixture.ts';
import { isOnPostgres } from '../../test/support/test-config.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { listOrderPart } from './exports.ts';
import { newRow } from './rows.ts';
import { listTicketKeys } from './tickets.ts';

/** Enough for PostgreSQL to take another way, were a page to be sorted. */
const ROWS = 20_000;
const BATCH = 500;

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

describe('a page of an export', () => {
  it('is walked to by the numbers of its rows: nothing is sorted, however much the organiser has', async () => {
    const { organiserId, event } = fixture;
    const part = { after: 100, limit: 500 };
    await fillUp();
    expect(await planOf((tx) => listOrderPart(tx, { eventId: event.id }, part))).not.toMatch(sorts);
    expect(await planOf((tx) => listOrderPart(tx, { organiserId }, part))).not.toMatch(sorts);
    expect(await planOf((tx) => listTicketKeys(tx, { eventId: event.id, ...part }))).not.toMatch(
      sorts,
    );
  });
});

/** An event whose one order and ticket are there many times. */
async function fillUp(): Promise<void> {
  const { reference } = await fixture.addTicketType();
  const { order, tickets } = await fixture.addOrder(reference);
  await fixture.write(async (tx) => {
    const { id: _order, ...sold } = order;
    for (let rows = 0; rows < ROWS; rows += BATCH) {
      const orders = Array.from({ length: BATCH }, () => ({ ...sold, ...newRow(tx, 'order') }));
      await tx.db.insertInto('orders').values(orders).execute();
      for (const { id: _ticket, ...issued } of tickets) {
        const copies = Array.from({ length: BATCH }, () => ({
          ...issued,
          ...newRow(tx, 'ticket'),
        }));
        await tx.db.insertInto('tickets').values(copies).execute();
      }
    }
  });
  if (isOnPostgres) await fixture.write((tx) => sql`analyze`.execute(tx.db));
}

const sorts = /sort|temp b-tree/i;

/** How the engine finds the rows. */
function planOf(list: (tx: ReadTransaction) => Promise<unknown>): Promise<string> {
  return fixture.database.read(async (tx) => JSON.stringify(await list(explaining(tx))));
}

function explaining(tx: ReadTransaction): ReadTransaction {
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) =>
      SelectQueryNode.is(node)
        ? {
            ...node,
            explain: ExplainNode.create(
              undefined,
              isOnPostgres ? undefined : sql`query plan`.toOperationNode(),
            ),
          }
        : node,
    transformResult: async ({ result }): Promise<QueryResult<Record<string, unknown>>> => result,
  };
  return { ...tx, db: tx.db.withPlugin(explain) };
}
