import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renameClient } from '../../src-server/domain/access/clients.ts';
import { updateLocation } from '../../src-server/domain/events/locations.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { LyingProxy } from '../support/station/lying-proxy.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { listsEvery, setupEvery } from '../support/station/poll-intervals.ts';

const HOUR_MS = 3_600_000;
/** Nothing is asked for again in the time of a test: what a door knows it was told. */
const told = listsEvery(HOUR_MS);

const isStream = (path: string) => path.includes('/stream');
const offered = (door: RunningStation) => door.state().entry_points.map(({ name }) => name);
const admitted = (door: RunningStation) => door.state().counters.admitted_total;

describe('doors with a change stream', () => {
  let server: RealServer;
  let proxy: LyingProxy;
  let furnished: Awaited<ReturnType<RealServer['furnish']>>;
  let directories: Awaited<ReturnType<typeof temporaryDirectory>>[];
  let doors: RunningStation[];

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    proxy = new LyingProxy(server.url);
    await proxy.start();
    furnished = await server.furnish(10);
    directories = [await temporaryDirectory(), await temporaryDirectory()];
    doors = [];
  });

  afterEach(async () => {
    for (const door of doors) await door[Symbol.asyncDispose]();
    await proxy.stop();
    await server.remove();
    for (const directory of directories) await directory[Symbol.asyncDispose]();
  });

  const open = async (which: 0 | 1, intervals: Parameters<typeof runStation>[0]['intervals']) => {
    const { id, secret } = furnished.clients[which];
    const enrolment = { server_url: proxy.url, client_id: id, client_secret: secret };
    const dataDir = directories[which]?.path ?? '';
    const door = await runStation({ dataDir, enrolment, ...(intervals && { intervals }) });
    doors.push(door);
    await until('it is ready', () => door.state().phase.kind === 'ready');
    return door;
  };
  const ticket = (index: number) => furnished.tickets[index] ?? '';
  const streams = () => proxy.passed.filter(isStream).length;

  it('know of an admission elsewhere without polling, and refuse its ticket', async () => {
    const north = await open(0, told);
    const south = await open(1, told);
    await until('both streams are open', () => streams() === 2);
    expect(await north.scan(ticket(0))).toMatchObject({ kind: 'admitted' });
    await until('the other door knows', () => admitted(south) === 1);
    expect(await south.scan(ticket(0))).toMatchObject({
      kind: 'denied',
      reason: 'scanning.already_scanned',
    });
    expect(admitted(north)).toBe(1);
  });

  it('know at once of a ticket that was sold', async () => {
    const door = await open(0, told);
    await until('the stream is open', () => streams() === 1);
    const sold = await server.sellOne(furnished);
    await until('it is expected', () => door.state().counters.expected === 11);
    expect(await door.scan(sold)).toMatchObject({ kind: 'admitted', ticket: sold });
  });

  it('say so at once where their entry point is archived, and lose no scan, also after a restart without a server', async () => {
    const gone = { code: 'entry_point_archived', name: 'North Gate' };
    const first = await open(0, { ...told, ...setupEvery(HOUR_MS) });
    await until('the stream is open', () => streams() === 1);
    expect(offered(first)).toEqual(['North Gate', 'South Gate']);
    await changeEvent(server, (tx) => updateLocation(tx, furnished.north, { is_archived: true }));
    await until('it is known', () => first.state().warnings.length > 0);
    expect(first.state().warnings).toEqual([gone]);
    expect(first.state().entry_point).toEqual({ reference: furnished.north, name: 'North Gate' });
    expect(offered(first)).toEqual(['South Gate']);
    expect(await first.scan(ticket(0))).toMatchObject({ kind: 'admitted' });
    await until('it is sent', () => first.state().sync.queued === 0);
    expect(first.state().sync.needs_attention).toBe(0);

    await proxy.stop();
    await until('it is offline', () => first.state().sync.connection.kind === 'offline');
    await first.scan(ticket(1));
    doors = doors.filter((door) => door !== first);
    await first[Symbol.asyncDispose]();
    const again = await open(0, told);
    expect(again.state().warnings).toEqual([gone]);
    expect(await again.scan(ticket(2))).toMatchObject({ kind: 'admitted' });
    await proxy.start();
    await until('all is sent', () => again.state().sync.queued === 0);
    expect(again.state().sync.needs_attention).toBe(0);
    const scans = await server.scansOf(furnished.event, furnished.clients[1]);
    const north = { reference: furnished.north, name: 'North Gate' };
    expect(scans.map(({ scanner_location }) => scanner_location)).toEqual([north, north, north]);

    expect(
      await again.send({ kind: 'select_entry_point', location: furnished.north }),
    ).toMatchObject({ ok: false, code: 'command.unknown_entry_point' });
    await again.send({ kind: 'select_entry_point', location: furnished.south });
    expect(again.state().warnings).toEqual([]);
  });

  it('show the name that the organiser has given them since', { tags: ['long'] }, async () => {
    const [{ id }] = furnished.clients;
    const door = await open(0, told);
    expect(door.state().name).toBe('North');
    await changeEvent(server, (tx) => renameClient(tx, id, 'East Gate'));
    await until('it shows its new name', () => door.state().name === 'East Gate');
  });

  it('poll the lists if the network blocks streams', { tags: ['long'] }, async () => {
    proxy.lie = (_method, path) => (isStream(path) ? { status: 200 } : null);
    const north = await open(0, undefined);
    const south = await open(1, undefined);
    await north.scan(ticket(0));
    await until('the other door knows', () => admitted(south) === 1);
    await until('it is live', () => south.state().sync.connection.kind === 'live');
  });

  it('catch up on changes made while the server was unreachable', async () => {
    const north = await open(0, told);
    const south = await open(1, undefined);
    await until('the stream is open', () => streams() >= 1);
    await proxy.stop();
    await until('it is noticed', () => north.state().sync.connection.kind === 'offline');
    await south.scan(ticket(1));
    const sold = await server.sellOne(furnished);
    await proxy.start();
    await until('it knows of the scan', () => admitted(north) === 1);
    await until('it knows of the sale', () => north.state().counters.expected === 11);
    expect(await north.scan(sold)).toMatchObject({ kind: 'admitted' });
  });
});
