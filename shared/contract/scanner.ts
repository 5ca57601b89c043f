import { Type, type Static } from 'typebox';
import { reasons } from '../verdict/reason.ts';
import { Currency, Money, Nullable, ReferenceTo, SentTime, Text, Timestamp } from './fields.ts';
import { Event, LocationSummary, scanResults, SessionSummary, TicketType } from './resources.ts';

/** The additive scanner surface: what stations use where the server offers it. */

/** Members of `capabilities` in `/integration/me`; a station falls back to the bare `/v1` for what is missing. */
export const scannerCapabilities = ['scanner.setup', 'scanner.scans'] as const;
export type ScannerCapability = (typeof scannerCapabilities)[number];

export const SetupSession = Type.Object({
  ...SessionSummary.properties,
  ends_at: Nullable(Timestamp()),
  cancelled_at: Nullable(Timestamp()),
  /** When entry is possible, half-open, computed by the server from the session and the policy. */
  entry_from: Nullable(Timestamp()),
  entry_until: Nullable(Timestamp()),
  updated_at: Timestamp(),
});
export type SetupSession = Static<typeof SetupSession>;

export const SetupAddOn = Type.Object({
  reference: ReferenceTo('addOn'),
  name: Text(),
  price: Money(),
  currency: Currency(),
});
export type SetupAddOn = Static<typeof SetupAddOn>;

export const Setup = Type.Object({
  event: Event,
  ticket_types: Type.Array(TicketType),
  sessions: Type.Array(SetupSession),
  scanner_locations: Type.Array(LocationSummary),
  add_ons: Type.Array(SetupAddOn),
  /** Public keys of signed ticket codes, as JWKs. */
  code_keys: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  policy: Type.Object({ opens_before_minutes: Type.Integer({ minimum: 0 }) }),
  server_time: Timestamp(),
});
export type Setup = Static<typeof Setup>;

/** `scanned_at` more than this ahead of the server, after correction, is flagged. */
export const FUTURE_TOLERANCE_MINUTES = 5;
export const MAX_UPLOAD_ITEMS = 500;

export const ScanUpload = Type.Object({
  /** Minted by the station: the row's primary key here and there. */
  reference: ReferenceTo('scan'),
  ticket: ReferenceTo('ticket'),
  result: Type.Enum([...scanResults]),
  reason: Type.Enum([...reasons]),
  /** Corrected device time. */
  scanned_at: SentTime(),
  session: Type.Optional(Nullable(ReferenceTo('session'))),
  scanner_location: Type.Optional(Nullable(ReferenceTo('location'))),
  /** Corrected time minus device time. */
  clock_offset_ms: Type.Integer(),
  /** The journal's sequence at the station. */
  sequence: Type.Integer({ minimum: 1 }),
  /** How fresh the replica was when the door decided. */
  snapshot: Type.Object({ watermark: Nullable(SentTime()) }),
  code: Type.Optional(Type.String({ maxLength: 8192 })),
});
export type ScanUpload = Static<typeof ScanUpload>;

/** Items are checked one by one on the server: one bad item never blocks the others. */
export const ScanUploadRequest = Type.Object({
  items: Type.Array(
    Type.Unknown({
      description: 'A `ScanUpload`; each is checked on its own.',
    }),
    { minItems: 1, maxItems: MAX_UPLOAD_ITEMS },
  ),
});
export type ScanUploadRequest = Static<typeof ScanUploadRequest>;

export const conflictKinds = [
  'double_admission',
  'stale_admission',
  'rule_admission',
  'false_denial',
] as const;
export type ConflictKind = (typeof conflictKinds)[number];

export const Conflict = Type.Object({
  reference: ReferenceTo('conflict'),
  kind: Type.Enum([...conflictKinds]),
  state: Type.Enum(['open', 'resolved']),
  ticket: ReferenceTo('ticket'),
  scan: ReferenceTo('scan'),
  /** `double_admission`: the other admission of the pair. */
  other_scan: Nullable(ReferenceTo('scan')),
  /** What the server would have said at `scanned_at`, knowing what it knows now. */
  expected_reason: Type.Enum([...reasons]),
  created_at: Timestamp(),
});
export type Conflict = Static<typeof Conflict>;

export const ScanUploadResult = Type.Object({
  /** Null when the item carried no readable reference. */
  reference: Nullable(Type.String()),
  status: Type.Enum(['recorded', 'duplicate', 'mismatch', 'rejected']),
  conflict: Nullable(Conflict),
  clock_suspect: Type.Boolean(),
  /** `rejected` and `mismatch`: why, stable and in words. */
  code: Nullable(Text()),
  message: Nullable(Text()),
});
export type ScanUploadResult = Static<typeof ScanUploadResult>;

/** One result per item, in order. */
export const ScanUploadResponse = Type.Object({ data: Type.Array(ScanUploadResult) });
export type ScanUploadResponse = Static<typeof ScanUploadResponse>;
