import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Credentials } from '../support/station/furnish-event.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
  type RunOptions,
} from '../support/station/run-station.ts';

describe('stations and the companion server', () => {
  let server: RealServer;
  const open: AsyncDisposable[] = [];
  let venue: Awaited<ReturnType<RealServer['furnish']>>;

  const door = async (
    client: Credentials,
    options: Partial<RunOptions> = {},
  ): Promise<RunningStation> => {
    const directory = await temporaryDirectory();
    const station = await runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: client.id, client_secret: client.secret },
      ...options,
    });
    open.unshift(station, directory);
    await until('the door is ready', () => station.state().phase.kind === 'ready');
    return station;
  };

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await server.furnish(260);
  });

  afterEach(async () => {
    for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
    await server.remove();
  });

  it('upload scans made while the server was unreachable exactly once, and other doors refuse those tickets', async () => {
    const [northClient, southClient] = venue.clients;
    const north = await door(northClient);
    const south = await door(southClient);
    expect(north.state()).toMatchObject({
      organiser: 'Nordlys',
      event: { name: 'Winter Gala' },
      entry_point: { name: 'North Gate' },
      counters: { expected: 260 },
    });

    await server.stop();
    const admitted = venue.tickets.slice(0, 5);
    for (const ticket of admitted) {
      expect(await north.scan(ticket)).toMatchObject({ kind: 'admitted', ticket });
    }
    await until('the door knows that it is offline', () => {
      const { connection } = north.state().sync;
      return connection.kind === 'offline' && connection.reason === 'unreachable';
    });
    expect(north.state().sync.queued).toBe(5);

    await server.start();
    await until('the queue is empty', () => north.state().sync.queued === 0);
    const stored = await server.scansOf(venue.event, northClient);
    expect(stored).toHaveLength(admitted.length);
    expect(new Set(stored.map(({ ticket }) => ticket))).toEqual(new Set(admitted));
    for (const outcome of north.outcomes) {
      const row = stored.find(({ reference }) => reference === outcome.reference);
      expect(row).toMatchObject({
        ticket: outcome.ticket,
        result: 'allowed',
        reason: 'scanning.allowed',
        scanned_at: outcome.scanned_at,
        scanner_location: { name: 'North Gate' },
      });
    }

    await until('the other door has heard', () => south.state().counters.admitted_total === 5);
    for (const ticket of admitted) {
      expect(await south.scan(ticket)).toMatchObject({
        reason: 'scanning.already_scanned',
        first_admission: { entry_point: 'North Gate' },
      });
    }
    expect(north.state().sync.needs_attention).toBe(0);
  });

  it('look up a ticket at the server that was sold since the last poll', async () => {
    const intervals = { tickets: 3_600_000 };
    const north = await door(venue.clients[0], { intervals });
    await until('the door is live', () => north.state().sync.connection.kind === 'live');
    const ticket = await server.sellOne(venue);
    expect(await north.scan(ticket)).toMatchObject({ kind: 'admitted', ticket });
  });

  it('count an admission that comes back in the feed once', async () => {
    const north = await door(venue.clients[0]);
    await north.scan(venue.tickets[0] ?? '');
    await until('the scan is sent', () => north.state().sync.queued === 0);
    const before = north.state().sync.fresh_at.scans;
    // The stream has told of it; the list says it again.
    await north.send({ kind: 'sync_now' });
    await until('the feed was read again', () => north.state().sync.fresh_at.scans !== before);
    await until('and once more', () => north.state().sync.connection.kind === 'live');
    expect(north.state().counters).toMatchObject({ admitted_here: 1, admitted_total: 1 });
  });

  it(
    'record both admissions when two doors admitted one ticket without knowing of each other',
    { tags: ['long'] },
    async () => {
      const [northClient, southClient] = venue.clients;
      const north = await door(northClient);
      const south = await door(southClient);
      const ticket = venue.tickets[7] ?? '';
      await server.stop();
      expect(await north.scan(ticket)).toMatchObject({ kind: 'admitted' });
      expect(await south.scan(ticket)).toMatchObject({ kind: 'admitted' });
      await server.start();
      await until(
        'both are sent',
        () => north.state().sync.queued + south.state().sync.queued === 0,
      );
      const stored = await server.scansOf(venue.event, northClient);
      expect(stored.map(({ ticket: of, result }) => [of, result])).toEqual([
        [ticket, 'allowed'],
        [ticket, 'allowed'],
      ]);
      expect(north.state().sync.needs_attention + south.state().sync.needs_attention).toBe(0);
    },
  );
});
