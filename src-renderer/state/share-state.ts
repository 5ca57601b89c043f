import type { StationState } from '../../shared/station/state.ts';

/** The newer state with the unchanged parts of the older one, so that what shows only those is not drawn again. */
export function shareState(before: StationState | null, after: StationState): StationState {
  if (before === null) return after;
  return {
    ...after,
    phase: same(before.phase, after.phase),
    event: same(before.event, after.event),
    events: same(before.events, after.events),
    entry_point: same(before.entry_point, after.entry_point),
    entry_points: same(before.entry_points, after.entry_points),
    counters: same(before.counters, after.counters),
    access: same(before.access, after.access),
    sync: { ...after.sync, connection: same(before.sync.connection, after.sync.connection) },
    clock: same(before.clock, after.clock),
    warnings: same(before.warnings, after.warnings),
  };
}

function same<T>(before: T, after: T): T {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
