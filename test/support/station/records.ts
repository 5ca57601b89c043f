import { instantFromMicros, parseInstant, type Instant } from '../../../shared/instant.ts';
import type {
  JournalDraft,
  RedemptionDraft,
  ReleaseDraft,
} from '../../../src-main/ports/journal.ts';
import type {
  AnswersRecord,
  KnownAdmission,
  ListPage,
  ReleaseRecord,
  Replica,
  ScanRecord,
  TicketRecord,
} from '../../../src-main/ports/replica.ts';
import type { TicketStatus } from '../../../shared/verdict/terms/facts.ts';
import { EVENT, NORTH_GATE, numbered } from './rows.ts';

/** Corrected time, `seconds` after the start of the tests. */
export function instantAt(seconds: number): Instant {
  const base = parseInstant('2026-11-20T18:00:00Z') ?? 0;
  return instantFromMicros(base + seconds * 1_000_000);
}

/** In a status that the door knows. */
type KnownTicketRecord = TicketRecord & { readonly status: TicketStatus };

export function ticketRecord(
  number: number,
  change: Partial<KnownTicketRecord> = {},
): KnownTicketRecord {
  return {
    reference: numbered('ticket', number),
    event: EVENT,
    status: 'valid',
    ticket_type: { reference: numbered('ticketType', 1), name: 'Standard' },
    holder: { first_name: 'Amélie', last_name: null, email: null },
    order: numbered('order', 1),
    session: { reference: numbered('session', 1), name: null, starts_at: instantAt(3_600) },
    seat_label: 'C 14',
    valid_from: instantAt(-10),
    valid_until: null,
    entry_points: [NORTH_GATE.reference],
    code_issue: 1,
    sold_code: null,
    external_id: null,
    order_external_id: null,
    door_note: null,
    flags: [],
    created_at: instantAt(number),
    deleted_at: null,
    updated_at: instantAt(number),
    ...change,
  };
}

/** A ticket that any door of the event admits at any time. */
export function freeTicket(number: number): TicketRecord {
  return ticketRecord(number, { session: null, entry_points: null, valid_from: null });
}

export function scanRecord(number: number, change: Partial<ScanRecord> = {}): ScanRecord {
  return {
    reference: numbered('scan', number),
    event: EVENT,
    ticket: numbered('ticket', number),
    result: 'allowed',
    reason: 'scanning.allowed',
    location: NORTH_GATE,
    overruled: null,
    scanned_at: instantAt(number),
    updated_at: instantAt(number),
    ...change,
  };
}

const asked = {
  event: EVENT,
  asked_url: null,
  asked_pointer: null,
  asked_at: instantAt(100),
  next_url: null,
  watermark: 'w1',
};

type PageChange = Partial<Omit<ListPage, 'list' | 'rows'>>;

export function ticketPage(rows: readonly TicketRecord[], change: PageChange = {}): ListPage {
  return { list: 'tickets', ...asked, ...change, rows };
}

export function scanPage(rows: readonly ScanRecord[], change: PageChange = {}): ListPage {
  return { list: 'scans', ...asked, ...change, rows };
}

export function releasePage(rows: readonly ReleaseRecord[], change: PageChange = {}): ListPage {
  return { list: 'releases', ...asked, ...change, rows };
}

export function answersPage(rows: readonly AnswersRecord[], change: PageChange = {}): ListPage {
  return { list: 'answers', ...asked, ...change, rows };
}

/** Those of the tickets that `ticketRecord` makes. */
export function answersRecord(seconds: number, ...texts: readonly string[]): AnswersRecord {
  return {
    reference: numbered('order', 1),
    event: EVENT,
    answers: texts.map((text) => ({ label: 'Allergies?', type: 'text', text })),
    updated_at: instantAt(seconds),
  };
}

export function draft(number: number, change: Partial<JournalDraft> = {}): JournalDraft {
  const reference = numbered('scan', number);
  const ticket = numbered('ticket', number);
  return {
    reference,
    request_id: `request-${number}`,
    organiser: numbered('organiser', 1),
    event: EVENT,
    kind: 'admitted',
    ticket,
    reason: 'scanning.allowed',
    session: null,
    location: NORTH_GATE,
    scanned_at: instantAt(number),
    clock_offset_ms: -3,
    watermark: null,
    code: ticket,
    symbology: 'QR',
    source: 'keyboard',
    shown: {
      reference,
      kind: 'admitted',
      ticket,
      reason: 'scanning.allowed',
      message: 'Welcome.',
      scanned_at: '2026-11-20T18:00:00.000000Z',
      source: 'keyboard',
      holder: 'Zoë Ångström',
      ticket_type: null,
      seat_label: null,
      session: { name: null, starts_at: '2026-11-20T19:00:00.000000Z' },
      first_admission: null,
      window: { from: null, until: null },
      right_entry_points: [],
      entry_point: 'North Gate',
    },
    ...change,
  };
}

export function releaseRecord(number: number, change: Partial<ReleaseRecord> = {}): ReleaseRecord {
  return {
    reference: numbered('release', number),
    event: EVENT,
    ticket: numbered('ticket', number),
    scan: null,
    kind: 'mistake',
    note: null,
    place: NORTH_GATE.name,
    station: null,
    released_at: instantAt(number),
    updated_at: instantAt(number),
    ...change,
  };
}

/** The ticket's earliest admission in the feed. */
export function earliestOf(
  replica: Pick<Replica, 'admissionsOf'> | null | undefined,
  ticket: string,
): KnownAdmission | null {
  const [first = null] = (replica?.admissionsOf(ticket) ?? []).toSorted(
    (one, other) => one.scanned_at - other.scanned_at,
  );
  return first;
}

/** An undo of the ticket with the same number, by default. */
export function releaseDraft(number: number, change: Partial<ReleaseDraft> = {}): ReleaseDraft {
  return {
    reference: numbered('release', number),
    request_id: `request-${number}`,
    organiser: numbered('organiser', 1),
    event: EVENT,
    ticket: numbered('ticket', number),
    scan: null,
    admitted_at: null,
    kind: 'mistake',
    note: 'Wrong person.',
    location: null,
    released_at: instantAt(number),
    clock_offset_ms: 0,
    source: 'typed',
    shown: null,
    ...change,
  };
}

export function redemptionDraft(
  number: number,
  change: Partial<RedemptionDraft> = {},
): RedemptionDraft {
  return {
    reference: `rdm_${number}`,
    request_id: `request-${number}`,
    organiser: numbered('organiser', 1),
    event: EVENT,
    order: numbered('order', 1),
    order_line: numbered('orderLine', 1),
    quantity: 1,
    location: null,
    redeemed_at: instantAt(number),
    clock_offset_ms: 0,
    ...change,
  };
}
