import { testKey } from '../support/signed-codes.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { searchWords } from '../../shared/search-text.ts';
import { snapshotLists } from '../../shared/resources/snapshot.ts';
import type { ListName, Replica } from '../../src-main/ports/replica.ts';
import {
  answersPage,
  answersRecord,
  instantAt,
  releasePage,
  releaseRecord,
  scanPage,
  scanRecord,
  ticketPage,
  ticketRecord,
  earliestOf,
} from '../support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE, timeAt } from '../support/station/rows.ts';
import { snapshotLines } from '../support/station/snapshot-lines.ts';
import { StoreFiles } from '../support/station/store-files.ts';

const WATERMARK = timeAt(9);

function guest(
  number: number,
  first: string,
  last: string,
  more: Parameters<typeof ticketRecord>[1] = {},
) {
  const holder = { first_name: first, last_name: last, email: null };
  return ticketRecord(number, { holder, seat_label: null, ...more });
}

const byKey = (one: { readonly key: string }, other: { readonly key: string }) =>
  one.key < other.key ? -1 : 1;

describe('a replica', () => {
  let replica: Replica;

  beforeEach(() => {
    replica = new StoreFiles().openReplica();
  });

  const take = async (lines: readonly string[], cursor: string | null = null) => {
    let first = true;
    const applied = [];
    for (const text of lines) {
      const bytes = Buffer.from(text);
      applied.push(
        await replica.applySnapshot({
          event: EVENT,
          first,
          cursor,
          bytes,
          asked_at: instantAt(50),
        }),
      );
      first = false;
    }
    return applied;
  };
  const list = (name: ListName) => replica.position(EVENT, name);

  /** Walks each list once, without new rows. */
  const walkAll = async () => {
    const asked = { asked_pointer: WATERMARK, watermark: WATERMARK };
    await replica.applyPage(ticketPage([], asked));
    await replica.applyPage(scanPage([], asked));
    await replica.applyPage({ ...ticketPage([], asked), list: 'order_lines', rows: [] });
  };

  it('returns a ticket as it was written, to its own event only', async () => {
    const ticket = ticketRecord(1);
    const bare = ticketRecord(2, {
      holder: null,
      session: null,
      entry_points: null,
      ticket_type: null,
    });
    const nowhere = ticketRecord(3, { entry_points: [] });
    await replica.applyPage(ticketPage([ticket, bare, nowhere]));
    expect(replica.findTicket(EVENT, ticket.reference)).toEqual(ticket);
    expect(replica.findTicket(EVENT, bare.reference)).toEqual(bare);
    expect(replica.findTicket(EVENT, nowhere.reference)).toEqual(nowhere);
    expect(replica.findTicket(numbered('event', 9), ticket.reference)).toBeNull();
    expect(replica.findTicket(EVENT, numbered('ticket', 9))).toBeNull();
  });

  it('keeps the newer row whichever comes first, and accepts one of equal age', async () => {
    const older = ticketRecord(1, { status: 'cancelled', updated_at: instantAt(1) });
    const newer = ticketRecord(1, { status: 'refunded', updated_at: instantAt(2) });
    await replica.writeTicket(newer);
    await replica.writeTicket(older);
    expect(replica.findTicket(EVENT, newer.reference)).toEqual(newer);
    const asNew = { ...newer, seat_label: 'D 1' };
    await replica.writeTicket(asNew);
    expect(replica.findTicket(EVENT, newer.reference)).toEqual(asNew);
  });

  it('keeps tombstones and counts only tickets that could be admitted', async () => {
    const rows = [
      ticketRecord(1),
      ticketRecord(2, { status: 'cancelled' }),
      ticketRecord(3, { deleted_at: instantAt(3) }),
      ticketRecord(4, { status: 'checked_in' }),
    ];
    const first = await replica.applyPage(ticketPage(rows));
    expect(first.totals).toEqual({ expected: 2, admitted: 0, inside: 0 });
    expect(replica.findTicket(EVENT, numbered('ticket', 3))?.deleted_at).toBe(instantAt(3));
    const removed = ticketRecord(1, { deleted_at: instantAt(9), updated_at: instantAt(9) });
    expect(await replica.writeTicket(removed)).toEqual({ expected: 1, admitted: 0, inside: 0 });
    expect(await replica.writeTicket(removed)).toEqual({ expected: 1, admitted: 0, inside: 0 });
  });

  it('finds the earliest allowed scan of a ticket, and reports each first admission once', async () => {
    const ticket = numbered('ticket', 1);
    const late = scanRecord(1, { ticket, scanned_at: instantAt(50), location: SOUTH_GATE });
    const early = scanRecord(2, { ticket, scanned_at: instantAt(20), location: NORTH_GATE });
    const denied = scanRecord(3, { ticket, scanned_at: instantAt(5), result: 'denied' });
    const nobody = scanRecord(4, { ticket: null });
    const applied = await replica.applyPage(scanPage([denied, late, nobody]));
    expect(applied.admitted).toEqual([{ ticket, scanned_at: instantAt(50) }]);
    expect(applied.totals.admitted).toBe(1);
    const again = await replica.applyPage(scanPage([late, early], { asked_pointer: 'w1' }));
    expect(again.admitted).toEqual([]);
    expect(again.totals.admitted).toBe(1);
    expect(earliestOf(replica, ticket)).toEqual({
      reference: early.reference,
      scanned_at: instantAt(20),
      location: NORTH_GATE,
    });
    expect(replica.admissionsSince(EVENT, instantAt(20))).toEqual([
      { ticket, scanned_at: instantAt(20) },
    ]);
    expect(replica.admissionsSince(EVENT, instantAt(21))).toEqual([]);
  });

  it('sets a walk’s first watermark aside until the last page', async () => {
    const first = await replica.applyPage(
      ticketPage([ticketRecord(1)], {
        next_url: 'page 2',
        watermark: 'w1',
        asked_at: instantAt(10),
      }),
    );
    expect(first.position).toMatchObject({
      pointer: null,
      next_url: 'page 2',
      applied: 1,
      fresh_at: null,
    });
    const last = await replica.applyPage(
      ticketPage([ticketRecord(2)], {
        asked_url: 'page 2',
        watermark: 'w2',
        asked_at: instantAt(20),
      }),
    );
    expect(last.position).toMatchObject({
      pointer: 'w1',
      next_url: null,
      applied: 2,
      fresh_at: instantAt(10),
    });
    expect(replica.position(EVENT, 'tickets')).toEqual(last.position);
    expect(replica.position(EVENT, 'scans')).toMatchObject({ pointer: null, next_url: null });
  });

  it('does not apply a page that was requested from another position', async () => {
    await replica.applyPage(ticketPage([], { next_url: 'page 2' }));
    const stray = await replica.applyPage(ticketPage([ticketRecord(5)], { asked_url: 'page 1' }));
    expect(stray).toMatchObject({ current: false, position: { next_url: 'page 2' } });
    const strayPointer = await replica.applyPage(
      ticketPage([ticketRecord(5)], { asked_url: 'page 2', asked_pointer: 'w0' }),
    );
    expect(strayPointer.current).toBe(false);
    expect(replica.findTicket(EVENT, numbered('ticket', 5))).toBeNull();
  });

  it('restarts a walk from its pointer, and every walk from the beginning, with the rows kept', async () => {
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    await replica.applyPage(
      ticketPage([ticketRecord(2)], { asked_pointer: 'w1', next_url: 'p', watermark: 'w2' }),
    );
    await replica.restartWalk(EVENT, 'tickets');
    expect(replica.position(EVENT, 'tickets')).toMatchObject({
      pointer: 'w1',
      next_url: null,
      aside: null,
    });
    await replica.rewalk(null);
    expect(replica.position(EVENT, 'tickets')).toMatchObject({
      pointer: null,
      next_url: null,
      // The stored data stays as complete as it was.
      fresh_at: instantAt(100),
    });
    expect(replica.findTicket(EVENT, numbered('ticket', 2))).not.toBeNull();
  });

  describe('applying a snapshot', () => {
    const line = {
      reference: numbered('orderLine', 1),
      event: EVENT,
      order: numbered('order', 1),
      order_status: 'paid' as const,
      add_on: numbered('addOn', 1),
      session: null,
      quantity: 3,
      redeemed: 1,
      updated_at: instantAt(5),
    };
    const content = {
      event: EVENT,
      watermark: WATERMARK,
      tickets: [1, 2, 3].map((number) => ticketRecord(number)),
      scans: [scanRecord(1)],
      releases: [releaseRecord(1, { scan: numbered('scan', 1), released_at: instantAt(9) })],
      order_lines: [line],
      answers: [answersRecord(7, 'Nuts')],
    };

    it('lets lists be kept up to date from its first line, and is complete after its last', async () => {
      const lines = snapshotLines(content);
      await take(lines.slice(0, 4));
      expect(replica.snapshot(EVENT)).toMatchObject({ applied: 2, expected: 7 });
      for (const name of snapshotLists) {
        expect(list(name)).toMatchObject({ pointer: WATERMARK, fresh_at: null });
      }
      await take(snapshotLines(content, { cursor: '2' }), '2');
      expect(replica.snapshot(EVENT)).toBeNull();
      for (const name of snapshotLists) expect(list(name).fresh_at).toBe(instantAt(50));
      expect(replica.totals(EVENT)).toEqual({ expected: 3, admitted: 1, inside: 0 });
      const released = { reference: numbered('release', 1), scan: numbered('scan', 1) };
      expect(replica.releasesOf(numbered('ticket', 1))).toEqual([
        { ...released, kind: 'mistake', released_at: instantAt(9) },
      ]);
      expect(replica.orderLines(EVENT, numbered('order', 1))).toEqual([line]);
      expect(replica.answersOf(EVENT, numbered('ticket', 1))).toEqual(
        answersRecord(7, 'Nuts').answers,
      );
      expect(await replica.count(EVENT, 'tickets')).toBe(3);
    });

    it('keeps newer rows from the lists, and is not fresh before it is complete', async () => {
      const lines = snapshotLines(content);
      await take(lines.slice(0, 1));
      const refunded = ticketRecord(1, { status: 'refunded', updated_at: instantAt(90) });
      const sold = ticketRecord(8, { updated_at: instantAt(91) });
      await replica.applyPage(
        ticketPage([refunded, sold], { asked_pointer: WATERMARK, watermark: 'w2' }),
      );
      expect(list('tickets')).toMatchObject({ pointer: 'w2', fresh_at: null });
      await take(lines);
      expect(replica.findTicket(EVENT, refunded.reference)).toEqual(refunded);
      expect(replica.findTicket(EVENT, sold.reference)).toEqual(sold);
      expect(list('tickets').pointer).toBe('w2');
      expect(replica.totals(EVENT).expected).toBe(3);
    });

    it('removes rows that the server no longer has only with a walk that was requested afterwards', async () => {
      await take(snapshotLines(content));
      const restored = {
        ...content,
        // A server that was restored from a backup has an older state.
        tickets: [ticketRecord(1, { status: 'cancelled', updated_at: instantAt(0) })],
        scans: [],
        order_lines: [],
      };
      await replica.rewalk([EVENT]);
      expect(list('tickets')).toMatchObject({ pointer: null, fresh_at: instantAt(50) });
      const lines = snapshotLines(restored);
      await take(lines.slice(0, -1));
      expect(replica.findTicket(EVENT, numbered('ticket', 3))).not.toBeNull();
      expect(earliestOf(replica, numbered('ticket', 1))).not.toBeNull();
      await replica.restartSnapshot(EVENT);
      await take(lines);
      expect(replica.findTicket(EVENT, numbered('ticket', 1))?.status).toBe('cancelled');
      // This walk may have been requested before the import was over.
      await walkAll();
      expect(replica.findTicket(EVENT, numbered('ticket', 3))).not.toBeNull();
      await walkAll();
      expect(replica.findTicket(EVENT, numbered('ticket', 3))).toBeNull();
      expect(earliestOf(replica, numbered('ticket', 1))).toBeNull();
      expect(replica.orderLines(EVENT, line.order)).toEqual([]);
      expect(replica.totals(EVENT)).toEqual({ expected: 0, admitted: 0, inside: 0 });
    });

    it('ignores a response whose beginning it has not received, or that was abandoned', async () => {
      const lines = snapshotLines(content);
      const [applied] = await take(lines.slice(1, 2));
      expect(applied?.kind).toBe('broken');
      await take(lines.slice(0, 4));
      await replica.abandonSnapshot(EVENT);
      expect(list('tickets').pointer).toBeNull();
      const rest = { event: EVENT, first: false, cursor: null, asked_at: instantAt(50) };
      const bytes = Buffer.from(lines.slice(4).join(''));
      expect((await replica.applySnapshot({ ...rest, bytes })).kind).toBe('broken');
      expect(replica.findTicket(EVENT, numbered('ticket', 3))).toBeNull();
    });

    it('keeps rows that changed during the import and have not arrived with a list yet', async () => {
      await take(snapshotLines(content));
      await replica.rewalk([EVENT]);
      const renamed = ticketRecord(2, { seat_label: 'new', updated_at: instantAt(90) });
      const without = { ...content, tickets: [ticketRecord(1), ticketRecord(3)] };
      // This row arrives before the import has a number.
      await replica.writeRows(EVENT, {
        scans: [scanRecord(2, { ticket: numbered('ticket', 3) })],
        releases: [],
      });
      await take(snapshotLines(without));
      expect(replica.findTicket(EVENT, renamed.reference)).not.toBeNull();
      expect(earliestOf(replica, numbered('ticket', 3))).not.toBeNull();
      await replica.applyPage(
        ticketPage([renamed], { asked_pointer: WATERMARK, watermark: 'w2', next_url: 'p2' }),
      );
      const rest = { asked_pointer: WATERMARK, asked_url: 'p2', watermark: 'w2' };
      await replica.applyPage(ticketPage([], rest));
      await replica.applyPage(ticketPage([], { asked_pointer: 'w2', watermark: 'w3' }));
      expect(replica.findTicket(EVENT, renamed.reference)).toEqual(renamed);
      expect(replica.totals(EVENT).expected).toBe(3);
    });

    it('keeps its version of an unreadable row, reports it, and applies the others', async () => {
      await take(snapshotLines(content));
      await replica.rewalk([EVENT]);
      const odd = numbered('ticket', 2);
      // A time that is none. The checksum covers the lines as they are sent.
      const { tickets, ...others } = content;
      const changed = tickets.map((ticket) =>
        ticket.reference === odd
          ? { ...ticket, updated_at: instantAt(95), wire: { valid_until: 'soon' } }
          : ticketRecord(3, { reference: ticket.reference, seat_label: 'new' }),
      );
      const applied = await take(snapshotLines({ ...others, tickets: changed }));
      const unreadable = applied.flatMap((part) =>
        part.kind === 'applied' ? part.unreadable.map(({ reference }) => reference) : [part.kind],
      );
      expect(unreadable).toEqual([odd]);
      expect(replica.snapshot(EVENT)).toBeNull();
      await walkAll();
      await walkAll();
      expect(replica.findTicket(EVENT, odd)).toEqual(ticketRecord(2));
      expect(replica.findTicket(EVENT, numbered('ticket', 3))?.seat_label).toBe('new');
      expect(replica.totals(EVENT).expected).toBe(3);
      expect(await replica.count(EVENT, 'tickets')).toBe(3);
      expect(replica.listUnreadable(EVENT, 9)).toMatchObject([
        { list: 'tickets', reference: odd, problem: expect.stringContaining('valid_until') },
      ]);
      const { pointer } = replica.position(EVENT, 'tickets');
      const later = ticketRecord(2, { seat_label: 'D 1', updated_at: instantAt(96) });
      await replica.applyPage(ticketPage([later], { asked_pointer: pointer }));
      expect(replica.findTicket(EVENT, odd)).toEqual(later);
      expect(replica.countUnreadable(EVENT)).toBe(0);
    });

    it('lists rows of a page that it cannot read, and keeps those it had', async () => {
      await replica.applyPage(ticketPage([ticketRecord(1), ticketRecord(2)]));
      const reference = numbered('ticket', 2);
      const row = { list: 'tickets', key: reference, reference, problem: 'no' } as const;
      const nameless = { list: 'tickets', key: 'digest', reference: null, problem: 'no' } as const;
      await replica.rewalk([EVENT]);
      const unreadable = [row, nameless];
      await replica.applyPage(ticketPage([ticketRecord(1)], { unreadable }));
      await walkAll();
      expect(replica.findTicket(EVENT, reference)).toEqual(ticketRecord(2));
      expect(replica.listUnreadable(EVENT, 9)).toEqual([nameless, row].sort(byKey));
      const gone = { list: 'events', key: 'a', reference: null, problem: 'no' } as const;
      await replica.replaceEvents([], [gone]);
      expect(replica.countUnreadable(EVENT)).toBe(3);
      await replica.replaceEvents([], []);
      expect(replica.countUnreadable(EVENT)).toBe(2);
    });

    it('ignores a response that was requested from an outdated position', async () => {
      await take(snapshotLines(content).slice(0, 4));
      await replica.rewalk([EVENT]);
      const [applied] = await take(snapshotLines(content, { cursor: '2' }), '2');
      expect(applied).toMatchObject({ kind: 'broken' });
      expect(list('tickets').pointer).toBeNull();
      expect(replica.findTicket(EVENT, numbered('ticket', 1))).not.toBeNull();
    });

    it("starts over without losing the lists' positions", async () => {
      const lines = snapshotLines(content);
      await take(lines.slice(0, 4));
      await replica.applyPage(ticketPage([], { asked_pointer: WATERMARK, watermark: 'w3' }));
      await replica.restartSnapshot(EVENT);
      expect(replica.snapshot(EVENT)).toMatchObject({ cursor: null, applied: 0 });
      await take(lines);
      expect(list('tickets').pointer).toBe('w3');
      expect(replica.totals(EVENT).expected).toBe(3);
    });
  });

  it('binds a release anew when the server says so, and never goes back', async () => {
    const ticket = numbered('ticket', 1);
    const unbound = releaseRecord(1, { kind: 'exit', released_at: instantAt(9) });
    const bound = { ...unbound, scan: numbered('scan', 1), updated_at: instantAt(20) };
    const scans = [scanRecord(1)];
    await replica.applyPage(releasePage([unbound]));
    const told = await replica.writeRows(EVENT, { scans: [], releases: [bound] });
    expect(told).toMatchObject({ admitted: [], moved: [ticket], totals: { inside: 0 } });
    await replica.writeRows(EVENT, { scans, releases: [] });
    expect(replica.totals(EVENT)).toMatchObject({ admitted: 1, inside: 0 });
    await replica.applyPage(releasePage([unbound], { asked_pointer: 'w1' }));
    expect(replica.releasesOf(ticket)).toMatchObject([{ scan: numbered('scan', 1) }]);
    expect(replica.admissionsOf(ticket)).toMatchObject([{ reference: numbered('scan', 1) }]);
    expect(replica.findScan(numbered('scan', 1))).toEqual({ ticket });
    expect(replica.findScan(numbered('scan', 2))).toBeNull();
  });

  it('says of a ticket what is said of its order now, and nothing at another event', async () => {
    const ticket = numbered('ticket', 1);
    await replica.applyPage(answersPage([answersRecord(5, 'Nuts', 'Eggs')]));
    expect(replica.answersOf(EVENT, ticket)).toEqual([]);
    await replica.applyPage(ticketPage([ticketRecord(1), ticketRecord(2, { order: null })]));
    expect(replica.answersOf(EVENT, ticket).map(({ text }) => text)).toEqual(['Nuts', 'Eggs']);
    expect(replica.answersOf(EVENT, numbered('ticket', 2))).toEqual([]);
    expect(replica.answersOf(numbered('event', 9), ticket)).toEqual([]);
    await replica.applyPage(answersPage([answersRecord(4, 'Old')], { asked_pointer: 'w1' }));
    expect(replica.answersOf(EVENT, ticket)).toHaveLength(2);
    await replica.applyPage(answersPage([answersRecord(6)], { asked_pointer: 'w1' }));
    expect(replica.answersOf(EVENT, ticket)).toEqual([]);
  });

  it('stores scans that arrive outside the walk, once', async () => {
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    const told = await replica.writeRows(EVENT, { scans: [scanRecord(1)], releases: [] });
    expect(told.admitted).toEqual([
      { ticket: numbered('ticket', 1), scanned_at: scanRecord(1).scanned_at },
    ]);
    expect(
      (await replica.writeRows(EVENT, { scans: [scanRecord(1)], releases: [] })).admitted,
    ).toEqual([]);
    expect((await replica.applyPage(scanPage([scanRecord(1)]))).admitted).toEqual([]);
    expect(replica.totals(EVENT).admitted).toBe(1);
  });

  it('returns events, setup and identity as they were written', async () => {
    const event = {
      reference: EVENT,
      name: 'Gala',
      status: 'published' as const,
      starts_at: instantAt(0),
      ends_at: null,
      timezone: 'Europe/Berlin',
      deleted_at: null,
    };
    const session = {
      reference: numbered('session', 1),
      name: 'Saturday',
      starts_at: instantAt(1),
      cancelled_at: null,
      entry_from: instantAt(0),
      entry_until: null,
    };
    const setup = {
      event,
      sessions: [session],
      locations: [NORTH_GATE],
      ticket_types: [{ reference: numbered('ticketType', 1), name: 'Standard' }],
      code_keys: [testKey('AAAA').key],
      source: 'scanner' as const,
      etag: '"1"',
    };
    const identity = {
      organiser: { reference: numbered('organiser', 1), display_name: 'N' },
      client_id: 'c',
      scopes: ['tickets:read'],
      all_events: false,
      capabilities: [],
    };
    expect([replica.events(), replica.setup(EVENT), replica.identity()]).toEqual([[], null, null]);
    await replica.replaceEvents([event]);
    await replica.writeSetup(setup);
    await replica.writeIdentity(identity);
    expect([replica.events(), replica.setup(EVENT), replica.identity()]).toEqual([
      [event],
      setup,
      identity,
    ]);
    await replica.replaceEvents([]);
    expect(replica.events()).toEqual([]);
  });

  /** Tickets are indexed a moment after they were written. */
  const found = async (query: string, limit = 50) => {
    for (;;) {
      const { tickets, complete } = replica.searchTickets(EVENT, searchWords(query), limit);
      if (complete) return tickets.map(({ reference }) => Number(reference.slice(-3)));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  it('finds tickets by any part of the name, by the seat, the email and the end of the order', async () => {
    await replica.applyPage(
      ticketPage([
        guest(1, 'Amélie', 'Dubois'),
        guest(2, 'Jean', 'Bois', { seat_label: 'Row C 14' }),
        guest(3, '민준', '김', { order: `ord_01kyvbnvq0000000000abcd7kq` }),
        ticketRecord(4, {
          holder: { first_name: null, last_name: null, email: 'Grace.Hopper@example.org' },
          seat_label: null,
        }),
        ticketRecord(5, { event: numbered('event', 2) }),
      ]),
    );
    expect(await found('amelie')).toEqual([1]);
    expect(await found('BOIS')).toEqual([2, 1]);
    expect(await found('BOIS', 1)).toEqual([2]);
    expect(await found('dub amé')).toEqual([1]);
    expect(await found('dub jean')).toEqual([]);
    expect(await found('b')).toEqual([2]);
    expect(await found('c 14')).toEqual([2]);
    expect(await found('김')).toEqual([3]);
    expect(await found('7KQ')).toEqual([3]);
    expect(await found('grace@hop')).toEqual([4]);
    expect(await found('')).toEqual([]);
    expect(await found('" OR words : *')).toEqual([]);
  });

  it('finds an email with an international domain by either form of it', async () => {
    const emails = ['eva@xn--bcher-kva.example', 'eva@b\u00FCcher.example'];
    const holder = { first_name: null, last_name: null };
    await replica.applyPage(
      ticketPage(emails.map((email, at) => ticketRecord(at, { holder: { ...holder, email } }))),
    );
    for (const email of emails) expect(await found(email)).toEqual([0, 1]);
  });

  it.each([
    ['müller', [1, 2]],
    ['mueller', [1, 2]],
    ['muller', [1, 2]],
    ['jorgen', [2]],
    ['anne marie', [3]],
    ['annemarie', [3]],
    ['vandenberg', [3]],
    ['annemarievandenberg', [3]],
    // Too short to be sure that it is meant as one word.
    ['nbe', []],
    ['c14', [3]],
    ['c 14', [3]],
    ['aase', [4]],
    ['ase kierkegard', [4]],
    ['kierkegaard', [4]],
    ['g253', [4]],
    ['g 253', [4]],
    ['strauss', [5]],
    ['aeroe', [5]],
    ['æro', [5]],
    ['00004', [4]],
    [numbered('ticket', 4).slice(-18), [4]],
    [`${numbered('ticket', 5).slice(-17, -1)}4`, [4]],
    [numbered('ticket', 9).slice(-18), []],
  ] as const)(
    'finds guests however they are spelled, and by seat and code: %s',
    async (query, numbers) => {
      await replica.applyPage(
        ticketPage([
          guest(1, 'Jürgen', 'Müller'),
          guest(2, 'Joergen', 'Mueller'),
          guest(3, 'Anne-Marie', 'van den Berg', { seat_label: 'Row C, Seat 14' }),
          guest(4, 'Åse', 'Kierkegård', { seat_label: 'G253' }),
          guest(5, 'Strauß', 'Ærø'),
        ]),
      );
      expect((await found(query)).toSorted((one, other) => one - other)).toEqual(numbers);
    },
  );

  it('finds the tickets whose reference begins like a half of a code', async () => {
    await replica.applyPage(ticketPage([guest(1, 'A', 'B'), guest(12, 'C', 'D')]));
    const beginning = (head: string, event = EVENT) =>
      replica.ticketsBeginning(event, head, 9).tickets.map(({ reference }) => reference);
    expect(beginning(numbered('ticket', 1).slice(0, -2))).toEqual([
      numbered('ticket', 1),
      numbered('ticket', 12),
    ]);
    expect(beginning(numbered('ticket', 1).slice(0, -1))).toEqual([numbered('ticket', 1)]);
    expect(beginning('tkt_', numbered('event', 2))).toEqual([]);
  });

  it('finds a ticket as it is now, not as it was', async () => {
    await replica.applyPage(ticketPage([guest(1, 'Ada', 'Lovelace'), guest(2, 'Bo', 'Berg')]));
    expect(await found('lovelace')).toEqual([1]);
    await replica.writeTicket(guest(1, 'Grace', 'Hopper', { updated_at: instantAt(60) }));
    expect(await found('lovelace')).toEqual([]);
    expect(await found('hopper')).toEqual([1]);
    expect(await found('berg')).toEqual([2]);
  });

  it('finds no ticket that an import removed, and one that reuses its reference later', async () => {
    await replica.applyPage(ticketPage([guest(1, 'Ada', 'Lovelace'), guest(2, 'Bo', 'Berg')]));
    expect(await found('berg')).toEqual([2]);
    await replica.rewalk([EVENT]);
    await replica.applyPage(ticketPage([guest(1, 'Ada', 'Lovelace')]));
    const walked = { asked_pointer: list('tickets').pointer, asked_url: null };
    await replica.applyPage(ticketPage([], walked));
    expect(await found('berg')).toEqual([]);
    await replica.writeTicket(guest(3, 'Bo', 'Zuse'));
    expect(await found('bo')).toEqual([3]);
    expect(await found('lovelace')).toEqual([1]);
  });

  it('returns the tickets of one order, up to the limit', async () => {
    const order = numbered('order', 7);
    const page = [1, 2, 3].map((number) => ticketRecord(number, { order }));
    await replica.applyPage(ticketPage([...page, ticketRecord(4, { order: null })]));
    await found('x');
    const { tickets, complete } = replica.ticketsOfOrder(EVENT, order, 10);
    expect(complete).toBe(true);
    expect(tickets.map(({ reference }) => reference).toSorted()).toEqual(
      page.map(({ reference }) => reference),
    );
    expect(replica.ticketsOfOrder(EVENT, numbered('order', 8), 10).tickets).toEqual([]);
    expect(await found('amelie', 2)).toHaveLength(2);
  });

  it('counts an event: first admissions by step and entry point, ticket types, and denials', async () => {
    const vip = { reference: numbered('ticketType', 2), name: 'VIP' };
    await replica.applyPage(
      ticketPage([
        ticketRecord(1),
        ticketRecord(2),
        ticketRecord(3, { ticket_type: vip }),
        ticketRecord(4, { ticket_type: null, status: 'cancelled' }),
        ticketRecord(5, { event: numbered('event', 2) }),
      ]),
    );
    const denial = { result: 'denied', reason: 'scanning.already_scanned' } as const;
    await replica.applyPage(
      scanPage([
        scanRecord(1, { scanned_at: instantAt(400), location: SOUTH_GATE }),
        scanRecord(2, { scanned_at: instantAt(310) }),
        // A second, earlier admission of the first ticket, which is the one that counts.
        scanRecord(3, { ticket: numbered('ticket', 1), scanned_at: instantAt(10) }),
        scanRecord(4, { ...denial, ticket: numbered('ticket', 1), scanned_at: instantAt(500) }),
        scanRecord(5, { ...denial, ticket: null, scanned_at: instantAt(501) }),
        scanRecord(6, { location: null, ticket: numbered('ticket', 3), scanned_at: instantAt(20) }),
      ]),
    );
    const { arrivals, ticket_types: types, denials } = await replica.countEvent(EVENT);
    expect(
      arrivals.toSorted(
        (one, other) => (one.place === null ? 1 : 0) - (other.place === null ? 1 : 0),
      ),
    ).toEqual([
      { at: instantAt(0), place: NORTH_GATE.name, admitted: 1 },
      { at: instantAt(300), place: NORTH_GATE.name, admitted: 1 },
      { at: instantAt(0), place: null, admitted: 1 },
    ]);
    expect(types).toEqual([
      { name: 'Standard', expected: 2, admitted: 2 },
      { name: 'VIP', expected: 1, admitted: 1 },
    ]);
    expect(denials).toEqual([{ reason: 'scanning.already_scanned', scans: 2 }]);
    expect(await replica.countEvent(numbered('event', 3))).toEqual({
      arrivals: [],
      presence: [],
      entry_points: [],
      ticket_types: [],
      denials: [],
      corrections: [],
    });
  });

  it('counts who was inside when, which way guests passed, and lists what staff corrected', async () => {
    const [first, second] = [numbered('ticket', 1), numbered('ticket', 2)];
    await replica.applyPage(ticketPage([ticketRecord(1), ticketRecord(2)]));
    const overruled = { reason: 'scanning.wrong_entry_point', note: 'Ada', station: 'North 1' };
    await replica.writeRows(EVENT, {
      scans: [
        scanRecord(1, { scanned_at: instantAt(0) }),
        scanRecord(2, { scanned_at: instantAt(10), overruled }),
        scanRecord(3, { ticket: first, scanned_at: instantAt(900), location: SOUTH_GATE }),
      ],
      releases: [
        releaseRecord(1, {
          scan: numbered('scan', 1),
          kind: 'exit',
          place: SOUTH_GATE.name,
          released_at: instantAt(300),
        }),
        releaseRecord(3, {
          ticket: first,
          scan: numbered('scan', 3),
          released_at: instantAt(960),
          note: 'Slip',
        }),
      ],
    });
    const { presence, entry_points: passed, corrections } = await replica.countEvent(EVENT);
    const known = new Map(presence.map(({ at, by }) => [at, by]));
    expect([0, 300, 900].map((at) => known.get(instantAt(at)))).toEqual([2, -1, 0]);
    expect(passed).toEqual([
      { place: NORTH_GATE.name, admitted: 2, exits: 0 },
      { place: SOUTH_GATE.name, admitted: 0, exits: 1 },
    ]);
    const [undone, against] = corrections;
    expect(undone).toMatchObject({ kind: 'undone', ticket: first, note: 'Slip', reason: null });
    expect(against).toMatchObject({ ...overruled, kind: 'overruled', ticket: second });
    // The server has erased the person: the scan itself does not move.
    await replica.writeTicket(ticketRecord(2, { holder: null, updated_at: instantAt(999) }));
    const after = (await replica.countEvent(EVENT)).corrections;
    expect(after).toMatchObject([{ note: 'Slip' }, { note: null, reason: overruled.reason }]);
  });

  it('keeps what staff wrote of a ticket that never had a name', async () => {
    const overruled = { reason: 'scanning.wrong_entry_point', note: 'Known', station: 'North 1' };
    await replica.applyPage(ticketPage([ticketRecord(1, { holder: null })]));
    await replica.writeRows(EVENT, { scans: [scanRecord(1, { overruled })], releases: [] });
    await replica.writeTicket(ticketRecord(1, { holder: null, updated_at: instantAt(999) }));
    expect((await replica.countEvent(EVENT)).corrections).toMatchObject([overruled]);
  });

  it('finds tickets of an event by the key of the code under which they were sold elsewhere', async () => {
    const sold = { sold_code: 'XK-204931', external_id: 'T-1', order_external_id: '#1001' };
    const [one, other] = [
      ticketRecord(1, sold),
      ticketRecord(2, { event: numbered('event', 2), sold_code: 'XK-204931' }),
    ];
    await replica.writeTicket(one);
    await replica.writeTicket(other);
    await replica.writeTicket(ticketRecord(3));
    expect(replica.ticketsWithCode(EVENT, ['nothing', 'xk204931'])).toEqual([one]);
    expect(replica.ticketsWithCode(EVENT, ['XK-204931'])).toEqual([]);
    expect(replica.soldCodesBeside(EVENT, 'xk204931')).toEqual(['XK-204931']);
    expect(replica.soldCodesBeside(EVENT, 'z')).toEqual(['XK-204931']);
    expect(replica.soldCodesBeside(numbered('event', 3), 'z')).toEqual([]);
    await replica.writeTicket({ ...one, sold_code: 'XK-5', updated_at: instantAt(99) });
    expect(replica.ticketsWithCode(EVENT, ['xk204931'])).toEqual([]);
  });

  it('is empty after a rebuild, and accepts rows again', async () => {
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    await replica.rebuild();
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).toBeNull();
    expect(replica.position(EVENT, 'tickets').pointer).toBeNull();
    await replica.applyPage(ticketPage([ticketRecord(2)]));
    expect(replica.totals(EVENT)).toEqual({ expected: 1, admitted: 0, inside: 0 });
  });
});
