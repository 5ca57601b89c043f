import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NumberedList } from '../../../shared/contract/lists.ts';
import { Setup } from '../../../shared/resources/setup.ts';
import { Ticket, TicketWithEvent } from '../../../shared/resources/tickets.ts';
import { scopes, stationScopes, type Scope } from '../../../shared/contract/scopes.ts';
import { updateEvent } from '../../../src-server/domain/events/events.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { readBody } from '../../support/read-body.ts';
import {
  makeClient,
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let ticket: string;

beforeAll(async () => {
  host = await startTestServer();
  door = await makeDoor(host);
  [ticket = ''] = await ticketsOf(host, door.event);
});
afterAll(() => host[Symbol.asyncDispose]());

const clientWith = (granted: readonly Scope[]) =>
  makeClient(host, door.organiser, { scopes: granted });

async function listedContact(granted: readonly Scope[]) {
  const client = await clientWith(granted);
  const list = await client.get(`/integration/events/${door.event}/tickets`);
  return (await readBody(list, NumberedList(Ticket))).data.data[0]?.contact;
}

async function readTicket(granted: readonly Scope[]) {
  const answer = await (await clientWith(granted)).get(`/integration/tickets/${ticket}`);
  return (await readBody(answer, Type.Object({ data: TicketWithEvent }))).data;
}

describe('The setup of an event', () => {
  const path = '/scanner/events/gala/setup';
  const read = async () => {
    const answer = await door.client.get(path);
    const { data } = await readBody(answer, Type.Object({ data: Setup }));
    return { etag: answer.headers.get('etag'), ...data };
  };

  it('has an entity tag that changes with its content and not with time', async () => {
    const first = await door.client.get(path);
    const etag = first.headers.get('etag') ?? '';
    host.clock.advance(1000);
    const second = await door.client.get(path);
    expect(second.headers.get('etag')).toBe(etag);
    expect(await first.text()).not.toBe(await second.text());
    await host.database.write((tx) => createLocation(tx, { event: door.event, name: 'East' }));
    const third = await door.client.get(path);
    expect(third.headers.get('etag')).not.toBe(etag);
    const headers = { 'if-none-match': third.headers.get('etag') ?? '' };
    expect((await door.client.call(path, { headers })).status).toBe(304);
  });

  it('says what the organiser allows at the doors, and which way guests pass an entry point', async () => {
    const plain = await read();
    expect(plain.policy).toMatchObject({ capacity: null, undo_minutes: 15, overrule: 'rules' });
    const { reference } = await host.database.write((tx) =>
      createLocation(tx, { event: door.event, name: 'Garden', direction: 'both' }),
    );
    const rules = { capacity: 800, undo_minutes: 0, overrule: 'any' } as const;
    await host.database.write((tx) => updateEvent(tx, door.event, rules));
    const ruled = await read();
    expect(ruled.policy).toMatchObject(rules);
    expect(ruled.scanner_locations).toContainEqual({
      reference,
      name: 'Garden',
      direction: 'both',
    });
    expect(ruled.etag).not.toBe(plain.etag);
  });

  it('is not found by a client that may not see the event, whatever the reason', async () => {
    const limited = await makeClient(host, door.organiser, { scopes: stationScopes, events: [] });
    const elsewhere = await makeDoor(host);
    for (const key of [door.event, 'gala', elsewhere.event, 'evt_01kyvbnvq0g7m3x9r2c5t8w4ez']) {
      expect((await limited.get(`/scanner/events/${key}/setup`)).status).toBe(404);
    }
  });
});

describe('A client', () => {
  const reads: readonly (readonly [string, readonly Scope[]])[] = [
    ['/integration/events/gala/tickets', ['tickets:read', 'scanner:sync']],
    ['/integration/tickets/{ticket}', ['tickets:read', 'scanner:sync']],
    ['/integration/events/gala/scans', ['scans:read', 'scanner:sync']],
    ['/integration/events/gala/attendance', ['scans:read', 'scanner:sync']],
    ['/integration/events/gala/orders', ['orders:read']],
    ['/integration/contacts', ['contacts:read']],
    ['/scanner/events/gala/setup', ['scanner:sync']],
    ['/scanner/events/gala/snapshot', ['scanner:sync']],
  ];

  it.each(reads)('reads %s with one of %j alone', async (template, needed) => {
    for (const scope of scopes) {
      const client = await clientWith([scope]);
      const answer = await client.get(template.replace('{ticket}', ticket));
      await answer.body?.cancel();
      expect([scope, answer.status]).toEqual([scope, needed.includes(scope) ? 200 : 403]);
    }
  });

  it('with the scopes of a station sees names of holders, but no emails', async () => {
    const names = { first_name: 'Ada', last_name: 'Lovelace' };
    expect(await listedContact(['scanner:sync'])).toMatchObject({ ...names, email: null });
    for (const scope of ['tickets:read', 'contacts:read'] as const) {
      expect(await listedContact(['scanner:sync', scope])).toMatchObject({
        ...names,
        email: 'ada@example.org',
      });
    }
  });

  it('with the scopes of a station sees one ticket as the list shows it: without email and answers', async () => {
    const shown = await readTicket(stationScopes);
    expect(shown).toMatchObject({
      reference: ticket,
      event: door.event,
      contact: { first_name: 'Ada', email: null },
    });
    expect(shown).not.toHaveProperty('answers');
    const whole = await readTicket(['tickets:read']);
    expect(whole).toMatchObject({ contact: { email: 'ada@example.org' }, answers: [] });
  });
});
