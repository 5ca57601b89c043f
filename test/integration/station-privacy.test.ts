import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLogger } from '../../src-main/adapters/system/open-log.ts';
import { createClient } from '../../src-server/domain/access/clients.ts';
import { createOrder } from '../../src-server/domain/sales/create-order.ts';
import { listOrderTickets } from '../../src-server/store/tickets.ts';
import { createServer } from '../../src-server/server.ts';
import { testConfig } from '../support/test-config.ts';
import { changeEvent, furnishEvent } from '../support/station/furnish-event.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';

const guest = { first_name: 'Zebulonia', last_name: 'Quuxington', email: 'zeb@quuxington.example' };
const personal = /zebulonia|quuxington|zeb@/i;

it('an evening with names and addresses leaves neither in any log, not even at the level debug', async () => {
  await using serverFolder = await temporaryDirectory();
  await using stationFolder = await temporaryDirectory();
  const lines: string[] = [];
  const logger = { level: 'debug', write: (line: string) => lines.push(line) } as const;
  const server = await createServer(testConfig(serverFolder.path, { logger }));
  const venue = await furnishEvent({ dataDir: serverFolder.path }, { tickets: 2, clients: [] });
  const { client, tickets } = await changeEvent({ dataDir: serverFolder.path }, async (tx) => {
    const order = await createOrder(tx, {
      event: venue.event,
      lines: [{ sellable: venue.type, quantity: 2, session: null }],
      contact: guest,
      answers: {},
      status: 'confirmed',
    });
    return {
      tickets: (await listOrderTickets(tx, order.id)).map(({ reference }) => reference),
      client: await createClient(tx, {
        organiser: venue.organiser,
        name: 'North',
        scopes: ['events:read', 'scanner:sync', 'scans:write', 'contacts:read'],
        events: 'all',
      }),
    };
  });
  const logs = join(stationFolder.path, 'logs');
  const station = await runStation({
    dataDir: stationFolder.path,
    logger: openLogger(logs, 'station.log', 'debug'),
    enrolment: {
      server_url: server.authUrl,
      client_id: client.client.client_id,
      client_secret: client.client_secret,
    },
  });
  await until('the door is ready', () => station.state().phase.kind === 'ready');
  const [first = '', second = ''] = tickets;
  expect((await station.scan(first)).holder).toMatch(personal);
  expect((await station.scan(first)).holder).toMatch(personal);
  await station.scan(`not-a-ticket ${guest.email}`);
  await expect
    .poll(async () => station.send({ kind: 'search_tickets', query: 'quuxington' }), {
      timeout: 20_000,
    })
    .toMatchObject({ found: { tickets: [{ email: guest.email }, { email: guest.email }] } });
  await station.send({ kind: 'read_order', ticket: second });
  await station.send({ kind: 'check_in', ticket: second });
  await station.send({ kind: 'read_activity', before: null, limit: 50, filter: { words: 'zeb' } });
  await station.send({ kind: 'read_conflicts', state: 'open', page: null });
  await station.send({ kind: 'self_test' });
  await until('all is sent', () => station.state().sync.queued === 0);
  await server.close();
  await station.scan(first);
  await until('the server is missed', () => station.state().sync.connection.kind === 'offline');
  await station.send({ kind: 'search_tickets', query: guest.email });
  await station[Symbol.asyncDispose]();
  // A command that fails is logged, with whatever it was about.
  const late = await station.send({ kind: 'search_tickets', query: guest.email });
  expect(late).toMatchObject({ ok: false, code: 'station.failed' });
  const written = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
  expect(written.join('')).toContain('search_tickets');
  expect(lines.join('')).toContain('/v1');
  expect(linesWith(personal, [...lines, ...written])).toEqual([]);
});

function linesWith(pattern: RegExp, texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split('\n')).filter((line) => pattern.test(line));
}
