import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import { locales } from '../languages.ts';
import { defaultDoorRules, entryPointDirections } from '../verdict/terms/door-policy.ts';
import { EventPolicy } from './event-policy.ts';
import { LabelChoice } from './labels.ts';
import { ScannersState } from './scanners.ts';
import { StationWarning } from './warnings.ts';

export const SyncMode = Type.Enum(['automatic', 'offline']);
export type SyncMode = ReadOnly<typeof SyncMode>;

/** What it takes to change the event or the entry point, or to work offline. `hold`: the screen has to be pressed for a while. */
export const changeLocks = ['at_once', 'hold', 'pin'] as const;
export const ChangeLock = Type.Enum([...changeLocks]);
export type ChangeLock = ReadOnly<typeof ChangeLock>;

export const EventOption = Type.Object({
  reference: Type.String(),
  name: Type.String(),
  starts_at: Nullable(Type.String()),
  timezone: Type.String(),
});
export type EventOption = ReadOnly<typeof EventOption>;

/** Which way a scan lets guests. */
export const directions = ['in', 'out'] as const;
export type Direction = (typeof directions)[number];

/** `direction`: what the organiser says that it is for. */
export const EntryPointOption = Type.Object({
  reference: Type.String(),
  name: Type.String(),
  direction: OrUndefined(Type.Enum([...entryPointDirections])),
});
export type EntryPointOption = ReadOnly<typeof EntryPointOption>;

/**
 * Phases: `starting` until the stores are open → `unenrolled` until there is a server → `importing` while the event is opened and until
 * the first walk of the lists is complete → ready. A proven revocation ends in `revoked`.
 */
export const StationPhase = Type.Union([
  /** `waiting_for`: what takes unusually long, reported by a host that waits for it. */
  Type.Object({
    kind: Type.Literal('starting'),
    waiting_for: Nullable(Type.Enum(['server', 'station'])),
  }),
  Type.Object({ kind: Type.Literal('unenrolled') }),
  /** Like `unenrolled`, and nobody has chosen yet whether this host runs a server; the host reports this. */
  Type.Object({ kind: Type.Literal('undecided') }),
  /**
   * The server has proven that it revoked this station: its ticket data and secret are deleted here. `unsent`: scans that had not reached
   * the server. `sealed_as`: the file to hand over; null if there was nothing to seal, or sealing failed.
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
  /** Tickets with an open admission known here, from any station: as of `sync.fresh_at.scans` and this station's own. */
  inside: Type.Number(),
  /** Admissions known here per minute: the last 15 whole minutes, oldest first, then the current one; 16 numbers. */
  per_minute: Type.Array(Type.Number()),
});
export type Counters = ReadOnly<typeof Counters>;

/**
 * This station's access according to the server's last response in this run. `sync.connection` says whether the server is reachable now.
 */
export const AccessState = Type.Union([
  /** The server has not responded since the station started. */
  Type.Object({ kind: Type.Literal('unknown') }),
  Type.Object({ kind: Type.Literal('granted') }),
  /** `scopes`: required scopes that this client lacks. */
  Type.Object({ kind: Type.Literal('scope_missing'), scopes: Type.Array(Type.String()) }),
  Type.Object({ kind: Type.Literal('no_event_granted') }),
  /** The chosen event is no longer granted, or is archived or a draft. */
  Type.Object({ kind: Type.Literal('event_not_granted') }),
]);
export type AccessState = ReadOnly<typeof AccessState>;

/**
 * `certificate_not_trusted`: the encrypted connection failed, because the certificate is expired, self-signed or another host's.
 * `certificate_changed`: it is not the one that the enrolment code named. `keys_changed`: the server speaks with other keys of the
 * organiser than those that this station trusts. `not_the_server`: something other than the server responds: a
 * captive portal, a proxy, or another website. `store_failed`: the server responds, but this device cannot store the data. `unauthorized`:
 * the client secret is refused. `forbidden`: the client is accepted but has no access: its organiser's plan does not include it, or the
 * client belongs to another organiser. `no_secret`: the client secret cannot be read; a warning says why.
 */
export const OfflineReason = Type.Enum([
  'chosen',
  'unreachable',
  'certificate_not_trusted',
  'certificate_changed',
  'keys_changed',
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
  /** When the server is tried next; null unless offline, and during an attempt. */
  next_attempt_at: Nullable(Type.String()),
  /** When this station last had all of the server's data, per list; null before the first time. */
  fresh_at: Type.Object({
    scans: Nullable(Type.String()),
    tickets: Nullable(Type.String()),
    setup: Nullable(Type.String()),
  }),
  /** Journal rows that the server has not acknowledged. */
  queued: Type.Number(),
  oldest_queued_at: Nullable(Type.String()),
  /** Rows that the server refused, set aside or still queued: `read_attention` lists them. */
  needs_attention: Type.Number(),
  /** Open conflicts of the event at all doors, as of the last heartbeat; left out until the server has said. */
  open_conflicts: Type.Optional(Type.Number()),
});
export type SyncState = ReadOnly<typeof SyncState>;

export const ClockState = Type.Object({
  /** Corrected time minus device time in milliseconds; null until a server has responded. */
  offset_ms: Nullable(Type.Number()),
  /** The device's clock jumped or is more than a minute off. */
  suspect: Type.Boolean(),
  /** The offset is from an earlier run: no server has responded since the start, and the clock may have been set since. */
  remembered: Type.Boolean(),
});
export type ClockState = ReadOnly<typeof ClockState>;

export const NearStation = Type.Object({
  entry_point: Nullable(Type.String()),
  address: Type.String(),
  /** When its last message arrived, in corrected time. */
  heard_at: Type.String(),
});
export type NearStation = ReadOnly<typeof NearStation>;

/** The other stations of the event on this network, with which this station exchanges admissions while the server is unreachable. */
export const PeersState = Type.Object({
  /** This station's switch. */
  chosen: Type.Boolean(),
  /** The event's switch; null until its setup was received. */
  allowed: Nullable(Type.Boolean()),
  /** Both switches are on, and the server's keys are here. */
  running: Type.Boolean(),
  /** Addresses at which others reach this station. */
  addresses: Type.Array(Type.String()),
  port: Nullable(Type.Number()),
  near: Type.Array(NearStation),
  /** Admissions that this station can pass on, including its own. */
  known: Type.Number(),
  /** Connections that were ended because the other end was no station of this event, or sent too much. */
  refused: Type.Number(),
  /** Connections opened by others that were ended because nothing arrived. */
  silent: Type.Number(),
  /** Admissions ignored because their time is in the future or long past, or because there were more than can be kept. */
  ignored: Type.Number(),
});
export type PeersState = ReadOnly<typeof PeersState>;

/** Before anything is known of other stations. */
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

/** Whether this station shows only the door. */
export const KioskState = Type.Object({
  on: Type.Boolean(),
  /** No PIN is accepted before then, that of the change lock neither; null if one may be entered. */
  wait_until: Nullable(Type.String()),
});
export type KioskState = ReadOnly<typeof KioskState>;

export const NO_KIOSK: KioskState = { on: false, wait_until: null };

/** What the organiser allows at the doors of the event. */
export const DoorPolicy = Type.Object({
  ...EventPolicy.properties,
  /** The server takes releases. One that does not never learns what was undone here, nor who went out. */
  releases: Type.Boolean(),
});
export type DoorPolicy = ReadOnly<typeof DoorPolicy>;

/** Until a setup says otherwise. */
export const PLAIN_POLICY: DoorPolicy = { ...defaultDoorRules, releases: false };

/** Everything that a screen shows of a station, except its scans. */
export const StationState = Type.Object({
  /** Increases with every change; a screen keeps the highest. */
  revision: Type.Number(),
  phase: StationPhase,
  locale: Type.Enum([...locales]),
  server_url: Nullable(Type.String()),
  /** The client id of this station at `server_url`; null if that is null. */
  client_id: Nullable(Type.String()),
  /** What the organiser calls this station; left out until its server has said so. */
  name: Type.Optional(Type.String()),
  organiser: Nullable(Type.String()),
  /** The chosen event. It stays known when it is no longer granted: see `access`. */
  event: Nullable(EventOption),
  events: Type.Array(EventOption),
  entry_point: Nullable(EntryPointOption),
  entry_points: Type.Array(EntryPointOption),
  /** Somebody connected this station, and nobody has chosen its entry point yet: until then it is the event's first. */
  asks_entry_point: Type.Boolean(),
  /** Whether tickets have email addresses here: by default a station gets none. */
  has_emails: Type.Boolean(),
  /** Guests without a ticket can be added while the server is reached; `sends`: it emails their codes. Left out if they cannot. */
  guests: Type.Optional(Type.Object({ sends: Type.Boolean() })),
  /** Which way scans let guests at the moment. */
  direction: Type.Enum([...directions]),
  policy: DoorPolicy,
  counters: Counters,
  access: AccessState,
  sync: SyncState,
  clock: ClockState,
  peers: PeersState,
  scanners: ScannersState,
  label: LabelChoice,
  kiosk: KioskState,
  change_lock: ChangeLock,
  /** Shown as long as they apply; at most one of each code. */
  warnings: Type.Array(StationWarning),
});
export type StationState = ReadOnly<typeof StationState>;
