import { parseInstant } from '../../shared/instant.ts';
import { createHash } from 'node:crypto';
import { parseJson } from '../../shared/contract/parse-json.ts';
import type {
  AnswersRecord,
  OrderLineRecord,
  ReleaseRecord,
  ScanRecord,
  TicketRecord,
  UnreadableRow,
} from '../ports/replica.ts';
import {
  readAnswersRow,
  readOrderLineRow,
  readReleaseRow,
  readRows,
  readScanRow,
  readTicketRow,
} from './records.ts';
import { snapshotMark, snapshotRow, snapshotStart } from './replies.ts';

type Row = ReturnType<typeof snapshotRow.Parse>;

/** The rows between two marks; the beginning of a response is a part without rows. */
export interface SnapshotPart {
  readonly start: { readonly watermark: string; readonly expected: number } | null;
  readonly tickets: readonly TicketRecord[];
  readonly scans: readonly ScanRecord[];
  readonly releases: readonly ReleaseRecord[];
  readonly order_lines: readonly OrderLineRecord[];
  readonly answers: readonly AnswersRecord[];
  readonly unreadable: readonly UnreadableRow[];
  /** How many rows it has, of whatever kind. */
  readonly rows: number;
  /** Where the rest begins; null at the beginning and at the end. */
  readonly cursor: string | null;
  readonly ended: boolean;
}

/** The bytes are not a snapshot of the event, or are incomplete. */
export class SnapshotBroken extends Error {
  readonly code = 'snapshot.broken';
}

const LINE_FEED = 10;
/** A ticket has about 600 bytes. */
const MAX_LINE_BYTES = 256 * 1024;
/** The server sends a mark after 500 rows. */
const MAX_BYTES_OF_PART = 16 * 1024 * 1024;
const MAX_ROWS_OF_PART = 10_000;

/**
 * Parses one response of `GET /scanner/events/{key}/snapshot` (NDJSON), however its bytes are split. Emits rows only with the
 * mark that follows them, once its count and checksum have confirmed them.
 */
export class SnapshotReader {
  readonly #event: string;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);
  #count = 0;
  /** Bytes of the rows since the last mark. */
  #bytes = 0;
  #started = false;
  #ended = false;
  #rows: Row[] = [];

  constructor(event: string) {
    this.#event = event;
  }

  /** @throws {SnapshotBroken} */
  read(bytes: Uint8Array): readonly SnapshotPart[] {
    const all = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes]);
    const parts: SnapshotPart[] = [];
    let from = 0;
    // Where the rows begin that the checksum does not cover yet.
    let rowsFrom = 0;
    for (;;) {
      const end = all.indexOf(LINE_FEED, from);
      if (end === -1) break;
      const value = parseJson(all.toString('utf8', from, end));
      if (this.#ended) throw new SnapshotBroken('something came after the end');
      if (this.#started && snapshotRow.Check(value)) this.#addRow(value, end + 1 - from);
      else {
        this.#hash.update(all.subarray(rowsFrom, from));
        parts.push(this.#started ? this.#readMark(value) : this.#readStart(value));
        rowsFrom = end + 1;
      }
      from = end + 1;
    }
    this.#hash.update(all.subarray(rowsFrom, from));
    this.#rest = all.subarray(from);
    if (this.#rest.length > MAX_LINE_BYTES) throw new SnapshotBroken('a line has no end');
    return parts;
  }

  #addRow(row: Row, bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
    this.#rows.push(row);
    if (this.#bytes > MAX_BYTES_OF_PART || this.#rows.length > MAX_ROWS_OF_PART) {
      throw new SnapshotBroken('no mark came');
    }
  }

  #readMark(value: unknown): SnapshotPart {
    if (!snapshotMark.Check(value)) throw new SnapshotBroken('a line is none of a snapshot');
    const { kind, cursor, count, checksum } = value;
    const isWhole = count === this.#count && checksum === this.#hash.copy().digest('hex');
    if (!isWhole) throw new SnapshotBroken('rows are missing or were changed on the way');
    if ((kind === 'end') !== (cursor === null)) throw new SnapshotBroken('a mark has no place');
    this.#ended = kind === 'end';
    return this.#part({ cursor });
  }

  #readStart(value: unknown): SnapshotPart {
    if (!snapshotStart.Check(value) || value.event !== this.#event) {
      throw new SnapshotBroken('it does not begin as a snapshot of this event');
    }
    this.#started = true;
    const { watermark, counts } = value;
    if (parseInstant(watermark) === null) throw new SnapshotBroken('its watermark is no time');
    const { tickets, scans, releases = 0, order_lines, answers = 0 } = counts;
    const expected = tickets + scans + releases + order_lines + answers;
    return { ...this.#part({ cursor: null }), start: { watermark, expected } };
  }

  #part({ cursor }: { readonly cursor: string | null }): SnapshotPart {
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    const valuesOf = (kind: 'ticket' | 'scan' | 'release' | 'order_line' | 'answers') =>
      rows.filter((row) => row.kind === kind).map((row) => row[kind]);
    const tickets = readRows(valuesOf('ticket'), 'tickets', readTicketRow(this.#event));
    const scans = readRows(valuesOf('scan'), 'scans', readScanRow(this.#event));
    const releases = readRows(valuesOf('release'), 'releases', readReleaseRow(this.#event));
    const lines = readRows(valuesOf('order_line'), 'order_lines', readOrderLineRow(this.#event));
    const answers = readRows(valuesOf('answers'), 'answers', readAnswersRow(this.#event));
    return {
      start: null,
      tickets: tickets.rows,
      scans: scans.rows,
      releases: releases.rows,
      order_lines: lines.rows,
      answers: answers.rows,
      unreadable: [tickets, scans, releases, lines, answers].flatMap((part) => part.unreadable),
      rows: rows.length,
      cursor,
      ended: this.#ended,
    };
  }
}
