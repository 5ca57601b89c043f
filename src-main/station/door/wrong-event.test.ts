import { afterEach, expect, it } from 'vitest';
import { shortName } from '../../../shared/ticket-code/code-payload.ts';
import type { EventRecord, SetupRecord } from '../../../shared/station/records.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { freeTicket, instantAt } from '../../../test/support/station/records.ts';
import { EVENT, numbered } from '../../../test/support/station/rows.ts';
import { sign, signedTicket, testKey } from '../../../test/support/signed-codes.ts';

const key = testKey('K3dQ');
const OTHER = numbered('event', 2);
const event = (reference: string, name: string): EventRecord => ({
  reference,
  name,
  status: 'published',
  starts_at: instantAt(86_400),
  ends_at: null,
  timezone: 'Europe/London',
  deleted_at: null,
});
const setup: SetupRecord = {
  event: event(EVENT, 'Winter Gala'),
  sessions: [],
  locations: [],
  ticket_types: [],
  code_keys: [key.key],
  source: 'scanner',
  etag: null,
};
const kammerkonzerte = {
  name: 'Kammerkonzerte',
  starts_at: '2026-11-21T18:00:00.000000Z',
  timezone: 'Europe/London',
};
const ticketElsewhere = { ...freeTicket(9), event: OTHER };

let door: Awaited<ReturnType<typeof openDoor>>;
afterEach(() => door.close());

it.each([
  [
    'the server',
    {
      server: true,
      prepare: (server) => {
        server.events = [setup.event, event(OTHER, 'Kammerkonzerte')];
        server.tickets.set(ticketElsewhere.reference, ticketElsewhere);
      },
    },
    () => Promise.resolve(ticketElsewhere.reference),
    { holder: 'Amélie', ticket_type: 'Standard' },
  ],
  [
    'its signed code',
    {},
    () => sign(signedTicket(9, { event: shortName('event', OTHER) }), key),
    { holder: null },
  ],
  [
    'what this station kept of that event',
    {},
    async () => {
      await door.replica.writeTicket(ticketElsewhere);
      return ticketElsewhere.reference;
    },
    { holder: 'Amélie' },
  ],
] satisfies readonly (readonly [
  string,
  Parameters<typeof openDoor>[0],
  () => Promise<string>,
  object,
])[])('a ticket of another event is named with it by %s', async (_by, options, codeOf, person) => {
  door = await openDoor({ setup, ...options });
  await door.replica.replaceEvents([setup.event, event(OTHER, 'Kammerkonzerte')]);
  const outcome = await door.scan(await codeOf());
  expect(outcome).toMatchObject({
    kind: 'unknown_ticket',
    note: 'wrong_event',
    reason: null,
    ticket: numbered('ticket', 9),
    other_event: kammerkonzerte,
    message: 'This ticket is for another event: Kammerkonzerte.',
    ...person,
  });
  // The specification has no reason for it: it is recorded here, counted nowhere, and never uploaded.
  expect(door.journal.recent(1)).toMatchObject([
    { note: 'wrong_event', other_event: kammerkonzerte },
  ]);
  expect(door.journal.pending(numbered('organiser', 1), 5)).toEqual([]);
  expect(door.state().counters.expected).toBe(3);
});

it('an event that this station may not see has no name', async () => {
  door = await openDoor({ setup });
  const code = await sign(signedTicket(9, { event: shortName('event', OTHER) }), key);
  expect(await door.scan(code)).toMatchObject({
    note: 'wrong_event',
    other_event: { name: null, starts_at: null },
    message: 'This ticket is for another event.',
  });
});
