import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_HOUR } from '../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../test/support/organiser-fixture.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { listOrderTickets } from '../store/tickets.ts';
import { createAddOn, updateAddOn } from '../domain/events/add-ons.ts';
import { checkAnswer } from '../domain/sales/answers.ts';
import { createClient, renameClient } from '../domain/access/clients.ts';
import { saveContact } from '../domain/contacts/contacts.ts';
import { recordDispute } from '../domain/sales/disputes.ts';
import { createEvent, eventDefaults, updateEvent } from '../domain/events/events.ts';
import { createLocation, updateLocation } from '../domain/events/locations.ts';
import { cancelOrder } from '../domain/sales/cancel-order.ts';
import { createOrder } from '../domain/sales/create-order.ts';
import { mapColumns } from '../imports/columns/map-columns.ts';
import { namedColumnsOf, readCatalogue } from '../imports/lines/catalogue.ts';
import { LineReader } from '../imports/lines/read-line.ts';
import { problemSentence } from '../imports/problem-sentences.ts';
import { invalid } from './domain-error.ts';
import { requireEvent } from './require-row.ts';
import { createOrganiser, updateOrganiser } from '../domain/access/organisers.ts';
import { createQuestion, updateQuestion } from '../domain/events/questions.ts';
import { createSession, updateSession } from '../domain/events/sessions.ts';
import {
  createTicketType,
  ticketTypeDefaults,
  updateTicketType,
} from '../domain/events/ticket-types.ts';
import { updateTicket } from '../domain/tickets/change-ticket.ts';

let fixture: OrganiserFixture;
let type: string;
let made = 0;

beforeAll(async () => {
  fixture = await openOrganiserFixture();
  type = (await fixture.addTicketType()).reference;
});
afterAll(() => fixture.close());

const event = () => fixture.event.reference;
const organiser = () => fixture.organiser;
const unique = () => `made-${(made += 1)}`;
const session = () => ({
  starts_at: fixture.now(),
  ends_at: addMicros(fixture.now(), MICROS_PER_HOUR),
});

async function place(tx: WriteTransaction, seats: readonly string[] | null = null) {
  const order = await createOrder(tx, {
    event: event(),
    lines: [{ sellable: type, quantity: 1, seat_labels: seats }],
    contact: null,
    answers: {},
    status: 'confirmed',
  });
  const [ticket] = await listOrderTickets(tx, order.id);
  return { order, ticket };
}

/** What a line of a file says in that column. */
async function imported(tx: WriteTransaction, column: string, text: string) {
  const catalogue = await readCatalogue(tx, await requireEvent(tx, event()));
  const heading = ['ticket_type', 'email', column];
  const nothing = { columns: new Map(), statuses: new Map(), ignored: new Set<string>() };
  const mapping = mapColumns({ heading, headingLine: 1 }, nothing, namedColumnsOf(catalogue));
  const reader = new LineReader(catalogue, mapping, nothing);
  const { line, problems } = reader.read({ line: 2, cells: [type, 'a@b.no', text] });
  const [problem] = problems;
  if (problem !== undefined) throw invalid(column, problemSentence(problem));
  return line;
}

type Write = (tx: WriteTransaction, text: string) => Promise<unknown>;

/** Every text that doors and mails show, by what stores it; each returns what it stored. */
const writes: Readonly<Record<string, Write>> = {
  'the name of an organiser': async (tx, name) =>
    (await createOrganiser(tx, { name, plan: 'pro', email: null })).display_name,
  'the new name of an organiser': async (tx, name) =>
    (await updateOrganiser(tx, organiser(), { name })).display_name,
  'the name of a client': async (tx, name) =>
    (
      await createClient(tx, {
        organiser: organiser(),
        name,
        scopes: ['scans:write'],
        events: 'all',
      })
    ).client.name,
  'the new name of a client': async (tx, name) => {
    const scopes = ['scans:write'] as const;
    const { client } = await createClient(tx, {
      organiser: organiser(),
      name: 'x',
      scopes,
      events: 'all',
    });
    return (await renameClient(tx, client.client_id, name)).name;
  },
  'the name of an event': async (tx, name) =>
    (
      await createEvent(tx, organiser(), {
        ...eventDefaults,
        name,
        slug: unique(),
        timezone: 'UTC',
        currency: 'NOK',
      })
    ).name,
  'the new name of an event': async (tx, name) => (await updateEvent(tx, event(), { name })).name,
  'the name of a session': async (tx, name) =>
    (await createSession(tx, event(), { name, ...session() })).name,
  'the new name of a session': async (tx, name) => {
    const { reference } = await createSession(tx, event(), { name: null, ...session() });
    return (await updateSession(tx, reference, { name })).name;
  },
  'the name of an entry point': async (tx, name) => {
    const { reference } = await createLocation(tx, { event: event(), name });
    return (await updateLocation(tx, reference, { is_archived: true })).name;
  },
  'the new name of an entry point': async (tx, name) => {
    const { reference } = await createLocation(tx, { event: event(), name: unique() });
    return (await updateLocation(tx, reference, { name, is_archived: true })).name;
  },
  'the name of a ticket type': async (tx, name) =>
    (await createTicketType(tx, event(), { ...ticketTypeDefaults, name, price: 0 })).name,
  'the new name of a ticket type': async (tx, name) =>
    (await updateTicketType(tx, type, { name })).name,
  'the name of an add-on': async (tx, name) =>
    (await createAddOn(tx, event(), { name, price: 0, total: null })).name,
  'the new name of an add-on': async (tx, name) => {
    const { reference } = await createAddOn(tx, event(), { name: 'x', price: 0, total: null });
    return (await updateAddOn(tx, reference, { name })).name;
  },
  'the label of a question': async (tx, label) => {
    const key = unique().replace('-', '_');
    const options = null;
    const question = await createQuestion(tx, {
      event: event(),
      key,
      label,
      type: 'text',
      options,
    });
    return (await updateQuestion(tx, question.reference, { is_archived: true })).label;
  },
  'an option of a question': async (tx, option) => {
    const key = unique().replace('-', '_');
    const options = [option];
    const question = await createQuestion(tx, {
      event: event(),
      key,
      label: 'x',
      type: 'select',
      options,
    });
    await updateQuestion(tx, question.reference, { is_archived: true });
    return JSON.parse(question.options ?? '[]')[0];
  },
  'an answer': async (_tx, value) =>
    checkAnswer({ key: 'note', type: 'text', options: null }, value),
  'a first name': async (tx, first_name) =>
    (await saveContact(tx, fixture.organiserId, { email: 'a@b.no', first_name })).contact
      .first_name,
  'a last name': async (tx, last_name) =>
    (await saveContact(tx, fixture.organiserId, { email: `${unique()}@b.no`, last_name })).contact
      .last_name,
  'a mobile': async (tx, mobile) =>
    (await saveContact(tx, fixture.organiserId, { email: 'a@b.no', mobile })).contact.mobile,
  'a seat': async (tx, seat) => (await place(tx, [seat])).ticket?.seat_label,
  'a new seat': async (tx, seat_label) =>
    (await updateTicket(tx, (await place(tx)).ticket?.reference ?? '', { seat_label })).seat_label,
  'an imported name': async (tx, first_name) =>
    (await imported(tx, 'first_name', first_name)).holder?.first_name ?? null,
  'an imported seat': async (tx, seat_label) =>
    (await imported(tx, 'seat_label', seat_label)).seats?.[0] ?? null,
  'why an order was cancelled': async (tx, reason) =>
    (await cancelOrder(tx, (await place(tx)).order.reference, reason)).cancel_reason,
  'why there is a dispute': async (tx, reason) =>
    (
      await recordDispute(tx, {
        organiser: organiser(),
        dispute: null,
        charge: null,
        amount: null,
        reason,
      })
    ).reason,
};

const refused: readonly (readonly [string, string])[] = [
  ['Ada\u202Eadi', 'U+202E'],
  ['Ada \u2067(x)\u2069 x', 'U+2067'],
  ['Ada\u0007x', 'U+0007'],
  ['Ada\u0085x\u001Bx', 'U+001B'],
  ['Ada\0x', 'U+0000'],
  ['Ada\uD800x', 'U+D800'],
  [`A${'\u0335'.repeat(254)}`, 'more than 10 combining marks in a row'],
];

describe.each(Object.entries(writes))('%s', (_what, write) => {
  it('is kept as one line, trimmed and composed, in every script', async () => {
    for (const [given, kept] of [
      ['  A\u030Ase \u202C\uFEFF', '\u00C5se'],
      ['\u0646\u0627\u0645\u0647\u200C\u0627\u06CC', '\u0646\u0627\u0645\u0647\u200C\u0627\u06CC'],
      ['\u2764\uFE0F', '\u2764\uFE0F'],
      [
        '\u0F67\u0F90\u0FB5\u0FA8\u0FB3\u0FBA\u0FBC\u0FBB\u0F82',
        '\u0F67\u0F90\u0FB5\u0FA8\u0FB3\u0FBA\u0FBC\u0FBB\u0F82',
      ],
    ] as const) {
      expect(await fixture.write((tx) => write(tx, given))).toBe(kept);
    }
    expect(await fixture.write((tx) => write(tx, ' Ada\t\r\n Maria\n'))).toMatch(
      /^Ada[ \t\n]+Maria$/,
    );
  });

  it('is refused with a sentence about what would turn, end or flood the line', async () => {
    for (const [given, named] of refused) {
      const refusal = fixture.write((tx) => write(tx, given)).catch((error: unknown) => error);
      const found = await refusal;
      const messages = JSON.stringify(found, ['message', 'problems']) + String(found);
      expect(messages).toContain(` without ${named}.`);
    }
  });
});

it.each(['a first name', 'a mobile', 'why an order was cancelled', 'an imported name'])(
  '%s with nothing to see is none',
  async (what) => {
    for (const given of ['   ', '\u200B', '\u3164\u2800', '\u202E']) {
      expect(await fixture.write(async (tx) => writes[what]?.(tx, given))).toBeNull();
    }
  },
);

it.each(['the name of an event', 'a new seat', 'a seat', 'an option of a question'])(
  '%s with nothing to see is refused',
  async (what) => {
    for (const given of ['   ', '\u200B', '\u3164\u2800']) {
      const written = fixture.write(async (tx) => writes[what]?.(tx, given));
      await expect(written).rejects.toMatchObject({ code: 'validation.failed' });
    }
  },
);
