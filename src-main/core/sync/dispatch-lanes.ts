import { nextRequestAt, requestsLeft, spendRequest } from '../request-budget.ts';
import { lanes, type Lane, type SyncCommand, type SyncState, type SyncStep } from './sync-state.ts';

/** Requests that a lane leaves for those before it, so that a long import never keeps an admission from being sent or heard of. */
const KEPT_FREE: Readonly<Record<Lane, number>> = {
  identity: 0,
  push: 0,
  scans: 4,
  setup: 8,
  events: 8,
  tickets: 16,
};

/** Starts every lane that is due and may spend a request, the most important first, and says when to look again. */
export function dispatchLanes(state: SyncState, now: number): SyncStep {
  const commands: SyncCommand[] = [];
  let current = state;
  for (const lane of lanes) {
    if (!isRunnable(current, lane) || current.lanes[lane].dueAt > now) continue;
    if (requestsLeft(current.budget, now, KEPT_FREE[lane]) === 0) continue;
    current = begin(current, lane, now);
    commands.push({ kind: 'run', lane, generation: current.generation });
  }
  commands.push({ kind: 'wake_at', at: nextWake(current, now) });
  return { state: current, commands };
}

function begin(state: SyncState, lane: Lane, now: number): SyncState {
  return {
    ...state,
    budget: spendRequest(state.budget, now),
    lanes: { ...state.lanes, [lane]: { ...state.lanes[lane], running: true } },
  };
}

function isRunnable(state: SyncState, lane: Lane): boolean {
  if (!state.enrolled || state.mode === 'offline' || state.lanes[lane].running) return false;
  if (lane === 'identity') return true;
  if (state.reach.kind !== 'live') return false;
  if (lane === 'push') return state.unsent;
  return lane === 'events' || state.hasEvent;
}

function nextWake(state: SyncState, now: number): number | null {
  const times = lanes
    .filter((lane) => isRunnable(state, lane))
    .map((lane) =>
      Math.max(state.lanes[lane].dueAt, nextRequestAt(state.budget, now, KEPT_FREE[lane])),
    );
  return times.length === 0 ? null : Math.min(...times);
}
