import { Type } from 'typebox';
import { FUTURE_TOLERANCE_MINUTES } from '../../shared/contract/limits.ts';
import type { ReportedStation } from '../../shared/resources/stations.ts';
import {
  addMicros,
  formatInstant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  instantFromMicros,
  parseInstant,
  type Instant,
} from '../../shared/instant.ts';
import { attendanceOf } from '../api/resources/attendance.ts';
import { formatOrNull } from '../api/resources/summaries.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { readStations } from '../domain/access/stations.ts';
import { eveningsOf, type Evening } from '../domain/events/tonight.ts';
import { releasedTickets, type ReleasedTickets } from '../domain/scans/released-tickets.ts';
import { scanFigures, type ScanCount } from '../domain/scans/scan-figures.ts';
import { requireEvent, requireOrganiser } from '../rules/require-row.ts';
import { ONLINE_MICROS } from '../store/access/stations.ts';
import { listDisputesSince, listOpenConflicts } from '../store/attention.ts';
import type { EventRow } from '../store/events.ts';
import { listLocations } from '../store/locations.ts';
import { stepOf } from '../store/scan-counts.ts';
import { listTicketTypes } from '../store/ticket-types.ts';
import { countValidTickets } from '../store/tickets.ts';
import { listTroubledSubscriptions } from '../webhooks/store/subscriptions.ts';
import { event, optional, text } from './definition/inputs.ts';
import { defineView } from './definition/operation.ts';
import { inOrder } from './definition/reading.ts';

/** Arrivals and denials are those of so long before the last one. */
const EVENING_MICROS = 16 * MICROS_PER_HOUR;
/** Scans further ahead of the present come from a wrong clock. */
const AHEAD_MICROS = FUTURE_TOLERANCE_MINUTES * MICROS_PER_MINUTE;
const DISPUTE_DAYS = 30;
/** Of each kind that needs attention. */
const MOST = 20;

export const homeShow = defineView({
  name: 'home.show',
  summary: 'How tonight goes, and what needs attention',
  role: 'viewer',
  input: Type.Object({
    organiser: text('ORG', 'whose evening'),
    event: optional(event('which event'), 'the one that is on, or the next one'),
  }),
  run: async (tx, input) => {
    const { id: organiserId } = await requireOrganiser(tx, input.organiser);
    const evenings = await eveningsOf(tx, organiserId);
    const chosen = input.event === undefined ? evenings[0] : await find(tx, evenings, input.event);
    const stations = (await readStations(tx, organiserId)).map((one) =>
      describeStation(one, tx.now),
    );
    return {
      at: formatInstant(tx.now),
      events: evenings.map((evening) => describeEvening(evening)),
      tonight: chosen === undefined ? null : await describeTonight(tx, chosen),
      stations,
      attention: await attentionOf(tx, organiserId, stations),
    };
  },
});

async function find(
  tx: ReadTransaction,
  evenings: readonly Evening[],
  reference: string,
): Promise<Evening> {
  const event = await requireEvent(tx, reference);
  const known = evenings.find((one) => one.event.id === event.id);
  return known ?? { event, isToday: false, sessions: [] };
}

function describeEvening({ event, isToday, sessions }: Evening) {
  return {
    reference: event.reference,
    name: event.name,
    slug: event.slug,
    timezone: event.timezone,
    starts_at: formatOrNull(sessions[0]?.starts_at ?? event.starts_at),
    ends_at: formatOrNull(sessions.at(-1)?.ends_at ?? event.ends_at),
    is_today: isToday,
  };
}

async function describeTonight(tx: ReadTransaction, evening: Evening) {
  const { event } = evening;
  const scans = await scanFigures(tx, event.id);
  const released = await releasedTickets(tx, event.id);
  const { counts } = scans;
  const { inside, capacity, by_location } = await attendanceOf(tx, event, { scans, released });
  const admissions = counts.filter(({ reason }) => reason === 'scanning.allowed');
  const sessions = await inOrder(evening.sessions, async (session) => ({
    reference: session.reference,
    name: session.name,
    starts_at: formatInstant(session.starts_at),
    ends_at: formatInstant(session.ends_at),
    sold: await countValidTickets(tx, session.id),
    admitted: sum(admissions.filter(({ session_id }) => session_id === session.id)),
  }));
  const ofSessions = {
    sold: sessions.reduce((total, { sold }) => total + sold, 0),
    admitted: sessions.reduce((total, { admitted }) => total + admitted, 0),
  };
  const ofEvent = { sold: await soldOf(tx, event), admitted: sum(admissions) };
  const recent = lastHours(counts, tx.now);
  return {
    ...describeEvening(evening),
    ...(sessions.length > 0 ? ofSessions : ofEvent),
    inside,
    capacity,
    sessions,
    doors: by_location.map(({ location, ...flow }) => ({
      entry_point: location?.name ?? null,
      ...flow,
    })),
    presence: presenceOf(admissions, released, tx.now),
    arrivals: await arrivalsOf(tx, event, recent),
    denials: denialsOf(recent),
  };
}

async function soldOf(tx: ReadTransaction, { id }: EventRow): Promise<number> {
  const types = await listTicketTypes(tx, id);
  return types.reduce((total, { sold }) => total + sold, 0);
}

function lastHours(counts: readonly ScanCount[], now: Instant): readonly ScanCount[] {
  const first = eveningBefore(
    counts.map(({ step }) => step),
    now,
  );
  return counts.filter(({ step }) => step > first);
}

/** When the hours before the last of some steps begin. One that is ahead of the present comes from a wrong clock, and moves nothing. */
function eveningBefore(steps: readonly Instant[], now: Instant): Instant {
  const latest = addMicros(now, AHEAD_MICROS);
  const last = steps.reduce<number>(
    (found, step) => (step > latest ? found : Math.max(found, step)),
    0,
  );
  return addMicros(instantFromMicros(last), -EVENING_MICROS);
}

/** How many were inside at the end of each step in which that changed, oldest first. */
function presenceOf(admissions: readonly ScanCount[], { changes }: ReleasedTickets, now: Instant) {
  const present = stepOf(now);
  const moves = [
    ...admissions.map(({ step, scans }) => ({ step, by: scans })),
    ...[...changes].map(([step, by]) => ({ step, by })),
  ].map(({ step, by }) => ({ step: step > present ? present : step, by }));
  const first = eveningBefore(
    moves.map(({ step }) => step),
    now,
  );
  const steps = [...Map.groupBy(moves, ({ step }) => step)].toSorted(
    ([one], [other]) => one - other,
  );
  const presence: { readonly from: string; readonly inside: number }[] = [];
  let inside = 0;
  for (const [step, own] of steps) {
    const change = own.reduce((total, { by }) => total + by, 0);
    inside += change;
    if (change !== 0 && step > first) presence.push({ from: formatInstant(step), inside });
  }
  return presence;
}

/** As stations report them: by step and entry point, oldest first. */
async function arrivalsOf(tx: ReadTransaction, { id }: EventRow, counts: readonly ScanCount[]) {
  const names = new Map((await listLocations(tx, id)).map((row) => [row.id, row.name]));
  const admissions = counts.filter(({ reason }) => reason === 'scanning.allowed');
  const steps = Map.groupBy(admissions, ({ step, location_id }) => `${step} ${location_id}`);
  return [...steps.values()]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const { step, location_id } = first;
      const entry_point = location_id === null ? null : (names.get(location_id) ?? null);
      return [{ step, entry_point, admitted: sum(same) }];
    })
    .toSorted((one, other) => one.step - other.step)
    .map(({ step, ...arrived }) => ({ from: formatInstant(step), ...arrived }));
}

function denialsOf(counts: readonly ScanCount[]) {
  const denials = counts.filter(({ reason }) => reason !== 'scanning.allowed');
  return [...Map.groupBy(denials, ({ reason }) => reason)]
    .map(([reason, same]) => ({ reason, scans: sum(same) }))
    .toSorted((one, other) => other.scans - one.scans);
}

function sum(counts: readonly ScanCount[]): number {
  return counts.reduce((total, { scans }) => total + scans, 0);
}

function describeStation(
  { client_id, name, last_heartbeat_at, heartbeat }: ReportedStation,
  now: Instant,
) {
  const at = last_heartbeat_at === null ? null : parseInstant(last_heartbeat_at);
  return {
    client_id,
    name,
    last_heartbeat_at,
    /** One that was never connected is not. */
    is_silent: at !== null && at < addMicros(now, -ONLINE_MICROS),
    event: heartbeat?.event ?? null,
    location: heartbeat?.scanner_location ?? null,
    version: heartbeat?.version ?? null,
    queued: heartbeat?.queued ?? null,
    needs_attention: heartbeat?.needs_attention ?? null,
    oldest_unsent_at: heartbeat?.oldest_unsent_at ?? null,
    data_at: heartbeat?.replica_at ?? null,
    clock_offset_ms: heartbeat?.clock_offset_ms ?? null,
    warnings: heartbeat?.warnings ?? [],
  };
}

/** What somebody has to look at: what kind of thing, and its reference. */
interface Attention {
  readonly kind:
    | 'conflicts'
    | 'dispute'
    | 'webhook_disabled'
    | 'webhook_failing'
    | 'station_silent'
    | 'station_attention';
  /** Of conflicts, that of their event; null for a dispute that the processor did not name. */
  readonly reference: string | null;
  /** Of a dispute, the processor's reason; of a webhook, whose server it calls. */
  readonly name: string | null;
  readonly count: number;
  readonly since: string | null;
}

async function attentionOf(
  tx: ReadTransaction,
  organiserId: number,
  stations: readonly ReturnType<typeof describeStation>[],
): Promise<readonly Attention[]> {
  const conflicts = await listOpenConflicts(tx, organiserId, MOST);
  const disputed = { since: addMicros(tx.now, -DISPUTE_DAYS * MICROS_PER_DAY), limit: MOST };
  const disputes = await listDisputesSince(tx, organiserId, disputed);
  const subscriptions = await listTroubledSubscriptions(tx, organiserId, MOST);
  return [
    ...conflicts.map(({ event: reference, name, count, since }) => ({
      kind: 'conflicts' as const,
      reference,
      name,
      count,
      since: formatInstant(since),
    })),
    ...stations
      .filter((one) => isMissed(one, tx.now))
      .map((one) => ofStation('station_silent', one, 1)),
    ...stations.flatMap((one) =>
      (one.needs_attention ?? 0) > 0
        ? [ofStation('station_attention', one, one.needs_attention ?? 0)]
        : [],
    ),
    ...subscriptions.map(({ is_active, reference, url, updated_at }) => ({
      kind: is_active === 1 ? ('webhook_failing' as const) : ('webhook_disabled' as const),
      reference,
      // Its path may hold a secret.
      name: new URL(url).origin,
      count: 1,
      since: formatInstant(updated_at),
    })),
    ...disputes.map(({ dispute, reason, created_at }) => ({
      kind: 'dispute' as const,
      reference: dispute,
      name: reason,
      count: 1,
      since: formatInstant(created_at),
    })),
  ];
}

/** A station that was put away yesterday is silent too, and no concern. */
function isMissed(
  { is_silent, last_heartbeat_at, event: at }: ReturnType<typeof describeStation>,
  now: Instant,
): boolean {
  const last = last_heartbeat_at === null ? null : parseInstant(last_heartbeat_at);
  return is_silent && at !== null && last !== null && last > addMicros(now, -EVENING_MICROS);
}

function ofStation(
  kind: 'station_silent' | 'station_attention',
  { client_id, name, last_heartbeat_at }: ReturnType<typeof describeStation>,
  count: number,
): Attention {
  return { kind, reference: client_id, name, count, since: last_heartbeat_at };
}
