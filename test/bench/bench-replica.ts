import { instantFromMicros } from '../../shared/instant.ts';
import { snapshotLines } from '../support/station/snapshot-lines.ts';
import type { Replica, TicketRecord } from '../../src-main/ports/replica.ts';

export const EVENT = 'evt_01kyvbnvq0g7m3x9r2c5t8w4ez';
const ROWS_PER_PAGE = 1_000;
const WATERMARK = '2026-01-01T00:00:00.000000Z';
const ASKED_AT = instantFromMicros(1_800_000_000_000_000);
/** As the server sends them. */
const ROWS_PER_MARK = 500;
const PIECE_BYTES = 16_384;
const ULID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The first whole walk of an event with so many tickets. */
export async function fillReplica(
  replica: Replica,
  tickets: number,
  rowAt = ticketAt,
): Promise<void> {
  const pages = Math.ceil(tickets / ROWS_PER_PAGE);
  for (let page = 0; page < pages; page += 1) {
    const from = page * ROWS_PER_PAGE;
    const length = Math.min(ROWS_PER_PAGE, tickets - from);
    await replica.applyPage({
      list: 'tickets',
      event: EVENT,
      asked_url: page === 0 ? null : `page-${page}`,
      asked_pointer: null,
      rows: Array.from({ length }, (_, index) => rowAt(from + index)),
      next_url: page + 1 === pages ? null : `page-${page + 1}`,
      watermark: WATERMARK,
      asked_at: ASKED_AT,
    });
  }
}

/** A snapshot of so many tickets, those from `first` on, as a station receives it: in the pieces that zlib decompresses. */
export function snapshotOf({
  first,
  tickets,
  rowAt,
}: {
  readonly first: number;
  readonly tickets: number;
  readonly rowAt: (index: number) => TicketRecord;
}): readonly Uint8Array[] {
  const rows = Array.from({ length: tickets }, (_, index) => rowAt(first + index));
  const content = {
    event: EVENT,
    watermark: WATERMARK,
    tickets: rows,
    scans: [],
    order_lines: [],
  };
  const bytes = new TextEncoder().encode(
    snapshotLines(content, { rowsPerMark: ROWS_PER_MARK }).join(''),
  );
  // Copies, because a message to another thread takes the whole buffer of a view along.
  return Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, piece) =>
    bytes.slice(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES),
  );
}

export async function applySnapshot(
  replica: Replica,
  pieces: readonly Uint8Array[],
): Promise<void> {
  const asked = { event: EVENT, cursor: null, asked_at: ASKED_AT };
  for (const [index, bytes] of pieces.entries()) {
    const applied = await replica.applySnapshot({ ...asked, first: index === 0, bytes });
    if (applied.kind === 'broken') throw new Error(applied.problem);
  }
}

export function ticketAt(index: number): TicketRecord {
  return {
    reference: referenceAt(index),
    event: EVENT,
    status: 'valid',
    ticket_type: { reference: 'tt_01kyvbnvq0g7m3x9r2c5t8w4ez', name: 'General admission' },
    holder: { first_name: 'Amélie', last_name: `Dubois ${index}`, email: null },
    order: null,
    session: null,
    seat_label: index % 3 === 0 ? `Row ${index % 40}` : null,
    valid_from: null,
    valid_until: null,
    entry_points: null,
    code_issue: 1,
    sold_code: null,
    external_id: null,
    order_external_id: null,
    door_note: null,
    flags: [],
    created_at: ASKED_AT,
    deleted_at: null,
    updated_at: instantFromMicros(1_700_000_000_000_000 + index),
  };
}

/** As a shop prints it: a number of the ticket, and digits that nobody guesses. */
export function soldCodeAt(index: number): string {
  const chance = BigInt.asUintN(40, BigInt(index + 1) * 0x9e37_79b9_7f4a_7c15n);
  return `${10_000_000 + index}${chance.toString().padStart(13, '0')}`;
}

/** Ticket references of one sale: a shared prefix, then a tail that only looks random. */
export function referenceAt(index: number): `tkt_${string}` {
  let mixed = BigInt.asUintN(60, BigInt(index + 1) * 0x9e37_79b9_7f4a_7c15n);
  let tail = '';
  for (let digit = 0; digit < 12; digit += 1) {
    tail += ULID_DIGITS[Number(mixed & 31n)];
    mixed >>= 5n;
  }
  return `tkt_01kyvbnvq0g7m3${tail}`;
}
