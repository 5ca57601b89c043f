import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventRow, numbered, setupBody, SOUTH_GATE, ticketRow } from '../support/station/rows.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { ScriptedServer } from '../support/station/scripted-server.ts';

describe('a door', () => {
  let server: ScriptedServer;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let door: RunningStation;

  const start = () =>
    runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: 'cli', client_secret: 'secret' },
    });

  const ready = () => until('the station is ready', () => door.state().phase.kind === 'ready');

  beforeEach(async () => {
    server = new ScriptedServer();
    server.events = [eventRow()];
    server.setup = setupBody();
    await server.start();
    directory = await temporaryDirectory();
  });

  afterEach(async () => {
    await door[Symbol.asyncDispose]();
    await server.stop();
    await directory[Symbol.asyncDispose]();
  });

  it('enrols itself, imports, admits once, and refuses the second time with the first time and place', async () => {
    server.tickets.push(ticketRow(1));
    door = await start();
    await ready();
    const first = await door.scan(numbered('ticket', 1));
    expect(first).toMatchObject({
      kind: 'admitted',
      number: 1,
      holder: 'Amélie Dubois 1',
      ticket_type: 'Standard',
      entry_point: 'North Gate',
      repeated: false,
    });
    await door.send({ kind: 'select_entry_point', location: SOUTH_GATE.reference });
    const second = await door.scan(numbered('ticket', 1));
    expect(second).toMatchObject({
      kind: 'denied',
      reason: 'scanning.already_scanned',
      number: 2,
      first_admission: { scanned_at: first.scanned_at, entry_point: 'North Gate' },
    });
  });

  it('handles a merged double scan as two scans, in order', async () => {
    server.tickets.push(ticketRow(1), ticketRow(2));
    door = await start();
    await ready();
    await door.scan(numbered('ticket', 1) + numbered('ticket', 2));
    expect(door.outcomes.map(({ ticket, kind }) => [ticket, kind])).toEqual([
      [numbered('ticket', 1), 'admitted'],
      [numbered('ticket', 2), 'admitted'],
    ]);
  });

  it('answers unknown, in amber, for a ticket that the server does not know either, and keeps it in the journal', async () => {
    door = await start();
    await ready();
    expect(await door.scan(numbered('ticket', 9))).toMatchObject({
      kind: 'unknown_ticket',
      ticket: numbered('ticket', 9),
      reason: null,
      number: 1,
    });
    expect(await door.scan('HELLO WORLD')).toMatchObject({
      kind: 'unreadable',
      ticket: null,
      number: 2,
    });
    expect(door.state().sync.queued).toBe(0);
  });

  it('runs a request that is repeated under the same id only once, even after a restart', async () => {
    server.tickets.push(ticketRow(1), ticketRow(2));
    door = await start();
    await ready();
    const command = {
      kind: 'scan',
      code: numbered('ticket', 1),
      symbology: null,
      source: 'keyboard',
    } as const;
    expect(await door.send(command, 'same')).toEqual({ ok: true });
    expect(await door.send(command, 'same')).toEqual({ ok: true });
    expect(door.outcomes).toHaveLength(1);
    await door[Symbol.asyncDispose]();
    door = await start();
    expect(await door.send(command, 'same')).toEqual({ ok: true });
    expect(door.outcomes).toHaveLength(0);
    const welcome = door.station.welcome();
    expect(welcome.kind === 'welcome' && welcome.recent.map(({ number }) => number)).toEqual([1]);
  });

  it('works at once after a restart without a network, with counters and last scans as they were', async () => {
    server.tickets.push(ticketRow(1), ticketRow(2), ticketRow(3, { status: 'cancelled' }));
    door = await start();
    await ready();
    await door.scan(numbered('ticket', 1));
    await until('the scan is sent', () => server.uploads.size === 1);
    await door[Symbol.asyncDispose]();
    await server.stop();
    door = await start();
    expect(door.state().counters).toMatchObject({
      admitted_here: 1,
      admitted_total: 1,
      expected: 2,
    });
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({
      reason: 'scanning.already_scanned',
    });
    expect(await door.scan(numbered('ticket', 2))).toMatchObject({ kind: 'admitted', number: 3 });
    expect(await door.scan(numbered('ticket', 3))).toMatchObject({
      reason: 'scanning.ticket_cancelled',
    });
    expect(door.state().sync.connection.kind).not.toBe('live');
  });
});
