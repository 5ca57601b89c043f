import type Database from 'better-sqlite3';
import type { ListPage, PageApplied, WalkPosition } from '../../../ports/replica.ts';
import type { ReplicaImports } from './replica-imports.ts';
import type { ReplicaReader } from './replica-reader.ts';
import { joinMoved, nothingMoved, type Moved, type RowWriter } from './write-rows.ts';

/** A longer transaction would make a scan wait for the disk. */
const ROWS_PER_TRANSACTION = 1_000;

/**
 * Returns a function that applies one page of a walk. One transaction writes the rows and the next position; rows beyond a thousand are
 * written before it, without the position.
 */
export function preparePages(
  database: Database.Database,
  {
    read,
    rows,
    imports,
  }: { readonly read: ReplicaReader; readonly rows: RowWriter; readonly imports: ReplicaImports },
): (page: ListPage) => PageApplied {
  const applyRows = (page: ListPage, from: number, until: number): Moved => {
    switch (page.list) {
      case 'tickets':
        rows.putTickets(page.event, page.rows.slice(from, until));
        return nothingMoved;
      case 'scans':
        return rows.putScans(page.event, page.rows.slice(from, until));
      case 'releases':
        return rows.putReleases(page.event, page.rows.slice(from, until));
      case 'answers':
        rows.putAnswers(page.event, page.rows.slice(from, until));
        return nothingMoved;
      default:
        rows.putOrderLines(page.event, page.rows.slice(from, until));
        return nothingMoved;
    }
  };

  const applyLast = (page: ListPage, from: number) => {
    const { event, list } = page;
    const before = read.position(event, list);
    const written = applyRows(page, from, page.rows.length);
    imports.nameUnreadable(event, page.unreadable ?? []);
    const after = advanceWalk(before, page);
    // Up to date from the snapshot's watermark on is not complete while the snapshot is not.
    const isHalf = read.snapshot(event) !== null;
    imports.putWalk(event, list, isHalf ? { ...after, fresh_at: before.fresh_at } : after);
    if (after.pointer === null || after.next_url !== null) return { written, swept: false };
    if (before.pointer === null) {
      imports.end(event, list, 1);
      return { written, swept: false };
    }
    const inOnePage = page.asked_url === null;
    return { written, swept: imports.walked(event, list, { inOnePage }) };
  };

  const applyRowsAtOnce = database.transaction(applyRows);
  const applyLastAtOnce = database.transaction(applyLast);
  return (page) => {
    const { event, list } = page;
    const before = read.position(event, list);
    if (before.next_url !== page.asked_url || before.pointer !== page.asked_pointer) {
      const totals = read.totals(event);
      return { current: false, position: before, unswept: false, ...nothingMoved, totals };
    }
    if (page.asked_pointer === null && page.asked_url === null) imports.begin(event, list, null);
    const written: Moved[] = [];
    let from = 0;
    while (page.rows.length - from > ROWS_PER_TRANSACTION) {
      written.push(applyRowsAtOnce.immediate(page, from, from + ROWS_PER_TRANSACTION));
      from += ROWS_PER_TRANSACTION;
    }
    const last = applyLastAtOnce.immediate(page, from);
    written.push(last.written);
    return {
      current: true,
      unswept: imports.isUnswept(event, list),
      position: read.position(event, list),
      ...joinMoved(written),
      swept: last.swept,
      totals: read.totals(event),
    };
  };
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
