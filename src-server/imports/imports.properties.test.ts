import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WriteTransaction } from '../database/transaction.ts';
import { cancelOrder } from '../domain/sales/cancel-order.ts';
import { refundOrder } from '../domain/sales/refund-order.ts';
import { checkInTicket } from '../domain/scans/check-in.ts';
import { cancelTicket, reassignTicket, transferTicket } from '../domain/tickets/change-ticket.ts';
import { hasPlace, isVoid } from '../domain/tickets/current-ticket.ts';
import { reissueTicket } from '../domain/tickets/reissue-ticket.ts';
import { DomainError } from '../rules/domain-error.ts';
import { createEvent, eventDefaults } from '../domain/events/events.ts';
import { createTicketType, ticketTypeDefaults } from '../domain/events/ticket-types.ts';
import { importOptionsOf } from '../operations/import.ts';
import { getImport, insertImport, type ImportRow } from '../store/imports.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../test/support/organiser-fixture.ts';
import { testSeed } from '../../test/support/test-seed.ts';
import { undoImport } from './apply/undo-import.ts';
import { bytesSource } from './file/import-source.ts';
import type { ImportReport } from './import-report.ts';
import { prepareImport } from './import-tickets.ts';

let fixture: OrganiserFixture;
beforeAll(async () => {
  fixture = await openOrganiserFixture();
});
afterAll(() => fixture.close());

const types = ['Hall', 'Box', 'Stand'] as const;
const statuses = ['paid', 'paid', 'paid', 'pending', 'refunded', 'cancelled'] as const;

/** What a shop has of a ticket. `id` is its own, and never changes. */
interface Sold {
  readonly id: number;
  readonly order: number;
  readonly holder: number;
  readonly hasEmail: boolean;
  readonly type: (typeof types)[number];
  readonly seat: number | null;
  readonly status: (typeof statuses)[number];
}

/** Which of the columns that tell tickets apart a shop's file has. */
const layouts = {
  full: ['Order', 'Ticket no', 'Barcode'],
  codes: ['Order', 'Barcode'],
  numbers: ['Order', 'Ticket no'],
  orders: ['Order'],
  'codes alone': ['Barcode'],
} as const;
type Layout = keyof typeof layouts;
const layoutNames: readonly Layout[] = ['full', 'codes', 'numbers', 'orders', 'codes alone'];
type Column = (typeof layouts)[Layout][number];

const anySold: fc.Arbitrary<Omit<Sold, 'id'>> = fc.record({
  order: fc.integer({ min: 1, max: 4 }),
  holder: fc.integer({ min: 1, max: 6 }),
  hasEmail: fc.boolean(),
  type: fc.constantFrom(...types),
  seat: fc.constant(null),
  status: fc.constantFrom(...statuses),
});
const anyChange: fc.Arbitrary<Partial<Sold>> = fc.record(
  {
    holder: fc.integer({ min: 1, max: 6 }),
    type: fc.constantFrom(...types),
    status: fc.constantFrom(...statuses),
    seat: fc.option(fc.integer({ min: 100, max: 103 })),
  },
  { requiredKeys: [] },
);

/** What a shop has on one day, and on the next one, in another order. */
interface TwoDays {
  readonly layout: Layout;
  readonly before: readonly Sold[];
  readonly after: readonly Sold[];
  /** In the Box. */
  readonly places: number | null;
}
const anyTwoDays: fc.Arbitrary<TwoDays> = fc
  .record({
    layout: fc.constantFrom(...layoutNames),
    first: fc.array(anySold, { minLength: 1, maxLength: 8 }),
    seated: fc.array(fc.nat(7), { maxLength: 8 }),
    changes: fc.array(fc.tuple(fc.nat(7), anyChange), { maxLength: 4 }),
    swapped: fc.option(fc.tuple(fc.nat(7), fc.nat(7))),
    added: fc.array(anySold, { maxLength: 3 }),
    ranks: fc.array(fc.nat(), { minLength: 11, maxLength: 11 }),
    places: fc.option(fc.integer({ min: 0, max: 5 })),
  })
  .map(({ layout, first, seated, changes, swapped, added, ranks, places }) => {
    const before = first.map((sold, id) => ({
      ...sold,
      id,
      seat: seated.includes(id) ? id : null,
    }));
    let after: readonly Sold[] = before;
    for (const [id, change] of changes)
      after = after.map((sold) => (sold.id === id ? changedBy(sold, change) : sold));
    if (swapped !== null) after = withSwapped(after, swapped);
    after = [...after, ...added.map((sold, at) => ({ ...sold, id: before.length + at }))];
    const shuffled = after.toSorted(
      (one, other) => (ranks[one.id] ?? 0) - (ranks[other.id] ?? 0) || one.id - other.id,
    );
    return { layout, before, after: shuffled, places };
  });

/** A ticket that was paid, or cancelled, never waits again. */
function changedBy(sold: Sold, change: Partial<Sold>): Sold {
  const isWaiting = change.status === 'pending' && sold.status !== 'pending';
  return { ...sold, ...change, ...(isWaiting && { status: sold.status }) };
}

/** Two tickets exchange their types and seats. */
function withSwapped(
  sold: readonly Sold[],
  [first, second]: readonly [number, number],
): readonly Sold[] {
  const [one, other] = [sold[first], sold[second]];
  if (one === undefined || other === undefined) return sold;
  return sold.map((each) => {
    if (each === one) return { ...one, type: other.type, seat: other.seat };
    return each === other ? { ...other, type: one.type, seat: one.seat } : each;
  });
}

const hall: Sold = {
  id: 0,
  order: 1,
  holder: 1,
  hasEmail: false,
  type: 'Hall',
  seat: null,
  status: 'paid',
};
const waiting: Sold = { ...hall, id: 1, status: 'pending' };
/** Lines that wait beside others of their order, which nothing but the order's number tells apart. */
const besideWaiting = [
  {
    before: [hall],
    after: [
      { ...waiting, type: 'Box', holder: 6 },
      { ...hall, type: 'Box', holder: 5, status: 'refunded' },
    ],
  },
  { before: [hall, waiting], after: [{ ...hall, seat: 100 }, waiting] },
  { before: [hall, waiting], after: [waiting, { ...hall, holder: 2 }] },
  {
    before: [waiting],
    after: [
      { ...waiting, status: 'refunded' },
      { ...waiting, id: 2, holder: 2 },
    ],
  },
  {
    before: [waiting],
    after: [
      { ...waiting, status: 'refunded' },
      { ...hall, id: 2 },
    ],
  },
] satisfies readonly Partial<TwoDays>[];

function paidOf(sold: Sold): Sold {
  return sold.status === 'pending' ? { ...sold, status: 'paid' } : sold;
}

/** The second day confirms no order that waited on the first: that one stays once the second day is undone. */
function withoutPayments({ before, after, ...days }: TwoDays): TwoDays {
  const isPaid = ({ order }: Sold) =>
    after.some((one) => one.order === order && one.status !== 'pending');
  return { ...days, before: before.map((sold) => (isPaid(sold) ? paidOf(sold) : sold)), after };
}

function fileOf(layout: Layout, sold: readonly Sold[]): string {
  const own: readonly Column[] = layouts[layout];
  const cells: Readonly<Record<Column, (one: Sold) => string>> = {
    Order: ({ order }) => `O${order}`,
    'Ticket no': ({ id }) => `T${id}`,
    Barcode: ({ id }) => `c${id}`,
  };
  const lines = sold.map((one) =>
    [
      ...own.map((column) => cells[column](one)),
      one.type,
      `Guest ${one.holder}`,
      one.hasEmail ? `guest${one.holder}@example.org` : '',
      one.seat === null ? '' : `S${one.seat}`,
      one.status,
    ].join(','),
  );
  return [[...own, 'Ticket type', 'Name', 'Email', 'Seat', 'Status'].join(','), ...lines].join(
    '\n',
  );
}

let events = 0;
async function anEvent(places: number | null): Promise<string> {
  events += 1;
  const slug = `event-${events}`;
  return fixture.write(async (tx) => {
    const event = { ...eventDefaults, name: slug, slug, timezone: 'Europe/Oslo', currency: 'NOK' };
    const { reference } = await createEvent(tx, fixture.organiser, event);
    for (const name of types) {
      const total = name === 'Box' ? places : null;
      await createTicketType(tx, reference, { ...ticketTypeDefaults, name, price: 100, total });
    }
    return reference;
  });
}

interface Imported {
  readonly report: ImportReport;
  /** Null if its problems kept it out. */
  readonly started: ImportRow | null;
}

/** Imports a file. The dry run says what came of it. */
async function bringFile(event: string, file: string): Promise<Imported> {
  const options = importOptionsOf({ update: true, names: 'last' });
  const source = bytesSource(Buffer.from(file), 'x.csv');
  using prepared = await prepareImport(fixture.database, event, source, options);
  const { report: planned, eventId } = prepared;
  if (planned.problem_count > 0) return { report: planned, started: null };
  const started = await fixture.write((tx) =>
    insertImport(tx, { event_id: eventId, file_name: 'x', lines: planned.lines, report: '{}' }),
  );
  const report = await prepared.apply(started);
  expect({ ...report, import: null }).toEqual(planned);
  return { report, started };
}

async function importFile(event: string, file: string): Promise<ImportReport> {
  return (await bringFile(event, file)).report;
}

async function undo({ started }: Imported): Promise<void> {
  if (started === null) throw new Error('expected an import');
  await undoImport(fixture.database, started);
}

function sorted(rows: readonly object[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/** Who has which ticket, who waits for one, and how many places are taken. */
async function stateOf(reference: string) {
  return fixture.database.read(async (tx) => {
    const { id } = await tx.db
      .selectFrom('events')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    const tickets = await tx.db
      .selectFrom('tickets as t')
      .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
      .leftJoin('contacts as c', 'c.id', 't.contact_id')
      .leftJoin('orders as o', 'o.id', 't.order_id')
      .select(['o.external_id as order', 't.external_id', 't.code', 'y.name', 't.seat_label'])
      .select(['c.email', 'c.last_name', 'o.status'])
      .where('t.event_id', '=', id)
      .where('t.status', '=', 'valid')
      .where('t.deleted_at', 'is', null)
      .execute();
    const waiting = await tx.db
      .selectFrom('order_lines as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .innerJoin('ticket_types as y', 'y.id', 'l.ticket_type_id')
      .select(['o.external_id', 'y.name', 'l.quantity'])
      .where('l.event_id', '=', id)
      .where('o.status', '=', 'pending_payment')
      .execute();
    const sold = await tx.db
      .selectFrom('ticket_types')
      .select(['name', 'sold'])
      .where('event_id', '=', id)
      .orderBy('name')
      .execute();
    return { tickets: sorted(tickets), waiting: sorted(waiting), sold };
  });
}

/** What an undo restores: tickets and places, and if no order waits for its payment, what orders cost and whether they were paid. */
async function restorable(reference: string, { before, after }: TwoDays) {
  const { tickets, sold } = await stateOf(reference);
  if ([...before, ...after].some(({ status }) => status === 'pending')) return { tickets, sold };
  const orders = await fixture.database.read((tx) =>
    tx.db
      .selectFrom('orders as o')
      .innerJoin('events as e', 'e.id', 'o.event_id')
      .select(['o.external_id', 'o.status', 'o.total'])
      .where('e.reference', '=', reference)
      .where('o.external_id', 'is not', null)
      .execute(),
  );
  return { tickets, sold, orders: sorted(orders) };
}

it('an import that was undone while it was silent brings nothing any more', async () => {
  const event = await anEvent(null);
  const source = bytesSource(Buffer.from('Order,Ticket type\nA,Hall\n'), 'x.csv');
  using prepared = await prepareImport(fixture.database, event, source, importOptionsOf({}));
  const started = await fixture.write((tx) =>
    insertImport(tx, { event_id: prepared.eventId, file_name: 'x', lines: 1, report: '{}' }),
  );
  await undoImport(fixture.database, started);
  await expect(prepared.apply(started)).rejects.toThrow('undone before it had ended');
  expect(await stateOf(event)).toMatchObject({ tickets: [] });
  const now = await fixture.database.read((tx) => getImport(tx, started.id));
  expect(now.status).toBe('undone');
});

it('a file of the next day leaves what it would have left in an empty event, and again nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyTwoDays, async ({ layout, before, after, places }) => {
      const [event, empty] = [await anEvent(places), await anEvent(places)];
      const [first, next] = [fileOf(layout, before), fileOf(layout, after)];
      const begun = await importFile(event, first);
      const changed = await importFile(event, next);
      const fresh = await importFile(empty, next);
      fc.pre(begun.problem_count === 0);
      expect([changed.problem_count > 0, changed.problems]).toEqual([
        fresh.problem_count > 0,
        changed.problem_count > 0 ? changed.problems : fresh.problems,
      ]);
      if (changed.problem_count > 0) return;
      const state = await stateOf(event);
      const other = await stateOf(empty);
      expect([state.tickets, state.sold]).toEqual([other.tickets, other.sold]);
      // What still waits in an order whose tickets were cancelled since is left out until it is paid.
      expect(other.waiting).toEqual(expect.arrayContaining([...state.waiting]));
      const again = await importFile(event, fileOf(layout, after.toReversed()));
      expect(again).toMatchObject({ new_tickets: 0, pending_orders: 0, changed: 0, cancelled: 0 });
      expect(await stateOf(event)).toEqual(state);
      const last = fileOf(layout, after.map(paidOf));
      const settled = [await importFile(event, last), await importFile(empty, last)];
      if (settled.some(({ problem_count }) => problem_count > 0)) return;
      expect(await stateOf(event)).toEqual(await stateOf(empty));
    }),
    {
      numRuns: 60,
      interruptAfterTimeLimit: 60_000,
      seed: testSeed(),
      examples: besideWaiting.map((days): [TwoDays] => [
        { layout: 'orders', ...days, places: null },
      ]),
    },
  );
}, 120_000);

it('an import that is undone leaves what was there before, and the same file brings the same tickets again', async () => {
  await fc.assert(
    fc.asyncProperty(anyTwoDays.map(withoutPayments), async (days) => {
      const { layout, before, after, places } = days;
      const event = await anEvent(places);
      const state = () => restorable(event, days);
      const empty = await state();
      const first = await bringFile(event, fileOf(layout, before));
      fc.pre(first.started !== null);
      const was = await state();
      const next = await bringFile(event, fileOf(layout, after));
      fc.pre(next.started !== null);
      const { tickets, sold } = await state();
      await undo(next);
      expect(await state()).toEqual(was);
      const again = await bringFile(event, fileOf(layout, after));
      expect(await state()).toMatchObject({ tickets, sold });
      await undo(again);
      await undo(first);
      expect(await state()).toEqual(empty);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 60_000, seed: testSeed() },
  );
}, 120_000);

const acts = ['scan', 'cancel', 'end order', 'refund', 'reassign', 'reissue', 'transfer'] as const;
/** What somebody does with one of the tickets. */
type Act = readonly [(typeof acts)[number], number];
const anyActs = fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat()), { maxLength: 6 });

async function ticketsOf(event: string) {
  return fixture.database.read((tx) =>
    tx.db
      .selectFrom('tickets as t')
      .innerJoin('events as e', 'e.id', 't.event_id')
      .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
      .leftJoin('orders as o', 'o.id', 't.order_id')
      .leftJoin('contacts as c', 'c.id', 't.contact_id')
      .select(['t.reference', 't.status', 't.deleted_at', 'y.name as type', 't.code_issue'])
      .select(['o.reference as order', 'o.status as order_status', 'c.last_name'])
      .where('e.reference', '=', event)
      .orderBy('t.id')
      .execute(),
  );
}

/** Does it, unless it is not possible. Returns the tickets that were let in. */
async function doAct(event: string, [kind, at]: Act): Promise<readonly string[]> {
  const tickets = (await ticketsOf(event)).filter(({ deleted_at }) => deleted_at === null);
  const ticket = tickets[at % Math.max(1, tickets.length)];
  if (ticket === undefined) return [];
  const { reference, order } = ticket;
  const holder = { email: `new${at % 3}@example.org`, last_name: `Hand ${at % 3}` };
  const work: Readonly<Record<Act[0], (tx: WriteTransaction) => Promise<unknown>>> = {
    scan: (tx) =>
      checkInTicket(tx, fixture.client, {
        ticket: reference,
        scanner_location: null,
        session: null,
        locale: 'en',
      }),
    cancel: (tx) => cancelTicket(tx, reference),
    'end order': (tx) => cancelOrder(tx, order ?? '', null),
    refund: (tx) => refundOrder(tx, order ?? '', { amount: null, via: 'console' }),
    reassign: (tx) => reassignTicket(tx, reference, holder),
    reissue: (tx) => reissueTicket(tx, reference),
    transfer: (tx) => transferTicket(tx, reference, holder),
  };
  try {
    const done = await fixture.write(work[kind]);
    const isIn = kind === 'scan' && JSON.stringify(done).includes('"allowed":true');
    return isIn ? [reference] : [];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** One ticket of an order was cancelled here, and the shop exchanged the other one. */
const oneEnded: [TwoDays, Act[], Act[]] = [
  {
    layout: 'full',
    places: null,
    before: [hall, { ...hall, id: 1 }],
    after: [hall, { ...hall, id: 1, status: 'cancelled' }, { ...hall, id: 2 }],
  },
  [['cancel', 0]],
  [],
];

it('an undo leaves who is in, what was ended, and whatever else was done since; and no place is lost', async () => {
  await fc.assert(
    fc.asyncProperty(anyTwoDays, anyActs, anyActs, async (days, earlier, later) => {
      const { layout, before, after, places } = days;
      const event = await anEvent(places);
      const first = await bringFile(event, fileOf(layout, before.map(paidOf)));
      fc.pre(first.started !== null);
      for (const act of earlier) await doAct(event, act);
      const next = await bringFile(event, fileOf(layout, after.map(paidOf)));
      fc.pre(next.started !== null);
      await fixture.advance(1_000_000);
      const came = new Map((await ticketsOf(event)).map((one) => [one.reference, one]));
      const inside: string[] = [];
      for (const act of later) inside.push(...(await doAct(event, act)));
      const since = await ticketsOf(event);
      await undo(next);
      const left = await ticketsOf(event);
      for (const ticket of left) {
        const { reference } = ticket;
        const was = since.find((one) => one.reference === reference);
        if (was === undefined) throw new Error('expected no new ticket');
        const then = came.get(reference) ?? was;
        const wasEnded = isVoid(was.status) && !isVoid(then.status);
        if (wasEnded) expect([reference, isVoid(ticket.status)]).toEqual([reference, true]);
        if (inside.includes(reference)) expect(hasPlace(ticket)).toBe(hasPlace(was));
        if (was.last_name !== then.last_name) expect(ticket.last_name).toBe(was.last_name);
        if (was.order_status !== then.order_status)
          expect(ticket.order_status).toBe(was.order_status);
        expect(ticket.code_issue).toBe(was.code_issue);
      }
      const { sold } = await stateOf(event);
      const held = (type: string) =>
        left.filter((ticket) => ticket.type === type && hasPlace(ticket)).length;
      expect(sold).toEqual(sold.map(({ name }) => ({ name, sold: held(name) })));
      if (places !== null) expect(sold[0]?.sold).toBeLessThanOrEqual(places);
      // The files cancel nothing, so whatever is void was ended here, and stays so.
      const isSaid = [...before, ...after].some(
        ({ status }) => status === 'refunded' || status === 'cancelled',
      );
      if (isSaid || layout === 'orders') return;
      await bringFile(event, fileOf(layout, before.map(paidOf)));
      const ended = left.filter(({ status }) => isVoid(status)).map(({ reference }) => reference);
      const still = (await ticketsOf(event)).filter(({ status }) => isVoid(status));
      expect(still.map(({ reference }) => reference)).toEqual(expect.arrayContaining(ended));
    }),
    { numRuns: 60, interruptAfterTimeLimit: 60_000, seed: testSeed(), examples: [oneEnded] },
  );
}, 120_000);
