import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StationCommand } from '../../shared/station/commands.ts';
import type { ConflictPage, ConflictView } from '../../shared/station/supervision.ts';
import { openDoor } from '../support/station/open-door.ts';
import { numbered } from '../support/station/rows.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

const OPEN: StationCommand = { kind: 'read_conflicts', state: 'open', page: null };

describe('conflicts at a station', () => {
  let server: RealServer;
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  const open: AsyncDisposable[] = [];

  const start = async (which: 0 | 1): Promise<RunningStation> => {
    const directory = await temporaryDirectory();
    const { id, secret } = venue.clients[which];
    const station = await runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: id, client_secret: secret },
    });
    open.unshift(station, directory);
    await until('the door is ready', () => station.state().phase.kind === 'ready');
    return station;
  };

  /** Both stations, offline, let in whoever holds the first ticket. */
  const admitTwice = async () => {
    const doors = [await start(0), await start(1)] as const;
    for (const door of doors) await door.send({ kind: 'set_mode', mode: 'offline' });
    for (const door of doors) {
      expect(await door.scan(venue.tickets[0] ?? '')).toMatchObject({ kind: 'admitted' });
    }
    for (const door of doors) {
      await door.send({ kind: 'set_mode', mode: 'automatic' });
      await until('it is sent', () => door.state().sync.queued === 0);
    }
    return doors;
  };

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await server.furnish(2);
  });

  afterEach(async () => {
    for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
    await server.remove();
  });

  it('are shown with both scans, and the first resolution counts at every station', async () => {
    const [one, other] = await admitTwice();
    const [conflict, ...more] = (await page(one, OPEN)).items;
    expect(more).toEqual([]);
    expect(conflict).toMatchObject({
      kind: 'double_admission',
      state: 'open',
      ticket: venue.tickets[0],
      ticket_type: expect.any(String),
      expected_reason: 'scanning.already_scanned',
      scans: [
        { admitted: true, reason: 'scanning.allowed', station: expect.any(String) },
        { admitted: true, reason: 'scanning.allowed', station: expect.any(String) },
      ],
    });
    const reference = conflict?.reference ?? '';
    const resolved = await resolve(one, reference, 'Twins: both were let in.');
    expect(resolved).toMatchObject({ state: 'resolved', note: 'Twins: both were let in.' });
    expect(await resolve(other, reference, 'One was sent away.')).toMatchObject({
      note: 'Twins: both were let in.',
      resolved_by: resolved.resolved_by,
    });
    expect((await page(other, OPEN)).items).toEqual([]);
    const done = await page(other, { kind: 'read_conflicts', state: 'resolved', page: null });
    expect(done.items.map((item) => item.reference)).toEqual([reference]);
  });

  it('cannot be listed while the server is unreachable, and a missing one is distinguished', async () => {
    const door = await start(0);
    const missing = numbered('conflict', 1);
    const asked = { kind: 'resolve_conflict', conflict: missing, note: 'x' } as const;
    expect(await door.send(asked)).toMatchObject({ ok: false, code: 'conflicts.unknown' });
    await door.send({ kind: 'set_mode', mode: 'offline' });
    expect(await door.send(OPEN)).toMatchObject({ ok: false, code: 'conflicts.unreachable' });
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await server.stop();
    expect(await door.send(OPEN)).toMatchObject({ ok: false, code: 'conflicts.unreachable' });
  });

  it('requests a further page only from the server that it came from', async () => {
    const door = await start(0);
    const elsewhere = { ...OPEN, page: 'https://elsewhere.example/v1/x' } as const;
    expect(await door.send(elsewhere)).toMatchObject({ ok: false, code: 'conflicts.unreachable' });
  });
});

describe('a server without the scanner surface', () => {
  it('reports that there are no conflicts', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(1_000);
    expect(await door.send(OPEN)).toMatchObject({ ok: false, code: 'conflicts.not_offered' });
    await door.close();
  });
});

async function page(door: RunningStation, command: StationCommand): Promise<ConflictPage> {
  const result = await door.send(command);
  if (result.ok && 'conflicts' in result) return result.conflicts;
  throw new Error(`expected conflicts, not ${JSON.stringify(result)}`);
}

async function resolve(
  door: RunningStation,
  conflict: string,
  note: string,
): Promise<ConflictView> {
  const result = await door.send({ kind: 'resolve_conflict', conflict, note });
  if (result.ok && 'conflict' in result) return result.conflict;
  throw new Error(`expected the conflict, not ${JSON.stringify(result)}`);
}
