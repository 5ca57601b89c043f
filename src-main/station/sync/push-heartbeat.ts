import type { Heartbeat } from '../../../shared/resources/stations.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { StationWarning } from '../../../shared/station/warnings.ts';
import { VERSION } from '../../../shared/version.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ListName, Replica } from '../../ports/replica.ts';
import type { StationKeys } from '../../ports/secrets.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import type { Freshness } from '../health/freshness.ts';
import type { StationClock } from '../clock/station-clock.ts';
import { type ChannelContext, type ChannelStep, stepDone, stepFailed } from './channel-context.ts';

/** Sends this station's health, if the server accepts it. */
export async function pushHeartbeat({
  ask,
  health,
  event,
  news,
}: ChannelContext): Promise<ChannelStep> {
  const response = await ask((remote) => remote.sendHeartbeat(health()));
  if (response.kind === 'failed') return stepFailed(response.failure);
  if (event !== null) news.conflictsCounted(event, response.value.open_conflicts);
  return stepDone();
}

export interface Examined {
  readonly selection: DoorSelection | null;
  readonly replica: Pick<Replica, 'position'>;
  readonly freshness: Freshness;
  readonly journal: Pick<Journal, 'uploads' | 'recent'>;
  readonly clock: StationClock;
  readonly warnings: readonly StationWarning[];
  readonly keys: StationKeys | null;
}

/** The same terms as on its own screen: the queue, the age of its data, its clock, and its warnings. */
export function healthOf(examined: Examined): Heartbeat {
  const { selection, journal, clock, warnings, keys } = examined;
  const { pending, attention, oldest_pending_at: oldest } = journal.uploads();
  return {
    event: selection?.event ?? null,
    scanner_location: selection?.location?.reference ?? null,
    version: VERSION,
    queued: pending,
    needs_attention: attention,
    oldest_unsent_at: oldest === null ? null : formatInstant(oldest),
    replica_at: completeAt(examined),
    clock_offset_ms: clock.offsetMs(),
    scanner: orNull(() => journal.recent(1)[0]?.source ?? null),
    warnings: warnings.map(({ code }) => code),
    ...(keys === null ? {} : { station_key: keys.own.x }),
  };
}

/** The most important part of a heartbeat: where this station is, and whether it has its data. */
export function stationStanding(
  examined: Pick<Examined, 'selection' | 'replica' | 'freshness'>,
): string {
  const { selection } = examined;
  return JSON.stringify([
    selection?.event ?? null,
    selection?.location?.reference ?? null,
    completeAt(examined) !== null,
  ]);
}

function completeAt({
  selection,
  ...stores
}: Pick<Examined, 'selection' | 'replica' | 'freshness'>): string | null {
  return selection === null ? null : orNull(() => completeUntil(selection.event, stores));
}

/** The older of the two lists that a verdict needs; null until both were walked to their end. */
function completeUntil(
  event: string,
  { replica, freshness }: Pick<Examined, 'replica' | 'freshness'>,
): string | null {
  const until = (list: ListName) =>
    freshness.until(event, list, replica.position(event, list).fresh_at);
  const tickets = until('tickets');
  const scans = until('scans');
  if (tickets === null || scans === null) return null;
  return formatInstant(earlier(tickets, scans));
}

/** A store that cannot be read is reported among the warnings: it must not block the heartbeat. */
function orNull<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function earlier(one: Instant, other: Instant): Instant {
  return one < other ? one : other;
}
