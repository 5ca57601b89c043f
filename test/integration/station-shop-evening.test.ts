import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundTickets } from '../../shared/station/box-office.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import { makeRow } from '../support/furnish-organiser.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { runCommand } from '../support/v1/gatehouse.ts';

// An evening with a shop's tickets: its file through the real command, two doors of which one is offline, and its file of the next day.

const heading = 'Order,Ticket no,Barcode,Ticket type,First name,Last name,Email,Status\n';
const anna = 'PX9QW,1,400399415548,Standard,Anna,Berg,anna@example.org,paid\n';
const bo = 'PX9QW,2,400399415555,Standard,Bo,Berg,,paid\n';
const cy = 'PX7AA,1,400399415562,Standard,Cy,Dahl,cy@example.org,paid\n';
const di = 'PX7BB,1,400399415579,Standard,Di,Eide,di@example.org,paid\n';
const today = heading + anna + bo + cy + di;
const tomorrow =
  heading +
  anna +
  bo +
  cy.replace('paid', 'refunded') +
  di.replace('Di,Eide,di@', 'Dina,Foss,dina@') +
  'PX9QW,3,400399415586,Standard,Flo,Berg,,paid\n' +
  'PX8CC,1,400399415593,Standard,Gry,Holm,,paid\n';
const codes = {
  anna: '400399415548',
  bo: '400399415555',
  cy: '400399415562',
  flo: '400399415586',
  gry: '400399415593',
};

const Imported = Type.Object({ import: Type.String(), new_tickets: Type.Integer() });

let server: RealServer;
let venue: Awaited<ReturnType<RealServer['furnish']>>;
let north: RunningStation;
let south: RunningStation;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  server = new RealServer();
  await server.start();
  venue = await server.furnish(0);
});
afterAll(async () => {
  for (const one of open) await one[Symbol.asyncDispose]();
  await server.remove();
});

async function importFile(content: string, ...flags: readonly string[]) {
  const file = join(server.data, 'attendees.csv');
  writeFileSync(file, content);
  const database = server.databaseUrl === null ? [] : ['--database', server.databaseUrl];
  const words = [file, '--event', venue.event, '--json', ...flags, ...database];
  const { code, out, err } = await runCommand(server.data, 'import', words);
  expect({ code, err }).toMatchObject({ code: 0 });
  const said: object = JSON.parse(out);
  return { ...said, ...Value.Parse(Imported, said) };
}

async function openDoor(at: 0 | 1): Promise<RunningStation> {
  const { id, secret } = venue.clients[at];
  const directory = await temporaryDirectory();
  const station = await runStation({
    dataDir: directory.path,
    enrolment: { server_url: server.url, client_id: id, client_secret: secret },
  });
  open.unshift(station, directory);
  await until('the door has the tickets of the file', () => expects(station, 4));
  return station;
}

const expects = (door: RunningStation, tickets: number) =>
  door.state().counters.expected === tickets;

/** What is found once every ticket is searchable, which is a moment after it has come. */
async function find(door: RunningStation, query: string): Promise<FoundTickets['tickets']> {
  for (;;) {
    const result = await door.send({ kind: 'search_tickets', query });
    if (!result.ok || !('found' in result)) throw new Error('expected an answer');
    if (result.found.complete) return result.found.tickets;
    await nextTurn();
  }
}

it('admits by the barcodes of the shop, and once, whatever was offline and whatever the next file says', async () => {
  const first = await importFile(today);
  expect(first).toMatchObject({ new_tickets: 4, new_orders: 3 });
  [north, south] = [await openDoor(0), await openDoor(1)];

  await south.send({ kind: 'set_mode', mode: 'offline' });
  expect(await north.scan(`]C0${codes.anna}\r`)).toMatchObject({
    kind: 'admitted',
    holder: 'Anna Berg',
    ticket_type: 'Standard',
  });
  expect(await south.scan(codes.bo)).toMatchObject({ kind: 'admitted', holder: 'Bo Berg' });

  const second = await importFile(tomorrow, '--update');
  expect(second).toMatchObject({ new_tickets: 2, new_orders: 1, cancelled: 1, changed: 1 });
  await until('the open door has the next file', () => expects(north, 5));
  expect(await north.scan(codes.cy)).toMatchObject({ reason: 'scanning.ticket_refunded' });
  expect(await north.scan(codes.flo)).toMatchObject({ kind: 'admitted', holder: 'Flo Berg' });
  expect(await south.scan(codes.gry)).toMatchObject({ kind: 'unknown_ticket', ticket: null });

  await south.send({ kind: 'set_mode', mode: 'automatic' });
  await until('the other door has it too', () => expects(south, 5));
  await until('and has sent its scans', () => south.state().sync.queued === 0);
  await until('the doors know all three', () =>
    [north, south].every((door) => door.state().counters.admitted_total === 3),
  );
  expect(await south.scan(codes.cy)).toMatchObject({ reason: 'scanning.ticket_refunded' });
  expect(await south.scan(codes.gry)).toMatchObject({ kind: 'admitted', holder: 'Gry Holm' });
  for (const [door, code] of [
    [south, codes.anna],
    [north, codes.bo],
    [south, codes.flo],
  ] as const) {
    expect(await door.scan(code)).toMatchObject({ reason: 'scanning.already_scanned' });
  }
  await until(
    'everything is sent',
    () => north.state().sync.queued + south.state().sync.queued === 0,
  );

  const scans = await server.scansOf(venue.event, venue.clients[0]);
  const shown = [...north.outcomes, ...south.outcomes].filter(({ ticket }) => ticket !== null);
  expect(scans.map(({ reference }) => reference).toSorted()).toEqual(
    shown.map(({ reference }) => reference).toSorted(),
  );
  const admitted = scans.filter(({ result }) => result === 'allowed').map(({ ticket }) => ticket);
  expect(admitted).toHaveLength(4);
  expect(new Set(admitted).size).toBe(4);

  const order = await find(north, 'px9qw');
  expect(order.map(({ holder, shop_order }) => `${holder} ${shop_order}`).toSorted()).toEqual([
    'Anna Berg PX9QW',
    'Bo Berg PX9QW',
    'Flo Berg PX9QW',
  ]);
  expect(await find(south, '4003 9941 5579')).toMatchObject([{ holder: 'Dina Foss' }]);

  const database = await openDatabase(server);
  await expect(makeRow(database, 'order.import-undo', { import: first.import })).rejects.toThrow(
    /Somebody was let in with the ticket tkt_/,
  );
  await database.close();
});
