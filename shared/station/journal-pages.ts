import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import { OutcomeNote, ReasonKey, ScanSource } from './outcomes.ts';

/** What a row of the journal is about. */
export const JournalKind = Type.Enum([
  'admitted',
  'denied',
  'unknown_ticket',
  'unreadable',
  'redemption',
]);
export type JournalKind = ReadOnly<typeof JournalKind>;

/**
 * A scan that the server has refused: it stays in the journal, and is offered again as `waiting` says. One that is no longer what was
 * written is listed under the code `journal.changed`, is never sent, and may lack its ticket and its reason.
 */
export const AttentionItem = Type.Object({
  reference: Type.String(),
  /** The journal's sequence: the number that the door showed. */
  number: Type.Number(),
  kind: JournalKind,
  ticket: Nullable(Type.String()),
  reason: Nullable(ReasonKey),
  scanned_at: Type.String(),
  entry_point: Nullable(Type.String()),
  /**
   * Why: the server's code for the scan (`ticket.unknown`), that of the failed request (`too_large`, `not_the_server`), or
   * `journal.changed`.
   */
  code: Type.String(),
  /** The server's sentence, or the station's about the request. */
  message: Type.String(),
  /** When it was refused for the first time since it last waited; null when that is not known. */
  since: Nullable(Type.String()),
  /** How often it was sent and refused. */
  offered: Type.Number(),
  /** True: still in the queue, and offered again by itself. False: offered again at a restart, new grants, or `resend_attention`. */
  waiting: Type.Boolean(),
});
export type AttentionItem = ReadOnly<typeof AttentionItem>;

export const AttentionPage = Type.Object({
  /** All there are, not only those of this page. */
  total: Type.Number(),
  items: Type.Array(AttentionItem),
  /** What the next page is asked for after; null for the last page. A page may be shorter than asked for and not be the last. */
  next: Nullable(Type.Number()),
});
export type AttentionPage = ReadOnly<typeof AttentionPage>;

/** A row of the journal. What damage took of it is null. */
export const ActivityItem = Type.Object({
  /** The number that the door showed. */
  number: Type.Number(),
  reference: Type.String(),
  kind: JournalKind,
  reason: Nullable(ReasonKey),
  note: OrUndefined(OutcomeNote),
  message: Nullable(Type.String()),
  scanned_at: Type.String(),
  source: Nullable(ScanSource),
  ticket: Nullable(Type.String()),
  holder: Nullable(Type.String()),
  ticket_type: Nullable(Type.String()),
  seat_label: Nullable(Type.String()),
  /** Null is the box office. */
  entry_point: Nullable(Type.String()),
  /** What was handed out, or taken back with a negative quantity; null unless `redemption`. */
  redemption: Nullable(
    Type.Object({ order: Type.String(), order_line: Type.String(), quantity: Type.Number() }),
  ),
  /** `local`: nothing for the server. */
  upload: Type.Enum(['waiting', 'sent', 'refused', 'local']),
});
export type ActivityItem = ReadOnly<typeof ActivityItem>;

/** A page may be shorter than asked for, even empty, and not be the last. */
export const ActivityPage = Type.Object({
  items: Type.Array(ActivityItem),
  /** Null for the last page. */
  next: Nullable(Type.Number()),
});
export type ActivityPage = ReadOnly<typeof ActivityPage>;
