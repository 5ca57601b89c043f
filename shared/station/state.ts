import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';
import { locales } from '../verdict/locale.ts';
import { ScannersState } from './scanners.ts';
import { StationWarning } from './warnings.ts';

export const SyncMode = Type.Enum(['automatic', 'offline']);
export type SyncMode = ReadOnly<typeof SyncMode>;

export const EventOption = Type.Object({
  reference: Type.String(),
  name: Type.String(),
  starts_at: Nullable(Type.String()),
  timezone: Type.String(),
});
export type EventOption = ReadOnly<typeof EventOption>;

export const EntryPointOption = Type.Object({ reference: Type.String(), name: Type.String() });
export type EntryPointOption = ReadOnly<typeof EntryPointOption>;

/** `starting` until the stores are open; `unenrolled` until there is a server; `importing` until the first walk is whole. */
export const StationPhase = Type.Union([
  /** `waiting_for`: what takes longer than it should, said by a host that waits for it. */
  Type.Object({
    kind: Type.Literal('starting'),
    waiting_for: Nullable(Type.Enum(['server', 'station'])),
  }),
  Type.Object({ kind: Type.Literal('unenrolled') }),
  /** As `unenrolled`, and nobody has chosen yet whether this host runs a server: the host says so. */
  Type.Object({ kind: Type.Literal('undecided') }),
  /**
   * The server has proven that it revoked this station: its ticket data and its secret are gone from here. `unsent`: scans that the
   * server has not had. `sealed_as`: the file to hand over; null where there was nothing to seal, or it could not be.
   */
  Type.Object({
    kind: Type.Literal('revoked'),
    revoked_at: Type.String(),
    unsent: Type.Number(),
    sealed_as: Nullable(Type.String()),
  }),
  Type.Object({ kind: Type.Literal('choosing_event') }),
  Type.Object({
    kind: Type.Literal('importing'),
    applied: Type.Number(),
    total: Nullable(Type.Number()),
  }),
  Type.Object({ kind: Type.Literal('ready') }),
  Type.Object({ kind: Type.Literal('failed'), message: Type.String() }),
]);
export type StationPhase = ReadOnly<typeof StationPhase>;

export const Counters = Type.Object({
  /** Allowed scans made by this station for this event. */
  admitted_here: Type.Number(),
  /** Tickets with an admission known here, from any station. */
  admitted_total: Type.Number(),
  /** Tickets that could be admitted: neither cancelled, refunded nor superseded. */
  expected: Type.Number(),
  /** Admissions known here in each of the last 15 whole minutes, oldest first, and the current one last: 16 numbers. */
  per_minute: Type.Array(Type.Number()),
});
export type Counters = ReadOnly<typeof Counters>;

/** What the server lets this station do, as it last said in this run. Whether it is there now is in `sync.connection`. */
export const AccessState = Type.Union([
  /** The server has not been heard since the station started. */
  Type.Object({ kind: Type.Literal('unknown') }),
  Type.Object({ kind: Type.Literal('granted') }),
  /** `scopes`: what this client needs and does not have. */
  Type.Object({ kind: Type.Literal('scope_missing'), scopes: Type.Array(Type.String()) }),
  Type.Object({ kind: Type.Literal('no_event_granted') }),
  /** The event chosen here is not granted any more, or is archived or a draft. */
  Type.Object({ kind: Type.Literal('event_not_granted') }),
]);
export type AccessState = ReadOnly<typeof AccessState>;

/**
 * `certificate_not_trusted`: the encrypted connection failed: the certificate is expired, self-signed or another host's.
 * `certificate_changed`: it is another one than the enrolment code named. `not_the_server`: something answers that is not this server: the
 * page of a captive portal or a proxy, or another website. `store_failed`: the server answers, and this device cannot store what it says.
 * `unauthorized`: the client secret is refused. `forbidden`: the client is accepted and may not be here: its organiser's plan has no access,
 * or it is another organiser's. `no_secret`: the client secret cannot be read; a warning says why.
 */
export const OfflineReason = Type.Enum([
  'chosen',
  'unreachable',
  'certificate_not_trusted',
  'certificate_changed',
  'not_the_server',
  'timeout',
  'server_error',
  'store_failed',
  'unauthorized',
  'rate_limited',
  'forbidden',
  'no_secret',
]);
export type OfflineReason = ReadOnly<typeof OfflineReason>;

export const SyncState = Type.Object({
  mode: SyncMode,
  connection: Type.Union([
    Type.Object({ kind: Type.Literal('connecting') }),
    Type.Object({ kind: Type.Literal('live') }),
    Type.Object({
      kind: Type.Literal('syncing'),
      applied: Type.Number(),
      total: Nullable(Type.Number()),
    }),
    Type.Object({ kind: Type.Literal('offline'), since: Type.String(), reason: OfflineReason }),
  ]),
  /** When the server is tried again; null unless offline, and while it is being tried. */
  next_attempt_at: Nullable(Type.String()),
  /** When the server's data was last known to be complete here, per class; null before the first time. */
  fresh_at: Type.Object({
    scans: Nullable(Type.String()),
    tickets: Nullable(Type.String()),
    setup: Nullable(Type.String()),
  }),
  /** Journal rows that the server has not acknowledged. */
  queued: Type.Number(),
  oldest_queued_at: Nullable(Type.String()),
  /** Rows that the server refused, set aside or still in the queue: `read_attention` lists them. */
  needs_attention: Type.Number(),
});
export type SyncState = ReadOnly<typeof SyncState>;

export const ClockState = Type.Object({
  /** Corrected time minus device time, milliseconds; null until a server was heard. */
  offset_ms: Nullable(Type.Number()),
  /** The device's clock jumped or is more than a minute off. */
  suspect: Type.Boolean(),
  /** The offset is that of an earlier run: no server was heard since the start, and the clock may have been set meanwhile. */
  remembered: Type.Boolean(),
});
export type ClockState = ReadOnly<typeof ClockState>;

export const NearStation = Type.Object({
  entry_point: Nullable(Type.String()),
  address: Type.String(),
  /** Its last word, corrected time here. */
  heard_at: Type.String(),
});
export type NearStation = ReadOnly<typeof NearStation>;

/** The other stations of the event on this network: they tell each other whom they admitted while the server is away. */
export const PeersState = Type.Object({
  /** The switch of this station. */
  chosen: Type.Boolean(),
  /** The event's; null until its setup was heard. */
  allowed: Nullable(Type.Boolean()),
  /** Both switches are on, and what the server gives for it is here. */
  running: Type.Boolean(),
  /** Where others reach this station. */
  addresses: Type.Array(Type.String()),
  port: Nullable(Type.Number()),
  near: Type.Array(NearStation),
  /** Admissions that this station can pass on, its own included. */
  known: Type.Number(),
  /** What was not a station's of this event, or too much: such connections were ended. */
  refused: Type.Number(),
  /** Connections that others opened and said nothing on; they were ended. */
  silent: Type.Number(),
  /** What was said at a time that has not come or is long past, and admissions beyond what is kept. */
  ignored: Type.Number(),
});
export type PeersState = ReadOnly<typeof PeersState>;

/** Before anything is known of them. */
export const NO_PEERS: PeersState = {
  chosen: false,
  allowed: null,
  running: false,
  addresses: [],
  port: null,
  near: [],
  known: 0,
  refused: 0,
  silent: 0,
  ignored: 0,
};

/** Whether this station shows the door alone. */
export const KioskState = Type.Object({
  on: Type.Boolean(),
  /** No PIN is looked at before then; null where one is. */
  wait_until: Nullable(Type.String()),
});
export type KioskState = ReadOnly<typeof KioskState>;

export const NO_KIOSK: KioskState = { on: false, wait_until: null };

/** All that a screen shows of a station but its scans. */
export const StationState = Type.Object({
  /** Goes up with every change; a screen keeps the highest. */
  revision: Type.Number(),
  phase: StationPhase,
  locale: Type.Enum([...locales]),
  server_url: Nullable(Type.String()),
  /** As whom this station belongs to `server_url`; null together with it. */
  client_id: Nullable(Type.String()),
  organiser: Nullable(Type.String()),
  /** The event chosen here. It stays known when it is no longer granted: see `access`. */
  event: Nullable(EventOption),
  events: Type.Array(EventOption),
  entry_point: Nullable(EntryPointOption),
  entry_points: Type.Array(EntryPointOption),
  counters: Counters,
  access: AccessState,
  sync: SyncState,
  clock: ClockState,
  peers: PeersState,
  scanners: ScannersState,
  kiosk: KioskState,
  /** What must be seen as long as it holds, one of each code. */
  warnings: Type.Array(StationWarning),
});
export type StationState = ReadOnly<typeof StationState>;
