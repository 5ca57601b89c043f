import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StationCommand } from '../../shared/station/commands.ts';
import type { Fleet } from '../../shared/station/supervision.ts';
import { VERSION } from '../../shared/version.ts';
import { changeScopes } from '../../src-server/domain/access/clients.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import type { ModelServer } from '../support/station/model-server.ts';
import { openDoor } from '../support/station/open-door.ts';
import { RealServer } from '../support/station/real-server.ts';
import { EVENT, NORTH_GATE, numbered } from '../support/station/rows.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

/** Each look is a request of the station's budget. */
const PATIENTLY = { interval: 250, timeout: 20_000 };

const READ: StationCommand = { kind: 'read_stations' };

describe("the organiser's stations, listed at one of them", () => {
  let server: RealServer;
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  const open: AsyncDisposable[] = [];

  const start = async (which: 0 | 1): Promise<RunningStation> => {
    const directory = await temporaryDirectory();
    const { id, secret } = venue.clients[which];
    const station = await runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: id, client_secret: secret },
      intervals: { heartbeat: 200 },
    });
    open.unshift(station, directory);
    await until('the door is ready', () => station.state().phase.kind === 'ready');
    return station;
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

  it('report their health, and which of them this is', async () => {
    const north = await start(0);
    const south = await start(1);
    const known = await untilReported(north, 2);
    const place = { kind: 'here', entry_point: north.state().entry_point?.name };
    const health = { place, version: VERSION, queued: 0, needs_attention: 0, warnings: [] };
    expect(known.stations).toMatchObject([
      { client_id: venue.clients[0].id, is_this: true, health },
      { client_id: venue.clients[1].id, is_this: false, health },
    ]);
    await south.send({ kind: 'select_entry_point', location: null });
    const placeOfSouth = async () => (await fleetOf(north)).stations[1]?.health?.place;
    await expect.poll(placeOfSouth, PATIENTLY).toEqual({ kind: 'here', entry_point: null });
  });

  it('are listed before they were ever started', async () => {
    const { stations } = await untilReported(await start(0), 1);
    expect(stations[1]).toEqual({
      client_id: venue.clients[1].id,
      name: expect.any(String),
      is_this: false,
      heard_at: null,
      health: null,
    });
  });

  it(
    'cannot be listed offline, while the server is unreachable, and without the scope',
    { tags: ['long'] },
    async () => {
      const door = await start(0);
      await door.send({ kind: 'set_mode', mode: 'offline' });
      expect(await door.send(READ)).toMatchObject({ ok: false, code: 'stations.unreachable' });
      await door.send({ kind: 'set_mode', mode: 'automatic' });
      await untilReported(door, 1);
      await changeEvent(server, (tx) =>
        changeScopes(tx, venue.clients[0].id, ['events:read', 'scans:write']),
      );
      const refusal = { ok: false, code: 'stations.forbidden' };
      await expect.poll(() => door.send(READ), PATIENTLY).toMatchObject(refusal);
      await server.stop();
      const silence = { ok: false, code: 'stations.unreachable' };
      await expect.poll(() => door.send(READ), PATIENTLY).toMatchObject(silence);
    },
  );
});

describe('stations, listed by a model of the server', () => {
  const heartbeat = {
    event: EVENT,
    scanner_location: NORTH_GATE.reference,
    version: '9.9.9',
    queued: 3,
    needs_attention: 1,
    oldest_unsent_at: null,
    replica_at: null,
    clock_offset_ms: -1_500,
    scanner: null,
    warnings: ['clock_off', 'of_another_version'],
  };
  const listed = (change: Partial<typeof heartbeat> & { readonly event?: string | null }) => ({
    client_id: 'gci_other',
    name: 'South',
    last_heartbeat_at: '2026-12-12T18:14:20.118930Z',
    heartbeat: { ...heartbeat, ...change },
  });

  it('at another event are shown with its name if it is known', async () => {
    const door = await openDoor({ server: true, prepare: listenToHeartbeats });
    await door.time.advance(1_000);
    door.server.stations = [
      listed({ event: numbered('event', 77) }),
      { ...listed({}), heartbeat: { ...heartbeat, event: null } },
    ];
    const { stations } = await fleetOf(door);
    expect(stations.map(({ health }) => health?.place)).toEqual([
      { kind: 'elsewhere', event: null },
      { kind: 'none' },
    ]);
    expect(stations[0]?.health).toMatchObject({
      queued: 3,
      clock_offset_ms: -1_500,
      warnings: ['clock_off', 'of_another_version'],
    });
    await door.close();
  });

  it('are not listed by a server without the scanner surface', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(1_000);
    expect(await door.send(READ)).toMatchObject({ ok: false, code: 'stations.not_offered' });
    await door.close();
  });
});

type Asked = Pick<RunningStation, 'send'>;

async function fleetOf(door: Asked): Promise<Fleet> {
  const result = await door.send(READ);
  if (result.ok && 'fleet' in result) return result.fleet;
  throw new Error(`expected stations, not ${JSON.stringify(result)}`);
}

/** So many of them with data of their own. */
async function untilReported(door: Asked, count: number): Promise<Fleet> {
  const heard = async () => {
    const result = await door.send(READ);
    const stations = result.ok && 'fleet' in result ? result.fleet.stations : [];
    return stations.filter(({ health }) => (health?.data_at ?? null) !== null).length;
  };
  await expect.poll(heard, PATIENTLY).toBe(count);
  return fleetOf(door);
}

function listenToHeartbeats(server: ModelServer): void {
  server.capabilities = ['scanner.setup', 'scanner.scans', 'scanner.heartbeat'];
}
