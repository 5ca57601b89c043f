import { createHash, type Hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { assertNever } from '../../shared/assert-never.ts';
import {
  snapshotLists,
  type SnapshotList,
  type SnapshotMark,
  type SnapshotStart,
} from '../../shared/contract/scanner.ts';
import { formatInstant, instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import type { Call, Operate } from '../http/call.ts';
import type { EventRow } from '../repositories/events.ts';
import { addOnLinesOf } from './add-on-lines.ts';
import { decodeCursor, encodeCursor, type CursorPosition } from './cursor.ts';
import { requireEvent } from './events.ts';
import { beginWalk } from './list.ts';
import { parseListQuery } from './list-query.ts';
import { countRows, readChangedPage, type ChangedPage, type ChangedRange } from './rows.ts';
import { scansOf } from './scans.ts';
import { ticketsWhere, viewOf } from './tickets.ts';

/** Rows between two marks: what a stream that breaks costs at most, and one turn of the event loop. */
const ROWS_PER_MARK = 500;
const LINE_FEED = '\n';

/** Where a snapshot goes on: behind the last row of a list that was sent, or before the first. */
interface Place {
  readonly list: SnapshotList;
  readonly after: { readonly updatedAt: Instant; readonly reference: string } | null;
  readonly upperBound: Instant;
  readonly watermark: Instant;
}

/**
 * `GET /scanner/events/{eventKey}/snapshot`: the incremental walks of tickets, scans and add-on lines in one answer. Each part is read
 * in a transaction of its own, so memory and snapshots of the database stay small; what changes meanwhile comes with the lists.
 */
export const readSnapshot: Operate = async (call) => {
  const { start, place } = await call.database.readBounded(async (tx, bound) => {
    const event = await requireEvent(call, tx);
    const { cursor } = parseListQuery(call.query, call.contract.query);
    const from: Place =
      cursor === null
        ? { list: 'tickets', after: null, ...beginWalk(bound, call.clock.now()) }
        : placeOf(call, event.reference, cursor);
    const told: SnapshotStart = {
      kind: 'start',
      event: event.reference,
      watermark: formatInstant(from.watermark),
      counts: {
        tickets: await countRows(tx, ticketsOf(call, event), bound),
        scans: await countRows(tx, scansOf(event), bound),
        order_lines: await countRows(tx, addOnLinesOf(event), bound),
      },
    };
    return { start: told, place: from };
  });
  const rows = Readable.from(writeSnapshot(call, start, place), { objectMode: false });
  // A whole event is read for each: a station that asks again has given the earlier one up.
  call.streams.join(`snapshot ${call.caller.clientId}`, rows, 1);
  const encoding = encodingFor(call.header('accept-encoding'));
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

async function* writeSnapshot(
  call: Call,
  start: SnapshotStart,
  from: Place,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(start) + LINE_FEED);
  const sent = { count: 0, hash: createHash('sha256') };
  let place: Place | null = from;
  while (place !== null) {
    // Given to others between the parts; and gone at once for a station that was revoked.
    await nextTurn();
    const caller = await call.callerNow();
    if (caller?.scopes.includes('scanner:sync') !== true) throw new Error('The access ended.');
    const part = await readPart(call, place);
    const rows = Buffer.from(part.lines.join(''));
    sent.hash.update(rows);
    sent.count += part.lines.length;
    place = part.next;
    const mark = markOf(call, start.event, place, sent);
    yield Buffer.concat([rows, Buffer.from(JSON.stringify(mark) + LINE_FEED)]);
  }
}

async function readPart(
  call: Call,
  place: Place,
): Promise<{ readonly lines: readonly string[]; readonly next: Place | null }> {
  const { list, after, upperBound } = place;
  const page = await call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    return readListPage(
      call,
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
  const lines = page.resources.map(
    (resource) => `{"kind":"${kind}","${kind}":${JSON.stringify(resource)}}${LINE_FEED}`,
  );
  if (page.last !== null && page.hasMore) return { lines, next: { ...place, after: page.last } };
  const following = snapshotLists[snapshotLists.indexOf(list) + 1];
  return {
    lines,
    next: following === undefined ? null : { ...place, list: following, after: null },
  };
}

/** Rows with their tombstones, as the incremental list has them. */
function readListPage(
  call: Call,
  { tx, event, list }: { readonly tx: ReadTransaction; event: EventRow; list: SnapshotList },
  range: ChangedRange,
): Promise<ChangedPage<object>> {
  switch (list) {
    case 'tickets':
      return readChangedPage(tx, ticketsOf(call, event), range);
    case 'scans':
      return readChangedPage(tx, scansOf(event), range);
    case 'order_lines':
      return readChangedPage(tx, addOnLinesOf(event), range);
    default:
      return assertNever(list);
  }
}

/** Names, and emails only for those who may see contacts: as in the list of tickets. */
function ticketsOf(call: Call, event: EventRow) {
  return ticketsWhere({ event_id: event.id }, viewOf(call));
}

const kindOf = { tickets: 'ticket', scans: 'scan', order_lines: 'order_line' } as const;

function markOf(
  call: Call,
  event: string,
  place: Place | null,
  sent: { readonly count: number; readonly hash: Hash },
): SnapshotMark {
  return {
    kind: place === null ? 'end' : 'mark',
    cursor: place === null ? null : cursorOf(call, event, place),
    count: sent.count,
    checksum: sent.hash.copy().digest('hex'),
  };
}

/** A place before the first row has no reference. */
function cursorOf(call: Call, event: string, { list, after, ...walk }: Place): string {
  const position: CursorPosition = {
    direction: 'next',
    updatedAt: after?.updatedAt ?? instantFromMicros(0),
    reference: after?.reference ?? '',
    ...walk,
  };
  return `${list}.${encodeCursor(call.cursorKey, bindingOf(call, event, list), position)}`;
}

function placeOf(call: Call, event: string, cursor: string): Place {
  const list = snapshotLists.find((name) => cursor.startsWith(`${name}.`));
  const position =
    list === undefined
      ? null
      : decodeCursor(call.cursorKey, bindingOf(call, event, list), cursor.slice(list.length + 1));
  if (list === undefined || position === null) {
    throw new ApiError('cursor.invalid', {
      message: 'The cursor is not valid for this snapshot.',
    });
  }
  const { updatedAt, reference, upperBound, watermark } = position;
  return { list, after: reference === '' ? null : { updatedAt, reference }, upperBound, watermark };
}

function bindingOf(call: Call, event: string, list: SnapshotList): string {
  return JSON.stringify([call.caller.clientId, `snapshot of ${event}`, list]);
}

type Encoding = 'zstd' | 'gzip';

/** What the client takes best (RFC 9110 §12.5.3); null is as it is. */
export function encodingFor(acceptEncoding: string | null): Encoding | null {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', quality = ''] = part.split(';');
      return [name.trim().toLowerCase(), !/^\s*q=0(?:\.0*)?\s*$/.test(quality)];
    }),
  );
  const encodings: readonly Encoding[] = ['zstd', 'gzip'];
  return encodings.find((name) => accepted.get(name) === true) ?? null;
}

/** Of rows that are this much alike, level 1 makes less than the default, level 3, in half the time. */
const ZSTD_LEVEL = { [constants.ZSTD_c_compressionLevel]: 1 };

/** However the rows end before they are whole, the compressed stream breaks off: half an answer must not look whole. */
function compress(rows: Readable, encoding: Encoding): Readable {
  const packed =
    encoding === 'zstd' ? createZstdCompress({ params: ZSTD_LEVEL }) : createGzip({ level: 4 });
  pipeline(rows, packed, () => undefined);
  return packed;
}
