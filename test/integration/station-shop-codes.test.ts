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
const open: AsyncDisposable[] = [];

beforeEach(async () => {
  server = new RealServer();
  await server.start();
  venue = await server.furnish(1);
  const directory = await temporaryDirectory();
  const [client] = venue.clients;
  door = await runStation({
    dataDir: directory.path,
    enrolment: { server_url: server.url, client_id: client.id, client_secret: client.secret },
  });
  open.unshift(door, directory);
  await until('the door is ready', () => door.state().phase.kind === 'ready');
  await door.send({ kind: 'select_entry_point', location: venue.north });
});

afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
  await server.remove();
});

/** Imports lines of a code and its status, at the server's computer, and waits until the door has them. */
async function bring(lines: readonly (readonly [code: string, status: string])[]): Promise<void> {
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
  // Twice: a request that is under way may have left before.
  for (let round = 0; round < 2; round += 1) {
    const before = door.state().sync.fresh_at.tickets;
    await until('tickets were read again', () => door.state().sync.fresh_at.tickets !== before);
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
