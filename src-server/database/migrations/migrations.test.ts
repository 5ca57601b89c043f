import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWriteConnection, type SqliteConnection } from '../sqlite/connection.ts';
import { migrateSqlite } from '../sqlite/migrate.ts';
import { migrations } from './migrations.ts';

let directory: string;
let connection: SqliteConnection;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  connection = openWriteConnection(join(directory, 'server.db'));
});

afterEach(() => {
  connection.close();
  rmSync(directory, { recursive: true, force: true });
});

function rows(select: string): unknown[] {
  const reader = new BetterSqlite(join(directory, 'server.db'), { readonly: true });
  try {
    return reader.prepare(select).all();
  } finally {
    reader.close();
  }
}

describe('the migration of stored responses', () => {
  it('keeps every response, its client and its uniqueness', () => {
    migrateSqlite(connection, migrations.slice(0, 2));
    connection.exec(`
      insert into organisers values (1, 'org_1', 'A', null, 'pro', 1, 1);
      insert into clients values (1, 'gci_1', 1, 'C', x'00', '', 1, null, 1, 1);
      insert into idempotency_keys values (1, 'second', x'02', 422, '{"n":2}', null, 20, 99);
      insert into idempotency_keys values (1, 'first', x'01', 200, '{"n":1}', null, 10, 99);
    `);
    migrateSqlite(connection, migrations.slice(0, 3));
    const statement = 'select * from idempotency_keys order by id';
    const shared = { client_id: 1, contact_id: null, expires_at: 99 };
    const first = { id: 1, key: 'first', status: 200, body: '{"n":1}', created_at: 10 };
    const second = { id: 2, key: 'second', status: 422, body: '{"n":2}', created_at: 20 };
    expect(rows(statement)).toEqual([
      { ...shared, ...first, fingerprint: Buffer.from([1]) },
      { ...shared, ...second, fingerprint: Buffer.from([2]) },
    ]);
    const again = `insert into idempotency_keys (client_id, key, fingerprint, status, body, created_at, expires_at) values (1, 'first', x'03', 200, '{}', 30, 99)`;
    expect(() => connection.exec(again)).toThrow('UNIQUE');
    const stranger = again.replace('(1,', '(2,');
    expect(() => connection.exec(stranger)).toThrow('FOREIGN KEY');
  });
});

describe('the migration of external ids', () => {
  it('leaves old orders without one, and enforces uniqueness per event from then on', () => {
    migrateSqlite(connection, migrations.slice(0, 5));
    connection.exec(`
      insert into organisers values (1, 'org_1', 'A', null, 'pro', 1, 1);
      insert into events values (1, 'evt_1', 1, 'a', 'A', 'draft', null, null, 'UTC', 'EUR', 60, 1, 1, null);
      insert into events values (2, 'evt_2', 1, 'b', 'B', 'draft', null, null, 'UTC', 'EUR', 60, 1, 1, null);
      insert into orders values (1, 'ord_1', 1, 1, null, 'paid', 'EUR', 5, 0, 0, 5, 0, 0, 0, null, 1, 1, 1);
      insert into orders values (2, 'ord_2', 1, 1, null, 'paid', 'EUR', 5, 0, 0, 5, 0, 0, 0, null, 1, 2, 2);
      insert into orders values (3, 'ord_3', 1, 2, null, 'paid', 'EUR', 5, 0, 0, 5, 0, 0, 0, null, 1, 3, 3);
    `);
    migrateSqlite(connection, migrations.slice(0, 6));
    const statement = 'select id, total, external_id from orders order by id';
    expect(rows(statement)).toEqual([1, 2, 3].map((id) => ({ id, total: 5, external_id: null })));
    connection.exec("update orders set external_id = 'A1' where id in (1, 3)");
    const again = "update orders set external_id = 'A1' where id = 2";
    expect(() => connection.exec(again)).toThrow('UNIQUE');
  });
});

describe('the migration to plain indices', () => {
  it('keeps stored responses and scans, one response per key, and starts counting changes', () => {
    migrateSqlite(connection, migrations.slice(0, 13));
    connection.exec(`
      insert into organisers values (1, 'org_1', 'A', null, 'pro', 1, 1);
      insert into clients values (1, 'gci_1', 1, 'C', x'00', '', 1, null, 1, 1);
      insert into events (id, reference, organiser_id, slug, name, status, timezone, currency, opens_before_minutes, created_at, updated_at)
        values (1, 'evt_1', 1, 'e', 'E', 'draft', 'UTC', 'EUR', 0, 1, 1);
      insert into ticket_types (id, reference, event_id, name, price, sold, is_active, created_at, updated_at)
        values (1, 'tt_1', 1, 'T', 0, 0, 1, 1, 1);
      insert into tickets (id, reference, event_id, ticket_type_id, status, revision, created_at, updated_at)
        values (5, 'tkt_1', 1, 1, 'valid', 1, 1, 1);
      insert into entry_scans (id, reference, event_id, ticket_id, result, reason, scanned_at, source, clock_suspect, created_at, updated_at)
        values (9, 'scn_1', 1, 5, 'allowed', 'scanning.allowed', 1, 'online', 0, 1, 1);
      insert into idempotency_keys (id, client_id, key, fingerprint, status, body, created_at, expires_at)
        values (3, 1, 'first', x'01', 200, '{}', 10, 99), (4, 1, 'second', x'02', 422, '{}', 20, 99);
    `);
    migrateSqlite(connection, migrations);
    expect(rows('select id, key from idempotency_keys order by id')).toEqual([
      { id: 3, key: 'first' },
      { id: 4, key: 'second' },
    ]);
    expect(rows('select id from entry_scans where ticket_id = 5')).toEqual([{ id: 9 }]);
    const again = `insert into idempotency_keys (client_id, key, fingerprint, status, body, created_at, expires_at) values (1, 'first', x'03', 200, '{}', 30, 99)`;
    expect(() => connection.exec(again)).toThrow('UNIQUE');
    const versions = rows('select * from change_versions');
    expect(versions).toHaveLength(1);
    connection.exec("update clients set scopes = 'events:read'");
    expect(rows('select * from change_versions')).not.toEqual(versions);
  });
});

const issueOf = (table: string) => rows(`select code_issue from ${table}`);

function insertKey(kid: string): string {
  return `insert into code_keys (organiser_id, kid, public_key, secret_key, created_at) values (1, '${kid}', zeroblob(32), zeroblob(32), 1)`;
}

describe('the migration of peers', () => {
  it('leaves existing events with peers off, and scans without a source', () => {
    migrateSqlite(connection, migrations.slice(0, 9));
    connection.exec(`
      insert into organisers values (1, 'org_1', 'A', null, 'pro', 1, 1);
      insert into events (id, reference, organiser_id, slug, name, status, timezone, currency, opens_before_minutes, created_at, updated_at)
        values (1, 'evt_1', 1, 'e', 'E', 'draft', 'UTC', 'EUR', 0, 1, 1);
      insert into ticket_types (id, reference, event_id, name, price, sold, is_active, created_at, updated_at)
        values (1, 'tt_1', 1, 'T', 0, 0, 1, 1, 1);
      insert into tickets (id, reference, event_id, ticket_type_id, status, revision, created_at, updated_at)
        values (5, 'tkt_1', 1, 1, 'valid', 1, 1, 1);
      insert into entry_scans (id, reference, event_id, ticket_id, result, reason, scanned_at, source, clock_suspect, created_at, updated_at)
        values (9, 'scn_1', 1, 5, 'allowed', 'scanning.allowed', 1, 'online', 0, 1, 1);
    `);
    migrateSqlite(connection, migrations.slice(0, 10));
    expect(rows('select peers from events')).toEqual([{ peers: 0 }]);
    const sources = rows('select admission_source from entry_scans');
    expect(sources).toEqual([{ admission_source: null }]);
  });
});

describe('the migration of ticket codes', () => {
  it('leaves tickets with their first code, and scans without one', () => {
    migrateSqlite(connection, migrations.slice(0, 8));
    connection.exec(`
      insert into organisers values (1, 'org_1', 'A', null, 'pro', 1, 1);
      insert into events (id, reference, organiser_id, slug, name, status, timezone, currency, opens_before_minutes, created_at, updated_at)
        values (1, 'evt_1', 1, 'e', 'E', 'draft', 'UTC', 'EUR', 0, 1, 1);
      insert into ticket_types (id, reference, event_id, name, price, sold, is_active, created_at, updated_at)
        values (1, 'tt_1', 1, 'T', 0, 0, 1, 1, 1);
      insert into tickets (id, reference, event_id, ticket_type_id, status, revision, created_at, updated_at)
        values (5, 'tkt_1', 1, 1, 'valid', 1, 1, 1);
      insert into entry_scans (id, reference, event_id, ticket_id, result, reason, scanned_at, source, clock_suspect, created_at, updated_at)
        values (9, 'scn_1', 1, 5, 'allowed', 'scanning.allowed', 1, 'online', 0, 1, 1);
    `);
    migrateSqlite(connection, migrations.slice(0, 9));
    expect(issueOf('tickets')).toEqual([{ code_issue: 1 }]);
    expect(issueOf('entry_scans')).toEqual([{ code_issue: null }]);
    connection.exec(insertKey('AAAA'));
    expect(() => connection.exec(insertKey('BBBB'))).toThrow('UNIQUE');
    connection.exec('update code_keys set retired_at = 2');
    connection.exec(insertKey('BBBB'));
  });
});

describe('the migration of archiving', () => {
  it('leaves every entry point in use, even two with one name', () => {
    migrateSqlite(connection, migrations.slice(0, 16));
    connection.exec(`
      insert into organisers values (1, 'org_1', 'A', null, 'pro', 1, 1);
      insert into events (id, reference, organiser_id, slug, name, status, timezone, currency, opens_before_minutes, created_at, updated_at)
        values (1, 'evt_1', 1, 'e', 'E', 'draft', 'UTC', 'EUR', 0, 1, 1);
      insert into locations (id, reference, event_id, name, created_at, updated_at)
        values (1, 'loc_1', 1, 'Gate', 1, 1), (2, 'loc_2', 1, 'Gate', 1, 1);
    `);
    migrateSqlite(connection, migrations);
    const kept = { name: 'Gate', archived_at: null };
    expect(rows('select name, archived_at from locations')).toEqual([kept, kept]);
  });
});
