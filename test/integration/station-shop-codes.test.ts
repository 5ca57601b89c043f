import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

let server: RealServer;
let venue: Awaited<ReturnType<RealServer['furnish']>>;
let door: RunningStation;
let other: RunningStation;
const open: AsyncDisposable[] = [];

beforeEach(async () => {
  server = new RealServer();
  await server.start();
  venue = await server.furnish(2);
  [door, other] = [await openDoor(0), await openDoor(1)];
});

async function openDoor(which: 0 | 1): Promise<RunningStation> {
  const directory = await temporaryDirectory();
  const { id, secret } = venue.clients[which];
  const station = await runStation({
    dataDir: directory.path,
    enrolment: { server_url: server.url, client_id: id, client_secret: secret },
  });
  open.unshift(station, directory);
  await until('the door is ready', () => station.state().phase.kind === 'ready');
  await station.send({ kind: 'select_entry_point', location: venue.north });
  return station;
}

afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
  await server.remove();
});

/** Imports lines of a code and its status, at the server's computer, and waits until the stations have them. */
async function bring(
  lines: readonly (readonly [code: string, status: string])[],
  stations: readonly RunningStation[] = [door],
): Promise<void> {
  const file = join(server.dataDir, 'shop.csv');
  const rows = lines.map(([code, status], at) => `A${at},"${code}",${venue.type},${status}`);
  writeFileSync(file, ['Order,Barcode,Ticket type,Status', ...rows].join('\n'));
  const said: string[] = [];
  const code = await runCommandLine(['import', file, '--event', venue.event, '--json'], {
    out: () => undefined,
    err: (line) => said.push(line),
    flushed: () => Promise.resolve(),
    environment: {
      GATEHOUSE_DATA: server.dataDir,
      ...(server.databaseUrl !== null && { GATEHOUSE_DATABASE: server.databaseUrl }),
    },
    stopRequested: () => Promise.resolve(),
  });
  expect([code, said]).toEqual([0, []]);
  for (const station of stations) await readAgain(station);
}

async function readAgain(station: RunningStation): Promise<void> {
  const freshAt = () => station.state().sync.fresh_at.tickets;
  // Twice: a request that is under way may have left before.
  for (let round = 0; round < 2; round += 1) {
    const before = freshAt();
    await station.send({ kind: 'sync_now' });
    await until('tickets were read again', () => freshAt() !== before);
  }
}

it('what a shop has printed lets in whom its file names, without a network, and nobody whose money it gave back', async () => {
  const eventbrite = '1121205517618441583790001';
  const sold = [eventbrite, '0030405060708', '5afe929d9f', 'https://ti.to/tickets/ti_pX9tJEg'];
  await bring([...sold.map((code) => [code, 'paid'] as const), ['9d9f5afe92', 'refunded']]);
  await bring([...sold.map((code) => [code, 'paid'] as const), ['0990099009', 'paid']]);
  await bring([
    [eventbrite, 'paid'],
    ['0030405060708', 'refunded'],
  ]);
  await server.stop();
  // As Event Tickets prints it.
  const link =
    'https://example.org/?event_qr_code=1&ticket_id=5204&event_id=12&security_code=5afe929d9f&path=wp-json';
  for (const reading of [eventbrite, link, 'HTTPS://TI.TO/TICKETS/TI_PX9TJEG', ']C10990099009'])
    expect(await door.scan(reading)).toMatchObject({ kind: 'admitted' });
  expect(await door.scan('0030405060708')).toMatchObject({ kind: 'denied' });
  expect(await door.scan('9d9f5afe92')).toMatchObject({ kind: 'unknown_ticket' });
});

it("an evening at two doors, of which one has no network: the day's file, and the next one while guests come in", async () => {
  const ann = ['1000000000017', 'paid'] as const;
  const bo = ['1000000000024', 'paid'] as const;
  const cy = ['1000000000031', 'paid'] as const;
  const late = ['1000000000048', 'paid'] as const;
  await bring([ann, bo, cy], [door, other]);
  await other.send({ kind: 'set_mode', mode: 'offline' });
  expect(await door.scan(ann[0])).toMatchObject({ kind: 'admitted' });
  expect(await other.scan(bo[0])).toMatchObject({ kind: 'admitted' });

  // Cy's money was given back, and somebody bought late.
  await bring([ann, bo, [cy[0], 'refunded'], late]);
  expect(await door.scan(cy[0])).toMatchObject({ kind: 'denied' });
  expect(await other.scan(late[0])).toMatchObject({ kind: 'unknown_ticket' });

  await other.send({ kind: 'set_mode', mode: 'automatic' });
  await until('its scans are sent', () => other.state().sync.queued === 0);
  await readAgain(other);
  expect(await other.scan(late[0])).toMatchObject({ kind: 'admitted' });
  expect(await other.scan(cy[0])).toMatchObject({ kind: 'denied' });
  await until('the first door knows of both', () => door.state().counters.admitted_total === 3);
  for (const [at, code] of [
    [other, ann[0]],
    [door, bo[0]],
    [door, late[0]],
  ] as const)
    expect(await at.scan(code)).toMatchObject({ kind: 'denied' });
});
