import { createHash, type Hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import {
  snapshotLists,
  type SnapshotList,
  type SnapshotMark,
  type SnapshotStart,
} from '../../shared/contract/scanner.ts';
import { formatInstant, instantFromMicros, type Instant } from '../../shared/instant.ts';
import { beginWalk } from '../http/answer-list.ts';
import { ApiError } from '../http/api-error.ts';
import type { Call, Operate } from '../http/call.ts';
import { decodeCursor, encodeCursor, type CursorPosition } from '../http/cursor.ts';
import { parseListQuery } from '../http/list-query.ts';
import type { ReadTransaction } from '../services/database.ts';
import { readSnapshotPage, countSnapshot } from '../services/reads/read-snapshot.ts';
import { requireEvent } from './visible-event.ts';

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
  const { start, place } = await call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    const { cursor } = parseListQuery(call.query, call.contract.query);
    const from =
      cursor === null
        ? await firstPlace(tx, call.clock.now())
        : placeOf(call, event.reference, cursor);
    const counts = await countSnapshot(tx, event, viewOf(call), call.knownTotals);
    const told: SnapshotStart = {
      kind: 'start',
      event: event.reference,
      watermark: formatInstant(from.watermark),
      counts,
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
    if (call.callerNow()?.scopes.includes('scanner:sync') !== true)
      throw new Error('The access ended.');
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
    return readSnapshotPage(tx, event, {
      list,
      view: viewOf(call),
      range: {
        since: instantFromMicros(0),
        upperBound,
        perPage: ROWS_PER_MARK,
        from: after === null ? null : { direction: 'next', ...after },
      },
    });
  });
  const kind = kindOf[list];
  const lines = page.rows.map((row) => `{"kind":"${kind}","${kind}":${row}}${LINE_FEED}`);
  if (page.last !== null && page.hasMore) return { lines, next: { ...place, after: page.last } };
  const following = snapshotLists[snapshotLists.indexOf(list) + 1];
  return {
    lines,
    next: following === undefined ? null : { ...place, list: following, after: null },
  };
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

async function firstPlace(tx: ReadTransaction, now: Instant): Promise<Place> {
  return { list: 'tickets', after: null, ...(await beginWalk(tx, now)) };
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

/** As in the list of tickets: names, and emails only for those who may see contacts. */
function viewOf({ caller }: Call) {
  const withEmail =
    caller.scopes.includes('tickets:read') || caller.scopes.includes('contacts:read');
  return { withEmail, withAnswers: false };
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
