import type { Heartbeat } from '../../../shared/contract/scanner.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { StationWarning } from '../../../shared/station/warnings.ts';
import { VERSION } from '../../../shared/version.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ListName, Replica } from '../../ports/replica.ts';
import type { StationKeys } from '../../ports/station-keys.ts';
import type { Desk } from '../door/desk.ts';
import type { Freshness } from '../freshness.ts';
import type { StationClock } from '../station-clock.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed } from './lane-context.ts';

/** Says how this station is, where the server listens to it. */
export async function sendHeartbeat({ remote, health }: LaneContext): Promise<LaneStep> {
  const answer = await remote.sendHeartbeat(health());
  if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
  return stepDone(answer.notes, null);
}

export interface Examined {
  readonly desk: Desk | null;
  readonly replica: Pick<Replica, 'position'>;
  readonly freshness: Freshness;
  readonly journal: Pick<Journal, 'uploads' | 'recent'>;
  readonly clock: StationClock;
  readonly warnings: readonly StationWarning[];
  readonly keys: StationKeys | null;
}

/** The same words as on its own screen: the queue, how old its data is, its clock, and what it warns of. */
export function healthOf(examined: Examined): Heartbeat {
  const { desk, journal, clock, warnings, keys } = examined;
  const { pending, attention, oldest_pending_at: oldest } = journal.uploads();
  return {
    event: desk?.event ?? null,
    scanner_location: desk?.location?.reference ?? null,
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

/** What of a heartbeat whoever looks at the stations misses most: where this one is, and whether it has its data. */
export function standingOf(examined: Pick<Examined, 'desk' | 'replica' | 'freshness'>): string {
  const { desk } = examined;
  return JSON.stringify([
    desk?.event ?? null,
    desk?.location?.reference ?? null,
    completeAt(examined) !== null,
  ]);
}

function completeAt({
  desk,
  ...stores
}: Pick<Examined, 'desk' | 'replica' | 'freshness'>): string | null {
  return desk === null ? null : orNull(() => completeUntil(desk.event, stores));
}

/** Of the lists that a verdict rests on, the one that is behind; null until both were walked to their end. */
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

/** A store that cannot be read is among the warnings: it must not keep them from the server. */
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
