import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScanUpload } from '../../../shared/resources/uploads.ts';
import {
  addMicros,
  formatInstant,
  instantFromMicros,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MILLI,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { namesOf, ticketOf } from '../../../test/support/organiser-reads.ts';
import { referenceNow } from '../../../test/support/reference-now.ts';
import type { TicketRow } from '../../store/tickets.ts';
import type { LocationRow } from '../../store/locations.ts';
import { updateEvent } from '../events/events.ts';
import { createLocation } from '../events/locations.ts';
import { cancelTicket } from '../tickets/change-ticket.ts';
import { checkInTicket, type CheckInInput } from './check-in.ts';
import { recordScans } from './record-scans.ts';

let fixture: OrganiserFixture;
let north: LocationRow;
let south: LocationRow;

beforeEach(async () => {
  fixture = await openOrganiserFixture();
  [north, south] = await fixture.write(async (tx) => [
    await createLocation(tx, { event: fixture.event.reference, name: 'North Gate' }),
    await createLocation(tx, { event: fixture.event.reference, name: 'South Gate' }),
  ]);
});
afterEach(() => fixture.close());

async function addTicket(): Promise<TicketRow> {
  const type = await fixture.addTicketType();
  const [ticket] = (await fixture.addOrder(type.reference)).tickets;
  if (ticket === undefined) throw new Error('expected a ticket');
  fixture.told.length = 0;
  return ticket;
}

function scan(ticket: string, input: Partial<CheckInInput> = {}) {
  return fixture.write((tx) =>
    checkInTicket(tx, fixture.client, {
      ticket,
      scanner_location: null,
      session: null,
      locale: 'en',
      ...input,
    }),
  );
}

function item(ticket: string, scannedAt: Instant, changes: Partial<ScanUpload> = {}): ScanUpload {
  return {
    reference: referenceNow('scan'),
    ticket,
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: formatInstant(scannedAt),
    clock_offset_ms: 0,
    sequence: 1,
    snapshot: { watermark: null },
    ...changes,
  };
}

function upload(...items: unknown[]) {
  return fixture.write((tx) => recordScans(tx, fixture.client, items));
}

function storedScans() {
  return fixture.database.read((tx) =>
    tx.db.selectFrom('entry_scans').selectAll().orderBy('id').execute(),
  );
}

/** How often an upload of these items uses the transaction. */
async function countStatements(items: readonly unknown[]): Promise<number> {
  let statements = 0;
  const counted: ReadonlySet<PropertyKey> = new Set(['all', 'first', 'run', 'insert', 'insertAll']);
  await fixture.write((tx) => {
    const counting = new Proxy(tx, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (counted.has(name)) statements += 1;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return recordScans(counting, fixture.client, items);
  });
  return statements;
}

it('an upload takes as many statements for forty scans as for four', async () => {
  const type = await fixture.addTicketType();
  const orders = await Promise.all(
    Array.from({ length: 45 }, () => fixture.addOrder(type.reference)),
  );
  const tickets = orders.flatMap((order) => order.tickets);
  const now = fixture.now();
  const items = tickets.map(({ reference }) => item(reference, now));
  // What all of them share is read once.
  await countStatements(items.slice(0, 1));
  const few = await countStatements(items.slice(1, 5));
  expect(await countStatements(items.slice(5))).toBe(few);
});

it('two items of one upload with one reference are one scan, or a mismatch', async () => {
  const [ticket, other] = [await addTicket(), await addTicket()];
  const first = item(ticket.reference, fixture.now());
  const results = await upload(first, first, { ...first, ticket: other.reference });
  expect(results.map(({ status }) => status)).toEqual(['recorded', 'duplicate', 'mismatch']);
  expect(await storedScans()).toHaveLength(1);
});

it('an online check-in is stored with its place, and never changes the ticket', async () => {
  const ticket = await addTicket();
  await scan(ticket.reference, { scanner_location: north.reference });
  await scan(ticket.reference);
  expect(await ticketOf(fixture, ticket.reference)).toEqual(ticket);
  expect(await storedScans()).toMatchObject([
    { result: 'allowed', location_id: north.id, source: 'online' },
    { result: 'denied', location_id: null, source: 'online' },
  ]);
});

describe('an upload of scans', () => {
  it("keeps the door's verdict and time, and recognises a repetition", async () => {
    const ticket = await addTicket();
    const at = addMicros(fixture.now(), -MICROS_PER_HOUR);
    const entry = item(ticket.reference, at, { scanner_location: north.reference, sequence: 7 });
    const [first] = await upload(entry);
    expect(first).toEqual({
      reference: entry.reference,
      status: 'recorded',
      conflict: null,
      clock_suspect: false,
      code: null,
      message: null,
    });
    const [again] = await upload({ ...entry, session: null });
    expect(again).toMatchObject({ status: 'duplicate', conflict: null });
    const [other] = await upload({ ...entry, sequence: 8 });
    expect(other).toMatchObject({ status: 'mismatch', code: 'scan.mismatch' });
    expect(await storedScans()).toMatchObject([
      {
        reference: entry.reference,
        scanned_at: at,
        source: 'upload',
        sequence: 7,
        location_id: north.id,
      },
    ]);
    expect(namesOf(fixture)).toEqual(['ticket.scanned']);
    expect((await scan(ticket.reference)).verdict.reason).toBe('scanning.already_scanned');
  });

  it('reads times in any precision and with any offset, and knows the same time again', async () => {
    const ticket = await addTicket();
    const at = instantFromMicros(Date.UTC(2026, 11, 12, 19, 4, 7) * MICROS_PER_MILLI);
    const times = ['2026-12-12T19:04:07Z', '2026-12-12T20:04:07.000+01:00', formatInstant(at)];
    const entry = item(ticket.reference, at);
    const results = await upload(
      ...times.map((time) => ({ ...entry, scanned_at: time, snapshot: { watermark: time } })),
    );
    expect(results.map(({ status }) => status)).toEqual(['recorded', 'duplicate', 'duplicate']);
    expect(await storedScans()).toMatchObject([{ scanned_at: at, snapshot_watermark: at }]);
  });

  it('answers each item on its own, in order', async () => {
    const ticket = await addTicket();
    const good = item(ticket.reference, fixture.now());
    const results = await upload(
      null,
      'nonsense',
      { reference: good.reference },
      item(referenceNow('ticket'), fixture.now()),
      good,
      good,
      item(ticket.reference, fixture.now(), { scanner_location: referenceNow('location') }),
      item(ticket.reference, fixture.now(), { session: referenceNow('session') }),
      item(ticket.reference, fixture.now(), { result: 'denied' }),
      { ...item(ticket.reference, fixture.now()), scanned_at: '2026-13-45T99:99:99.000000Z' },
      { ...item(ticket.reference, fixture.now()), scanned_at: '2026-12-12T19:00:00' },
      item(ticket.reference, fixture.now(), {
        result: 'denied',
        reason: 'scanning.already_scanned',
      }),
    );
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      'validation.failed',
      'validation.failed',
      'validation.failed',
      'ticket.unknown',
      'recorded',
      'duplicate',
      'location.unknown',
      'session.unknown',
      'validation.failed',
      'validation.failed',
      'validation.failed',
      'recorded',
    ]);
    expect(results.map(({ reference }) => reference).slice(0, 3)).toEqual([
      null,
      null,
      good.reference,
    ]);
  });

  it('pairs two admissions of a ticket whichever comes first', async () => {
    const ticket = await addTicket();
    const later = item(ticket.reference, fixture.now());
    const earlier = item(ticket.reference, addMicros(fixture.now(), -MICROS_PER_MINUTE));
    const [alone] = await upload(later);
    expect(alone?.conflict).toBeNull();
    const [second] = await upload(earlier);
    const pair = {
      kind: 'double_admission',
      state: 'open',
      scan: later.reference,
      other_scan: earlier.reference,
      expected_reason: 'scanning.already_scanned',
    };
    expect(second?.conflict).toMatchObject(pair);
    const [again] = await upload(later);
    expect(again).toMatchObject({ status: 'duplicate', conflict: pair });
  });

  it('reports an admission as stale only if the ticket was void at its time', async () => {
    const [before, after] = [await addTicket(), await addTicket()];
    const cancelledAt = fixture.now();
    for (const ticket of [before, after]) {
      await fixture.write((tx) => cancelTicket(tx, ticket.reference));
    }
    await fixture.advance(MICROS_PER_HOUR);
    const [fine, stale] = await upload(
      item(before.reference, addMicros(cancelledAt, -1)),
      item(after.reference, cancelledAt),
    );
    expect(fine?.conflict).toBeNull();
    expect(stale?.conflict).toMatchObject({
      kind: 'stale_admission',
      expected_reason: 'scanning.ticket_cancelled',
    });
  });

  it('withdraws a false denial when the admission that explains it arrives', async () => {
    const ticket = await addTicket();
    const admission = item(ticket.reference, addMicros(fixture.now(), -MICROS_PER_MINUTE));
    const denial = item(ticket.reference, fixture.now(), {
      result: 'denied',
      reason: 'scanning.already_scanned',
    });
    expect((await upload(denial))[0]?.conflict).toMatchObject({ kind: 'false_denial' });
    expect((await upload(admission))[0]?.conflict).toBeNull();
    expect((await upload(denial))[0]?.conflict).toBeNull();
  });

  it('counts an admission as known to a door whose clock was up to two seconds apart', async () => {
    const ticket = await addTicket();
    const denial = item(ticket.reference, fixture.now(), {
      result: 'denied',
      reason: 'scanning.already_scanned',
    });
    const at = (micros: number) => item(ticket.reference, addMicros(fixture.now(), micros));
    await upload(denial, at(2_000_001));
    expect((await upload(denial))[0]?.conflict).toMatchObject({ kind: 'false_denial' });
    await upload(at(2_000_000));
    expect((await upload(denial))[0]?.conflict).toBeNull();
  });

  it('counts an upload of about that time as the admission that another station reported', async () => {
    const ticket = await addTicket();
    const denial = item(ticket.reference, fixture.now(), {
      result: 'denied',
      reason: 'scanning.already_scanned',
      admission_source: 'peer',
    });
    const at = (micros: number) => item(ticket.reference, addMicros(fixture.now(), micros));
    expect((await upload(denial))[0]?.conflict).toMatchObject({ kind: 'false_denial' });
    await upload(at(5 * MICROS_PER_MINUTE + 1));
    expect((await upload(denial))[0]?.conflict).toMatchObject({ kind: 'false_denial' });
    await upload(at(5 * MICROS_PER_MINUTE));
    expect((await upload(denial))[0]).toMatchObject({ status: 'duplicate', conflict: null });
    const otherwise = { ...denial, admission_source: undefined };
    expect((await upload(otherwise))[0]?.status).toBe('mismatch');
  });

  it('flags impossible clocks, and records their scans all the same', async () => {
    await fixture.write((tx) =>
      updateEvent(tx, fixture.event.reference, { starts_at: fixture.now() }),
    );
    const ticket = await addTicket();
    const at = (micros: number) => item(ticket.reference, addMicros(fixture.now(), micros));
    const results = await upload(
      at(5 * MICROS_PER_MINUTE),
      at(5 * MICROS_PER_MINUTE + 1),
      at(-365 * MICROS_PER_DAY),
      at(-365 * MICROS_PER_DAY - 1_000_000),
    );
    expect(results.map((result) => result.status)).toEqual(Array(4).fill('recorded'));
    expect(results.map((result) => result.clock_suspect)).toEqual([false, true, false, true]);
  });

  it('leaves the same conflicts and admissions whatever the order, batches and repetitions', async () => {
    const type = await fixture.addTicketType({ entry_points: [north.reference, south.reference] });
    const verdicts = fc.constantFrom<Pick<ScanUpload, 'result' | 'reason'>>(
      { result: 'allowed', reason: 'scanning.allowed' },
      { result: 'denied', reason: 'scanning.already_scanned' },
      { result: 'denied', reason: 'scanning.wrong_entry_point' },
    );
    const scanOf = fc.record({
      ticket: fc.integer({ min: 0, max: 1 }),
      minute: fc.integer({ min: -4, max: 4 }),
      place: fc.option(fc.constantFrom('north', 'south')),
      verdict: verdicts,
    });
    const uploads = fc.array(scanOf, { minLength: 1, maxLength: 7 }).chain((scans) =>
      fc.record({
        scans: fc.constant(scans),
        orders: fc.tuple(shuffles(scans.length), shuffles(scans.length)),
        cancelled: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(uploads, async ({ scans, orders, cancelled }) => {
        const outcomes: unknown[] = [];
        for (const order of orders) {
          const { tickets } = await fixture.addOrder(type.reference, { quantity: 2 });
          const references = tickets.map((ticket) => ticket.reference);
          const cancelledAt = fixture.now();
          if (cancelled) await fixture.write((tx) => cancelTicket(tx, references[0] ?? ''));
          const items = scans.map((entry, index) =>
            item(
              references[entry.ticket] ?? '',
              addMicros(cancelledAt, entry.minute * MICROS_PER_MINUTE),
              {
                ...entry.verdict,
                // The same tails in every run, so that ties break alike.
                reference: `scn_0000000000000000000000000${index}`.replace(
                  /0{6}/,
                  run(outcomes.length, tickets[0]?.id ?? 0),
                ),
                scanner_location:
                  entry.place === null
                    ? null
                    : entry.place === 'north'
                      ? north.reference
                      : south.reference,
                sequence: index + 1,
              },
            ),
          );
          for (const batch of order) await upload(...batch.flatMap((index) => items[index] ?? []));
          outcomes.push(await outcomeOf(references, items));
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
      }),
      { numRuns: 60 },
    );
  });
});

/** Six characters of a reference that name the run. */
function run(outcome: number, id: number): string {
  return `${outcome}${String(id).padStart(5, '0')}`;
}

/** Every index at least once, some twice, in any order, cut into batches. */
function shuffles(length: number): fc.Arbitrary<number[][]> {
  const indexes = Array.from({ length }, (_, index) => index);
  return fc
    .tuple(
      fc.shuffledSubarray(indexes, { minLength: length }),
      fc.array(fc.nat(length - 1), { maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(([all, repeats, size]) => {
      const order = [...all, ...repeats];
      const batches: number[][] = [];
      for (let start = 0; start < order.length; start += size)
        batches.push(order.slice(start, start + size));
      return batches;
    });
}

async function outcomeOf(references: readonly string[], items: readonly ScanUpload[]) {
  const indexOf = (reference: string | null) =>
    items.findIndex((entry) => entry.reference === reference);
  return fixture.database.read(async (tx) => {
    const conflicts = await tx.db
      .selectFrom('conflicts as c')
      .innerJoin('tickets as t', 't.id', 'c.ticket_id')
      .innerJoin('entry_scans as s', 's.id', 'c.scan_id')
      .leftJoin('entry_scans as o', 'o.id', 'c.other_scan_id')
      .select([
        'c.kind',
        'c.state',
        'c.expected_reason',
        's.reference as scan',
        'o.reference as other',
      ])
      .where('t.reference', 'in', references)
      .where('c.deleted_at', 'is', null)
      .execute();
    const scans = await tx.db
      .selectFrom('entry_scans as s')
      .innerJoin('tickets as t', 't.id', 's.ticket_id')
      .select(['s.reference', 's.result'])
      .where('t.reference', 'in', references)
      .execute();
    return {
      conflicts: conflicts
        .map(({ scan, other, ...rest }) => ({
          ...rest,
          scan: indexOf(scan),
          other: other === null ? null : indexOf(other),
        }))
        .toSorted((one, two) => one.scan - two.scan || one.kind.localeCompare(two.kind)),
      scans: scans.map((row) => `${indexOf(row.reference)} ${row.result}`).toSorted(),
    };
  });
}
