import { formatInstant, type Instant } from '../../shared/instant.ts';
import type {
  EventOption,
  OfflineReason,
  StationPhase,
  StationState,
  StationWarning,
  SyncState as ShownSync,
} from '../../shared/station/api.ts';
import type { FailureCode, SyncState } from '../core/sync/sync-state.ts';
import type { Journal } from '../ports/journal.ts';
import type { EventRecord, WalkPosition } from '../ports/replica.ts';
import type { StationSettings } from '../ports/settings.ts';
import type { Admissions } from './door/admissions.ts';
import type { Desk } from './door/desk.ts';
import type { ShownReplica } from './shown-replica.ts';
import type { StationClock } from './station-clock.ts';

export interface Described {
  readonly clock: StationClock;
  readonly replica: ShownReplica;
  readonly journal: Journal;
  readonly admissions: Admissions;
  readonly settings: StationSettings;
  readonly desk: Desk | null;
  readonly serverUrl: string | null;
  readonly sync: SyncState;
  readonly offlineSince: Instant | null;
  /** How many tickets the server said there are, for the progress of a first import. */
  readonly expectedRows: number | null;
  readonly setupAt: Instant | null;
  readonly warnings: readonly StationWarning[];
}

/** The whole state as the screens see it. */
export function describeState(of: Described, revision: number): StationState {
  const { settings, desk, replica } = of;
  const listed = replica.events();
  const event = listed.find(({ reference }) => reference === settings.event);
  return {
    revision,
    phase: phaseOf(of),
    locale: settings.locale,
    server_url: of.serverUrl,
    organiser: settings.organiser?.display_name ?? null,
    event: event === undefined ? knownEvent(of) : eventOption(event),
    events: listed.filter(isOffered).map(eventOption),
    entry_point: desk?.location ?? null,
    entry_points: desk === null ? [] : [...desk.known.locations.values()],
    counters: of.admissions.counters(of.clock.now()),
    sync: syncOf(of),
    clock: of.clock.state(),
    warnings: of.warnings,
  };
}

export function isOffered(event: EventRecord): boolean {
  return event.status === 'published' && event.deleted_at === null;
}

function phaseOf({ serverUrl, desk, replica, expectedRows }: Described): StationPhase {
  if (serverUrl === null) return { kind: 'unenrolled' };
  if (desk === null) return { kind: 'choosing_event' };
  const tickets = replica.position(desk.event, 'tickets');
  const scans = replica.position(desk.event, 'scans');
  if (tickets.pointer !== null && scans.pointer !== null) return { kind: 'ready' };
  return { kind: 'importing', ...progressOf(tickets, expectedRows) };
}

/** The list of events may be older than the choice; the setup knows the event as well. */
function knownEvent({ settings, replica }: Described): EventOption | null {
  const setup = settings.event === null ? null : replica.setup(settings.event);
  return setup === null ? null : eventOption(setup.event);
}

function eventOption(event: EventRecord): EventOption {
  const { reference, name, timezone } = event;
  return { reference, name, starts_at: timeOrNull(event.starts_at), timezone };
}

function syncOf(of: Described): ShownSync {
  const { pending, attention, oldest_pending_at: oldest } = of.journal.uploads();
  const event = of.desk?.event;
  const at = (list: 'tickets' | 'scans') =>
    event === undefined ? null : timeOrNull(of.replica.position(event, list).fresh_at);
  return {
    mode: of.settings.mode,
    connection: connectionOf(of),
    fresh_at: { scans: at('scans'), tickets: at('tickets'), setup: timeOrNull(of.setupAt) },
    queued: pending,
    oldest_queued_at: timeOrNull(oldest),
    needs_attention: attention,
  };
}

function connectionOf(of: Described): ShownSync['connection'] {
  const { sync, offlineSince, desk, replica, clock } = of;
  const since = formatInstant(offlineSince ?? clock.now());
  if (sync.mode === 'offline') return { kind: 'offline', since, reason: 'chosen' };
  if (sync.reach.kind === 'connecting') return { kind: 'connecting' };
  if (sync.reach.kind === 'offline') {
    return { kind: 'offline', since, reason: offlineReason(sync.reach.why) };
  }
  const walk = desk === null ? null : replica.position(desk.event, 'tickets');
  if (walk === null || walk.next_url === null) return { kind: 'live' };
  return { kind: 'syncing', ...progressOf(walk, of.expectedRows) };
}

function progressOf(walk: WalkPosition, expectedRows: number | null) {
  const first = walk.pointer === null;
  return { applied: walk.applied, total: first ? expectedRows : null };
}

const OFFLINE_REASONS: Readonly<Partial<Record<FailureCode, OfflineReason>>> = {
  timeout: 'timeout',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  rate_limited: 'rate_limited',
  unreachable: 'unreachable',
};

/** Anything else that `/integration/me` may be answered with is the server's own trouble. */
function offlineReason(code: FailureCode): OfflineReason {
  return OFFLINE_REASONS[code] ?? 'server_error';
}

function timeOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}
