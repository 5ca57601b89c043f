import {
  nextRequestAt,
  PROBES_PER_WINDOW,
  requestsLeft,
  spendRequest,
  type Guarantees,
} from '../request-budget.ts';
import {
  lanes,
  offeredLanes,
  type Lane,
  type OfferedLane,
  type SyncCommand,
  type SyncState,
  type SyncStep,
} from './sync-state.ts';

/**
 * While a walk of the tickets is under way, half of the window is its own, less what a scanner surface needs: people who scan meanwhile
 * must not stop it.
 */
const IMPORT_SHARE = 59;

/** Nothing was answered for this long: slow lines and large pages take less. */
export const SILENT_MS = 4_000;

/** A shorter wait is over before anybody has read of it. */
export const LONG_WAIT_MS = 5_000;

/**
 * What each lane may count on in any window. Scans leave and arrive every few seconds however long an import is and however many
 * unknown tickets are asked for; those share the rest.
 */
function guaranteesOf(state: SyncState): Guarantees {
  const surface = Object.fromEntries(
    state.offered.map((lane) => [lane, lane === 'order_lines' ? 4 : 2]),
  );
  const taken = Object.values(surface).reduce((sum, part) => sum + part, 0);
  return {
    ...surface,
    identity: PROBES_PER_WINDOW,
    setup: 2,
    events: 2,
    scans: 13,
    push: 16,
    lookup: 8,
    tickets: state.lanes.tickets.walking ? IMPORT_SHARE - taken : 6,
  };
}

/** Requests that may leave now for a lane, or for a look-up beside them. */
export function requestsLeftFor(state: SyncState, by: Lane | 'lookup', now: number): number {
  return requestsLeft(state.budget, now, by, guaranteesOf(state));
}

/** Starts every lane that is due and may spend a request, the most important first, and says when to look again. */
export function dispatchLanes(state: SyncState, now: number): SyncStep {
  const commands: SyncCommand[] = [];
  let current = doubtSilence(state, now);
  for (const lane of lanes) {
    if (!isRunnable(current, lane) || current.lanes[lane].dueAt > now) continue;
    if (requestsLeftFor(current, lane, now) === 0) continue;
    current = begin(current, lane, now);
    commands.push({ kind: 'run', lane, generation: current.generation });
  }
  commands.push({ kind: 'wake_at', at: nextWake(current, now) });
  return { state: current, commands };
}

/** When a server that is away, or has asked to wait, is tried again; null unless it is or has, and while it is being tried. */
export function nextAttemptAt(state: SyncState, now: number): number | null {
  if (state.reach.kind === 'live') return toldToWaitUntil(state, now);
  if (state.reach.kind !== 'offline' || !isRunnable(state, 'identity')) return null;
  return nextStart(state, 'identity', now);
}

/** Until when the server has asked to be left alone, by `Retry-After` or an empty window; null unless that is long. */
export function toldToWaitUntil({ waitsUntil, budget }: SyncState, now: number): number | null {
  const { server } = budget;
  const isEmpty = server !== null && server.remaining === 0 && server.until - now > LONG_WAIT_MS;
  const until = isEmpty ? Math.max(waitsUntil, server.until) : waitsUntil;
  return now < until ? until : null;
}

/** A server that says nothing for a while is asked whether it is there: the requests under way may wait for much longer. */
function doubtSilence(state: SyncState, now: number): SyncState {
  const silentAt = whenSilent(state);
  if (silentAt === null || now < silentAt) return state;
  const identity = { ...state.lanes.identity, dueAt: Math.min(state.lanes.identity.dueAt, now) };
  return { ...state, lanes: { ...state.lanes, identity } };
}

/** When a request will have been under way for so long without a word from the server; null while it is asked already. */
function whenSilent({ reach, lanes: of, heardAt }: SyncState): number | null {
  if (reach.kind !== 'live' || of.identity.running) return null;
  // A stream has no answer to wait for: it notices itself when it falls silent.
  const asking = lanes.filter((lane) => lane !== 'stream' && of[lane].running);
  const started = asking.map((lane) => of[lane].startedAt);
  return started.length === 0 ? null : Math.max(Math.min(...started), heardAt) + SILENT_MS;
}

function begin(state: SyncState, lane: Lane, now: number): SyncState {
  const of = state.lanes[lane];
  // A later page of a walk does not bring what was noticed after its first.
  const noticed = of.walking && of.noticed;
  return {
    ...state,
    budget: spendRequest(state.budget, now, lane),
    lanes: {
      ...state.lanes,
      [lane]: { ...of, running: true, startedAt: now, noticed },
    },
  };
}

function isRunnable(state: SyncState, lane: Lane): boolean {
  if (!state.enrolled || state.mode === 'offline' || state.lanes[lane].running) return false;
  if (lane === 'identity') return true;
  if (state.reach.kind !== 'live') return false;
  if (lane === 'push') return state.unsent;
  if (isSurface(lane) && !state.offered.includes(lane)) return false;
  return lane === 'events' || lane === 'heartbeat' || state.hasEvent;
}

function isSurface(lane: Lane): lane is OfferedLane {
  return offeredLanes.some((offered) => offered === lane);
}

function nextWake(state: SyncState, now: number): number | null {
  const times = lanes
    .filter((lane) => isRunnable(state, lane))
    .map((lane) => nextStart(state, lane, now));
  const waitsUntil = toldToWaitUntil(state, now);
  if (waitsUntil !== null) times.push(waitsUntil);
  const silentAt = whenSilent(state);
  if (silentAt !== null && silentAt > now) times.push(silentAt);
  return times.length === 0 ? null : Math.min(...times);
}

function nextStart(state: SyncState, lane: Lane, now: number): number {
  const mayLeaveAt = nextRequestAt(state.budget, now, lane, guaranteesOf(state));
  return Math.max(state.lanes[lane].dueAt, mayLeaveAt);
}
