import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantFromMicros } from '../../../shared/instant.ts';
import type { SqlValue } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { openDatabase } from '../../open-database.ts';
import type { Database } from '../../database/database.ts';
import { ofEvent, ofOrganiser } from './conditions.ts';
import { contactsList } from './contacts-list.ts';
import type { ListRow, ListSelection } from './list-source.ts';
import { eventOrdersList } from './orders-list.ts';
import { readChangedKeys, type ChangedPlace } from './read-changed-keys.ts';
import { scansList } from './scans-list.ts';
import { ticketsList } from './tickets-list.ts';

let dataDir: string;
let database: Database;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-lists-'));
  database = await openDatabase({ dataDir });
});

afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const tickets = { source: ticketsList({ withEmail: false, withAnswers: false }) };

describe('a page of an incremental walk', () => {
  it.each([
    ['tickets', planOf({ ...tickets, conditions: [ofEvent(1)] })],
    ['scans', planOf({ source: scansList, conditions: [ofEvent(1)] })],
    ['orders', planOf({ source: eventOrdersList, conditions: [ofEvent(1)] })],
    ['contacts', planOf({ source: contactsList, conditions: [ofOrganiser(1)] })],
  ])(
    'of %s is sought at its place, and reads nothing of the pages before it',
    async (_list, plan) => {
      expect(await plan('next')).toMatch(/USING (COVERING )?INDEX .*\(\w+,reference\)>\(\?,\?\)/);
      expect(await plan('prev')).toMatch(/USING (COVERING )?INDEX .*\(\w+,reference\)<\(\?,\?\)/);
    },
  );
});

/** How SQLite would find the rows. */
function planOf<Row extends ListRow, Resource>(selection: ListSelection<Row, Resource>) {
  return (direction: ChangedPlace['direction']) =>
    database.read(async (tx) => {
      const asked: { sql: string; params: readonly SqlValue[] }[] = [];
      const listening: ReadTransaction = {
        db: tx.db,
        latestStamp: () => tx.latestStamp(),
        first: (statement, params) => tx.first(statement, params),
        all: (statement, params) => {
          asked.push({ sql: statement.sql, params });
          return tx.all(statement, params);
        },
      };
      const at = instantFromMicros(1_000);
      await readChangedKeys(listening, selection, {
        since: instantFromMicros(0),
        upperBound: instantFromMicros(2_000),
        perPage: 10,
        from: { direction, updatedAt: at, reference: 'x' },
      });
      const steps = asked.map(({ sql, params }) =>
        tx.all<{ detail: string }>({ sql: `explain query plan ${sql}` }, params),
      );
      return (await Promise.all(steps))
        .flat()
        .map(({ detail }) => detail)
        .join('\n');
    });
}
