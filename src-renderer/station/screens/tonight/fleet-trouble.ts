import type { Fleet, FleetStation } from '../../../../shared/station/supervision.ts';
import { type FleetWarning, warningViews } from '../../components/warning-view.ts';

/** A station reports every half minute. */
const HEARD_LATE_MS = 2 * 60_000;
/** A station that has been silent this long is no longer in use. */
const PUT_AWAY_MS = 12 * 60 * 60_000;
const DATA_LATE_MS = 5 * 60_000;
const UNSENT_LATE_MS = 5 * 60_000;
const CLOCK_OFF_MS = 60_000;

export type FleetTrouble =
  | { readonly kind: 'unheard'; readonly ageMs: number }
  | { readonly kind: 'unsent'; readonly count: number; readonly ageMs: number }
  | { readonly kind: 'refused'; readonly count: number }
  | { readonly kind: 'no_data' }
  | { readonly kind: 'old_data'; readonly ageMs: number }
  | { readonly kind: 'clock_off'; readonly offMs: number }
  | { readonly kind: 'warns'; readonly of: FleetWarning }
  /** A code from another version. */
  | { readonly kind: 'warns_of_other'; readonly code: string };

export interface FleetRow {
  readonly station: FleetStation;
  readonly troubles: readonly FleetTrouble[];
}

/** Sorts stations in trouble first, then those at this event, at others, and those not in use; each by name. */
export function fleetRows({ stations, at }: Fleet): readonly FleetRow[] {
  const now = Date.parse(at);
  return stations
    .map((station) => ({ station, troubles: troublesOf(station, now) }))
    .toSorted(
      (one, other) =>
        rankOf(one, now) - rankOf(other, now) || one.station.name.localeCompare(other.station.name),
    );
}

/** The age of its data at its last report; null without data. */
export function dataAgeOf({ heard_at, health }: FleetStation): number | null {
  if (heard_at === null || health === null || health.data_at === null) return null;
  return Math.max(0, Date.parse(heard_at) - Date.parse(health.data_at));
}

function troublesOf(station: FleetStation, now: number): readonly FleetTrouble[] {
  const { heard_at: heard, health } = station;
  if (heard === null || health === null) return [];
  const silentMs = now - Date.parse(heard);
  const troubles = [...unsentTroubles(station, now)];
  if (silentMs > HEARD_LATE_MS) {
    const isMissed = health.place.kind === 'here' && silentMs <= PUT_AWAY_MS;
    const unheard = { kind: 'unheard', ageMs: silentMs } as const;
    // Data age and clock offset are as old as the last report.
    return isMissed || troubles.length > 0 ? [unheard, ...troubles] : [];
  }
  if (health.place.kind === 'none') return troubles;
  const dataMs = dataAgeOf(station);
  if (dataMs === null) troubles.push({ kind: 'no_data' });
  else if (dataMs > DATA_LATE_MS) troubles.push({ kind: 'old_data', ageMs: dataMs });
  const offMs = Math.abs(health.clock_offset_ms);
  const isOff = offMs > CLOCK_OFF_MS;
  if (isOff) troubles.push({ kind: 'clock_off', offMs });
  return [...troubles, ...warningTroubles(health.warnings, isOff)];
}

function unsentTroubles({ health }: FleetStation, now: number): FleetTrouble[] {
  if (health === null) return [];
  const { queued, oldest_unsent_at: oldest, needs_attention: refused } = health;
  const ageMs = oldest === null ? null : now - Date.parse(oldest);
  const troubles: FleetTrouble[] = [];
  if (queued > 0 && ageMs !== null && ageMs > UNSENT_LATE_MS) {
    troubles.push({ kind: 'unsent', count: queued, ageMs });
  }
  if (refused > 0) troubles.push({ kind: 'refused', count: refused });
  return troubles;
}

function warningTroubles(codes: readonly string[], isClockShown: boolean): readonly FleetTrouble[] {
  const kinds = new Set(
    codes.flatMap((code) => (isKnown(code) ? (warningViews[code].group ?? []) : [])),
  );
  if (isClockShown) kinds.delete('clock');
  const others = codes.filter((code) => !isKnown(code));
  return [
    ...[...kinds].map((of) => ({ kind: 'warns', of }) as const),
    ...others.map((code) => ({ kind: 'warns_of_other', code }) as const),
  ];
}

function isKnown(code: string): code is keyof typeof warningViews {
  return Object.hasOwn(warningViews, code);
}

function rankOf({ station, troubles }: FleetRow, now: number): number {
  const { heard_at: heard, health } = station;
  if (troubles.length > 0) return 0;
  if (heard === null || health === null) return 4;
  if (now - Date.parse(heard) > HEARD_LATE_MS) return 3;
  return health.place.kind === 'here' ? 1 : 2;
}
