import { buildUrl, renderNumberedPage, ROWS } from '../../shared/contract/number-page.ts';
import { formatInstant, instantFromMicros } from '../../shared/instant.ts';
import { MICROS_PER_SECOND, type Instant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import type { ListRow, ListSelection } from '../repositories/lists/list-source.ts';
import { readChangedKeys, type ChangedKeys } from '../repositories/lists/read-changed-keys.ts';
import { readNumberedKeys } from '../repositories/lists/read-numbered-page.ts';
import { readJsonRows } from '../repositories/lists/read-rows.ts';
import { ApiError } from './api-error.ts';
import type { Answer, Call } from './call.ts';
import { decodeCursor, encodeCursor, type CursorPosition } from './cursor.ts';
import type { ListQuery } from './list-query.ts';

/**
 * How far a watermark trails the clock. A transaction's stamps are at most a second older than its commit (db/stamps), so whatever
 * a first page could not see yet carries a later stamp than its watermark.
 */
const WATERMARK_TRAIL_MICROS = 2 * MICROS_PER_SECOND;

export interface ListAnswer<Row extends ListRow, Resource> {
  /** Names the list and whose part of it: a cursor works for no other. */
  readonly name: string;
  readonly selection: ListSelection<Row, Resource>;
  readonly query: ListQuery;
}

/** One page of a list, in numbered (§2.2) or incremental mode (§4.1). */
export async function answerList<Row extends ListRow, Resource>(
  call: Call,
  tx: ReadTransaction,
  list: ListAnswer<Row, Resource>,
): Promise<Answer> {
  const { query, selection } = list;
  if (query.updatedSince !== null) {
    return answerChanged(call, tx, { ...list, since: query.updatedSince });
  }
  // A place in a walk without the walk's pointer belongs to no list.
  if (query.cursor !== null) throw invalidCursor();
  const { keys, total } = await readNumberedKeys(tx, selection, query, call.knownTotals);
  const rows = await readJsonRows(tx, selection.source, keys, call.keptRows);
  const urls = { path: call.url(), filters: query.filters };
  const page = renderNumberedPage({ rowCount: rows.length, total, ...query }, urls);
  return { status: 200, body: writeAround({ data: page }, rows) };
}

async function answerChanged<Row extends ListRow, Resource>(
  call: Call,
  tx: ReadTransaction,
  list: ListAnswer<Row, Resource> & { readonly since: Instant },
): Promise<Answer> {
  const { query, selection, since } = list;
  const binding = bindingOf(call, list);
  const from = query.cursor === null ? null : decodeCursor(call.cursorKey, binding, query.cursor);
  if (query.cursor !== null && from === null) throw invalidCursor();
  const { upperBound, watermark } = from ?? (await beginWalk(tx, call.clock.now()));
  const range = { since, upperBound, perPage: query.perPage, from };
  const page = await readChangedKeys(tx, selection, range);
  const rows = await readJsonRows(tx, selection.source, page.keys, call.keptRows);
  const cursorTo = (direction: CursorPosition['direction'], row: ListRow | undefined) =>
    row === undefined
      ? null
      : encodeCursor(call.cursorKey, binding, {
          direction,
          updatedAt: row.updated_at,
          reference: row.reference,
          upperBound,
          watermark,
        });
  const next = hasNext(page, from) ? cursorTo('next', page.keys.at(-1)) : null;
  const previous = hasPrevious(page, from) ? cursorTo('prev', page.keys[0]) : null;
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
  return {
    status: 200,
    body: writeAround({ data, watermark: formatInstant(watermark) }, rows),
  };
}

/** Writes the page around rows that are JSON already. Addresses in it are percent-encoded, so the mark stands once. */
function writeAround(page: object, rows: readonly string[]): string {
  const [before = '', after = ''] = JSON.stringify(page).split(`"${ROWS}"`);
  return `${before}[${rows.join(',')}]${after}`;
}

/**
 * What a walk fixes at its first page. Every row in the snapshot was stamped at or before its latest stamp, every row that lands
 * later after it: the bound cuts the walk exactly at its snapshot.
 */
export async function beginWalk(tx: ReadTransaction, now: Instant) {
  const upperBound = await tx.latestStamp();
  // Stamps go on behind the latest one when the clock was ahead and is set back; the clock alone would promise changes to come.
  const watermark = Math.min(now - WATERMARK_TRAIL_MICROS, upperBound + 1);
  return { upperBound, watermark: instantFromMicros(Math.max(watermark, 0)) };
}

/** Going back, there is always the page we came from. */
function hasNext(page: ChangedKeys, from: CursorPosition | null): boolean {
  return from?.direction === 'prev' || page.hasMore;
}

function hasPrevious(page: ChangedKeys, from: CursorPosition | null): boolean {
  if (from === null) return false;
  return from.direction === 'next' || page.hasMore;
}

/** `per_page` may change during a walk; what is listed may not. */
function bindingOf<Row extends ListRow, Resource>(
  call: Call,
  { name, query }: ListAnswer<Row, Resource>,
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
