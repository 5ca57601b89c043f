import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overwriteRow } from '../support/station/damage.ts';
import { eventRow, numbered, setupBody, ticketRow } from '../support/station/rows.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { ScriptedServer } from '../support/station/scripted-server.ts';

describe('a door whose replica cannot be read at the moment', () => {
  let server: ScriptedServer;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let door: RunningStation;

  const folder = () => join(directory.path, 'station');

  /** What a table that is not where it was does to a reader: an error that is no damage. */
  const move = (table: string, to: string) => {
    const database = new Database(join(folder(), 'replica.db'));
    database.exec(`ALTER TABLE ${table} RENAME TO ${to}`);
    database.close();
  };

  const start = () =>
    runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: 'cli', client_secret: 'secret' },
    });

  const warnings = () => door.state().warnings.map(({ code }) => code);

  beforeEach(async () => {
    server = new ScriptedServer();
    server.events = [eventRow()];
    server.setup = setupBody();
    server.tickets.push(ticketRow(1), ticketRow(2));
    await server.start();
    directory = await temporaryDirectory();
    door = await start();
    await until('the station is ready', () => {
      const { phase, entry_point } = door.state();
      return phase.kind === 'ready' && entry_point !== null;
    });
  });

  afterEach(async () => {
    await door[Symbol.asyncDispose]();
    await server.stop();
    await directory[Symbol.asyncDispose]();
  });

  it('does not report a ticket as unknown while offline, shows why, and recovers', async () => {
    await door.send({ kind: 'set_mode', mode: 'offline' });
    move('tickets', 'tickets_elsewhere');
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({
      kind: 'not_recorded',
      note: 'unread',
      ticket: numbered('ticket', 1),
    });
    expect(warnings()).toContain('replica_unreadable');
    expect(warnings()).not.toContain('journal_failed');
    move('tickets_elsewhere', 'tickets');
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'admitted', number: 1 });
    expect(await door.scan(numbered('ticket', 2))).toMatchObject({ kind: 'admitted', number: 2 });
    expect(warnings()).toEqual([]);
    expect(readdirSync(folder()).filter((name) => name.includes('unusable'))).toEqual([]);
  });

  it('uses the server’s response, and its own journal, while it is online', async () => {
    server.tickets.push(ticketRow(3, { status: 'checked_in' }));
    await door.scan(numbered('ticket', 1));
    await door.send({ kind: 'select_entry_point', location: null });
    move('tickets', 'tickets_elsewhere');
    const reasons = [];
    for (const number of [1, 2, 3])
      reasons.push((await door.scan(numbered('ticket', number))).reason);
    expect(reasons).toEqual([
      'scanning.already_scanned',
      'scanning.allowed',
      'scanning.already_scanned',
    ]);
    move('tickets_elsewhere', 'tickets');
  });

  it('keeps on its screens what they showed', async () => {
    await door.send({ kind: 'set_mode', mode: 'offline' });
    const { event, events, phase, entry_points } = door.state();
    move('documents', 'documents_elsewhere');
    move('walks', 'walks_elsewhere');
    expect(door.state()).toMatchObject({ event, events, phase, entry_points });
    expect(await door.send({ kind: 'select_event', event: numbered('event', 1) })).toMatchObject({
      code: 'station.failed',
    });
    move('walks_elsewhere', 'walks');
    move('documents_elsewhere', 'documents');
  });

  it('stays at its entry point when another cannot be opened', async () => {
    await door.send({ kind: 'set_mode', mode: 'offline' });
    const { entry_point } = door.state();
    move('documents', 'documents_elsewhere');
    expect(await door.send({ kind: 'select_entry_point', location: null })).toMatchObject({
      ok: false,
      code: 'station.failed',
    });
    expect(door.state()).toMatchObject({ entry_point });
    move('documents_elsewhere', 'documents');
    await door[Symbol.asyncDispose]();
    door = await start();
    expect(door.state()).toMatchObject({ entry_point });
  });
});

describe('a door whose replica is damaged while it has no network', () => {
  it('uses the tickets that can still be read, with a warning until all are there again', async () => {
    const server = new ScriptedServer();
    server.events = [eventRow()];
    server.setup = setupBody();
    server.tickets.push(...Array.from({ length: 100 }, (_, index) => ticketRow(index + 1)));
    await server.start();
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'station', 'replica.db');
    const start = () =>
      runStation({
        dataDir: directory.path,
        enrolment: { server_url: server.url, client_id: 'cli', client_secret: 'secret' },
      });
    const before = await start();
    await until('the station is ready', () => before.state().phase.kind === 'ready');
    await before.scan(numbered('ticket', 1));
    await until('the scan is sent', () => before.state().sync.queued === 0);
    await before[Symbol.asyncDispose]();
    await server.stop();
    markUnclean(path);
    overwriteRow(path, numbered('ticket', 50));

    await using door = await start();
    await until('tickets are there', () =>
      door
        .state()
        .warnings.some((warning) => 'carried_over' in warning && warning.carried_over > 0),
    );
    expect(door.state()).toMatchObject({
      event: { name: 'Winter Gala' },
      entry_point: { name: 'North Gate' },
      warnings: [{ code: 'replica_rebuilt', carried_over: door.state().counters.expected }],
    });
    const reasons = [];
    for (const number of [1, 2, 50])
      reasons.push((await door.scan(numbered('ticket', number))).reason);
    expect(reasons).toEqual(['scanning.already_scanned', 'scanning.allowed', null]);
    expect(readdirSync(join(directory.path, 'station'))).toContain('replica.db.unusable-1');

    await server.start();
    await until('the import is whole', () => door.state().phase.kind === 'ready');
    await until('the warning is gone', () => door.state().warnings.length === 0);
    expect(door.state().counters).toMatchObject({ expected: 100, admitted_total: 2 });
    await server.stop();
  });
});

describe('a door whose replica was removed while it has no network', () => {
  it.each([
    ['removed', (path: string) => rmSync(path)],
    ['emptied', (path: string) => truncateSync(path)],
  ])(
    'says that its ticket data is missing when the file was %s, until it is there',
    async (_, lose) => {
      const server = new ScriptedServer();
      server.events = [eventRow()];
      server.setup = setupBody();
      server.tickets.push(ticketRow(1));
      await server.start();
      await using directory = await temporaryDirectory();
      const path = join(directory.path, 'station', 'replica.db');
      const start = () =>
        runStation({
          dataDir: directory.path,
          enrolment: { server_url: server.url, client_id: 'cli', client_secret: 'secret' },
        });
      const before = await start();
      await until('the station is ready', () => before.state().phase.kind === 'ready');
      expect(before.state().warnings).toEqual([]);
      await before[Symbol.asyncDispose]();
      await server.stop();
      lose(path);
      for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });

      await using door = await start();
      expect(door.state().warnings).toEqual([{ code: 'replica_missing' }]);
      expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'unknown_ticket' });

      await server.start();
      await until('the import is whole', () => door.state().phase.kind === 'ready');
      await until('the warning is gone', () => door.state().warnings.length === 0);
      await server.stop();
    },
  );
});

/** As after a power cut: the next start checks every page. */
function markUnclean(path: string): void {
  const database = new Database(path);
  database.exec('UPDATE shutdown SET clean = 0');
  database.close();
}
