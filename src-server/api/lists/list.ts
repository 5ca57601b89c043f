import { buildUrl, renderNumberedPage, ROWS } from '../../../shared/contract/paginator.ts';
import {
  formatInstant,
  instantFromMicros,
  isInstant,
  MICROS_PER_SECOND,
  type Instant,
} from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../http/errors/api-error.ts';
import { contentTag } from '../../http/responses/entity-tag.ts';
import type { HandlerResult, RequestContext } from '../../http/request-context.ts';
import { cursorBinding, decodeCursor, encodeCursor, type CursorPosition } from './cursor.ts';
import type { ParsedListQuery } from './list-parameters.ts';
import {
  readChangedPage,
  readNumbered,
  type ChangedPage,
  type ChangedPlace,
  type ListedRow,
  type ListedTable,
  type Selection,
} from './list-rows.ts';

/** How far a watermark trails the clock: a safety margin; the snapshot's bound alone guarantees correctness. */
const WATERMARK_TRAIL_MICROS = 2 * MICROS_PER_SECOND;

/** A list as requested by one caller. */
export interface List<Name extends ListedTable, Found extends ListedRow, Resource> {
  /** Identifies the list and the caller's part of it: a cursor is valid for no other. */
  readonly name: string;
  readonly selection: Selection<Name, Found, Resource>;
  readonly query: ParsedListQuery;
}

/**
 * Responds with one page of a list, in numbered (§2.2) or incremental mode (§4.1). `choose` selects the rows that the caller
 * requested and may see.
 */
export function respondWithList<Name extends ListedTable, Found extends ListedRow, Resource>(
  context: RequestContext,
  choose: (
    tx: ReadTransaction,
  ) => List<Name, Found, Resource> | Promise<List<Name, Found, Resource>>,
): Promise<HandlerResult> {
  return context.database.readBounded(async (tx, bound) => {
    const list = await choose(tx);
    const { updatedSince, cursor } = list.query;
    if (updatedSince !== null)
      return respondChanged(context, { tx, bound, since: updatedSince }, list);
    // A cursor without `updated_since` belongs to no list.
    if (cursor !== null) throw invalidCursor();
    return respondNumbered(context, { tx, bound }, list);
  });
}

async function respondNumbered<Name extends ListedTable, Found extends ListedRow, Resource>(
  context: RequestContext,
  { tx, bound }: { readonly tx: ReadTransaction; readonly bound: Instant },
  { selection, query }: List<Name, Found, Resource>,
): Promise<HandlerResult> {
  const { total, rows } = await readNumbered(tx, selection, query, bound);
  const urls = { path: context.url(), filters: query.filters };
  const page = renderNumberedPage({ rowCount: rows.length, total, ...query }, urls);
  return { status: 200, body: serialisePage({ data: page }, rows) };
}

async function respondChanged<Name extends ListedTable, Found extends ListedRow, Resource>(
  context: RequestContext,
  read: { readonly tx: ReadTransaction; readonly bound: Instant; readonly since: Instant },
  list: List<Name, Found, Resource>,
): Promise<HandlerResult> {
  const { query, selection } = list;
  const binding = cursorBinding(context, list);
  const from =
    query.cursor === null ? null : decodeCursor(context.cursorKey, binding, query.cursor);
  if (query.cursor !== null && from === null) throw invalidCursor();
  const { upperBound, watermark } = from ?? syncBounds(read.bound, read.tx.now);
  const range = { since: read.since, upperBound, perPage: query.perPage, from };
  const page = await readChangedPage(read.tx, selection, range);
  const cursorTo = (direction: ChangedPlace['direction'], place: ChangedPage<Resource>['first']) =>
    place === null
      ? null
      : encodeCursor(context.cursorKey, binding, { direction, ...place, upperBound, watermark });
  const next = hasNext(page, from) ? cursorTo('next', page.last) : null;
  const previous = hasPrevious(page, from) ? cursorTo('prev', page.first) : null;
  const urlOf = (cursor: string | null) =>
    cursor === null
      ? null
      : buildUrl({ path: context.url(), filters: query.filters }, 'cursor', cursor);
  const data = {
    data: ROWS,
    path: context.url(),
    per_page: query.perPage,
    next_cursor: next,
    next_page_url: urlOf(next),
    prev_cursor: previous,
    prev_page_url: urlOf(previous),
  };
  const text = serialisePage(data, page.resources);
  const tag = contentTag(text);
  // Whoever holds this page with an earlier watermark may keep both: nothing has changed since.
  const held = next === null ? heldWatermark(context, tag) : null;
  const shown = held !== null && held < watermark ? held : watermark;
  const body = `{"data":${text},"watermark":"${formatInstant(shown)}"}`;
  return { status: 200, body, tag: `${tag}.${shown}` };
}

/** The watermark of the page with that tag, if the caller holds one. */
function heldWatermark({ header }: RequestContext, tag: string): Instant | null {
  // The tag is base64url: it needs no escaping.
  const [, digits = ''] =
    new RegExp(`"${tag}\\.(\\d{1,16})`).exec(header('if-none-match') ?? '') ?? [];
  const micros = Number(digits);
  return digits !== '' && isInstant(micros) ? micros : null;
}

/** Serialises the page around its serialised rows. URLs are percent-encoded, so the placeholder occurs once. */
function serialisePage(page: object, rows: readonly unknown[]): string {
  const [before = '', after = ''] = JSON.stringify(page).split(`"${ROWS}"`);
  return `${before}${JSON.stringify(rows)}${after}`;
}

/**
 * Upper bound and watermark of an incremental sync, fixed at its first page from the bound of that page's snapshot. The snapshot
 * contains every row up to the bound, and later commits get later timestamps, so the sync ends exactly there.
 */
export function syncBounds(bound: Instant, now: Instant) {
  // The earlier of the two. Timestamps may run ahead of the clock if it was set back, or behind it while an older transaction is
  // open: past the bound, the clock alone would cover changes that are yet to commit.
  const watermark = Math.min(now - WATERMARK_TRAIL_MICROS, bound + 1);
  return { upperBound: bound, watermark: instantFromMicros(Math.max(watermark, 0)) };
}

/** Going back, there is always the page that the caller came from. */
function hasNext(page: ChangedPage<unknown>, from: CursorPosition | null): boolean {
  return from?.direction === 'prev' || page.hasMore;
}

function hasPrevious(page: ChangedPage<unknown>, from: CursorPosition | null): boolean {
  if (from === null) return false;
  return from.direction === 'next' || page.hasMore;
}

function invalidCursor(): ApiError {
  return new ApiError('cursor.invalid');
}
