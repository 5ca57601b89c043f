import { assertNever } from '../../../shared/assert-never.ts';
import { jitter, nextDelay, type BackoffShape } from '../backoff.ts';
import { requestsLeft, settleRequest, spendRequest } from '../request-budget.ts';
import { dispatchLanes } from './dispatch-lanes.ts';
import {
  lanes,
  type FailureCode,
  type Lane,
  type LaneState,
  type SyncCommand,
  type SyncEvent,
  type SyncState,
  type SyncStep,
} from './sync-state.ts';

/** A server that went away is looked for this often: it is back on the screen within seconds of being back. */
const PROBE: BackoffShape = { firstMs: 500, capMs: 3_000 };
/** A server that answers but refuses this station needs a person; asking often does not help. */
const REFUSED_PROBE: BackoffShape = { firstMs: 2_000, capMs: 30_000 };
const LANE: BackoffShape = { firstMs: 1_000, capMs: 30_000 };

export interface Moment {
  /** Monotonic milliseconds. */
  readonly now: number;
  /** Uniform in [0, 1). */
  readonly chance: number;
}

/** `(state, event) → {state, commands}`. The runner owns timers and sockets and does what the commands say. */
export function stepSync(state: SyncState, event: SyncEvent, moment: Moment): SyncStep {
  const next = takeIn(state, event, moment);
  const dispatched = dispatchLanes(next, moment.now);
  const abort: readonly SyncCommand[] =
    next.generation === state.generation ? [] : [{ kind: 'abort' }];
  return { state: dispatched.state, commands: [...abort, ...dispatched.commands] };
}

/** Whether a ticket may be asked for right now, beside the lanes. */
export function mayLookUp(state: SyncState, now: number): boolean {
  return (
    state.enrolled &&
    state.mode === 'automatic' &&
    state.reach.kind === 'live' &&
    requestsLeft(state.budget, now) > 0
  );
}

function takeIn(state: SyncState, event: SyncEvent, moment: Moment): SyncState {
  switch (event.kind) {
    case 'enrolled':
      return allDue({ ...restarted(state), enrolled: true, reach: { kind: 'connecting' } }, moment);
    case 'event_changed':
      return allDue({ ...restarted(state), hasEvent: event.hasEvent }, moment);
    case 'mode_changed':
      return allDue(
        { ...restarted(state), mode: event.mode, reach: { kind: 'connecting' } },
        moment,
      );
    case 'unsent_changed':
      return { ...state, unsent: event.unsent };
    case 'sync_now':
      return allDue(state, moment);
    case 'wake':
      return state;
    case 'answered':
      return answered(state, event, moment);
    case 'lookup_sent':
      return { ...state, budget: spendRequest(state.budget, moment.now) };
    case 'lookup_answered': {
      const settled = {
        ...state,
        budget: settleRequest(state.budget, moment.now, event.spending),
      };
      return event.failure === null ? settled : doubted(settled, event.failure, moment);
    }
    default:
      return assertNever(event);
  }
}

function restarted(state: SyncState): SyncState {
  return { ...state, generation: state.generation + 1 };
}

function allDue(state: SyncState, { now }: Moment): SyncState {
  return mapLanes(state, (lane) => ({ ...lane, dueAt: now, failures: 0 }));
}

function answered(
  state: SyncState,
  event: Extract<SyncEvent, { kind: 'answered' }>,
  moment: Moment,
): SyncState {
  const settled = withLane(
    { ...state, budget: settleRequest(state.budget, moment.now, event.spending) },
    event.lane,
    { ...state.lanes[event.lane], running: false },
  );
  if (event.generation !== state.generation) return settled;
  if (event.result.kind === 'failed') {
    const { code } = event.result;
    const isUntimed = code === 'rate_limited' && event.spending.retryAfterMs === null;
    return isUntimed
      ? limited(settled, event.lane, moment)
      : failed(settled, event.lane, code, moment);
  }
  return done(settled, event.lane, event.result.nextInMs, moment);
}

/** Any answer that can be used proves that the server is there; coming back makes everything due, so that a push leaves first. */
function done(state: SyncState, lane: Lane, nextInMs: number | null, moment: Moment): SyncState {
  const dueAt = moment.now + (nextInMs ?? jitter(state.intervals[lane], moment.chance));
  const rested = (from: SyncState) => withLane(from, lane, { dueAt, running: false, failures: 0 });
  if (state.reach.kind === 'live') return rested(state);
  return rested(allDue({ ...state, reach: { kind: 'live' } }, moment));
}

function failed(state: SyncState, lane: Lane, code: FailureCode, moment: Moment): SyncState {
  const { failures } = state.lanes[lane];
  if (code === 'aborted' || code === 'rate_limited') {
    const pause = code === 'aborted' ? 0 : nextDelay(LANE, 1, moment.chance);
    return withLane(state, lane, { dueAt: moment.now + pause, running: false, failures });
  }
  if (lane === 'identity') return unreached(state, code, moment);
  const delay = nextDelay(LANE, failures + 1, moment.chance);
  const resting = withLane(state, lane, {
    dueAt: moment.now + delay,
    running: false,
    failures: failures + 1,
  });
  return doubted(resting, code, moment);
}

/** Too many requests, and no word on when there may be more: the lane waits longer each time. */
function limited(state: SyncState, lane: Lane, { now, chance }: Moment): SyncState {
  const failures = state.lanes[lane].failures + 1;
  return withLane(state, lane, {
    dueAt: now + nextDelay(LANE, failures, chance),
    running: false,
    failures,
  });
}

/** `/integration/me` was not answered: nothing else is tried until it is. */
function unreached(state: SyncState, code: FailureCode, moment: Moment): SyncState {
  const failures = state.lanes.identity.failures + 1;
  const shape = code === 'unauthorized' || code === 'forbidden' ? REFUSED_PROBE : PROBE;
  return withLane({ ...state, reach: { kind: 'offline', why: code } }, 'identity', {
    dueAt: moment.now + nextDelay(shape, failures, moment.chance),
    running: state.lanes.identity.running,
    failures,
  });
}

/** Another request failed in a way that may be the server's: ask `/integration/me` at once; a closed port needs no asking. */
function doubted(state: SyncState, code: FailureCode, moment: Moment): SyncState {
  if (state.reach.kind !== 'live') return state;
  if (code === 'unreachable') return unreached(state, code, moment);
  if (code !== 'timeout' && code !== 'server_error' && code !== 'unauthorized') return state;
  return withLane(state, 'identity', { ...state.lanes.identity, dueAt: moment.now });
}

function withLane(state: SyncState, lane: Lane, next: LaneState): SyncState {
  return { ...state, lanes: { ...state.lanes, [lane]: next } };
}

function mapLanes(state: SyncState, change: (lane: LaneState) => LaneState): SyncState {
  return lanes.reduce((from, lane) => withLane(from, lane, change(from.lanes[lane])), state);
}
