import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src-server/open-database.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../src-server/domain/events/ticket-types.ts';
import { shops } from '../support/shop-files.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { runCommand } from '../support/v1/gatehouse.ts';

// Guests of every shop come to one door, each with the barcode of their shop.

let server: RealServer;
let door: RunningStation;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  server = new RealServer();
  await server.start();
  const { event, clients, north } = await server.furnish(0);
  await addTypes(event);
  for (const { file, flags = [], ignored } of shops) {
    const path = join(server.data, file);
    writeFileSync(path, readFileSync(join(import.meta.dirname, '../fixtures/shops', file)));
    const ignore = ignored === undefined ? [] : ['--ignore', ignored];
    const database = server.databaseUrl === null ? [] : ['--database', server.databaseUrl];
    const words = [path, '--event', event, ...flags, ...ignore, ...database];
    const { code, err } = await runCommand(server.data, 'import', words);
    expect({ code, err }).toMatchObject({ code: 0 });
  }
  const directory = await temporaryDirectory();
  const [{ id, secret }] = clients;
  door = await runStation({
    dataDir: directory.path,
    enrolment: { server_url: server.url, client_id: id, client_secret: secret },
  });
  open.unshift(door, directory);
  const sold = shops.reduce((sum, { first }) => sum + first.new_tickets, 0);
  await until('the door has the tickets of all files', () => {
    const { counters, phase } = door.state();
    return phase.kind === 'ready' && counters.expected === sold;
  });
  await door.send({ kind: 'select_entry_point', location: north });
});
afterAll(async () => {
  for (const one of open) await one[Symbol.asyncDispose]();
  await server.remove();
});

async function addTypes(event: string): Promise<void> {
  const database = await openDatabase(server);
  await database.write(async (tx) => {
    for (const name of new Set(shops.flatMap((shop) => shop.event.types)))
      await createTicketType(tx, event, { ...ticketTypeDefaults, name, price: 0 });
  });
  await database.close();
}

/** Whose tickets are found once every ticket is searchable, which is a moment after it has come. */
async function find(query: string): Promise<readonly (string | null)[]> {
  for (;;) {
    const result = await door.send({ kind: 'search_tickets', query });
    if (!result.ok || !('found' in result)) throw new Error('expected an answer');
    if (result.found.complete) return result.found.tickets.map(({ holder }) => holder);
    await nextTurn();
  }
}

it.each(shops)(
  "$name's guest is found by the number of their order, and let in with what the shop has printed",
  async ({ guest: { printed, holder, order } }) => {
    expect(await find(order)).toContain(holder);
    if (printed === null) return;
    expect(await door.scan(printed)).toMatchObject({ kind: 'admitted', holder });
  },
);
