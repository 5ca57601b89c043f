import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAddOn } from '../../src-server/domain/events/add-ons.ts';
import { createOrder } from '../../src-server/domain/sales/create-order.ts';
import { listOrderLines, lockOrderLine } from '../../src-server/store/orders.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

function sent(door: RunningStation): Promise<void> {
  return until('it is live and all is sent', () => {
    const { connection, queued } = door.state().sync;
    return connection.kind === 'live' && queued === 0;
  });
}

describe('doors whose server was restored', () => {
  let server: RealServer;
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  const open: (AsyncDisposable & { readonly path?: string })[] = [];

  const start = async (which: 0 | 1): Promise<RunningStation> => {
    const directory = await temporaryDirectory();
    const { id, secret } = venue.clients[which];
    const enrolment = { server_url: server.url, client_id: id, client_secret: secret };
    const station = await runStation({ dataDir: directory.path, enrolment });
    open.unshift(station, directory);
    await until('the door is ready', () => station.state().phase.kind === 'ready');
    return station;
  };
  const ticket = (index: number) => venue.tickets[index] ?? '';
  const scans = () => server.scansOf(venue.event, venue.clients[0]);
  const scanned = async () => (await scans()).map(({ ticket: of }) => of ?? '').sort(byText);

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await server.furnish(6);
  });

  afterEach(async () => {
    for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
    await server.remove();
  });

  it.each(['backup', 'file'] as const)(
    'offer again what it lacks, and nothing is there twice: from a %s',
    async (kind) => {
      const line = await soldAddOn(server, venue);
      const north = await start(0);
      const south = await start(1);
      expect(await north.scan(ticket(0))).toMatchObject({ kind: 'admitted' });
      await sent(north);
      await until('the other door knows', () => south.state().counters.admitted_total === 1);

      await server.stop();
      const restore = await server.copyData(kind);
      await server.start();
      await sent(north);
      await sent(south);
      expect(await north.scan(ticket(1))).toMatchObject({ kind: 'admitted' });
      expect(await south.scan(ticket(2))).toMatchObject({ kind: 'admitted' });
      await until('both know', () => south.state().counters.admitted_total === 3);
      expect(await south.scan(ticket(1))).toMatchObject({ reason: 'scanning.already_scanned' });
      expect(await north.send(handOut(line, 2))).toMatchObject({ ok: true });
      await sent(north);
      await sent(south);
      const before = await scans();
      expect(before).toHaveLength(4);

      await server.stop();
      await restore();
      await server.start();
      while ((await scans()).length < before.length) await setTimeout(50);
      await sent(north);
      await sent(south);
      expect(await scanned()).toEqual([ticket(0), ticket(1), ticket(1), ticket(2)].sort(byText));
      const contents = (list: typeof before) =>
        list.map((scan) => [scan.reference, scan.scanned_at, scan.result].join(' ')).sort(byText);
      expect(contents(await scans())).toEqual(contents(before));
      expect(await changeEvent(server, (tx) => lockOrderLine(tx, line.line))).toMatchObject({
        redeemed: 2,
      });
      for (const door of [north, south]) {
        await until('both know all', () => door.state().counters.admitted_total === 3);
        expect(door.state().sync.needs_attention).toBe(0);
      }
      expect(await south.scan(ticket(0))).toMatchObject({ reason: 'scanning.already_scanned' });
    },
  );

  it('offer nothing again when it was only started again', async () => {
    const north = await start(0);
    const folder = open.find((one) => 'path' in one)?.path ?? '';
    await north.scan(ticket(0));
    await sent(north);
    const epochs = new Set<unknown>();
    for (let times = 0; times < 3; times += 1) {
      epochs.add(epochOf(readFileSync(join(folder, 'station', 'settings.json'), 'utf8')));
      await server.stop();
      await until('it is offline', () => north.state().sync.connection.kind === 'offline');
      await server.start();
      await sent(north);
    }
    expect([...epochs]).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
  });
});

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function epochOf(settings: string): unknown {
  const { epoch }: { readonly epoch?: unknown } = JSON.parse(settings);
  return epoch;
}

interface Sold {
  readonly order: string;
  readonly line: string;
}

function handOut({ order, line }: Sold, quantity: number) {
  return { kind: 'redeem', order, order_line: line, quantity } as const;
}

function soldAddOn(
  server: RealServer,
  { event, type }: { readonly event: string; readonly type: string },
): Promise<Sold> {
  return changeEvent(server, async (tx) => {
    const about = { name: 'Cloakroom', price: 300, total: null };
    const addOn = await createAddOn(tx, event, about);
    const order = await createOrder(tx, {
      event,
      lines: [
        { sellable: type, quantity: 1, session: null },
        { sellable: addOn.reference, quantity: 3, session: null },
      ],
      contact: null,
      answers: {},
      status: 'confirmed',
    });
    const lines = await listOrderLines(tx, order.id);
    const line = lines.find(({ kind }) => kind === 'add_on');
    return { order: order.reference, line: line?.reference ?? '' };
  });
}
