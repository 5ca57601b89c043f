import {
  addMicros,
  formatInstant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  type Instant,
} from '../../../shared/instant.ts';
import { offsetAt } from '../../../shared/local-time.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { getEvent, listUpcomingEvents, type EventRow } from '../../store/events.ts';
import { listUpcomingSessions, type SessionRow } from '../../store/sessions.ts';

/** An event, and when it is on: its own times, or those of its sessions. */
export interface Evening {
  readonly event: EventRow;
  readonly isToday: boolean;
  /** Those of today; empty for an event without sessions, or none today. */
  readonly sessions: readonly SessionRow[];
}

/** An evening that went past midnight still counts for so long. */
const AFTERWARDS_MICROS = 4 * MICROS_PER_HOUR;
const MAX_EVENTS = 50;
const MAX_SESSIONS = 500;

interface Occurrence {
  readonly event: EventRow;
  readonly session: SessionRow | null;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
}

/** The organiser's events that are on today where they are, in the order of their start; without any, the next one. */
export async function eveningsOf(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly Evening[]> {
  const occurrences = await upcoming(tx, organiserId);
  const today = occurrences.filter((one) => isToday(one, tx.now));
  const chosen = today.length > 0 ? today : occurrences.slice(0, 1);
  return [...Map.groupBy(chosen, ({ event }) => event.id).values()].flatMap((ofEvent) => {
    const [first] = ofEvent;
    const sessions = ofEvent.flatMap(({ session }) => session ?? []);
    return first === undefined ? [] : [{ event: first.event, isToday: today.length > 0, sessions }];
  });
}

async function upcoming(tx: ReadTransaction, organiserId: number): Promise<readonly Occurrence[]> {
  const after = addMicros(tx.now, -MICROS_PER_DAY);
  const sessions = await listUpcomingSessions(tx, { organiserId, after, limit: MAX_SESSIONS });
  const events = new Map<number, EventRow>();
  for (const event of await listUpcomingEvents(tx, { organiserId, after, limit: MAX_EVENTS }))
    events.set(event.id, event);
  const dated: Occurrence[] = [];
  for (const session of sessions) {
    const event = events.get(session.event_id) ?? (await getEvent(tx, session.event_id));
    events.set(event.id, event);
    dated.push({ event, session, starts_at: session.starts_at, ends_at: session.ends_at });
  }
  const withSessions = new Set(dated.map(({ event }) => event.id));
  for (const event of events.values()) {
    const { starts_at, ends_at } = event;
    if (starts_at === null || withSessions.has(event.id)) continue;
    dated.push({ event, session: null, starts_at, ends_at: ends_at ?? starts_at });
  }
  return dated
    .filter(({ ends_at }) => ends_at > addMicros(tx.now, -AFTERWARDS_MICROS))
    .toSorted((one, other) => one.starts_at - other.starts_at);
}

function isToday({ event, starts_at, ends_at }: Occurrence, now: Instant): boolean {
  const day = (instant: Instant) =>
    formatInstant(addMicros(instant, offsetAt(instant, event.timezone))).slice(0, 10);
  return day(starts_at) <= day(now) && ends_at > addMicros(now, -AFTERWARDS_MICROS);
}
