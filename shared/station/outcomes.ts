import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import { denialReasons, reasons } from '../verdict/terms/reason.ts';
import { releaseKinds } from '../verdict/terms/releases.ts';

export const ScanSource = Type.Enum(['keyboard', 'hid', 'serial', 'camera', 'typed']);
export type ScanSource = ReadOnly<typeof ScanSource>;

/** How long a ticket that this station let in is *just* let in, in milliseconds: so that it is not taken for a second person's. */
export const JUST_IN_MS = 60_000;

/** The verdict key. */
export const ReasonKey = Type.Enum([...reasons]);

/**
 * `replaced`: the cancelled ticket was superseded by another one. `code_replaced`: the ticket stands, but a newer code was issued for it.
 * `from_code`: judged by its signed code alone, because the ticket is not in this station's data. `training`, `enrolment`: a readable code
 * with another purpose. `partial`: half a code. `ambiguous`: may be the code of more than one ticket that was sold elsewhere. `just_in`: this station let the
 * ticket in within the last minute; nothing was recorded. `wrong_event`: an unknown ticket that is another event's of this organiser, see
 * `other_event`; the specification has no reason for it, so it is recorded here only. `unread`: nothing was recorded, because the ticket
 * data could not be read. `full`: as many are inside as the organiser allows; nothing was recorded. `out_before`, `not_in`: went out all the same,
 * though no admission was open here, because an earlier one had ended or there was none.
 */
export const OutcomeNote = Type.Enum([
  'replaced',
  'code_replaced',
  'from_code',
  'training',
  'enrolment',
  'partial',
  'ambiguous',
  'just_in',
  'wrong_event',
  'unread',
  'full',
  'out_before',
  'not_in',
]);
export type OutcomeNote = ReadOnly<typeof OutcomeNote>;

export const ShownSession = Nullable(
  Type.Object({ name: Nullable(Type.String()), starts_at: Type.String() }),
);

export const FirstAdmission = Nullable(
  Type.Object({
    scanned_at: Type.String(),
    entry_point: Nullable(Type.String()),
    /** `peer`: known only from another station, not from the server. */
    source: OrUndefined(Type.Literal('peer')),
  }),
);

/** The event that a ticket is for, if it is not the door's. */
export const OtherEvent = Type.Object({
  /** Null if the event is not among those of this station. */
  name: Nullable(Type.String()),
  starts_at: Nullable(Type.String()),
  /** An IANA name. */
  timezone: Type.String(),
});
export type OtherEvent = ReadOnly<typeof OtherEvent>;

/** The validity window that the scan missed. */
export const MissedWindow = Nullable(
  Type.Object({ from: Nullable(Type.String()), until: Nullable(Type.String()) }),
);

/** What a supervisor overruled, and why. */
export const Overruled = Type.Object({
  reason: Type.Enum([...denialReasons]),
  note: Type.String(),
});
export type Overruled = ReadOnly<typeof Overruled>;

/** What ended an admission. `exit`: the guest went out. `mistake`: it was undone. */
export const ScanRelease = Type.Object({
  reference: Type.String(),
  kind: Type.Enum([...releaseKinds]),
  at: Type.String(),
});
export type ScanRelease = ReadOnly<typeof ScanRelease>;

/** What the organiser wants said at the door of an answer of the order. */
export const SaidAnswer = Type.Object({ label: Type.String(), text: Type.String() });
export type SaidAnswer = ReadOnly<typeof SaidAnswer>;

const shown = {
  /** The `scn_` reference that the station generated. */
  reference: Type.String(),
  /** `held`: it would be admitted, if the house were not full. `left`: the guest went out; the reference is that of the release. */
  kind: Type.Enum([
    'admitted',
    'denied',
    'unknown_ticket',
    'unreadable',
    'not_recorded',
    'held',
    'left',
  ]),
  /** Null if the code names no ticket. */
  ticket: Nullable(Type.String()),
  /** The verdict key; null unless `admitted` or `denied`. */
  reason: Nullable(ReasonKey),
  /** Details beyond kind and reason. */
  note: OrUndefined(OutcomeNote),
  /** The contract's sentence, in the station's language at the time. Screens add their own instructions. */
  message: Type.String(),
  scanned_at: Type.String(),
  source: ScanSource,
  holder: Nullable(Type.String()),
  ticket_type: Nullable(Type.String()),
  seat_label: Nullable(Type.String()),
  session: ShownSession,
  first_admission: FirstAdmission,
  window: MissedWindow,
  /** Names of the right entry points after `scanning.wrong_entry_point`. */
  right_entry_points: Type.Array(Type.String()),
  entry_point: Nullable(Type.String()),
  /** With the note `wrong_event`. */
  other_event: OrUndefined(OtherEvent),
  /** Of an admission: the guest had been in and gone out. */
  re_entry: OrUndefined(Type.Literal(true)),
  /** Admitted in spite of this. */
  overruled: OrUndefined(Overruled),
  /** What the organiser wants said at the door. */
  door_note: OrUndefined(Type.String()),
  flags: OrUndefined(Type.Array(Type.String())),
};

/** An outcome before it has a journal number, and as the journal stores it. */
export const UnnumberedOutcome = Type.Object(shown);
export type UnnumberedOutcome = ReadOnly<typeof UnnumberedOutcome>;

/** One scan as the door shows it: written durably before it is sent to a screen. */
export const ScanOutcome = Type.Object({
  ...shown,
  /** The journal's sequence number, shown on the screen. A repeated scan has the number of the first. */
  number: Type.Number(),
  /** The same code again within the repeat guard: the earlier verdict is shown again; nothing new was recorded. */
  repeated: Type.Boolean(),
  /** Of an admission that has ended, as far as this station knows. */
  released: OrUndefined(ScanRelease),
  /** As far as this station knows when the outcome is shown; no journal keeps them. */
  answers: OrUndefined(Type.Array(SaidAnswer)),
});
export type ScanOutcome = ReadOnly<typeof ScanOutcome>;
