// Why: docs/decisions/0017-replica.md
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import type {
  Admission,
  EventTotals,
  ListName,
  ListPage,
  OrderLineRecord,
  PageApplied,
  RowsWritten,
  ScanRecord,
  SnapshotApplied,
  SnapshotBytes,
  TicketRecord,
  UnreadableRow,
  WalkPosition,
} from '../../../ports/replica.ts';
import type {
  EventRecord,
  IdentityRecord,
  SetupRecord,
} from '../../../../shared/station/records.ts';
import {
  SnapshotBroken,
  SnapshotReader,
  type SnapshotPart,
} from '../../../wire/snapshot-reader.ts';
import { freeDisk, JOURNAL_RESERVE } from '../../../../src-files/free-disk.ts';
import { prepareRestore } from './restore-replica.ts';
import { prepareCounts } from './count-event.ts';
import { prepareOrderLineUpsert } from './order-line-upsert.ts';
import { prepareScanUpsert } from './scan-upsert.ts';
import { prepareTicketIndex } from './ticket-index.ts';
import { prepareTicketUpsert } from './ticket-upsert.ts';
import { prepareImports } from './replica-imports.ts';
import { readReplica } from './replica-reader.ts';

/** A longer transaction would make a scan wait for the disk. */
const ROWS_PER_TRANSACTION = 1_000;

/** Sold, or scanned, while a snapshot is read. */
const UNANNOUNCED_ROWS = 10_000;

/** Everything that is written to the replica, on the only writing connection. */
export function writeReplica(
  database: Database.Database,
  freeBytes: () => number | null = () => freeDisk(dirname(database.name)),
) {
  const read = readReplica(database);
  const index = prepareTicketIndex(database);
  const imports = prepareImports(database, index);
  const upsertTicket = prepareTicketUpsert(database);
  const upsertScan = prepareScanUpsert(database);
  const upsertOrderLine = prepareOrderLineUpsert(database);
  const putDocument = database.prepare<[string, string, string]>(
    `INSERT INTO documents (kind, key, body) VALUES (?, ?, ?)
     ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body`,
  );
  const addTotals = database.prepare<[string, number, number]>(
    `INSERT INTO totals (event, expected, admitted) VALUES (?, ?, ?)
     ON CONFLICT (event) DO UPDATE SET expected = expected + excluded.expected,
       admitted = admitted + excluded.admitted`,
  );
  const restore = prepareRestore(database, (event, expected, admitted) =>
    addTotals.run(event, expected, admitted),
  );
  const markShutdown = database.prepare<[number]>('UPDATE shutdown SET clean = ?');

  /** @throws before rows are written that would leave too little of the disk. */
  function assertRoom(): void {
    if ((freeBytes() ?? Infinity) < JOURNAL_RESERVE)
      throw new Error('ENOSPC: the rest of the disk is reserved');
  }

  function putTickets(event: string, rows: readonly TicketRecord[]): void {
    const number = imports.current(event, 'tickets');
    const expected = rows.reduce((sum, row) => sum + upsertTicket(row, number), 0);
    imports.forgetUnreadable(event, 'tickets', rows);
    if (expected !== 0) addTotals.run(event, expected, 0);
  }

  /** Returns those that are the first known admission of their ticket. */
  function putScans(event: string, rows: readonly ScanRecord[]): readonly ScanRecord[] {
    const number = imports.current(event, 'scans');
    const admitted = rows.filter((row) => upsertScan(row, number));
    imports.forgetUnreadable(event, 'scans', rows);
    if (admitted.length > 0) addTotals.run(event, 0, admitted.length);
    return admitted;
  }

  function putOrderLines(event: string, rows: readonly OrderLineRecord[]): void {
    const number = imports.current(event, 'order_lines');
    rows.forEach((row) => upsertOrderLine(row, number));
    imports.forgetUnreadable(event, 'order_lines', rows);
  }

  function applyRows(page: ListPage, from: number, until: number): readonly ScanRecord[] {
    switch (page.list) {
      case 'tickets':
        putTickets(page.event, page.rows.slice(from, until));
        return [];
      case 'scans':
        return putScans(page.event, page.rows.slice(from, until));
      default:
        putOrderLines(page.event, page.rows.slice(from, until));
        return [];
    }
  }

  function applyLast(
    page: ListPage,
    from: number,
  ): { readonly admitted: readonly ScanRecord[]; readonly swept: boolean } {
    const before = read.position(page.event, page.list);
    const admitted = applyRows(page, from, page.rows.length);
    imports.nameUnreadable(page.event, page.unreadable ?? []);
    const after = advanceWalk(before, page);
    // Up to date from the snapshot's watermark on is not complete while the snapshot is not.
    const isHalf = read.snapshot(page.event) !== null;
    imports.putWalk(
      page.event,
      page.list,
      isHalf ? { ...after, fresh_at: before.fresh_at } : after,
    );
    if (after.pointer === null || after.next_url !== null) return { admitted, swept: false };
    if (before.pointer === null) {
      imports.endImport(page.event, page.list);
      return { admitted, swept: false };
    }
    const inOnePage = page.asked_url === null;
    return { admitted, swept: imports.walked(page.event, page.list, { inOnePage }) };
  }

  function applyPart(
    part: SnapshotPart,
    { event, asked_at, cursor }: SnapshotBytes,
  ): readonly ScanRecord[] {
    if (part.start !== null) {
      if (imports.cursorOf(event) !== cursor) throw new SnapshotBroken('it goes on somewhere else');
      imports.beginSnapshot(event, part.start, asked_at);
      return [];
    }
    if (read.snapshot(event) === null) throw new SnapshotBroken('it was given up meanwhile');
    putTickets(event, part.tickets);
    const admitted = putScans(event, part.scans);
    putOrderLines(event, part.order_lines);
    imports.nameUnreadable(event, part.unreadable);
    imports.advanceSnapshot(event, part);
    const { applied, expected } = read.snapshot(event) ?? { applied: 0, expected: 0 };
    if (applied > 2 * Math.max(expected, 0) + UNANNOUNCED_ROWS) {
      throw new SnapshotBroken('it is longer than twice what was announced');
    }
    if (part.ended) imports.endSnapshot(event);
    return admitted;
  }

  function applyParts(parts: readonly SnapshotPart[], snapshot: SnapshotBytes): SnapshotApplied {
    const admitted = parts.flatMap((part) => applyPartAtOnce.immediate(part, snapshot));
    return {
      kind: 'applied',
      began: parts.some(({ start }) => start !== null),
      parts: parts.filter(({ start }) => start === null).length,
      ended: parts.some(({ ended }) => ended),
      unreadable: parts.flatMap(({ unreadable }) => unreadable),
      admitted: admissionsOf(admitted),
      totals: read.totals(snapshot.event),
    };
  }

  const applyRowsAtOnce = database.transaction(applyRows);
  const applyLastAtOnce = database.transaction(applyLast);
  const applyPartAtOnce = database.transaction(applyPart);
  const putScansAtOnce = database.transaction(putScans);
  /** The response that is being read. */
  let reading: { readonly event: string; readonly reader: SnapshotReader } | null = null;

  return {
    /** One transaction writes the rows and the next position; rows beyond a thousand are written before it, without the position. */
    applyPage(page: ListPage): PageApplied {
      assertRoom();
      const before = read.position(page.event, page.list);
      if (before.next_url !== page.asked_url || before.pointer !== page.asked_pointer) {
        const totals = read.totals(page.event);
        return { current: false, position: before, unswept: false, admitted: [], totals };
      }
      if (page.asked_pointer === null && page.asked_url === null) {
        imports.beginImport(page.event, page.list);
      }
      const admitted: ScanRecord[] = [];
      let from = 0;
      while (page.rows.length - from > ROWS_PER_TRANSACTION) {
        admitted.push(...applyRowsAtOnce.immediate(page, from, from + ROWS_PER_TRANSACTION));
        from += ROWS_PER_TRANSACTION;
      }
      const last = applyLastAtOnce.immediate(page, from);
      admitted.push(...last.admitted);
      return {
        current: true,
        unswept: imports.isUnswept(page.event, page.list),
        position: read.position(page.event, page.list),
        admitted: admissionsOf(admitted),
        swept: last.swept,
        totals: read.totals(page.event),
      };
    },
    applySnapshot(snapshot: SnapshotBytes): SnapshotApplied {
      assertRoom();
      const { event, first, bytes } = snapshot;
      if (first) reading = { event, reader: new SnapshotReader(event) };
      if (reading === null || reading.event !== event) {
        return { kind: 'broken', problem: 'the beginning of the response is missing' };
      }
      try {
        return applyParts(reading.reader.read(bytes), snapshot);
      } catch (error) {
        reading = null;
        if (error instanceof SnapshotBroken) return { kind: 'broken', problem: error.message };
        throw error;
      }
    },
    restartSnapshot(event: string): void {
      imports.restartSnapshot(event);
    },
    abandonSnapshot(event: string): void {
      imports.abandonSnapshot(event);
    },
    writeScans(event: string, scans: readonly ScanRecord[]): RowsWritten {
      assertRoom();
      const admitted = admissionsOf(putScansAtOnce.immediate(event, scans));
      return { admitted, totals: read.totals(event) };
    },
    count(event: string, list: ListName): number {
      return imports.count(event, list);
    },
    restore,
    restartWalk(event: string, list: ListName): void {
      imports.restartWalk(event, list);
    },
    rewalk(events: readonly string[] | null): void {
      imports.rewalk(events);
    },
    replaceEvents(events: readonly EventRecord[], unreadable: readonly UnreadableRow[]): void {
      putDocument.run('events', '', JSON.stringify(events));
      imports.replaceUnreadable('', 'events', unreadable);
    },
    writeSetup(setup: SetupRecord, unreadable: readonly UnreadableRow[]): void {
      putDocument.run('setup', setup.event.reference, JSON.stringify(setup));
      imports.replaceUnreadable(setup.event.reference, 'setup', unreadable);
    },
    writeIdentity(identity: IdentityRecord): void {
      putDocument.run('identity', '', JSON.stringify(identity));
    },
    writeTicket(ticket: TicketRecord): EventTotals {
      database.transaction(() => putTickets(ticket.event, [ticket])).immediate();
      return read.totals(ticket.event);
    },
    countEvent: prepareCounts(database),
    /** Returns whether there are more tickets to index. */
    indexTickets(): boolean {
      return index.step();
    },
    /** Records whether the file was closed cleanly; otherwise the next start checks it. */
    markShutdown(clean: boolean): void {
      markShutdown.run(clean ? 1 : 0);
    },
    /** A no-op that is answered after everything queued before it. */
    finish(): void {},
  };
}

export type ReplicaWriter = ReturnType<typeof writeReplica>;

function admissionsOf(scans: readonly ScanRecord[]): readonly Admission[] {
  return scans.flatMap(({ ticket, scanned_at }) =>
    ticket === null ? [] : [{ ticket, scanned_at }],
  );
}

/**
 * The position after a page (specification §4.1). The watermark of a walk's first page is set aside and becomes the pointer only with the
 * last page, so that an interrupted walk resumes without skipping a row.
 */
function advanceWalk(before: WalkPosition, page: ListPage): WalkPosition {
  const begins = before.next_url === null;
  const aside = begins ? page.watermark : (before.aside ?? page.watermark);
  const begunAt = begins ? page.asked_at : (before.begun_at ?? page.asked_at);
  const applied = (begins ? 0 : before.applied) + page.rows.length;
  if (page.next_url !== null) {
    return { ...before, next_url: page.next_url, aside, applied, begun_at: begunAt };
  }
  return {
    pointer: aside,
    next_url: null,
    aside: null,
    applied,
    fresh_at: begunAt,
    begun_at: null,
  };
}
