import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeKind } from '../../../shared/resources/event-stream.ts';
import { addMicros, MICROS_PER_MINUTE, type Instant } from '../../../shared/instant.ts';
import {
  fixtureNow,
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import type { Commit } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { createAddOn } from '../../domain/events/add-ons.ts';
import { ChangeWatch } from '../../http/streams/change-watch.ts';
import {
  changeEvents,
  changeScopes,
  createClient,
  revokeClient,
} from '../../domain/access/clients.ts';
import {
  archiveEvent,
  createEvent,
  eventDefaults,
  updateEvent,
} from '../../domain/events/events.ts';
import { createLocation } from '../../domain/events/locations.ts';
import { cancelOrder } from '../../domain/sales/cancel-order.ts';
import { updateOrganiser } from '../../domain/access/organisers.ts';
import { redeemAddOn } from '../../domain/scans/redeem-add-on.ts';
import { checkInTicket } from '../../domain/scans/check-in.ts';
import { releaseScan } from '../../domain/scans/release-scan.ts';
import { createSession } from '../../domain/events/sessions.ts';
import { recordHeartbeat } from '../../domain/access/stations.ts';
import { updateTicketType } from '../../domain/events/ticket-types.ts';
import { insertAccessToken } from '../../store/access/access-tokens.ts';
import { insertAnswers, insertField, insertQuestion, touchAnswersOf } from '../../store/answers.ts';
import { listOrderLines } from '../../store/orders.ts';
import type { EventRow } from '../../store/events.ts';
import { heartbeat } from '../../examples/stations.ts';
import { readEventChanges } from './event-changes.ts';

let fixture: OrganiserFixture;
let commits: Commit[];
let prepared: Awaited<ReturnType<typeof prepare>>;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  prepared = await prepare();
  commits = [];
  fixture.database.onCommit((commit) => commits.push(commit), 60_000);
});
afterEach(() => fixture.close());

async function prepare() {
  const event = fixture.event.reference;
  const other: EventRow = await fixture.write((tx) =>
    createEvent(tx, fixture.organiser, {
      ...eventDefaults,
      name: 'Other',
      slug: 'other',
      timezone: 'Europe/Oslo',
      currency: 'NOK',
    }),
  );
  const type = await fixture.addTicketType();
  const addOn = await fixture.write((tx) =>
    createAddOn(tx, event, { name: 'Drink', price: 900, total: null }),
  );
  const { order, tickets } = await fixture.addOrder(type.reference);
  const drinks = await fixture.addOrder(addOn.reference, { quantity: 2 });
  const [line] = await fixture.database.read((tx) => listOrderLines(tx, drinks.order.id));
  const { client } = await fixture.write((tx) =>
    createClient(tx, {
      organiser: fixture.organiser,
      name: 'CRM',
      scopes: ['events:read'],
      events: [event],
    }),
  );
  const { tickets: admitted } = await fixture.addOrder(type.reference);
  const { scan } = await fixture.write((tx) => checkIn(tx, admitted[0]?.reference ?? ''));
  const question = await fixture.write(async (tx) => {
    const { id: event_id, organiser_id } = fixture.event;
    const field = await insertField(tx, { organiser_id, key: 'diet', type: 'text', options: null });
    const about = { event_id, field_id: field.id, label: 'Diet', show_at_door: 1 } as const;
    const asked = await insertQuestion(tx, about);
    await insertAnswers(tx, [{ order_id: order.id, question_id: asked.id, value: '"vegan"' }]);
    return asked;
  });
  const ticket = tickets[0]?.reference ?? '';
  return { event, other, type, order, ticket, scan: scan.reference, question, line, client };
}

function checkIn(tx: WriteTransaction, ticket: string) {
  const input = { ticket, scanner_location: null, session: null, locale: 'en' } as const;
  return checkInTicket(tx, fixture.client, input);
}

const session = {
  name: null,
  starts_at: fixtureNow,
  ends_at: addMicros(fixtureNow, MICROS_PER_MINUTE),
};
type Prepared = typeof prepared;

type Write = (tx: WriteTransaction, of: Prepared) => Promise<unknown>;

/** What changes the event, by the kind of change of which its followers are told. */
const changing = {
  scan: {
    'a check-in': (tx, { ticket }) => checkIn(tx, ticket),
  },
  release: {
    'a guest who goes out': (tx, { scan }) =>
      releaseScan(tx, fixture.client, { scan, kind: 'exit', note: null, scanner_location: null }),
  },
  order_line: {
    'an add-on handed out': (tx, { line }) =>
      redeemAddOn(tx, {
        order_line: line?.reference ?? '',
        quantity: 1,
        client_reference: null,
        location: null,
        redeemed_at: fixture.now(),
        client_id: null,
        happened: false,
      }),
  },
  answers: {
    'answers to be shown at the door': (tx, { question }) => touchAnswersOf(tx, question),
  },
  ticket: {
    'a cancelled order': (tx, { order }) => cancelOrder(tx, order.reference, null),
  },
  session: {
    'a session': (tx, { event }) => createSession(tx, event, session),
  },
  setup: {
    'a ticket type': (tx, { type }) => updateTicketType(tx, type.reference, { name: 'Seat' }),
    'a location': (tx, { event }) => createLocation(tx, { event, name: 'North Gate' }),
    'an add-on': (tx, { event }) => createAddOn(tx, event, { name: 'Coat', price: 1, total: null }),
    'the event': (tx, { event }) => updateEvent(tx, event, { name: 'Gala' }),
    'how many may be inside': (tx, { event }) => updateEvent(tx, event, { capacity: 800 }),
    'an archived event': (tx, { event }) => archiveEvent(tx, event),
  },
} satisfies Record<ChangeKind, Record<string, Write>>;

const changingCases = Object.entries(changing).flatMap(([kind, writes]) =>
  Object.entries<Write>(writes).map(([what, write]) => ({ kind, what, write })),
);

/** What changes who may follow. */
const narrowing: Readonly<Record<string, Write>> = {
  'a narrower grant': (tx, { client }) => changeEvents(tx, client.client_id, []),
  'fewer scopes': (tx, { client }) => changeScopes(tx, client.client_id, ['orders:read']),
  'a revocation': (tx, { client }) => revokeClient(tx, client.client_id),
  'a lesser plan': (tx) => updateOrganiser(tx, fixture.organiser, { plan: 'free' }),
};

function changesSince(event: EventRow, since: Instant) {
  return fixture.database.readBounded((tx, bound) =>
    readEventChanges(tx, { eventId: event.id, since, bound }),
  );
}

const concerns = ({ eventIds }: Commit, { id }: EventRow) => eventIds?.has(id) ?? true;
const concern = (event: EventRow) => commits.some((commit) => concerns(commit, event));

describe('A commit', () => {
  it.each(changingCases)('of $what concerns who follows its event', async ({ kind, write }) => {
    const { bound } = await changesSince(fixture.event, prepared.other.updated_at);
    await fixture.write((tx) => write(tx, prepared));
    const { changes } = await changesSince(fixture.event, bound);
    expect(changes.map((change) => change.kind)).toContain(kind);
    expect(concern(fixture.event)).toBe(true);
  });

  it.each(Object.entries(narrowing))('of %s concerns everybody', async (_what, write) => {
    await fixture.write((tx) => write(tx, prepared));
    expect(concern(fixture.event) && concern(prepared.other)).toBe(true);
  });

  it('of a check-in concerns nobody else, and that of a token or a heartbeat nobody', async () => {
    const { client } = prepared;
    await fixture.write((tx) => checkIn(tx, prepared.ticket));
    expect(concern(prepared.other)).toBe(false);
    commits = [];
    await fixture.write((tx) =>
      insertAccessToken(tx, {
        token_hash: Buffer.alloc(32),
        client_id: client.id,
        scopes: 'events:read',
        created_at: tx.now,
        expires_at: tx.now,
      }),
    );
    await fixture.write((tx) => recordHeartbeat(tx, fixture.client, heartbeat));
    expect(concern(fixture.event)).toBe(false);
  });
});

describe('Those who follow an event', () => {
  it('are woken by its commits alone, and share one read of what has changed', async () => {
    let reads = 0;
    const watch = new ChangeWatch(fixture.database, async (tx, asked) => {
      reads += 1;
      return readEventChanges(tx, asked);
    });
    const { bound } = await changesSince(fixture.event, prepared.other.updated_at);
    const ended = new AbortController();
    const woken: string[] = [];
    const followers = ['one', 'two', 'three'].map((name) => {
      const commits = watch.follow(fixture.event.id, ended.signal);
      const next = async () => {
        await commits.next(60_000);
        woken.push(name);
        return watch.read(fixture.event.id, bound);
      };
      return { commits, read: next() };
    });
    using elsewhere = watch.follow(prepared.other.id, ended.signal);
    void elsewhere.next(60_000).then(() => woken.push('elsewhere'));
    await fixture.write((tx) => checkIn(tx, prepared.ticket));
    const found = await Promise.all(followers.map(({ read }) => read));
    expect(found.map(({ changes }) => changes.map(({ kind }) => kind))).toEqual(
      followers.map(() => ['scan']),
    );
    expect(woken).toEqual(['one', 'two', 'three']);
    expect(reads).toBe(1);
    for (const { commits } of followers) commits[Symbol.dispose]();
    ended.abort();
  });
});
