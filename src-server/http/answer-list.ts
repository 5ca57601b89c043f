import { formatInstant, instantFromMicros, instantFromMillis } from '../../shared/instant.ts';
import { MICROS_PER_SECOND, type Instant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../db/transaction.ts';
import type { ListRow, ListSelection } from '../repositories/lists/list-source.ts';
import { readChangedPage, type ChangedPage } from '../repositories/lists/read-changed-page.ts';
import { readNumberedPage } from '../repositories/lists/read-numbered-page.ts';
import { ApiError } from './api-error.ts';
import type { Answer, Call } from './call.ts';
import { decodeCursor, encodeCursor, type CursorPosition } from './cursor.ts';
import type { ListQuery } from './list-query.ts';
import { buildUrl, renderNumberedPage } from './number-page.ts';

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
  const page = await readNumberedPage(tx, selection, query);
  const urls = { path: call.url, filters: query.filters };
  return { status: 200, body: { data: renderNumberedPage({ ...page, ...query }, urls) } };
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
  const { upperBound, watermark } = from ?? (await beginWalk(tx));
  const range = { since, upperBound, perPage: query.perPage, from };
  const page = await readChangedPage(tx, selection, range);
  const cursorTo = (direction: CursorPosition['direction'], row: ListRow | null) =>
    row === null
      ? null
      : encodeCursor(call.cursorKey, binding, {
          direction,
          updatedAt: row.updated_at,
          reference: row.reference,
          upperBound,
          watermark,
        });
  const next = hasNext(page, from) ? cursorTo('next', page.last) : null;
  const previous = hasPrevious(page, from) ? cursorTo('prev', page.first) : null;
  const urlOf = (cursor: string | null) =>
    cursor === null ? null : buildUrl({ path: call.url, filters: query.filters }, 'cursor', cursor);
  const data = {
    data: page.rows,
    path: call.url,
    per_page: query.perPage,
    next_cursor: next,
    next_page_url: urlOf(next),
    prev_cursor: previous,
    prev_page_url: urlOf(previous),
  };
  return { status: 200, body: { data, watermark: formatInstant(watermark) } };
}

/**
 * What a walk fixes at its first page. Every row in the snapshot was stamped at or before its latest stamp, every row that lands
 * later after it: the bound cuts the walk exactly at its snapshot.
 */
async function beginWalk(tx: ReadTransaction) {
  const now = instantFromMillis(Date.now());
  return {
    upperBound: await tx.latestStamp(),
    watermark: instantFromMicros(Math.max(now - WATERMARK_TRAIL_MICROS, 0)),
  };
}

/** Going back, there is always the page we came from. */
function hasNext<T>(page: ChangedPage<T>, from: CursorPosition | null): boolean {
  return from?.direction === 'prev' || page.hasMore;
}

function hasPrevious<T>(page: ChangedPage<T>, from: CursorPosition | null): boolean {
  if (from === null) return false;
  return from.direction === 'next' || page.hasMore;
}

/** `per_page` may change during a walk; what is listed may not. */
function bindingOf<Row extends ListRow, Resource>(
  call: Call,
  { name, query }: ListAnswer<Row, Resource>,
): string {
  const { updatedSince, includeDeleted, includeAnswers, status, order, email } = query;
  return JSON.stringify([
    call.caller.clientId,
    name,
    updatedSince,
    includeDeleted,
    includeAnswers,
    status,
    order,
    email,
  ]);
}

function invalidCursor(): ApiError {
  return new ApiError('cursor.invalid', 'The cursor does not belong to this list.');
}
