import { createHash, type Hash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { assertNever } from '../../../shared/assert-never.ts';
import { MAX_SNAPSHOTS } from '../../../shared/contract/limits.ts';
import {
  snapshotLists,
  type SnapshotList,
  type SnapshotMark,
  type SnapshotStart,
  type snapshotRoutes,
} from '../../../shared/resources/snapshot.ts';
import { formatInstant, instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../http/errors/api-error.ts';
import {
  encodingFor,
  quickEncodings,
  ZSTD_LEVEL,
  type QuickEncoding,
} from '../../http/responses/content-encoding.ts';
import type { RequestContext, Handler, HandlersOf } from '../../http/request-context.ts';
import type { EventRow } from '../../store/events.ts';
import { addOnLinesOf } from '../resources/add-on-lines.ts';
import { decodeCursor, encodeCursor, type CursorPosition } from '../lists/cursor.ts';
import { requireVisibleEvent } from '../resources/events.ts';
import { syncBounds } from '../lists/list.ts';
import { parseListQuery } from '../lists/list-parameters.ts';
import {
  countRows,
  readChangedPage,
  type ChangedPage,
  type ChangedRange,
} from '../lists/list-rows.ts';
import { scansOf } from '../resources/scans.ts';
import { doorAnswersOf } from './door-answers.ts';
import { releasesOf } from './releases.ts';
import { ticketsWhere, viewOf } from '../resources/tickets.ts';

/** Rows between two resume marks: the most that an interrupted stream repeats, and the work of one event-loop turn. */
const ROWS_PER_MARK = 500;
const LINE_FEED = '\n';

/** Where a snapshot resumes: after the last row sent of a list, or before the first. */
interface Place {
  readonly list: SnapshotList;
  readonly after: { readonly updatedAt: Instant; readonly reference: string } | null;
  readonly upperBound: Instant;
  readonly watermark: Instant;
}

/**
 * `GET /scanner/events/{eventKey}/snapshot`: the incremental lists of tickets, scans, releases, add-on lines and answers in one response. Each
 * part is read in its own transaction, so that memory use and database snapshots stay small; changes made during it arrive with the lists.
 */
const readSnapshot: Handler = async (context) => {
  // Each reads a whole event, and a station that requests another has abandoned the earlier one.
  const owner = `snapshot ${context.caller.clientId}`;
  const rows = await context.streams.open(owner, MAX_SNAPSHOTS, async (ended) => {
    const { start, place } = await beginSnapshot(context);
    return writeSnapshot(context, { start, place, ended });
  });
  const encoding = encodingFor(context.header('accept-encoding'), quickEncodings);
  return {
    status: 200,
    body: encoding === null ? rows : compress(rows, encoding),
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      vary: 'accept-encoding',
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
  };
};

export const snapshotHandlers: HandlersOf<typeof snapshotRoutes> = { readSnapshot };

function beginSnapshot(
  context: RequestContext,
): Promise<{ readonly start: SnapshotStart; readonly place: Place }> {
  return context.database.readBounded(async (tx, bound) => {
    const event = await requireVisibleEvent(context, tx);
    const { cursor } = parseListQuery(context.query, context.contract.query);
    const from: Place =
      cursor === null
        ? { list: 'tickets', after: null, ...syncBounds(bound, tx.now) }
        : placeOf(context, event.reference, cursor);
    const mark: SnapshotStart = {
      kind: 'start',
      event: event.reference,
      watermark: formatInstant(from.watermark),
      counts: {
        tickets: await countRows(tx, ticketsOf(context, event), bound),
        scans: await countRows(tx, scansOf(event), bound),
        releases: await countRows(tx, releasesOf(event), bound),
        order_lines: await countRows(tx, addOnLinesOf(event), bound),
        answers: await countRows(tx, doorAnswersOf(event), bound),
      },
    };
    return { start: mark, place: from };
  });
}

async function* writeSnapshot(
  context: RequestContext,
  {
    start,
    place: from,
    ended,
  }: { readonly start: SnapshotStart; readonly place: Place; readonly ended: AbortSignal },
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(start) + LINE_FEED);
  const sent = { count: 0, hash: createHash('sha256') };
  let place: Place | null = from;
  while (place !== null) {
    // Yields to other requests between parts.
    await nextTurn();
    if (ended.aborted) return;
    const part = await readPart(context, place);
    const rows = Buffer.concat(part.lines);
    sent.hash.update(rows);
    sent.count += part.lines.length;
    place = part.next;
    const mark = markOf(context, start.event, place, sent);
    yield Buffer.concat([rows, Buffer.from(JSON.stringify(mark) + LINE_FEED)]);
  }
}

async function readPart(
  context: RequestContext,
  place: Place,
): Promise<{ readonly lines: readonly Uint8Array[]; readonly next: Place | null }> {
  const { list, after, upperBound } = place;
  const page = await context.database.read(async (tx) => {
    const event = await requireVisibleEvent(context, tx);
    return readListPage(
      context,
      { tx, event, list },
      {
        since: instantFromMicros(0),
        upperBound,
        perPage: ROWS_PER_MARK,
        from: after === null ? null : { direction: 'next', ...after },
      },
    );
  });
  const kind = kindOf[list];
  // Encoded one by one: a single name in another script makes a joined text of two bytes a character, which takes twice as long.
  const lines = page.resources.map((resource) =>
    Buffer.from(`{"kind":"${kind}","${kind}":${JSON.stringify(resource)}}${LINE_FEED}`),
  );
  if (page.last !== null && page.hasMore) return { lines, next: { ...place, after: page.last } };
  const following = snapshotLists[snapshotLists.indexOf(list) + 1];
  return {
    lines,
    next: following === undefined ? null : { ...place, list: following, after: null },
  };
}

/** Rows including tombstones, as in the incremental list. */
function readListPage(
  context: RequestContext,
  { tx, event, list }: { readonly tx: ReadTransaction; event: EventRow; list: SnapshotList },
  range: ChangedRange,
): Promise<ChangedPage<object>> {
  switch (list) {
    case 'tickets':
      return readChangedPage(tx, ticketsOf(context, event), range);
    case 'scans':
      return readChangedPage(tx, scansOf(event), range);
    case 'releases':
      return readChangedPage(tx, releasesOf(event), range);
    case 'order_lines':
      return readChangedPage(tx, addOnLinesOf(event), range);
    case 'answers':
      return readChangedPage(tx, doorAnswersOf(event), range);
    default:
      return assertNever(list);
  }
}

/** Names, and emails only for those who may see contacts: as in the list of tickets. */
function ticketsOf(context: RequestContext, event: EventRow) {
  return ticketsWhere({ event_id: event.id }, viewOf(context));
}

const kindOf = {
  tickets: 'ticket',
  scans: 'scan',
  releases: 'release',
  order_lines: 'order_line',
  answers: 'answers',
} as const;

function markOf(
  context: RequestContext,
  event: string,
  place: Place | null,
  sent: { readonly count: number; readonly hash: Hash },
): SnapshotMark {
  return {
    kind: place === null ? 'end' : 'mark',
    cursor: place === null ? null : cursorOf(context, event, place),
    count: sent.count,
    checksum: sent.hash.copy().digest('hex'),
  };
}

/** The position before the first row has no reference. */
function cursorOf(
  context: RequestContext,
  event: string,
  { list, after, ...bounds }: Place,
): string {
  const position: CursorPosition = {
    direction: 'next',
    updatedAt: after?.updatedAt ?? instantFromMicros(0),
    reference: after?.reference ?? '',
    ...bounds,
  };
  return `${list}.${encodeCursor(context.cursorKey, bindingOf(context, event, list), position)}`;
}

function placeOf(context: RequestContext, event: string, cursor: string): Place {
  const list = snapshotLists.find((name) => cursor.startsWith(`${name}.`));
  const position =
    list === undefined
      ? null
      : decodeCursor(
          context.cursorKey,
          bindingOf(context, event, list),
          cursor.slice(list.length + 1),
        );
  if (list === undefined || position === null) {
    throw new ApiError('cursor.invalid', {
      message: 'The cursor is not valid for this snapshot.',
    });
  }
  const { updatedAt, reference, upperBound, watermark } = position;
  return { list, after: reference === '' ? null : { updatedAt, reference }, upperBound, watermark };
}

function bindingOf(context: RequestContext, event: string, list: SnapshotList): string {
  return JSON.stringify([context.caller.clientId, `snapshot of ${event}`, list]);
}

/** If the rows end early, for whatever reason, the compressed stream is cut off: half a response must not look complete. */
function compress(rows: Readable, encoding: QuickEncoding): Readable {
  const packed =
    encoding === 'zstd' ? createZstdCompress({ params: ZSTD_LEVEL }) : createGzip({ level: 4 });
  pipeline(rows, packed, () => undefined);
  return packed;
}
