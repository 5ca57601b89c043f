import * as fc from 'fast-check';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_HOUR,
  type Instant,
} from '../../shared/instant.ts';
import { MAX_FLAG_LENGTH, MAX_FLAGS } from '../../shared/contract/limits.ts';
import { nameKey } from '../../shared/name-key.ts';
import { asLines, findHarmful, isBlank, printableOrNull } from '../../shared/plain-text.ts';
import { knownFlags } from '../../shared/verdict/terms/door-flags.ts';
import type { FieldType } from '../../src-server/database/schema.ts';
import type { Database } from '../../src-server/database/database.ts';
import type { WriteTransaction } from '../../src-server/database/transaction.ts';
import { createOrganiser } from '../../src-server/domain/access/organisers.ts';
import { saveHolder } from '../../src-server/domain/contacts/contacts.ts';
import { createAddOn } from '../../src-server/domain/events/add-ons.ts';
import { createEvent, eventDefaults } from '../../src-server/domain/events/events.ts';
import { createLocation } from '../../src-server/domain/events/locations.ts';
import { createQuestion } from '../../src-server/domain/events/questions.ts';
import { createSession } from '../../src-server/domain/events/sessions.ts';
import { createTicketType } from '../../src-server/domain/events/ticket-types.ts';
import { confirmOrder } from '../../src-server/domain/sales/confirm-order.ts';
import { createOrder } from '../../src-server/domain/sales/create-order.ts';
import { refundOrder } from '../../src-server/domain/sales/refund-order.ts';
import {
  cancelTicket,
  transferTicket,
  updateTicket,
} from '../../src-server/domain/tickets/change-ticket.ts';
import { reissueTicket } from '../../src-server/domain/tickets/reissue-ticket.ts';
import { updateOrder } from '../../src-server/store/orders.ts';
import { listOrderTickets } from '../../src-server/store/tickets.ts';

/** Events as no organiser has them: every part that a file of tickets may say, with texts that harm files and spreadsheets. */

const awkward = [
  '=1+1',
  "'=1+1",
  "'",
  '-',
  'N/A',
  'null',
  '007',
  '1-12',
  '12 A',
  '12E5',
  '123456789012345678',
  '+49 171 0',
  'a "b" c',
  'a; =b, c|d',
  'x\t@y',
  '  edge  ',
  'Ａ＝',
  'e\u0301',
  'שלום',
  '👩‍👩‍👧',
  'nowhere',
  'sep=;',
];
const anyText = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** As names are stored. */
const line = anyText.map(printableOrNull).filter((text) => text !== null);
const name = line.filter((text) => text !== 'nowhere');
/** As codes and numbers of a shop are kept: character for character. */
const token = anyText
  .map((text) => text.trim())
  .filter((text) => !isBlank(text) && findHarmful(text) === null && !/^\dE\+/i.test(text));
const lines = fc
  .array(anyText, { minLength: 1, maxLength: 3 })
  .map((texts) => asLines(texts.join('\n')))
  .filter((text) => !isBlank(text) && findHarmful(text) === null);

const uniqueNames = (minLength: number, maxLength: number) =>
  fc.uniqueArray(name, { minLength, maxLength, selector: nameKey });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const moment = fc
  .integer({ min: 1_767_225_600, max: 1_830_297_600 })
  .chain((second) =>
    fc.constantFrom(0, 0, 500_000, 1).map((micros) => instantFromMicros(second * 1e6 + micros)),
  );
const window = fc.record({ from: orNull(moment), hours: orNull(fc.integer({ min: 1, max: 99 })) });
const gates = orNull(fc.uniqueArray(fc.nat(2), { maxLength: 3 }));

const questionTypes: readonly FieldType[] = ['text', 'select', 'multiselect', 'date', 'country'];
const optionNames = ['vegan', 'Fish; chips', 'a, b', '=none'];

const programme = fc.record({
  timezone: fc.constantFrom('Europe/Oslo', 'UTC', 'America/St_Johns', 'Asia/Kathmandu'),
  currency: fc.constantFrom('NOK', 'JPY', 'TND'),
  gates: uniqueNames(3, 3),
  types: fc
    .tuple(
      uniqueNames(2, 2),
      fc.array(fc.record({ price: fc.nat(99_999), window, gates }), { minLength: 2, maxLength: 2 }),
    )
    .map(([names, types]) => types.map((type, at) => ({ name: names[at] ?? '', ...type }))),
  sessions: fc.uniqueArray(fc.record({ name: orNull(name), starts_at: moment }), {
    maxLength: 2,
    selector: ({ starts_at }) => starts_at,
  }),
  addOns: uniqueNames(0, 2),
  questions: fc.subarray([...questionTypes]),
});
type Programme = typeof programme extends fc.Arbitrary<infer T> ? T : never;

const mail = fc.constantFrom(
  'a@example.org',
  'B@example.org',
  'ü@bücher.example',
  '=c@example.org',
);
const person = fc.oneof(
  fc.record({ email: mail, first_name: orNull(name), last_name: orNull(name) }),
  fc.record({ email: fc.constant(null), first_name: name, last_name: orNull(name) }),
);
/** Files separate them by these. */
const flag = fc.oneof(
  fc.constantFrom(...knownFlags),
  name.filter((text) => text.length <= MAX_FLAG_LENGTH && !/[,;]/.test(text)),
);
const doorWords = fc.record({
  door_note: orNull(line),
  flags: fc.uniqueArray(flag, { maxLength: MAX_FLAGS, selector: nameKey }),
});
const ticket = fc.record({
  isCoded: fc.boolean(),
  code: token,
  external_id: orNull(token),
  holder: orNull(person),
  window,
  gates,
});
const fates = ['none', 'none', 'none', 'cancel', 'reissue', 'transfer'] as const;
const order = fc.record({
  external_id: orNull(token),
  buyer: orNull(person),
  status: fc.constantFrom('confirmed', 'confirmed', 'pending_payment', 'refunded'),
  lines: fc.array(
    fc.record({
      type: fc.nat(1),
      session: fc.nat(2),
      price: orNull(fc.nat(99_999)),
      hasSeats: fc.boolean(),
      tickets: fc.array(ticket, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  addOns: fc.array(fc.record({ addOn: fc.nat(1), quantity: fc.integer({ min: 1, max: 10_000 }) }), {
    maxLength: 3,
  }),
  answers: fc.record({
    text: orNull(lines),
    select: orNull(fc.constantFrom(...optionNames)),
    multiselect: orNull(fc.subarray(optionNames)),
    date: orNull(fc.constantFrom('2026-12-31', '0999-01-01')),
    country: orNull(fc.constantFrom('NO', 'DE')),
  }),
  /** By ticket. */
  doorWords: fc.array(doorWords, { minLength: 6, maxLength: 6 }),
  fates: fc.array(fc.constantFrom(...fates), { minLength: 6, maxLength: 6 }),
});

export const randomEvent = fc.record({
  programme,
  orders: fc.array(order, { maxLength: 5 }),
});
type RandomEvent = typeof randomEvent extends fc.Arbitrary<infer T> ? T : never;
type RandomOrder = RandomEvent['orders'][number];

export interface OpenedEvent {
  readonly organiserId: number;
  /** References. */
  readonly event: string;
  readonly gates: readonly string[];
  readonly types: readonly string[];
  readonly sessions: readonly string[];
  readonly addOns: readonly string[];
}

/** An organiser of its own with an event of this programme. */
export function openOrganiser(
  database: Pick<Database, 'write'>,
  given: Programme,
): Promise<OpenedEvent> {
  return database.write(async (tx) => {
    const { id: organiserId, reference: organiser } = await createOrganiser(tx, {
      name: 'Anybody',
      plan: 'pro',
      email: null,
    });
    const { timezone, currency } = given;
    const { reference: event } = await createEvent(tx, organiser, {
      ...eventDefaults,
      name: 'Any event',
      slug: 'any-event',
      timezone,
      currency,
    });
    const gates = await each(given.gates, (name) => createLocation(tx, { event, name }));
    const types = await each(given.types, ({ window: { from, hours }, ...type }) =>
      createTicketType(tx, event, {
        name: type.name,
        price: type.price,
        re_entry: 'none',
        total: null,
        is_active: true,
        ...windowOf({ from, hours }),
        entry_points: pick(gates, type.gates),
      }),
    );
    const sessions = await each(given.sessions, ({ name, starts_at }) =>
      createSession(tx, event, {
        name,
        starts_at,
        ends_at: addMicros(starts_at, MICROS_PER_HOUR),
      }),
    );
    const addOns = await each(given.addOns, (name) =>
      createAddOn(tx, event, { name, price: 500, total: null }),
    );
    for (const type of given.questions) {
      const options = type === 'select' || type === 'multiselect' ? optionNames : null;
      await createQuestion(tx, { event, key: type, label: `A ${type}?`, type, options });
    }
    return { organiserId, event, gates, types, sessions, addOns };
  });
}

/** Sells its tickets. Codes and numbers of orders are made unique. */
export async function furnishEvent(
  database: Pick<Database, 'write'>,
  opened: OpenedEvent,
  { programme: { questions }, orders }: RandomEvent,
): Promise<void> {
  for (const [at, given] of orders.entries())
    await database.write((tx) => sell(tx, opened, { given, questions, number: String(at) }));
}

async function sell(
  tx: WriteTransaction,
  { organiserId, ...opened }: OpenedEvent,
  {
    given,
    questions,
    number,
  }: {
    readonly given: RandomOrder;
    readonly questions: readonly FieldType[];
    readonly number: string;
  },
): Promise<void> {
  const answers = Object.entries(given.answers).filter(
    ([key, value]) => value !== null && questions.some((asked) => asked === key),
  );
  const placed = await createOrder(tx, {
    event: opened.event,
    lines: [
      ...given.lines.map((line, at) => lineInput(opened, line, `${number} ${at}`)),
      ...given.addOns.flatMap(({ addOn, quantity }) => {
        const sellable = opened.addOns[addOn];
        return sellable === undefined ? [] : [{ sellable, quantity }];
      }),
    ],
    contact: null,
    answers: Object.fromEntries(answers),
    status: 'pending_payment',
    external_id: given.external_id === null ? null : `${given.external_id}${number}`,
  });
  const buyer = given.buyer === null ? null : await saveHolder(tx, organiserId, given.buyer);
  await updateOrder(tx, placed.id, { contact_id: buyer?.id ?? null });
  if (given.status === 'pending_payment') return;
  await confirmOrder(tx, placed.reference);
  const issued = await listOrderTickets(tx, placed.id);
  for (const [at, { reference }] of issued.entries()) {
    await updateTicket(tx, reference, given.doorWords[at] ?? {});
    const fate = given.fates[at];
    if (fate === 'cancel') await cancelTicket(tx, reference);
    if (fate === 'reissue') await reissueTicket(tx, reference);
    if (fate === 'transfer') await transferTicket(tx, reference, { email: 'd@example.org' });
  }
  if (given.status === 'refunded' && placed.total > 0)
    await refundOrder(tx, placed.reference, { amount: null, via: 'console' });
}

function lineInput(
  { gates, types, sessions }: Omit<OpenedEvent, 'organiserId'>,
  line: RandomOrder['lines'][number],
  number: string,
) {
  const { tickets, hasSeats, price } = line;
  return {
    sellable: types[line.type] ?? '',
    quantity: tickets.length,
    session: sessions[line.session] ?? null,
    seat_labels: hasSeats ? tickets.map((_, at) => `${number}-${at}`.replaceAll(' ', '-')) : null,
    ...(price !== null && { unit_price: price }),
    tickets: tickets.map((ticket, at) => ({
      code: ticket.isCoded ? `${ticket.code} ${number}-${at}` : null,
      external_id: ticket.external_id,
      holder: ticket.holder,
      ...windowOf(ticket.window),
      entry_points: pick(gates, ticket.gates),
    })),
  };
}

function windowOf({
  from,
  hours,
}: {
  readonly from: Instant | null;
  readonly hours: number | null;
}) {
  const until = hours === null ? null : addMicros(from ?? latest, hours * MICROS_PER_HOUR);
  return { valid_from: from, valid_until: until };
}

/** No other time of the programme is later. */
const latest = instantFromMicros(1_893_456_000 * 1e6);

function pick(references: readonly string[], chosen: readonly number[] | null) {
  return chosen === null ? null : chosen.map((at) => references[at] ?? '');
}

async function each<Given>(
  items: readonly Given[],
  make: (item: Given) => Promise<{ readonly reference: string }>,
): Promise<readonly string[]> {
  const made: string[] = [];
  for (const item of items) made.push((await make(item)).reference);
  return made;
}
