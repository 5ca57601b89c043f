import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { updateEvent } from '../../src-server/domain/events/events.ts';
import { listOrganiserStations } from '../../src-server/domain/access/stations.ts';
import { freePort } from '../support/free-port.ts';
import {
  changeEvent,
  furnishEvent,
  type FurnishedEvent,
} from '../support/station/furnish-event.ts';
import { RealServer } from '../support/station/real-server.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';
import { StationProcess, type Shown } from '../support/station/station-process.ts';
import { setupEvery } from '../support/station/poll-intervals.ts';

const NAMES = ['North', 'South', 'Stage'];
/** What is said on one machine arrives in a few milliseconds. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 500));

describe('stations in separate processes, without their server', { tags: ['long'] }, () => {
  let server: RealServer;
  let venue: FurnishedEvent;
  let directories: Awaited<ReturnType<typeof temporaryDirectory>>[];
  let ports: number[];
  let stations: StationProcess[];
  let requests = 0;

  const start = (index: number): StationProcess => {
    const client = venue.clients[index];
    const [directory, port] = [directories[index], ports[index]];
    if (client === undefined || directory === undefined || port === undefined) {
      throw new Error(`expected a place for station ${index}`);
    }
    const given = ports.filter((other) => other !== port).map((other) => `127.0.0.1:${other}`);
    const options = { dataDir: directory.path, serverUrl: server.url, client };
    const station = new StationProcess({ ...options, peers: { port, given } });
    stations[index] = station;
    return station;
  };
  const at = (index: number): StationProcess => {
    const station = stations[index];
    if (station === undefined) throw new Error(`expected station ${index}`);
    return station;
  };
  const scan = async (index: number, ticket = ''): Promise<Shown> => {
    const station = at(index);
    const before = station.shown.length;
    requests += 1;
    station.scan(`scan-${requests}`, ticket);
    await until('a verdict', () => station.shown.length > before);
    const shown = station.shown[before];
    if (shown === undefined) throw new Error('expected a verdict');
    return shown;
  };
  const untilNear = (count: number, ...indexes: readonly number[]) =>
    until(`${count} are heard`, () => indexes.every((index) => at(index).progress?.near === count));

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await furnishEvent(server, { tickets: 8, clients: NAMES });
    await changeEvent(server, (tx) => updateEvent(tx, venue.event, { peers: true }));
    directories = await Promise.all(NAMES.map(() => temporaryDirectory()));
    ports = await Promise.all(NAMES.map(() => freePort()));
    stations = [];
    for (const index of NAMES.keys()) {
      const station = start(index);
      await station.ready();
      station.send(`on-${index}`, { kind: 'set_peers', on: true });
    }
    at(1).send('place', { kind: 'select_entry_point', location: venue.south });
    await untilNear(2, 0, 1, 2);
  });

  afterEach(async () => {
    await Promise.all(stations.map((station) => station.kill()));
    await Promise.all(directories.map((directory) => directory[Symbol.asyncDispose]()));
    await server.remove();
  });

  it('refuse what another one admitted, through kills and restarts, and agree with the server', async () => {
    const [one, two, three, four] = venue.tickets;
    await server.stop();
    expect(await scan(0, one)).toMatchObject({ kind: 'admitted' });
    await heard();
    for (const index of [1, 2]) {
      const { kind, reason } = await scan(index, one);
      expect({ kind, reason }).toEqual({ kind: 'denied', reason: 'scanning.already_scanned' });
    }

    await at(1).kill();
    await untilNear(1, 0, 2);
    expect(await scan(2, two)).toMatchObject({ kind: 'admitted' });
    await start(1).opened();
    await untilNear(2, 0, 1, 2);
    await heard();
    expect(await scan(1, one)).toMatchObject({ kind: 'denied' });
    expect(await scan(1, two)).toMatchObject({ kind: 'denied' });
    expect(await scan(1, three)).toMatchObject({ kind: 'admitted' });

    // One that stands still hears nothing, and everything once it goes on.
    at(0).signal('SIGSTOP');
    expect(await scan(2, four)).toMatchObject({ kind: 'admitted' });
    at(0).signal('SIGCONT');
    await heard();
    expect(await scan(0, four)).toMatchObject({ kind: 'denied' });

    await server.start();
    // They would try by themselves, within a minute.
    const trying = setInterval(() => {
      requests += 1;
      for (const station of stations) station.send(`now-${requests}`, { kind: 'sync_now' });
    }, 500);
    await until('everything is sent', () =>
      stations.every(({ progress }) => progress?.connection === 'live' && progress.queued === 0),
    );
    clearInterval(trying);
    const conflicts = await changeEvent(server, (tx) =>
      tx.db.selectFrom('conflicts').selectAll().where('deleted_at', 'is', null).execute(),
    );
    expect(conflicts).toEqual([]);
    const denials = await changeEvent(server, (tx) =>
      tx.db.selectFrom('entry_scans').selectAll().where('admission_source', '=', 'peer').execute(),
    );
    expect(denials).toHaveLength(5);
    expect(stations.map(({ progress }) => progress?.needs_attention)).toEqual([0, 0, 0]);
  }, 60_000);
});

describe('two stations on real sockets', () => {
  it('connect, report each other to their server, and keep its keys secret', async () => {
    const server = new RealServer();
    await using opened = new AsyncDisposableStack();
    opened.defer(() => server.remove());
    await server.start();
    const venue = await server.furnish(3);
    await changeEvent(server, (tx) => updateEvent(tx, venue.event, { peers: true }));
    const port = await freePort();
    const open = async (index: 0 | 1) => {
      const directory = opened.use(await temporaryDirectory());
      const { id, secret } = venue.clients[index];
      const door = await runStation({
        dataDir: directory.path,
        enrolment: { server_url: server.url, client_id: id, client_secret: secret },
        intervals: { ...setupEvery(500), heartbeat: 200 },
        peers: {
          port: index === 0 ? port : 0,
          given: index === 0 ? [] : [`127.0.0.1:${port}`],
          discovers: false,
          hosts: () => ['127.0.0.1'],
        },
      });
      opened.use(door);
      await door.send({ kind: 'set_peers', on: true });
      return { door, folder: join(directory.path, 'station') };
    };
    const north = await open(0);
    const south = await open(1);
    await until('they hear each other', () =>
      [north, south].every(({ door }) => door.state().peers.near.length === 1),
    );
    expect(north.door.state().peers.port).toBe(port);

    let hears: readonly unknown[] = [];
    while (!hears.includes(venue.clients[1].id)) {
      const listed = await changeEvent(server, (tx) => listOrganiserStations(tx, venue.organiser));
      hears = listed.flatMap(({ heartbeat }) => heartbeat?.peers ?? []).map((one) => one.client_id);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }

    for (const { door } of [north, south]) await door.send({ kind: 'set_mode', mode: 'offline' });
    const [ticket = ''] = venue.tickets;
    expect((await north.door.scan(ticket)).kind).toBe('admitted');
    await until('it was heard', () => south.door.state().peers.known > 0);
    const denied = await south.door.scan(ticket);
    expect(denied).toMatchObject({ kind: 'denied', first_admission: { source: 'peer' } });

    const keys = await changeEvent(server, (tx) =>
      tx.db.selectFrom('venue_keys').select('value').execute(),
    );
    const [key = ''] = keys.map(({ value }) => value.toString('base64url'));
    const holds = (file: string) => readFileSync(join(north.folder, file)).includes(key);
    expect(holds('secrets.json')).toBe(true);
    const others = readdirSync(north.folder).filter((file) => /\.(db|db-wal|json)$/.test(file));
    expect(others.filter(holds)).toEqual(['secrets.json']);
  });
});
