import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newTestDatabase } from '../../../test/support/test-config.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openWriteConnection } from '../sqlite/connection.ts';
import { migrateSqlite } from '../sqlite/migrate.ts';
import { migrations, postgresMigrations } from './migrations.ts';

const BEFORE = 17;
const programme = `
  insert into organisers (id, reference, display_name, plan, created_at, updated_at) values (1, 'org_1', 'A', 'pro', 1, 1);
  insert into events (id, reference, organiser_id, slug, name, status, timezone, currency, opens_before_minutes, created_at, updated_at)
    values (1, 'evt_1', 1, 'e', 'E', 'draft', 'UTC', 'EUR', 0, 1, 1);
  insert into ticket_types (id, reference, event_id, name, price, sold, is_active, created_at, updated_at)
    values (1, 'tt_1', 1, 'T', 0, 0, 1, 1, 1);
  insert into locations (id, reference, event_id, name, created_at, updated_at) values (1, 'loc_1', 1, '\u202E', 1, 1);
`;

/** A database of the version before, filled by `run`. */
interface Opened {
  run(sql: string): Promise<unknown>;
  rows(sql: string): Promise<readonly unknown[]>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

async function open(folder: string): Promise<Opened> {
  const url = await newTestDatabase();
  if (url === null) {
    const connection = openWriteConnection(join(folder, 'server.db'));
    migrateSqlite(connection, migrations.slice(0, BEFORE));
    return {
      run: async (sql) => connection.exec(sql),
      rows: async (sql) => connection.rows(sql, []),
      migrate: async () => migrateSqlite(connection, migrations),
      close: async () => connection.close(),
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migratePostgres(client, postgresMigrations.slice(0, BEFORE));
  return {
    run: (sql) => client.query(sql),
    rows: async (sql) => (await client.query(sql)).rows,
    migrate: () => migratePostgres(client),
    close: () => client.end(),
  };
}

let folder: string;
let opened: Opened;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-people-'));
  opened = await open(folder);
  await opened.run(programme);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

/** With the key that versions before this migration stored. */
function addContact(
  id: number,
  email: string,
  rest: Record<string, string> = {},
): Promise<unknown> {
  const columns = { email, email_key: email.normalize('NFC').toLowerCase(), ...rest };
  const values = Object.values(columns).map((value) => `'${value}'`);
  return opened.run(
    `insert into contacts (id, reference, organiser_id, created_at, updated_at, ${Object.keys(columns).join(', ')})
     values (${id}, 'con_${id}', 1, 1, 1, ${values.join(', ')})`,
  );
}

const contacts = () =>
  opened.rows('select id, email, email_key, first_name, erased_at from contacts order by id');

describe('the migration of people', () => {
  it('gives every contact the key of its mailbox, and leaves the rest of them alone', async () => {
    await addContact(1, 'Ada@example.org', { first_name: 'A\u030Asa' });
    await addContact(2, 'E@B\u00DCcher.example');
    await addContact(3, '\u200Bbob@example.org');
    await opened.run(
      "insert into webhook_messages (id, organiser_id, name, body, email_key, is_test, created_at) values (1, 1, 'order.created', '{}', 'e@b\u00FCcher.example', 0, 1)",
    );
    await opened.migrate();
    const live = { first_name: null, erased_at: null };
    expect(await contacts()).toMatchObject([
      { email: 'Ada@example.org', email_key: 'ada@example.org', first_name: 'A\u030Asa' },
      { ...live, email: 'E@B\u00DCcher.example', email_key: 'e@xn--bcher-kva.example' },
      { ...live, email: 'bob@example.org', email_key: 'bob@example.org' },
    ]);
    expect(await opened.rows('select email_key from webhook_messages')).toEqual([
      { email_key: 'e@xn--bcher-kva.example' },
    ]);
  });

  it('joins contacts with one mailbox: the oldest has the orders and tickets of all, the others are stubs', async () => {
    await addContact(1, 'e@xn--bcher-kva.example', { first_name: 'Eva' });
    await addContact(2, 'e@b\u00FCcher.example', { first_name: 'E.', last_name: 'Maar' });
    await addContact(3, 'e\u00AD@b\u00FCcher.example', { mobile: '+49 1' });
    await opened.run('update contacts set unsubscribed_at = 5 where id = 3');
    await opened.run(`
      insert into tickets (id, reference, event_id, ticket_type_id, contact_id, status, revision, created_at, updated_at)
        values (1, 'tkt_1', 1, 1, 2, 'valid', 1, 1, 1), (2, 'tkt_2', 1, 1, 3, 'valid', 1, 1, 1);
      insert into mailed_codes (ticket_id, issue, contact_id, mailed_at) values (1, 1, 2, 1);
    `);
    await opened.migrate();
    expect(await contacts()).toMatchObject([
      { email: 'e@xn--bcher-kva.example', email_key: 'e@xn--bcher-kva.example', first_name: 'Eva' },
      { email: null, email_key: null, first_name: null, erased_at: expect.anything() },
      { email: null, email_key: null, first_name: null, erased_at: expect.anything() },
    ]);
    const [kept] = await opened.rows(
      'select last_name, mobile, unsubscribed_at from contacts where id = 1',
    );
    expect(kept).toEqual({
      last_name: 'Maar',
      mobile: '+49 1',
      unsubscribed_at: expect.anything(),
    });
    const moved =
      'select contact_id from tickets where updated_at > 1 union all select contact_id from mailed_codes';
    expect((await opened.rows(moved)).map((row) => Object.values(Object(row)).map(Number))).toEqual(
      [[1], [1], [1]],
    );
  });

  it('leaves out of names what turns or ends a line, and fetches their tickets again', async () => {
    await addContact(1, 'a@example.org', {
      first_name: 'Ada\u202Eadi',
      last_name: 'Love\r\nlace\u0007',
    });
    await opened.run(
      "insert into tickets (id, reference, event_id, ticket_type_id, contact_id, status, seat_label, revision, created_at, updated_at) values (1, 'tkt_1', 1, 1, 1, 'valid', 'A\u0085 1', 1, 1, 1)",
    );
    await opened.migrate();
    expect(await opened.rows('select first_name, last_name from contacts')).toEqual([
      { first_name: 'Adaadi', last_name: 'Love lace' },
    ]);
    expect(await opened.rows('select seat_label from tickets where updated_at > 1')).toEqual([
      { seat_label: 'A 1' },
    ]);
    expect(await opened.rows('select name from locations')).toEqual([{ name: '–' }]);
  });
});
