import {
  addMicros,
  formatInstant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  type Instant,
} from '../../../shared/instant.ts';
import { offsetAt } from '../../../shared/local-time.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { isScannedSince } from '../../store/entry-scans.ts';
import {
  getEvent,
  listUndatedEvents,
  listUpcomingEvents,
  type EventRow,
} from '../../store/events.ts';
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
const MAX_UNDATED = 20;

interface Occurrence {
  readonly event: EventRow;
  readonly session: SessionRow | null;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
}

/**
 * The organiser's events that are on today where they are: first those that are on now, then in the order of their start, then those
 * without dates that are scanned. Without any, the next one, or else the newest without dates.
 */
export async function eveningsOf(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly Evening[]> {
  const occurrences = await upcoming(tx, organiserId);
  const isOn = ({ starts_at, ends_at }: Occurrence) => starts_at <= tx.now && tx.now < ends_at;
  const today = occurrences.filter((one) => isToday(one, tx.now));
  const [on, others] = [today.filter(isOn), today.filter((one) => !isOn(one))];
  const dated = [...Map.groupBy([...on, ...others], ({ event }) => event.id).values()];
  const undated = await undatedOf(tx, organiserId);
  const evenings = [
    ...dated.flatMap((ofEvent) => eveningOf(ofEvent, true)),
    ...undated.filter(({ isToday: isScanned }) => isScanned),
  ];
  if (evenings.length > 0) return evenings;
  const next = eveningOf(occurrences.slice(0, 1), false);
  return next.length > 0 ? next : undated.slice(0, 1);
}

function eveningOf(occurrences: readonly Occurrence[], isOnToday: boolean): readonly Evening[] {
  const [first] = occurrences;
  if (first === undefined) return [];
  const sessions = occurrences.flatMap(({ session }) => session ?? []);
  const inOrder = sessions.toSorted((one, other) => one.starts_at - other.starts_at);
  return [{ event: first.event, isToday: isOnToday, sessions: inOrder }];
}

async function undatedOf(tx: ReadTransaction, organiserId: number): Promise<readonly Evening[]> {
  const evenings: Evening[] = [];
  const after = addMicros(tx.now, -AFTERWARDS_MICROS);
  for (const event of await listUndatedEvents(tx, { organiserId, limit: MAX_UNDATED }))
    evenings.push({ event, isToday: await isScannedSince(tx, event.id, after), sessions: [] });
  return evenings;
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
