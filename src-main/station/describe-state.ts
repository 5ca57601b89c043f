import { defaultDoorRules } from '../../shared/verdict/terms/door-policy.ts';
import type { ScannersState } from '../../shared/station/scanners.ts';
import { addMicros, formatInstant, type Instant } from '../../shared/instant.ts';
import type {
  EventOption,
  KioskState,
  PeersState,
  StationPhase,
  StationState,
  SyncState,
} from '../../shared/station/state.ts';
import { NO_LABEL } from '../../shared/station/labels.ts';
import { failureTraits } from '../../shared/station/remote-failure.ts';
import type { StationWarning } from '../../shared/station/warnings.ts';
import { isInDoubt } from '../core/sync/dispatch-channels.ts';
import { isThrottled } from '../core/sync/sync-machine.ts';
import type { SyncEngineState } from '../core/sync/sync-state.ts';
import type { Journal } from '../ports/journal.ts';
import type { SnapshotProgress, WalkPosition } from '../ports/replica.ts';
import { type EventRecord, type IdentityRecord } from '../../shared/station/records.ts';
import type { StationSettings } from '../../shared/station/settings.ts';
import {
  accessOf,
  guestsOf,
  isOffered,
  mayReadEmails,
  takesReleases,
  type KnownAccess,
} from './selection/access.ts';
import type { Admissions } from './selection/admissions.ts';
import type { DoorSelection } from './state/door-selection.ts';
import type { Freshness } from './health/freshness.ts';
import type { ShownReplica } from './health/shown-replica.ts';
import type { StationClock } from './clock/station-clock.ts';

export interface Described {
  readonly clock: StationClock;
  readonly replica: ShownReplica;
  readonly journal: Journal;
  readonly admissions: Admissions;
  readonly freshness: Freshness;
  readonly settings: StationSettings;
  readonly selection: DoorSelection | null;
  /** The event, or its setup, is about to arrive: scans are kept. */
  readonly isOpening: boolean;
  readonly serverUrl: string | null;
  readonly clientId: string | null;
  readonly name: string | undefined;
  /** False if the secret for `serverUrl` is not available: then only the local stores are. */
  readonly hasSecret: boolean;
  readonly sync: SyncEngineState;
  readonly offlineSince: Instant | null;
  /** Monotonic milliseconds; null while no attempt is scheduled. */
  readonly nextAttemptMs: number | null;
  readonly access: KnownAccess;
  /** The server's last response, possibly from an earlier run. */
  readonly identity: IdentityRecord | null;
  /** How many tickets the server reported, for the progress of a first import. */
  readonly expectedRows: number | null;
  readonly openConflicts: number | null;
  readonly setupAt: Instant | null;
  readonly peers: PeersState;
  readonly scanners: ScannersState;
  readonly kiosk: KioskState;
  readonly warnings: readonly StationWarning[];
}

/** The complete state as screens see it. */
export function describeState(of: Described, revision: number): StationState {
  const { settings, selection, replica } = of;
  const guests = of.identity === null ? undefined : guestsOf(of.identity);
  const listed = replica.events();
  const event = listed.find(({ reference }) => reference === settings.event);
  return {
    revision,
    phase: phaseOf(of),
    locale: settings.locale,
    server_url: of.serverUrl,
    client_id: of.clientId,
    ...(of.name !== undefined && { name: of.name }),
    organiser: settings.organiser?.display_name ?? null,
    event: event === undefined ? knownEvent(of) : eventOption(event),
    events: listed.filter(isOffered).map(eventOption),
    entry_point: selection?.location ?? null,
    entry_points: selection?.offered ?? [],
    asks_entry_point: selection !== null && settings.entry_point_open === true,
    has_emails: of.identity !== null && mayReadEmails(of.identity),
    ...(guests !== undefined && { guests }),
    direction: selection?.direction ?? 'in',
    policy: {
      ...(selection?.policy ?? defaultDoorRules),
      releases: of.identity === null || takesReleases(of.identity),
    },
    counters: of.admissions.counters(of.clock.now()),
    access: accessOf(of.access, settings.event),
    sync: syncOf(of),
    clock: of.clock.state(),
    peers: of.peers,
    scanners: of.scanners,
    label: settings.label ?? NO_LABEL,
    kiosk: of.kiosk,
    change_lock: settings.change_lock?.kind ?? 'hold',
    warnings: of.warnings,
  };
}

function phaseOf(of: Described): StationPhase {
  const { serverUrl, hasSecret, selection, replica, expectedRows, settings } = of;
  const revoked = settings.revoked ?? null;
  if (revoked !== null && serverUrl === null) {
    const { revoked_at, unsent, sealed_as } = revoked;
    return { kind: 'revoked', revoked_at, unsent, sealed_as };
  }
  if (serverUrl === null || (!hasSecret && selection === null)) return { kind: 'unenrolled' };
  if (selection === null) {
    return of.isOpening
      ? { kind: 'importing', applied: 0, total: null }
      : { kind: 'choosing_event' };
  }
  const tickets = replica.position(selection.event, 'tickets');
  const scans = replica.position(selection.event, 'scans');
  const isWhole = tickets.fresh_at !== null && scans.fresh_at !== null;
  if (isWhole && !of.isOpening) return { kind: 'ready' };
  const snapshot = replica.snapshot(selection.event);
  return { kind: 'importing', ...progressOf(tickets, snapshot, expectedRows) };
}

/** The list of events may be older than the choice; the setup contains the event as well. */
function knownEvent({ settings, replica }: Described): EventOption | null {
  const setup = settings.event === null ? null : replica.setup(settings.event);
  return setup === null ? null : eventOption(setup.event);
}

function eventOption(event: EventRecord): EventOption {
  const { reference, name, timezone } = event;
  return { reference, name, starts_at: timeOrNull(event.starts_at), timezone };
}

function syncOf(of: Described): SyncState {
  const { pending, attention, oldest_pending_at: oldest } = of.journal.uploads();
  const event = of.selection?.event;
  const at = (list: 'tickets' | 'scans') =>
    event === undefined
      ? null
      : timeOrNull(of.freshness.until(event, list, of.replica.position(event, list).fresh_at));
  return {
    mode: of.settings.mode,
    connection: connectionOf(of),
    next_attempt_at: nextAttempt(of),
    fresh_at: { scans: at('scans'), tickets: at('tickets'), setup: timeOrNull(of.setupAt) },
    queued: pending,
    oldest_queued_at: timeOrNull(oldest),
    needs_attention: attention,
    ...(of.openConflicts === null ? {} : { open_conflicts: of.openConflicts }),
  };
}

function connectionOf(of: Described): SyncState['connection'] {
  const { sync, offlineSince, selection, replica, clock } = of;
  const since = formatInstant(offlineSince ?? clock.now());
  if (sync.mode === 'offline') return { kind: 'offline', since, reason: 'chosen' };
  if (!of.hasSecret && of.serverUrl !== null)
    return { kind: 'offline', since, reason: 'no_secret' };
  if (sync.reach.kind === 'connecting') return { kind: 'connecting' };
  if (sync.reach.kind === 'offline') {
    return { kind: 'offline', since, reason: failureTraits[sync.reach.why].shows };
  }
  if (isThrottled(sync, clock.monotonicMs())) {
    return { kind: 'offline', since, reason: 'rate_limited' };
  }
  if (isInDoubt(sync, clock.monotonicMs())) return { kind: 'connecting' };
  const walk = selection === null ? null : replica.position(selection.event, 'tickets');
  const snapshot = selection === null ? null : replica.snapshot(selection.event);
  if (walk === null) return { kind: 'live' };
  const isWhole = walk.fresh_at !== null && walk.next_url === null && snapshot === null;
  if (isWhole) return { kind: 'live' };
  return { kind: 'syncing', ...progressOf(walk, snapshot, of.expectedRows) };
}

function nextAttempt({ clock, nextAttemptMs }: Described): string | null {
  if (nextAttemptMs === null) return null;
  const waitMs = Math.max(0, nextAttemptMs - clock.monotonicMs());
  return formatInstant(addMicros(clock.now(), Math.round(waitMs * 1000)));
}

function progressOf(
  walk: WalkPosition,
  snapshot: SnapshotProgress | null,
  expectedRows: number | null,
) {
  if (snapshot !== null) {
    return { applied: snapshot.applied, total: Math.max(snapshot.applied, snapshot.expected) };
  }
  const first = walk.pointer === null;
  return { applied: walk.applied, total: first ? expectedRows : null };
}

function timeOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}
