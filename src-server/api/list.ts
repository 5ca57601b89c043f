import { buildUrl, renderNumberedPage, ROWS } from '../../shared/contract/number-page.ts';
import {
  formatInstant,
  instantFromMicros,
  MICROS_PER_SECOND,
  type Instant,
} from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer, Call } from '../http/call.ts';
import { decodeCursor, encodeCursor, type CursorPosition } from './cursor.ts';
import type { ListQuery } from './list-query.ts';
import {
  countRows,
  readChangedPage,
  readNumberedPage,
  type ChangedPage,
  type ChangedPlace,
  type ListedRow,
  type ListedTable,
  type Selection,
} from './rows.ts';

/** How far a watermark trails the clock: a margin, beside the bound that alone makes it right. */
const WATERMARK_TRAIL_MICROS = 2 * MICROS_PER_SECOND;

/** A list as one caller asked for it. */
export interface List<Name extends ListedTable, Found extends ListedRow, Resource> {
  /** Names the list and whose part of it: a cursor works for no other. */
  readonly name: string;
  readonly selection: Selection<Name, Found, Resource>;
  readonly query: ListQuery;
}

/** Answers one page of a list, in numbered (§2.2) or incremental mode (§4.1). `choose` decides what the caller may see and asked for. */
export function answerList<Name extends ListedTable, Found extends ListedRow, Resource>(
  call: Call,
  choose: (
    tx: ReadTransaction,
  ) => List<Name, Found, Resource> | Promise<List<Name, Found, Resource>>,
): Promise<Answer> {
  return call.database.readBounded(async (tx, bound) => {
    const list = await choose(tx);
    const { updatedSince, cursor } = list.query;
    if (updatedSince !== null) return answerChanged(call, { tx, bound, since: updatedSince }, list);
    // A place in a walk without the walk's pointer belongs to no list.
    if (cursor !== null) throw invalidCursor();
    return answerNumbered(call, { tx, bound }, list);
  });
}

async function answerNumbered<Name extends ListedTable, Found extends ListedRow, Resource>(
  call: Call,
  { tx, bound }: { readonly tx: ReadTransaction; readonly bound: Instant },
  { selection, query }: List<Name, Found, Resource>,
): Promise<Answer> {
  const total = await countRows(tx, selection, bound);
  const isBeyond = (query.page - 1) * query.perPage >= total;
  const rows = isBeyond ? [] : await readNumberedPage(tx, selection, query);
  const urls = { path: call.url(), filters: query.filters };
  const page = renderNumberedPage({ rowCount: rows.length, total, ...query }, urls);
  return { status: 200, body: writeAround({ data: page }, rows) };
}

async function answerChanged<Name extends ListedTable, Found extends ListedRow, Resource>(
  call: Call,
  read: { readonly tx: ReadTransaction; readonly bound: Instant; readonly since: Instant },
  list: List<Name, Found, Resource>,
): Promise<Answer> {
  const { query, selection } = list;
  const binding = bindingOf(call, list);
  const from = query.cursor === null ? null : decodeCursor(call.cursorKey, binding, query.cursor);
  if (query.cursor !== null && from === null) throw invalidCursor();
  const { upperBound, watermark } = from ?? beginWalk(read.bound, call.clock.now());
  const range = { since: read.since, upperBound, perPage: query.perPage, from };
  const page = await readChangedPage(read.tx, selection, range);
  const cursorTo = (direction: ChangedPlace['direction'], place: ChangedPage<Resource>['first']) =>
    place === null
      ? null
      : encodeCursor(call.cursorKey, binding, { direction, ...place, upperBound, watermark });
  const next = hasNext(page, from) ? cursorTo('next', page.last) : null;
  const previous = hasPrevious(page, from) ? cursorTo('prev', page.first) : null;
  const urlOf = (cursor: string | null) =>
    cursor === null
      ? null
      : buildUrl({ path: call.url(), filters: query.filters }, 'cursor', cursor);
  const data = {
    data: ROWS,
    path: call.url(),
    per_page: query.perPage,
    next_cursor: next,
    next_page_url: urlOf(next),
    prev_cursor: previous,
    prev_page_url: urlOf(previous),
  };
  const body = writeAround({ data, watermark: formatInstant(watermark) }, page.resources);
  return { status: 200, body };
}

/** Writes the page around its rows. Addresses in it are percent-encoded, so the mark stands once. */
function writeAround(page: object, rows: readonly unknown[]): string {
  const [before = '', after = ''] = JSON.stringify(page).split(`"${ROWS}"`);
  return `${before}${JSON.stringify(rows)}${after}`;
}

/**
 * What a walk fixes at its first page, from the bound of that page's snapshot. The snapshot holds every row up to the bound, and rows
 * that land later are stamped after it: the walk ends exactly there.
 */
export function beginWalk(bound: Instant, now: Instant) {
  // Whichever is earlier. Stamps may run ahead of the clock, where it was set back, or behind it, where an older transaction is still
  // open: past the bound, the clock alone would promise changes that are yet to come.
  const watermark = Math.min(now - WATERMARK_TRAIL_MICROS, bound + 1);
  return { upperBound: bound, watermark: instantFromMicros(Math.max(watermark, 0)) };
}

/** Going back, there is always the page we came from. */
function hasNext(page: ChangedPage<unknown>, from: CursorPosition | null): boolean {
  return from?.direction === 'prev' || page.hasMore;
}

function hasPrevious(page: ChangedPage<unknown>, from: CursorPosition | null): boolean {
  if (from === null) return false;
  return from.direction === 'next' || page.hasMore;
}

/** `per_page` may change during a walk; what is listed may not. */
function bindingOf(
  call: Call,
  { name, query }: { readonly name: string; readonly query: ListQuery },
): string {
  const { updatedSince, includeDeleted, includeAnswers, status, state, order, email } = query;
  return JSON.stringify([
    call.caller.clientId,
    name,
    updatedSince,
    includeDeleted,
    includeAnswers,
    status,
    state,
    order,
    email,
  ]);
}

function invalidCursor(): ApiError {
  return new ApiError('cursor.invalid');
}
