import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../../shared/verdict/evaluate.ts';
import { isInside } from '../../../../shared/verdict/releases.ts';
import { releaseKinds } from '../../../../shared/verdict/terms/releases.ts';
import {
  instantAt,
  releasePage,
  releaseRecord,
  scanPage,
  scanRecord,
  ticketPage,
  ticketRecord,
  earliestOf,
} from '../../../../test/support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, timeAt } from '../../../../test/support/station/rows.ts';
import { snapshotLines } from '../../../../test/support/station/snapshot-lines.ts';
import { hasKnownStatus, ticketFacts } from '../../../core/door/ticket-facts.ts';
import type { ListName, ReleaseRecord, ScanRecord, TicketRecord } from '../../../ports/replica.ts';
import { replicaTables } from './replica-schema.ts';
import { queryInside } from './query-inside.ts';
import { readReplica } from './replica-reader.ts';
import { writeReplica } from './replica-writer.ts';

type FeedRow =
  | { readonly kind: 'ticket'; readonly row: TicketRecord }
  | { readonly kind: 'scan'; readonly row: ScanRecord }
  | { readonly kind: 'release'; readonly row: ReleaseRecord };

const ticketNumbers = [1, 2, 3];

/** Versions of three tickets, each version with a moment of its own, scans of them, and what ended these. */
const feed: fc.Arbitrary<readonly FeedRow[]> = fc
  .tuple(
    fc.uniqueArray(
      fc.record({
        number: fc.constantFrom(...ticketNumbers),
        updatedAt: fc.integer({ min: 1, max: 50 }),
        status: fc.constantFrom('valid' as const, 'cancelled' as const, 'refunded' as const),
        removed: fc.boolean(),
      }),
      { selector: ({ number, updatedAt }) => `${number} ${updatedAt}`, maxLength: 10 },
    ),
    fc.uniqueArray(
      fc.record({
        reference: fc.integer({ min: 1, max: 99 }),
        number: fc.constantFrom(...ticketNumbers),
        scannedAt: fc.integer({ min: 1, max: 50 }),
        result: fc.constantFrom('allowed' as const, 'denied' as const),
      }),
      { selector: ({ reference }) => reference, maxLength: 8 },
    ),
    fc.uniqueArray(
      fc.record({
        reference: fc.integer({ min: 1, max: 99 }),
        number: fc.constantFrom(...ticketNumbers),
        scan: fc.option(fc.integer({ min: 1, max: 99 })),
        kind: fc.constantFrom(...releaseKinds),
        releasedAt: fc.integer({ min: 1, max: 60 }),
      }),
      { selector: ({ reference }) => reference, maxLength: 6 },
    ),
  )
  .map(([versions, scans, releases]) => [
    ...versions.map(({ number, updatedAt, status, removed }): FeedRow => {
      const deleted_at = removed ? instantAt(updatedAt) : null;
      const change = { status, deleted_at, updated_at: instantAt(updatedAt) };
      return { kind: 'ticket', row: ticketRecord(number, change) };
    }),
    ...scans.map(({ reference, number, scannedAt, result }): FeedRow => {
      const ticket = numbered('ticket', number);
      const scanned_at = instantAt(scannedAt);
      return { kind: 'scan', row: scanRecord(reference, { ticket, scanned_at, result }) };
    }),
    ...releases.map(({ reference, number, scan: named, kind, releasedAt }): FeedRow => {
      // The scan of the number, if there is one: a release may come before it, and without it.
      const of = named === null ? undefined : scans[named % Math.max(scans.length, 1)];
      const ticket = numbered('ticket', of?.number ?? number);
      const scan = of === undefined ? null : numbered('scan', of.reference);
      const change = { ticket, scan, kind, released_at: instantAt(releasedAt) };
      return { kind: 'release', row: releaseRecord(reference, change) };
    }),
  ]);

/** Applies rows one page each, in the order given, and asks for every verdict and total. */
function outcomeOf(rows: readonly FeedRow[]) {
  const database = new Database(':memory:');
  database.exec(replicaTables);
  const writer = writeReplica(database);
  const reader = readReplica(database);
  const pageFrom = (list: ListName) => ({
    asked_pointer: reader.position(EVENT, list).pointer,
  });
  const admitted = rows.flatMap((one) => {
    const page = {
      ticket: () => ticketPage(one.kind === 'ticket' ? [one.row] : [], pageFrom('tickets')),
      scan: () => scanPage(one.kind === 'scan' ? [one.row] : [], pageFrom('scans')),
      release: () => releasePage(one.kind === 'release' ? [one.row] : [], pageFrom('releases')),
    }[one.kind]();
    return writer.applyPage(page).admitted.map(({ ticket }) => ticket);
  });
  const verdicts = ticketNumbers.map((number) => {
    const ticket = reader.findTicket(EVENT, numbered('ticket', number));
    if (ticket === null || !hasKnownStatus(ticket)) return null;
    const event = {
      timezone: 'Europe/Berlin',
      sessions: new Map(),
      locations: new Map([[NORTH_GATE.reference, NORTH_GATE]]),
      reEntry: new Set<string>(),
      opens_before_minutes: 120,
    };
    const admission = earliestOf(reader, ticket.reference);
    return evaluate(
      ticketFacts({
        ticket,
        event,
        admission,
        location: NORTH_GATE,
        code_issue: null,
        locale: 'en',
      }),
      instantAt(100),
    );
  });
  const totals = reader.totals(EVENT);
  // A count after a sweep says the same as the counter.
  expect(queryInside(database).countInside(EVENT)).toBe(totals.inside);
  database.close();
  return { verdicts, totals, admitted: admitted.toSorted() };
}

describe('the feed', () => {
  it('yields the same verdicts and totals in whatever order its rows are applied, and however often', () => {
    fc.assert(
      fc.property(
        feed.chain((rows) =>
          fc.tuple(
            fc.constant(rows),
            fc.shuffledSubarray([...rows, ...rows], { minLength: rows.length * 2 }),
          ),
        ),
        ([rows, shuffled]) => {
          expect(outcomeOf(shuffled)).toEqual(outcomeOf(rows));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has counters that equal a count at the end', () => {
    fc.assert(
      fc.property(feed, (rows) => {
        const latest = new Map<string, TicketRecord>();
        for (const one of rows) {
          if (one.kind !== 'ticket') continue;
          const known = latest.get(one.row.reference);
          if (known === undefined || known.updated_at <= one.row.updated_at)
            latest.set(one.row.reference, one.row);
        }
        const expected = [...latest.values()].filter(
          ({ status, deleted_at }) => status === 'valid' && deleted_at === null,
        ).length;
        const admissions = rows.flatMap((one) =>
          one.kind === 'scan' && one.row.result === 'allowed' ? [one.row] : [],
        );
        const admitted = new Set(admissions.map(({ ticket }) => ticket)).size;
        const inside = ticketNumbers.filter((number) => {
          const isOf = (row: { readonly ticket: string | null }) =>
            row.ticket === numbered('ticket', number);
          const released = rows.flatMap((one) => (one.kind === 'release' ? [one.row] : []));
          return isInside(admissions.filter(isOf), released.filter(isOf));
        }).length;
        expect(outcomeOf(rows).totals).toEqual({ expected, admitted, inside });
      }),
      { numRuns: 60 },
    );
  });

  it('applies a page of many thousand rows completely, or up to the failed transaction without advancing', () => {
    const database = new Database(':memory:');
    database.exec(replicaTables);
    const writer = writeReplica(database);
    const reader = readReplica(database);
    const rows = Array.from({ length: 2_500 }, (_, index) => ticketRecord(index + 1));
    database.exec(
      `CREATE TRIGGER fail BEFORE INSERT ON tickets WHEN NEW.reference = '${numbered('ticket', 2_400)}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    );
    expect(() => writer.applyPage(ticketPage(rows))).toThrow('broken');
    expect(reader.position(EVENT, 'tickets').pointer).toBeNull();
    expect(reader.totals(EVENT).expected).toBe(2_000);
    database.exec('DROP TRIGGER fail');
    expect(writer.applyPage(ticketPage(rows)).totals.expected).toBe(2_500);
    expect(reader.position(EVENT, 'tickets').pointer).toBe('w1');
    database.close();
  });

  it("applies nothing of a snapshot's part if the disk is full, and all of it once there is room", () => {
    const database = new Database(':memory:');
    database.exec(replicaTables);
    const writer = writeReplica(database);
    const reader = readReplica(database);
    const tickets = Array.from({ length: 900 }, (_, index) => ticketRecord(index + 1));
    const content = { event: EVENT, watermark: timeAt(9), tickets, scans: [], order_lines: [] };
    const take = (cursor: string | null) => {
      const bytes = Buffer.from(snapshotLines(content, { cursor, rowsPerMark: 300 }).join(''));
      const asked = { event: EVENT, first: true, cursor, asked_at: instantAt(50) };
      return writer.applySnapshot({ ...asked, bytes });
    };
    const pages = Number(database.pragma('page_count', { simple: true }));
    // Room for one part and some of the next.
    database.pragma(`max_page_count = ${pages + 25}`);
    expect(() => take(null)).toThrow('database or disk is full');
    expect(reader.snapshot(EVENT)).toMatchObject({ cursor: '300', applied: 300 });
    expect(reader.totals(EVENT).expected).toBe(300);
    expect(reader.findTicket(EVENT, numbered('ticket', 301))).toBeNull();
    database.pragma('max_page_count = 1073741823');
    expect(take('300')).toMatchObject({ kind: 'applied', parts: 2, ended: true });
    expect(reader.snapshot(EVENT)).toBeNull();
    expect(reader.totals(EVENT).expected).toBe(900);
    database.close();
  });

  it('leaves the rest of the disk to the journal, whatever the server sends', () => {
    const database = new Database(':memory:');
    database.exec(replicaTables);
    let free = 10_000_000;
    const writer = writeReplica(database, () => free);
    const content = { event: EVENT, watermark: timeAt(9), scans: [], order_lines: [] };
    const lines = snapshotLines({ ...content, tickets: [ticketRecord(2)] }).join('');
    const asked = { event: EVENT, first: true, cursor: null, asked_at: instantAt(50) };
    const writes = [
      () => writer.applyPage(ticketPage([ticketRecord(1)])),
      () => writer.applySnapshot({ ...asked, bytes: Buffer.from(lines) }),
      () => writer.writeRows(EVENT, { scans: [scanRecord(1)], releases: [] }),
    ];
    for (const write of writes) expect(write).toThrow('ENOSPC');
    const rows = () =>
      ['tickets', 'scans'].map((table) =>
        database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      );
    expect(rows()).toEqual([0, 0]);
    free = 100_000_000;
    for (const write of writes) write();
    expect(rows()).toEqual([2, 1]);
    database.close();
  });

  it('breaks off a snapshot that is much longer than announced', () => {
    const database = new Database(':memory:');
    database.exec(replicaTables);
    const writer = writeReplica(database);
    const tickets = Array.from({ length: 11_000 }, (_, index) => ticketRecord(index + 1));
    const content = { event: EVENT, watermark: timeAt(9), tickets, scans: [], order_lines: [] };
    const take = (announced: number, change = (line: string) => line) => {
      const counts = { tickets: announced, scans: 0, order_lines: 0 };
      const [start = '', ...sent] = snapshotLines(content, { rowsPerMark: 1_000 });
      const hash = createHash('sha256');
      const rest = sent.map(change).map((line) => {
        if (!line.includes('"checksum"')) hash.update(line);
        const checksum = hash.copy().digest('hex');
        return line.replace(/"checksum":"[^"]*"/, `"checksum":"${checksum}"`);
      });
      const lines = [`${JSON.stringify({ ...JSON.parse(start), counts })}\n`, ...rest];
      const asked = { event: EVENT, first: true, cursor: null, asked_at: instantAt(50) };
      return writer.applySnapshot({ ...asked, bytes: Buffer.from(lines.join('')) });
    };
    expect(take(400)).toMatchObject({ kind: 'broken' });
    writer.restartSnapshot(EVENT);
    expect(take(500)).toMatchObject({ kind: 'applied', ended: true });
    writer.restartSnapshot(EVENT);
    // Kinds that only a later version knows count, too.
    expect(take(400, (line) => line.replaceAll('ticket"', 'later"'))).toMatchObject({
      kind: 'broken',
    });
    database.close();
  });
});
