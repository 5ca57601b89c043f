import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import { releaseKinds } from '../verdict/terms/releases.ts';
import { OutcomeNote, Overruled, ReasonKey, ScanSource } from './outcomes.ts';

/** Kinds of journal rows. */
export const JournalKind = Type.Enum([
  'admitted',
  'denied',
  'unknown_ticket',
  'unreadable',
  'redemption',
  'release',
]);
export type JournalKind = ReadOnly<typeof JournalKind>;

/**
 * A row that the server has refused. It stays in the journal; `waiting` says when it is sent again. A row that was modified after it was
 * written is listed with the code `journal.changed`, is never sent, and may lack its ticket and reason.
 */
export const AttentionItem = Type.Object({
  reference: Type.String(),
  /** The journal's sequence number, as shown at the door. */
  number: Type.Number(),
  kind: JournalKind,
  ticket: Nullable(Type.String()),
  reason: Nullable(ReasonKey),
  scanned_at: Type.String(),
  entry_point: Nullable(Type.String()),
  /**
   * The server's error code for the row (`ticket.unknown`), that of the failed request (`too_large`, `not_the_server`), or
   * `journal.changed`.
   */
  code: Type.String(),
  /** The server's sentence, or the station's if the request failed. */
  message: Type.String(),
  /** When it was first refused since it last waited; null if unknown. */
  since: Nullable(Type.String()),
  /** How often it was sent and refused. */
  offered: Type.Number(),
  /** True: still queued and resent automatically. False: resent after a restart, after new grants, or by `resend_attention`. */
  waiting: Type.Boolean(),
});
export type AttentionItem = ReadOnly<typeof AttentionItem>;

export const AttentionPage = Type.Object({
  /** The total, not only those of this page. */
  total: Type.Number(),
  items: Type.Array(AttentionItem),
  /** `after` of the next page; null on the last one. A page may be shorter than requested without being the last. */
  next: Nullable(Type.Number()),
});
export type AttentionPage = ReadOnly<typeof AttentionPage>;

/** A row of the server that could not be read, or not completely. */
export const UnreadableItem = Type.Object({
  list: Type.Enum(['tickets', 'scans', 'releases', 'order_lines', 'answers', 'events', 'setup']),
  /** Its reference, or a digest of a row without one. */
  key: Type.String(),
  reference: Nullable(Type.String()),
  /** What is wrong with it, in English, for whoever runs the server. */
  problem: Type.String(),
});
export type UnreadableItem = ReadOnly<typeof UnreadableItem>;

/** A row of the journal. Fields lost to damage are null. */
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
  /** Null unless `release`; `scan` is null if no admission was known. */
  release: Nullable(
    Type.Object({
      kind: Type.Enum([...releaseKinds]),
      scan: Nullable(Type.String()),
      note: Nullable(Type.String()),
    }),
  ),
  overruled: OrUndefined(Overruled),
  /** Units handed out; negative if taken back; null unless `redemption`. */
  redemption: Nullable(
    Type.Object({
      order: Type.String(),
      order_line: Type.String(),
      quantity: Type.Number(),
      /** The add-on's name; null until the setup contains it. */
      name: Nullable(Type.String()),
    }),
  ),
  /** `local`: not meant for the server. */
  upload: Type.Enum(['waiting', 'sent', 'refused', 'local']),
});
export type ActivityItem = ReadOnly<typeof ActivityItem>;

/** A page may be shorter than requested, even empty, without being the last. */
export const ActivityPage = Type.Object({
  items: Type.Array(ActivityItem),
  /** Null for the last page. */
  next: Nullable(Type.Number()),
});
export type ActivityPage = ReadOnly<typeof ActivityPage>;
