import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { LyingProxy } from '../support/station/lying-proxy.ts';
import { builtProgram } from '../support/station/programs.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

const smallDisk = builtProgram('small-disk-worker');
const isSnapshot = (path: string) => path.includes('/snapshot');

const ready = (station: RunningStation) =>
  until('it is ready', () => station.state().phase.kind === 'ready');

describe('a door that imports its event as a snapshot', () => {
  let server: RealServer;
  let proxy: LyingProxy;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let furnished: Awaited<ReturnType<RealServer['furnish']>>;
  let door: RunningStation | null;

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    proxy = new LyingProxy(server.url);
    await proxy.start();
    await server.stop();
    server.publicUrl = proxy.url;
    await server.start();
    directory = await temporaryDirectory();
    door = null;
  });

  afterEach(async () => {
    await door?.[Symbol.asyncDispose]();
    await proxy.stop();
    await server.remove();
    await directory[Symbol.asyncDispose]();
  });

  const open = async (tickets: number) => {
    furnished = await server.furnish(tickets);
    door = await reopen();
    return door;
  };
  const reopen = (options: { readonly workerUrl?: URL } = {}) => {
    const { id, secret } = furnished.clients[0];
    const enrolment = { server_url: proxy.url, client_id: id, client_secret: secret };
    return runStation({ dataDir: directory.path, enrolment, ...options });
  };
  const ticketsHere = (): readonly unknown[] => {
    const replica = new Database(`${directory.path}/station/replica.db`, { readonly: true });
    try {
      return replica.prepare('SELECT reference FROM tickets ORDER BY reference').pluck().all();
    } finally {
      replica.close();
    }
  };
  const passed = (is: (path: string) => boolean) => proxy.passed.filter(is).length;

  it('requests all of it once, and walks no list from its beginning', async () => {
    const station = await open(1_600);
    await ready(station);
    expect(passed(isSnapshot)).toBe(1);
    expect(proxy.passed.filter((path) => path.includes('1970'))).toEqual([]);
    expect(ticketsHere()).toEqual([...furnished.tickets].sort());
    await until('all are counted', () => station.state().counters.expected === 1_600);
  });

  it('resumes after the last complete part when it is interrupted, repeatedly, and after a restart', async () => {
    proxy.cutAfter = (path) => (isSnapshot(path) ? 20_000 : Infinity);
    let station = await open(2_000);
    await until('it is cut off twice', () => passed(isSnapshot) >= 2);
    expect(station.state().phase.kind).toBe('importing');
    await station[Symbol.asyncDispose]();
    const before = proxy.passed.length;
    station = door = await reopen();
    await ready(station);
    const asked = proxy.passed.slice(before).filter(isSnapshot);
    expect(asked.every((path) => path.includes('cursor='))).toBe(true);
    expect(ticketsHere()).toEqual([...furnished.tickets].sort());
  });

  it('admits while it is still importing, and knows what changes meanwhile', async () => {
    // The rest comes when the test has seen what it looks for.
    proxy.cutAfter = (path) =>
      !isSnapshot(path) ? Infinity : passed(isSnapshot) <= 1 ? 20_000 : 0;
    const station = await open(2_000);
    const here = () => station.state().counters.expected;
    await until('some of it is here', () => here() > 0 && here() < 2_000);
    const known = String(ticketsHere().at(0));
    expect(await station.scan(known)).toMatchObject({ kind: 'admitted', ticket: known });
    const sold = await server.sellOne(furnished);
    await until('what was sold is known', () => ticketsHere().includes(sold));
    expect(station.state().phase.kind).toBe('importing');
    proxy.cutAfter = () => Infinity;
    await ready(station);
    expect(ticketsHere()).toEqual([...furnished.tickets, sold].sort());
    expect(station.state().counters).toMatchObject({ expected: 2_001, admitted_total: 1 });
  });

  it('walks the lists if the network blocks snapshots', { tags: ['long'] }, async () => {
    proxy.lie = (_method, path) => (isSnapshot(path) ? { status: 502 } : null);
    const station = await open(90);
    await ready(station);
    expect(proxy.lies.filter(isSnapshot)).toHaveLength(3);
    expect(ticketsHere()).toEqual([...furnished.tickets].sort());
  });

  it(
    'reports a full disk, keeps what it has, and resumes once there is room',
    { tags: ['long'] },
    async () => {
      const full = join(directory.path, 'station', 'replica.db.full');
      // A part and a little more, time and again: the disk fills up in the middle.
      proxy.cutAfter = (path) => (isSnapshot(path) ? 20_000 : Infinity);
      furnished = await server.furnish(2_000);
      const station = (door = await reopen({ workerUrl: smallDisk }));
      await until('some of it is here', () => ticketsHere().length > 0);
      writeFileSync(full, '');
      proxy.cutAfter = () => Infinity;
      const asked = passed(isSnapshot);
      // The pause between two tries grows with each that failed, to a minute at the most.
      await until('it was tried again', () => passed(isSnapshot) >= asked + 4, 90_000);
      const warnings = () => station.state().warnings.map(({ code }) => code);
      await until('it says so', () => warnings().includes('replica_unwritable'), 90_000);
      expect(warnings()).toEqual(['replica_unwritable']);
      expect(station.state().phase.kind).toBe('importing');
      const kept = ticketsHere();
      expect(kept.length).toBeLessThan(2_000);
      const known = String(kept.at(0));
      expect(await station.scan(known)).toMatchObject({ kind: 'admitted', ticket: known });
      const before = proxy.passed.length;
      rmSync(full);
      await until('it is ready', () => station.state().phase.kind === 'ready', 90_000);
      expect(warnings()).toEqual([]);
      expect(station.state().counters).toMatchObject({ expected: 2_000, admitted_total: 1 });
      expect(ticketsHere()).toEqual([...furnished.tickets].sort());
      const last = proxy.passed.slice(before).filter(isSnapshot);
      expect(last.every((path) => path.includes('cursor='))).toBe(true);
      expect(proxy.passed.filter((path) => path.includes('updated_since=1970'))).toEqual([]);
    },
  );

  it.each([
    [500, 'server.failed'],
    [503, 'server.unavailable'],
    [429, 'rate.limited'],
  ])(
    'asks for it again for as long as the server itself answers with %i',
    { tags: ['long'] },
    async (status, code) => {
      const retry = { 'content-type': 'application/json', 'retry-after': '1' };
      const about = { message: 'No.', detail: 'No.', title: 'No', type: 'about:blank' };
      const body = JSON.stringify({ ...about, status, code, request_id: 'req_1' });
      let refusals = 0;
      proxy.lie = (_method, path) => {
        if (!isSnapshot(path) || refusals === 4) return null;
        refusals += 1;
        return { status, headers: retry, body };
      };
      const station = await open(90);
      await ready(station);
      expect(refusals).toBe(4);
      expect(passed(isSnapshot)).toBe(1);
      expect(proxy.passed.filter((path) => path.includes('updated_since=1970'))).toEqual([]);
      expect(ticketsHere()).toEqual([...furnished.tickets].sort());
    },
  );

  it(
    'walks the lists when a snapshot is interrupted before any part is complete',
    { tags: ['long'] },
    async () => {
      proxy.cutAfter = (path) => (isSnapshot(path) ? 200 : Infinity);
      const station = await open(90);
      await ready(station);
      expect(proxy.passed.some((path) => /tickets\?.*updated_since=1970/.test(path))).toBe(true);
      expect(ticketsHere()).toEqual([...furnished.tickets].sort());
    },
  );
});
