import { Type, type Static } from 'typebox';
import { KeyBytes, OrganiserKeys } from '../sealing/okp-key.ts';
import { CodeKey } from '../ticket-code/code-key.ts';
import { reasons } from '../verdict/reason.ts';
import {
  Currency,
  Money,
  NamedReference,
  Nullable,
  ReferenceTo,
  SentTime,
  Text,
  Timestamp,
} from './fields.ts';
import {
  EntryScan,
  Event,
  LocationSummary,
  scanResults,
  SessionSummary,
  Ticket,
  TicketType,
} from './resources.ts';
import { conflictKinds, orderStatuses } from './statuses.ts';

/** The additive scanner surface: what stations use where the server offers it. */

/** Members of `capabilities` in `/integration/me`; a station falls back to the bare `/v1` for what is missing. */
export const scannerCapabilities = [
  'scanner.setup',
  'scanner.scans',
  'scanner.snapshot',
  'scanner.sessions',
  'scanner.order_lines',
  'scanner.stream',
  'scanner.redemptions',
  'scanner.conflicts',
  'scanner.heartbeat',
] as const;
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

/** A station's address on its own network: `192.168.1.20:8797`, or `[fd00::20]:8797`. */
export const PeerAddress = () =>
  Type.String({
    pattern: '^(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9a-f:.]{2,45}\\]):\\d{1,5}$',
  });
export const MAX_PEERS = 32;

/** How stations of one event find and trust each other while the server is away. */
export const SetupPeers = Type.Object({
  /** 32 bytes each in base64url, newest first. A station signs what it says with each of them, and believes whoever has one. They change with the day, and when a station is revoked. */
  keys: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), { minItems: 1, maxItems: 2 }),
  /** Where the other stations of the event last said they listen. */
  addresses: Type.Array(PeerAddress()),
});
export type SetupPeers = Static<typeof SetupPeers>;

export const Setup = Type.Object({
  event: Event,
  ticket_types: Type.Array(TicketType),
  sessions: Type.Array(SetupSession),
  scanner_locations: Type.Array(LocationSummary),
  add_ons: Type.Array(SetupAddOn),
  /** Public keys of signed ticket codes: the one that signs now, and retired ones whose codes still count. */
  code_keys: Type.Array(CodeKey),
  organiser_keys: OrganiserKeys,
  policy: Type.Object({ opens_before_minutes: Type.Integer({ minimum: 0 }) }),
  /** Null: the stations of this event do not tell each other of admissions. */
  peers: Nullable(SetupPeers),
  server_time: Timestamp(),
});
export type Setup = Static<typeof Setup>;

/** `scanned_at` more than this ahead of the server, after correction, is flagged. */
export const FUTURE_TOLERANCE_MINUTES = 5;
export const MAX_UPLOAD_ITEMS = 500;

/** `peer`: known only from the word of another station. */
export const admissionSources = ['peer'] as const;
export type AdmissionSource = (typeof admissionSources)[number];

/** As far as two clocks can be apart, and as a database keeps it. */
const ClockOffset = () =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

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
  clock_offset_ms: ClockOffset(),
  /** The journal's sequence at the station. */
  sequence: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** How fresh the replica was when the door decided. */
  snapshot: Type.Object({ watermark: Nullable(SentTime()) }),
  /** As it was read, whatever the scanner sent around it. */
  code: Type.Optional(Type.String({ maxLength: 8192 })),
  /** With `scanning.already_scanned`: how the door knew of the earlier admission, where neither the server nor its own journal told it. */
  admission_source: Type.Optional(Type.Enum([...admissionSources])),
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

/** An order line that is handed out at the door: what was bought of an add-on, and how much of it is gone. */
export const AddOnLine = Type.Object({
  reference: ReferenceTo('orderLine'),
  order: ReferenceTo('order'),
  /** Nothing is handed out for an order that was cancelled or refunded. */
  order_status: Type.Enum([...orderStatuses]),
  add_on: ReferenceTo('addOn'),
  session: Nullable(ReferenceTo('session')),
  quantity: Type.Integer(),
  /** May pass `quantity` when two offline stations handed out the same. */
  redeemed: Type.Integer(),
  remaining: Type.Integer({ minimum: 0 }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type AddOnLine = Static<typeof AddOnLine>;

/** One of the scans that a conflict is about. */
export const ConflictScan = Type.Object({
  reference: ReferenceTo('scan'),
  result: Type.Enum([...scanResults]),
  reason: Type.Enum([...reasons]),
  /** Corrected time. */
  scanned_at: Timestamp(),
  scanner_location: Nullable(LocationSummary),
  /** The name of the client that scanned; null for staff. */
  station: Nullable(Text()),
  clock_offset_ms: Nullable(Type.Integer()),
  clock_suspect: Type.Boolean(),
  /** `peer`: it was denied on the word of another station. */
  admission_source: Nullable(Type.Enum([...admissionSources])),
});
export type ConflictScan = Static<typeof ConflictScan>;

/** A conflict as supervisors read it: what happened, side by side, and what was decided. */
export const ConflictDetails = Type.Object({
  ...Conflict.properties,
  /** The scan in question, then the one it is paired with. */
  scans: Type.Array(ConflictScan, { minItems: 1, maxItems: 2 }),
  note: Nullable(Text()),
  resolved_by: Nullable(Text()),
  resolved_at: Nullable(Timestamp()),
  updated_at: Timestamp(),
  /** Set when later uploads showed that nothing is in conflict after all. */
  deleted_at: Nullable(Timestamp()),
});
export type ConflictDetails = Static<typeof ConflictDetails>;

/** White space alone says nothing. */
const NOT_BLANK = '\\S';

export const ConflictResolution = Type.Object({
  note: Type.String({ pattern: NOT_BLANK, minLength: 1, maxLength: 1000 }),
  /** Who decided; the name of the client when left out. */
  resolved_by: Type.Optional(Type.String({ pattern: NOT_BLANK, minLength: 1, maxLength: 200 })),
});
export type ConflictResolution = Static<typeof ConflictResolution>;

export const RedemptionUpload = Type.Object({
  /** Names the action: sent again, it is done once and told once. */
  client_reference: Type.String({ minLength: 1, maxLength: 200 }),
  order_line: ReferenceTo('orderLine'),
  /** Units handed out; negative undoes. */
  quantity: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
  /** Corrected device time. */
  redeemed_at: SentTime(),
  scanner_location: Type.Optional(Nullable(ReferenceTo('location'))),
});
export type RedemptionUpload = Static<typeof RedemptionUpload>;

/** As with scans, each item is checked on its own. */
export const RedemptionUploadRequest = Type.Object({
  items: Type.Array(
    Type.Unknown({ description: 'A `RedemptionUpload`; each is checked on its own.' }),
    { minItems: 1, maxItems: MAX_UPLOAD_ITEMS },
  ),
});
export type RedemptionUploadRequest = Static<typeof RedemptionUploadRequest>;

export const RedemptionUploadResult = Type.Object({
  /** Null when the item carried none that can be read. */
  client_reference: Nullable(Type.String()),
  status: Type.Enum(['recorded', 'duplicate', 'mismatch', 'rejected']),
  /** What is left of the line now; null when the item was not recorded. */
  remaining: Nullable(Type.Integer({ minimum: 0 })),
  /** When the line changed last, as its list says: of the two, the newer word counts. Null when the item was not recorded. */
  updated_at: Nullable(Timestamp()),
  /** More was handed out than bought: two stations could not know of each other. */
  over_redeemed: Type.Boolean(),
  /** `rejected` and `mismatch`: why, stable and in words. */
  code: Nullable(Text()),
  message: Nullable(Text()),
});
export type RedemptionUploadResult = Static<typeof RedemptionUploadResult>;

export const RedemptionUploadResponse = Type.Object({ data: Type.Array(RedemptionUploadResult) });
export type RedemptionUploadResponse = Static<typeof RedemptionUploadResponse>;

/** How a station is; sent every half minute or so while the server answers. */
export const Heartbeat = Type.Object({
  event: Nullable(NamedReference('event')),
  scanner_location: Nullable(NamedReference('location')),
  version: Type.String({ minLength: 1, maxLength: 100 }),
  /** Scans and redemptions that the server has not taken yet. */
  queued: Type.Integer({ minimum: 0 }),
  needs_attention: Type.Integer({ minimum: 0 }),
  oldest_unsent_at: Nullable(SentTime()),
  /** The replica holds everything up to here. */
  replica_at: Nullable(SentTime()),
  /** Corrected time minus device time. */
  clock_offset_ms: ClockOffset(),
  /** What reads scans, and how it is. */
  scanner: Nullable(Type.String({ maxLength: 100 })),
  /** Codes of what the station warns of. */
  warnings: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 }),
  /** Where other stations of the event reach this one; left out while it does not listen. */
  peer_addresses: Type.Optional(Type.Array(PeerAddress(), { maxItems: 8 })),
  /** The stations that it hears, by their client ids, and when it last did. */
  peers: Type.Optional(
    Type.Array(
      Type.Object({
        client_id: Type.String({ minLength: 1, maxLength: 100 }),
        heard_at: SentTime(),
      }),
      { maxItems: MAX_PEERS },
    ),
  ),
  /** The public Ed25519 key, as the `x` of a JWK, with which the station signs its journal. */
  station_key: Type.Optional(KeyBytes()),
});
export type Heartbeat = Static<typeof Heartbeat>;

/** A client with `scanner:sync`, and what it last said of itself. */
export const Station = Type.Object({
  client_id: Text(),
  name: Text(),
  last_heartbeat_at: Nullable(Timestamp()),
  heartbeat: Nullable(Heartbeat),
});
export type Station = Static<typeof Station>;

export const snapshotLists = ['tickets', 'scans', 'order_lines'] as const;
export type SnapshotList = (typeof snapshotLists)[number];

/**
 * Lines of a snapshot (NDJSON): `start`, then rows of tickets, scans and add-on lines with a `mark` after each few hundred, then `end`.
 * Up to a mark the rows are whole; a stream that breaks goes on behind its last mark with `?cursor=`. What changed while it was
 * read comes with the lists, from the watermark on.
 */
export const SnapshotStart = Type.Object({
  kind: Type.Literal('start'),
  event: ReferenceTo('event'),
  /** The `updated_since` of all three lists once the snapshot is whole. */
  watermark: Timestamp(),
  /** Rows of the whole snapshot, about: for the progress. */
  counts: Type.Object({
    tickets: Type.Integer(),
    scans: Type.Integer(),
    order_lines: Type.Integer(),
  }),
});
export const SnapshotRow = Type.Union([
  Type.Object({ kind: Type.Literal('ticket'), ticket: Ticket }),
  Type.Object({ kind: Type.Literal('scan'), scan: EntryScan }),
  Type.Object({ kind: Type.Literal('order_line'), order_line: AddOnLine }),
]);
export type SnapshotRow = Static<typeof SnapshotRow>;
export const SnapshotMark = Type.Object({
  kind: Type.Enum(['mark', 'end']),
  /** Where the rest begins; null at the end. */
  cursor: Nullable(Text()),
  /** Row lines of this answer so far. */
  count: Type.Integer(),
  /** SHA-256, as hex, of those lines with their line feeds. */
  checksum: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type SnapshotStart = Static<typeof SnapshotStart>;
export type SnapshotMark = Static<typeof SnapshotMark>;

export const changeKinds = ['scan', 'ticket', 'session', 'order_line', 'setup'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * The `data` of a server-sent event; its `event` is the kind of what changed, and `id` the position to go on from
 * (`Last-Event-ID`). A hint: the lists stay the truth.
 */
export const ChangeNotice = Type.Object({
  /** What changed; null when it was so much that the list is to be asked. */
  reference: Nullable(Text()),
  updated_at: Timestamp(),
  /** A scan as the list has it, so that every door knows of it at once. */
  scan: Type.Optional(EntryScan),
});
export type ChangeNotice = Static<typeof ChangeNotice>;

/**
 * The `data` of the event `heartbeat`, which comes every 15 s. Everything of the event that had changed by `server_time` has been told
 * before it: whoever has asked for what was told has data as of then.
 */
export const StreamHeartbeat = Type.Object({ server_time: Timestamp() });
export type StreamHeartbeat = Static<typeof StreamHeartbeat>;

export const STREAM_HEARTBEAT_MS = 15_000;
