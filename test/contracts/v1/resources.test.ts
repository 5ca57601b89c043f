import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { addClient, freshKey, walk, type ApiClient } from '../../support/v1/api-client.ts';
import { startTestServer } from '../../support/test-server.ts';
import type { Gatehouse } from '../../support/v1/gatehouse.ts';
import { organiserOf } from '../../support/v1/programme.ts';
import { shaped } from '../../support/v1/shaped.ts';
import {
  Contact,
  EntryScan,
  Event,
  EventDetails,
  Identity,
  List,
  Made,
  NewSubscription,
  Order,
  OrderDetails,
  Placed,
  Subscription,
  Ticket,
  TicketAnswers,
  TicketDetails,
  Verdict,
  Wrapped,
} from '../../support/v1/shapes.ts';

/** Section 2: every resource with its exact keys, types and nulls, and with the values that the organiser entered. */
let gatehouse: Gatehouse;
let client: ApiClient;
let made: Awaited<ReturnType<typeof fill>>;

async function fill() {
  const { addOrganiser, addEvent, addType, make } = organiserOf(gatehouse);
  const organiser = await addOrganiser();
  const [gala, run] = await Promise.all([
    addEvent(
      organiser,
      'gala',
      '--starts-at 2026-12-12T19:00:00.123456+01:00 --ends-at 2026-12-12T23:00:00Z --status published',
    ),
    addEvent(organiser, 'run', '--status draft'),
  ]);
  const [stalls, free, night, door] = await Promise.all([
    addType(gala, '--price 4500 --total 10'),
    addType(run, '--price 0'),
    make(
      `session create --event ${run} --starts-at 2026-12-12T18:00:00Z --ends-at 2026-12-12T20:00:00Z`,
      '--name',
      'Saturday night',
    ),
    make(`location create --event ${gala} --name North`),
  ]);
  const questions: string[] = [];
  for (const flags of [
    '--key diet --type multiselect --options Vegan,Halal',
    '--key size --type select --options S,M',
    '--key company --type text',
    '--key born --type date',
    '--key from --type country',
  ]) {
    questions.push(await make(`question create --event ${gala} --label Please? ${flags}`));
  }
  const answers = '{"diet":["Halal","Vegan"],"size":"M","born":"1990-02-28","from":"NO"}';
  const [paid, anonymous] = await Promise.all([
    gatehouse.make(
      Placed,
      `order create --event ${gala} --ticket-type ${stalls} --quantity 2 --email ada@example.org --first-name Ada --last-name Lovelace --seat-labels A1,A2 --answers ${answers}`,
    ),
    gatehouse.make(Placed, `order create --event ${run} --ticket-type ${free} --session ${night}`),
  ]);
  return { organiser, gala, run, stalls, free, night, door, questions, paid, anonymous };
}

beforeAll(async () => {
  gatehouse = await startTestServer({ webhookAllow: ['127.0.0.0/8'] });
  made = await fill();
  client = await addClient(gatehouse, made.organiser);
});
afterAll(() => gatehouse[Symbol.asyncDispose]());

const ticketOf = (place: number) => made.paid.tickets[place]?.reference ?? '';

describe('2.3, 2.4: an event', () => {
  it('is read with its ticket types by reference and by slug alike', async () => {
    const byReference = await client.read(
      Wrapped(EventDetails),
      `/integration/events/${made.gala}`,
    );
    expect(byReference.data).toEqual({
      reference: made.gala,
      slug: 'gala',
      name: 'Gala',
      status: 'published',
      starts_at: '2026-12-12T18:00:00.123456Z',
      ends_at: '2026-12-12T23:00:00.000000Z',
      timezone: 'Europe/Oslo',
      currency: 'NOK',
      updated_at: byReference.data.updated_at,
      deleted_at: null,
      ticket_types: [
        {
          reference: made.stalls,
          name: 'Stalls',
          price: 4500,
          currency: 'NOK',
          is_active: true,
          total: 10,
          sold: 2,
          available: 8,
        },
      ],
    });
    expect(await client.read(Wrapped(EventDetails), '/integration/events/gala')).toEqual(
      byReference,
    );
  });

  it('without times, capacity or a price has nulls and zeros; drafts are listed', async () => {
    const { data } = await client.read(Wrapped(EventDetails), '/integration/events/run');
    expect(data).toMatchObject({ status: 'draft', starts_at: null, ends_at: null });
    expect(data.ticket_types).toMatchObject([{ price: 0, total: null, sold: 1, available: null }]);
    const listed = await walk(client, Event, '/integration/events');
    expect(listed.map((event) => event.slug).toSorted()).toEqual(['gala', 'run']);
  });

  it('keeps microseconds', async () => {
    const { data } = await client.read(Wrapped(EventDetails), '/integration/events/gala');
    expect(data.starts_at).toContain('.123456Z');
  });
});

describe('2.5: an order', () => {
  it('carries the event in the organiser-wide list and the single read, not in the list of an event', async () => {
    const [ofEvent] = await walk(client, Order, '/integration/events/gala/orders');
    const all = await walk(client, OrderDetails, '/integration/orders');
    const single = await client.read(
      Wrapped(OrderDetails),
      `/integration/orders/${made.paid.reference}`,
    );
    expect(single.data).toEqual({ ...ofEvent, event: made.gala });
    expect(all.find(({ reference }) => reference === made.paid.reference)).toEqual(single.data);
    expect(single.data).toMatchObject({
      status: 'paid',
      currency: 'NOK',
      subtotal: 9000,
      discount_total: 0,
      tax_total: 0,
      total: 9000,
      contact: { email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' },
    });
    expect(single.data.confirmed_at).not.toBeNull();
  });

  it('without a contact has null, and is free_confirmed when nothing was to pay', async () => {
    const path = `/integration/orders/${made.anonymous.reference}`;
    const { data } = await client.read(Wrapped(OrderDetails), path);
    expect(data).toMatchObject({ status: 'free_confirmed', contact: null, total: 0 });
  });
});

describe('2.6: a ticket', () => {
  it('carries event and answers in the single read; answers in the list only when asked for', async () => {
    const path = '/integration/events/gala/tickets';
    const bare = await walk(client, Ticket, path);
    const answered = await walk(client, TicketAnswers, `${path}?include=answers`);
    const single = await client.read(Wrapped(TicketDetails), `/integration/tickets/${ticketOf(0)}`);
    const { event, answers, ...rest } = single.data;
    expect(event).toBe(made.gala);
    expect(bare).toContainEqual(rest);
    expect(answered).toContainEqual({ ...rest, answers });
    expect(rest).toMatchObject({
      status: 'valid',
      ticket_type: { reference: made.stalls, name: 'Stalls' },
      contact: { email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' },
      order: made.paid.reference,
      session: null,
      seat_label: 'A1',
      deleted_at: null,
    });
  });

  it('of a run carries its session; without a holder its contact is null', async () => {
    const [ticket] = await walk(client, Ticket, '/integration/events/run/tickets');
    expect(ticket).toMatchObject({
      contact: null,
      seat_label: null,
      session: {
        reference: made.night,
        name: 'Saturday night',
        starts_at: '2026-12-12T18:00:00.000000Z',
      },
    });
  });

  it('of an event without questions has an empty list of answers', async () => {
    const [ticket] = await walk(
      client,
      TicketAnswers,
      '/integration/events/run/tickets?include=answers',
    );
    expect(ticket?.answers).toEqual([]);
  });
});

describe('2.7: an answer', () => {
  it('has the value of its type, and labels of the chosen options always as a list', async () => {
    const path = `/integration/tickets/${ticketOf(0)}`;
    const { data } = await client.read(Wrapped(TicketDetails), path);
    const byKey = Object.fromEntries(data.answers.map((answer) => [answer.key, answer]));
    expect(byKey['diet']).toMatchObject({
      question: made.questions[0],
      label: 'Please?',
      type: 'multiselect',
      value: ['Halal', 'Vegan'],
      value_labels: ['Halal', 'Vegan'],
    });
    expect(byKey['size']).toMatchObject({ type: 'select', value: 'M', value_labels: ['M'] });
    expect(byKey['born']).toMatchObject({ type: 'date', value: '1990-02-28', value_labels: null });
    expect(byKey['from']).toMatchObject({ type: 'country', value: 'NO', value_labels: null });
  });

  it('that was not given is null, without a time', async () => {
    const path = `/integration/tickets/${ticketOf(0)}`;
    const { data } = await client.read(Wrapped(TicketDetails), path);
    expect(data.answers.find(({ key }) => key === 'company')).toMatchObject({
      type: 'text',
      value: null,
      value_labels: null,
    });
    expect(data.answers).toHaveLength(5);
  });

  it('is the same on every ticket of the order', async () => {
    const rows = await walk(
      client,
      TicketAnswers,
      `/integration/events/gala/tickets?include=answers&order=${made.paid.reference}`,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.answers).toEqual(rows[1]?.answers);
  });

  it('updates answered_at when it is edited, but not the ticket', async () => {
    const path = `/integration/tickets/${ticketOf(1)}`;
    const before = (await client.read(Wrapped(TicketDetails), path)).data;
    await gatehouse.make(
      TicketDetails,
      `answer set ${ticketOf(0)} --question ${made.questions[2]} --value "ACME"`,
    );
    const after = (await client.read(Wrapped(TicketDetails), path)).data;
    expect(after.updated_at).toBe(before.updated_at);
    const of = (ticket: typeof before, key: string) =>
      ticket.answers.find((answer) => answer.key === key);
    expect(of(after, 'company')).toMatchObject({ value: 'ACME', value_labels: null });
    expect(of(after, 'company')?.answered_at).not.toBe(of(before, 'company')?.answered_at);
    expect(of(after, 'diet')).toEqual(of(before, 'diet'));
    // The server may have cached earlier pages of this list, whose answers must not be stale.
    const [listed] = await walk(
      client,
      TicketAnswers,
      `/integration/events/gala/tickets?include=answers`,
    );
    expect(listed?.answers.find(({ key }) => key === 'company')?.value).toBe('ACME');
  });

  it('set to its present value changes nothing', async () => {
    const path = `/integration/tickets/${ticketOf(0)}`;
    const before = (await client.read(Wrapped(TicketDetails), path)).data;
    const line = `answer set ${ticketOf(0)} --question ${made.questions[0]} --value`;
    await gatehouse.make(TicketDetails, line, '["Halal", "Vegan"]');
    expect((await client.read(Wrapped(TicketDetails), path)).data).toEqual(before);
    await gatehouse.make(TicketDetails, line, 'null');
    const after = (await client.read(Wrapped(TicketDetails), path)).data;
    const [cleared, ...others] = after.answers;
    expect(cleared).toMatchObject({ value: null, value_labels: null });
    expect(Date.parse(cleared?.answered_at ?? '')).toBeGreaterThan(
      Date.parse(before.answers[0]?.answered_at ?? ''),
    );
    expect(others).toEqual(before.answers.slice(1));
  });
});

describe('2.8: a contact', () => {
  it('is listed and read alike', async () => {
    const [listed] = await walk(client, Contact, '/integration/contacts?email=ADA@example.ORG');
    const path = `/integration/contacts/${listed?.reference}`;
    const single = await client.read(Wrapped(Contact), path);
    expect(single.data).toEqual(listed);
    expect(single.data).toMatchObject({
      email: 'ada@example.org',
      first_name: 'Ada',
      last_name: 'Lovelace',
      mobile: null,
      unsubscribed_at: null,
      is_erased: false,
      erased_at: null,
    });
  });
});

describe('2.6, 2.9: an entry scan', () => {
  it('is a separate row: neither status nor updated_at of the ticket changes', async () => {
    const path = `/integration/tickets/${ticketOf(0)}`;
    const before = await client.read(Wrapped(TicketDetails), path);
    const body = { ticket: ticketOf(0), scanner_location: made.door };
    const admitted = await client.post('/integration/scans', body, freshKey());
    expect(admitted.status).toBe(200);
    const verdict = shaped(Verdict, await admitted.json());
    expect(verdict).toMatchObject({
      allowed: true,
      reason: 'scanning.allowed',
      session: null,
      seat_label: 'A1',
      scan: { result: 'allowed' },
    });
    expect(await client.read(Wrapped(TicketDetails), path)).toEqual(before);
    const online = { ticket: ticketOf(0) };
    const denied = await client.post('/integration/scans', online, freshKey());
    expect(denied.status).toBe(422);
    expect(denied.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(shaped(Verdict, await denied.json())).toMatchObject({
      allowed: false,
      reason: 'scanning.already_scanned',
      scan: { result: 'denied' },
      details: {
        first_admission: {
          scanned_at: verdict.scan.scanned_at,
          scanner_location: { reference: made.door, name: 'North' },
        },
      },
    });
    const scans = await walk(client, EntryScan, '/integration/events/gala/scans');
    expect(scans.map(({ result, scanner_location: place }) => [result, place])).toEqual([
      ['denied', null],
      ['allowed', { reference: made.door, name: 'North' }],
    ]);
    expect(scans[1]?.reference).toBe(verdict.scan.reference);
    for (const scan of scans) {
      expect(scan).toMatchObject({ ticket: ticketOf(0), session: null });
      expect(scan.updated_at).toBe(scan.created_at);
    }
  });

  it('outside the session window says which date the ticket is for', async () => {
    const body = { ticket: made.anonymous.tickets[0]?.reference };
    const denied = await client.post('/integration/scans', body, freshKey());
    const verdict = shaped(Verdict, await denied.json());
    expect(verdict.reason).toBe('scanning.outside_session_window');
    expect(verdict.session).toEqual({
      reference: made.night,
      name: 'Saturday night',
      starts_at: '2026-12-12T18:00:00.000000Z',
    });
    const [scan] = await walk(client, EntryScan, '/integration/events/run/scans');
    expect(scan?.session).toEqual(verdict.session);
  });
});

describe('2.10: a webhook subscription', () => {
  it('shows its secret only in the response to its creation', async () => {
    const created = await client.post('/integration/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      events: ['order.created', 'ticket.scanned', 'order.created'],
      event: made.gala,
    });
    expect(created.status).toBe(201);
    const { secret, ...subscription } = shaped(Wrapped(NewSubscription), await created.json()).data;
    expect(secret).toMatch(/^whsec_/);
    expect(subscription).toMatchObject({
      url: 'http://127.0.0.1:9/hook',
      events: ['order.created', 'ticket.scanned'],
      event: made.gala,
      is_active: true,
      disabled_reason: null,
    });
    const { data } = await client.read(List(Subscription), '/integration/webhooks');
    expect(data.data).toEqual([subscription]);
  });
});

describe('2.11: the identity', () => {
  it('names organiser, client, scopes and the version of the contract', async () => {
    const { data } = await client.read(Wrapped(Identity), '/integration/me');
    expect(data).toMatchObject({
      organiser: { reference: made.organiser, display_name: 'Nordlys' },
      client: { id: client.client_id, name: 'Books', all_events: true },
      api_version: '2026-08-01',
    });
    expect(data.client.scopes.toSorted()).toEqual([
      'contacts:read',
      'contacts:write',
      'events:read',
      'orders:read',
      'scans:read',
      'scans:write',
      'tickets:read',
      'webhooks:write',
    ]);
  });
});

describe('2.1: references', () => {
  it('carry the prefix of their kind wherever the command line prints one', async () => {
    const kinds: readonly [string, string][] = [
      ['loc_', `location create --event ${made.gala} --name South`],
      ['adn_', `add-on create --event ${made.gala} --name Parking --price 300`],
      [
        'qst_',
        `question create --event ${made.run} --key diet --label D --type multiselect --options Vegan,Halal`,
      ],
    ];
    const printed = await Promise.all(kinds.map(([, line]) => gatehouse.make(Made, line)));
    for (const [index, { reference }] of printed.entries()) {
      expect(reference).toMatch(new RegExp(`^${kinds[index]?.[0]}[0-7][0-9a-hjkmnp-tv-z]{25}$`));
    }
    const again = shaped(Type.Object({ field: Type.String() }), printed[2]);
    const path = `/integration/tickets/${ticketOf(0)}`;
    const { data } = await client.read(Wrapped(TicketDetails), path);
    // §2.7: a field is shared across events.
    expect(data.answers.map(({ field }) => field)).toContain(again.field);
  });
});
