import { createHash } from 'node:crypto';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type {
  AnswersRecord,
  OrderLineRecord,
  ReleaseRecord,
  ScanRecord,
  TicketRecord,
} from '../../../src-main/ports/replica.ts';
import { numbered } from './rows.ts';

/** `wire`: fields that the server sends instead of those in the record. */
export type SentTicket = TicketRecord & { readonly wire?: Readonly<Record<string, unknown>> };

export interface SnapshotContent {
  readonly event: string;
  readonly watermark: string;
  readonly tickets: readonly SentTicket[];
  readonly scans: readonly ScanRecord[];
  /** Left out, as answers are, by a server that knows of none. */
  readonly releases?: readonly ReleaseRecord[];
  readonly order_lines: readonly OrderLineRecord[];
  readonly answers?: readonly AnswersRecord[];
}

/** The lines of a snapshot as a server sends them, starting at a cursor, which is the number of earlier rows. */
export function snapshotLines(
  content: SnapshotContent,
  { cursor = null, rowsPerMark = 2 }: { cursor?: string | null; rowsPerMark?: number } = {},
): readonly string[] {
  const { event, watermark, tickets, scans, releases, order_lines, answers } = content;
  const counts = {
    tickets: tickets.length,
    scans: scans.length,
    ...(releases !== undefined && { releases: releases.length }),
    order_lines: order_lines.length,
    ...(answers !== undefined && { answers: answers.length }),
  };
  const rows = [
    ...tickets.map((ticket) => ({ kind: 'ticket', ticket: wireTicket(ticket) })),
    ...scans.map((scan) => ({ kind: 'scan', scan: wireScan(scan) })),
    ...(releases ?? []).map((release) => ({ kind: 'release', release: wireRelease(release) })),
    ...order_lines.map((line) => ({ kind: 'order_line', order_line: wireOrderLine(line) })),
    ...(answers ?? []).map((of) => ({ kind: 'answers', answers: wireAnswers(of) })),
  ];
  const lines = [`${JSON.stringify({ kind: 'start', event, watermark, counts })}\n`];
  const hash = createHash('sha256');
  let count = 0;
  for (let from = Number(cursor ?? 0); ; from += rowsPerMark) {
    const part = rows.slice(from, from + rowsPerMark).map((row) => `${JSON.stringify(row)}\n`);
    for (const line of part) hash.update(line);
    count += part.length;
    lines.push(...part);
    const isLast = from + rowsPerMark >= rows.length;
    const mark = {
      kind: isLast ? 'end' : 'mark',
      cursor: isLast ? null : String(from + rowsPerMark),
      count,
      checksum: hash.copy().digest('hex'),
    };
    lines.push(`${JSON.stringify(mark)}\n`);
    if (isLast) return lines;
  }
}

function wireTicket(ticket: SentTicket) {
  const { event: _event, holder, code_issue, sold_code, session, wire = {}, ...same } = ticket;
  return {
    ...same,
    contact: holder === null ? null : { reference: numbered('contact', 1), ...holder },
    session: session === null ? null : { ...session, starts_at: formatInstant(session.starts_at) },
    code: sold_code ?? ticket.reference,
    code_issue,
    valid_from: timeOrNull(ticket.valid_from),
    valid_until: timeOrNull(ticket.valid_until),
    deleted_at: timeOrNull(ticket.deleted_at),
    created_at: timeOrNull(ticket.created_at),
    updated_at: formatInstant(ticket.updated_at),
    ...wire,
  };
}

function wireScan({ event: _event, location, ...same }: ScanRecord) {
  return {
    ...same,
    scanner_location: location,
    session: null,
    scanned_at: formatInstant(same.scanned_at),
    created_at: formatInstant(same.updated_at),
    updated_at: formatInstant(same.updated_at),
  };
}

function wireRelease({ event: _event, ...same }: ReleaseRecord) {
  return {
    ...same,
    note: null,
    scanner_location: null,
    released_at: formatInstant(same.released_at),
    created_at: formatInstant(same.updated_at),
    updated_at: formatInstant(same.updated_at),
    station: null,
  };
}

function wireOrderLine({ event: _event, ...same }: OrderLineRecord) {
  return {
    ...same,
    remaining: Math.max(0, same.quantity - same.redeemed),
    created_at: formatInstant(same.updated_at),
    updated_at: formatInstant(same.updated_at),
  };
}

function wireAnswers({ event: _event, answers, ...same }: AnswersRecord) {
  const question = numbered('question', 1);
  const updated_at = formatInstant(same.updated_at);
  return {
    ...same,
    answers: answers.map((answer) => ({ ...answer, question, answered_at: updated_at })),
    updated_at,
  };
}

function timeOrNull(at: Instant | null): string | null {
  return at === null ? null : formatInstant(at);
}
