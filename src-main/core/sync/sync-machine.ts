import { assertNever } from '../../../shared/assert-never.ts';
import { jitter, nextDelay, type BackoffShape } from '../backoff.ts';
import { forgetWaits, learnWindow, settleRequest, spendRequest } from '../request-budget.ts';
import {
  dispatchLanes,
  LONG_WAIT_MS,
  requestsLeftFor,
  SILENT_MS,
  toldToWaitUntil,
} from './dispatch-lanes.ts';
import {
  lanes,
  type FailureCode,
  type Lane,
  type LaneState,
  type OfferedLane,
  type Spending,
  type SyncCommand,
  type SyncEvent,
  type SyncState,
  type SyncStep,
} from './sync-state.ts';

/** A server that went away is looked for this often: it is back on the screen within seconds of being back. */
const PROBE: BackoffShape = { firstMs: 500, capMs: 3_000 };
/** Once only this many are left of the probes that are kept for it in any window, they are spread over the rest of the window. */
const PROBES_LEFT_FOR_LATER = 6;
const SPREAD_PROBE_MS = 9_000;
/** A server that answers but refuses this station needs a person; asking often does not help. */
const REFUSED_PROBE: BackoffShape = { firstMs: 2_000, capMs: 30_000 };
/** While an import needs the budget, more scans share a push: so many that its part of a window lasts for the whole of it. */
const SCARCE_PUSH_MS = 4_000;
/** A door that scans now and then sends each scan at once, so that all others know of it; one that has little left lets them wait. */
const QUICK_PUSH_MS = 50;
const LEFT_FOR_QUICK_PUSHES = 50;
const LANE: BackoffShape = { firstMs: 1_000, capMs: 30_000 };
/** While the stream tells of changes, a list is asked for this rarely as long as no notice comes. */
const STREAMING_MS = 30_000;
/** However many notices come, a list is asked for no more often than this. */
const NOTICE_GAP_MS = 5_000;
/** Between two starts of a lane whose requests are ended. */
const ENDED_GAP_MS = 1_000;

/** What may be said by something on the way, or because this station's access has changed. */
const DOUBTS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'timeout',
  'server_error',
  'unauthorized',
  'forbidden',
  'scope_missing',
  'not_found',
  'refused',
  'invalid_response',
  'not_the_server',
]);
/** Nothing was said by anybody. */
const IS_SILENCE: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'unreachable',
  'timeout',
  'aborted',
  'certificate_not_trusted',
  'certificate_changed',
  'store_failed',
]);
/** A person has to do something, or the server asked to be left alone. */
const NEEDS_PATIENCE: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'unauthorized',
  'forbidden',
  'rate_limited',
]);
/** Lists whose changes the stream tells of. */
const TOLD_BY_STREAM: ReadonlySet<Lane> = new Set<Lane>(['scans', 'tickets', 'order_lines']);
/** Said of an event that this client may not see any more. */
const MAY_BE_WITHDRAWN: ReadonlySet<FailureCode> = new Set<FailureCode>(['not_found']);

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
  const endsOld = next.generation !== state.generation || leavesSilent(state, next, moment);
  const abort: readonly SyncCommand[] = endsOld ? [{ kind: 'abort' }] : [];
  return { state: dispatched.state, commands: [...abort, ...dispatched.commands] };
}

/** The server is back: what has waited for it since before it was away will hardly be answered, and is asked anew. */
function leavesSilent(before: SyncState, after: SyncState, { now }: Moment): boolean {
  if (before.reach.kind !== 'offline' || after.reach.kind !== 'live') return false;
  return lanes.some(
    (lane) => after.lanes[lane].running && now - after.lanes[lane].startedAt >= SILENT_MS,
  );
}

/** Whether a ticket may be asked for right now, beside the lanes. */
export function mayLookUp(state: SyncState, now: number): boolean {
  return (
    state.enrolled &&
    state.mode === 'automatic' &&
    state.reach.kind === 'live' &&
    requestsLeftFor(state, 'lookup', now) > 0
  );
}

/** Whether the server has asked to be left alone for so long that the screens should say so. */
export function isToldToWait(state: SyncState, now: number): boolean {
  return toldToWaitUntil(state, now) !== null;
}

function takeIn(state: SyncState, event: SyncEvent, moment: Moment): SyncState {
  switch (event.kind) {
    case 'enrolled': {
      const asking = { ...restarted(unblocked(state)), enrolled: true } as const;
      return allDue({ ...asking, reach: { kind: 'connecting' } }, moment);
    }
    case 'left':
      return { ...restarted(state), enrolled: false, reach: { kind: 'connecting' } };
    case 'event_changed':
      return allDue({ ...restarted(state), hasEvent: event.hasEvent }, moment);
    case 'offers_changed':
      return offersChanged(state, event.offered, moment);
    case 'mode_changed':
      return allDue(
        { ...restarted(state), mode: event.mode, reach: { kind: 'connecting' } },
        moment,
      );
    case 'unsent_changed':
      return { ...state, unsent: event.unsent };
    case 'appended':
      return appended(state, moment);
    case 'sync_now':
      return allDue(askedAgain(state, moment), moment);
    // Nobody asked for it: a wait that the server told holds.
    case 'regranted':
      return allDue(state, moment);
    case 'noticed':
      return noticed(state, event.lanes, moment);
    case 'heard':
      return heardBetween(state, event, moment);
    case 'wake':
      return state;
    case 'answered':
      return answered(state, event, moment);
    case 'lookup_sent':
      return { ...state, budget: spendRequest(state.budget, moment.now, 'lookup') };
    case 'lookup_answered': {
      const heard = heardFrom(state, event.failure, moment);
      const settled = spent(heard, 'lookup', event.spending, moment);
      // That there is no such ticket is an answer.
      if (event.failure === null || event.failure === 'not_found') return settled;
      return doubted(settled, event.failure, moment);
    }
    default:
      return assertNever(event);
  }
}

/** A person does not want to wait as long as the server asked to: one request finds out whether it still does. */
function askedAgain(state: SyncState, { now }: Moment): SyncState {
  const isBlocked = now < state.budget.blockedUntil || isToldToWait(state, now);
  return isBlocked
    ? { ...unblocked(state), reach: { kind: 'offline', why: 'rate_limited' } }
    : state;
}

function unblocked(state: SyncState): SyncState {
  return { ...state, budget: forgetWaits(state.budget), waitsUntil: 0 };
}

/** A new scan does not wait as long as those that the server did not take. */
function appended(state: SyncState, moment: Moment): SyncState {
  const { push } = state.lanes;
  const unsent = { ...state, unsent: true };
  const isResting = push.failures === 0 && push.dueAt > moment.now + 2 * SCARCE_PUSH_MS;
  return isResting ? dueNow(unsent, 'push', moment) : unsent;
}

function restarted(state: SyncState): SyncState {
  const resting = mapLanes(state, (lane) => ({ ...lane, walking: false }));
  return { ...resting, generation: state.generation + 1 };
}

/** Numbers of rows are compared in their own time, and not before there was some to drift apart. */
function allDue(state: SyncState, { now }: Moment): SyncState {
  const { drift } = state.lanes;
  const due = mapLanes(state, (lane) => ({ ...lane, dueAt: now, failures: 0 }));
  return withLane(due, 'drift', {
    ...drift,
    dueAt: drift.dueAt === 0 ? now + state.intervals.drift : drift.dueAt,
  });
}

/** What is offered now was not looked at before. */
function offersChanged(
  state: SyncState,
  offered: readonly OfferedLane[],
  moment: Moment,
): SyncState {
  const isNew = (lane: Lane) => !state.offered.some((known) => known === lane);
  return offered.filter(isNew).reduce((from, lane) => dueNow(from, lane, moment), {
    ...state,
    offered,
  });
}

function answered(
  state: SyncState,
  event: Extract<SyncEvent, { kind: 'answered' }>,
  moment: Moment,
): SyncState {
  const isAnswer = event.spending.requests > 0;
  const failure = event.result.kind === 'failed' ? event.result.code : null;
  const heard = isAnswer && !isLong(event.lane) ? heardFrom(state, failure, moment) : state;
  const streaming = state.streaming && event.lane !== 'stream';
  const settled = withLane(
    { ...spent(heard, event.lane, event.spending, moment), streaming },
    event.lane,
    { ...state.lanes[event.lane], running: false },
  );
  if (event.generation !== state.generation) return settled;
  if (event.result.kind === 'failed') {
    const { code } = event.result;
    if (code === 'rate_limited' && isAway(state, event.lane))
      return unreached(settled, code, moment);
    const isUntimed = code === 'rate_limited' && event.spending.retryAfterMs === null;
    return isUntimed
      ? limited(settled, event.lane, moment)
      : failed(settled, event.lane, code, moment);
  }
  const { nextInMs } = event.result;
  if (event.spending.requests === 0) return idle(settled, event.lane, nextInMs, moment);
  return done(settled, event.lane, nextInMs, moment);
}

function heardFrom(state: SyncState, failure: FailureCode | null, { now }: Moment): SyncState {
  return failure === null || !IS_SILENCE.has(failure) ? { ...state, heardAt: now } : state;
}

function spent(
  state: SyncState,
  by: Lane | 'lookup',
  spending: Spending,
  { now }: Moment,
): SyncState {
  const waitMs = spending.retryAfterMs ?? 0;
  return {
    ...state,
    budget: settleRequest(state.budget, now, by, spending),
    waitsUntil: waitMs > LONG_WAIT_MS ? Math.max(state.waitsUntil, now + waitMs) : state.waitsUntil,
  };
}

/** There was nothing to ask for, which says nothing of the server. */
function idle(state: SyncState, lane: Lane, nextInMs: number | null, moment: Moment): SyncState {
  const dueAt = dueNext(state, lane, nextInMs, moment);
  return withLane(state, lane, { ...state.lanes[lane], dueAt });
}

/** A server that was away and now asks to wait: that is what is said of it. */
function isAway({ reach }: SyncState, lane: Lane): boolean {
  return lane === 'identity' && reach.kind !== 'live';
}

/**
 * Any answer that can be used proves that the server is there; coming back makes everything due, so that a push leaves first.
 */
function done(state: SyncState, lane: Lane, nextInMs: number | null, moment: Moment): SyncState {
  const dueAt = dueNext(state, lane, nextInMs, moment);
  const rest = { dueAt, running: false, failures: 0, walking: nextInMs === 0 };
  const rested = (from: SyncState) => withLane(from, lane, { ...from.lanes[lane], ...rest });
  // The end of a long answer says how the line was, not how it is.
  if (state.reach.kind === 'live' || isLong(lane)) {
    return rested(state.lanes[lane].failures > 0 ? recovered(state, lane, moment) : state);
  }
  return rested(allDue({ ...state, reach: { kind: 'live' } }, moment));
}

/** What was noticed while it ran is not left for its interval. */
function dueNext(state: SyncState, lane: Lane, nextInMs: number | null, moment: Moment): number {
  const { now, chance } = moment;
  const rested = now + (nextInMs ?? jitter(intervalOf(state, lane, now), chance));
  const of = state.lanes[lane];
  return of.noticed ? Math.min(rested, afterNotice(of, now)) : rested;
}

function intervalOf(state: SyncState, lane: Lane, now: number): number {
  const { intervals, lanes: of, streaming } = state;
  if (lane === 'push') {
    if (of.tickets.walking) return Math.max(intervals.push, SCARCE_PUSH_MS);
    const isPlenty = requestsLeftFor(state, 'push', now) > LEFT_FOR_QUICK_PUSHES;
    return isPlenty ? Math.min(intervals.push, QUICK_PUSH_MS) : intervals.push;
  }
  return streaming && TOLD_BY_STREAM.has(lane)
    ? Math.max(intervals[lane], STREAMING_MS)
    : intervals[lane];
}

/** A lane that failed keeps its pause; one that rests goes on, though not at once after it last did. */
function noticed(state: SyncState, due: readonly Lane[], { now }: Moment): SyncState {
  return due.reduce((from, lane) => {
    const { failures, running, walking, dueAt } = from.lanes[lane];
    if (failures > 0) return from;
    const next = Math.min(dueAt, afterNotice(from.lanes[lane], now));
    return withLane(from, lane, { ...from.lanes[lane], dueAt: next, noticed: running || walking });
  }, state);
}

function afterNotice({ startedAt }: LaneState, now: number): number {
  return Math.max(now, startedAt + NOTICE_GAP_MS);
}

/** An answer that is still coming proves that the server is there. What changed before the stream was open is asked for. */
function heardBetween(
  state: SyncState,
  { lane, generation, left }: Extract<SyncEvent, { kind: 'heard' }>,
  moment: Moment,
): SyncState {
  const budget = learnWindow(state.budget, moment.now, left);
  const heard = { ...state, budget, heardAt: moment.now };
  const opens = lane === 'stream' && generation === state.generation && !state.streaming;
  return opens ? noticed({ ...heard, streaming: true }, [...TOLD_BY_STREAM], moment) : heard;
}

/** What a lane lacked may have been given to this station: who it is and which events it may see are asked again. */
function recovered(state: SyncState, lane: Lane, moment: Moment): SyncState {
  if (lane === 'identity') return state;
  const asking = dueNow(state, 'identity', moment);
  const saysNothing = lane === 'push' || lane === 'events' || lane === 'heartbeat';
  return saysNothing ? asking : dueNow(asking, 'events', moment);
}

function failed(state: SyncState, lane: Lane, code: FailureCode, moment: Moment): SyncState {
  const { failures } = state.lanes[lane];
  if (code === 'aborted' || code === 'rate_limited') {
    // What was ended here begins anew at once; what is ended again and again does not run in a circle.
    const dueAt =
      code === 'aborted'
        ? Math.max(moment.now, state.lanes[lane].startedAt + ENDED_GAP_MS)
        : moment.now + nextDelay(LANE, 1, moment.chance);
    return withLane(state, lane, { ...state.lanes[lane], dueAt, running: false });
  }
  if (lane === 'identity') {
    const isHeard = state.reach.kind === 'live' && state.heardAt > state.lanes.identity.startedAt;
    const isLocal = code === 'store_failed' && state.reach.kind === 'live';
    if (isLocal || (code === 'timeout' && isHeard)) return limited(state, lane, moment);
    return unreached(state, code, moment);
  }
  const delay = nextDelay(LANE, failures + 1, moment.chance);
  const resting = withLane(state, lane, {
    ...state.lanes[lane],
    dueAt: moment.now + delay,
    running: false,
    failures: failures + 1,
  });
  // A connection that is kept for long breaks for more reasons than that the server is away.
  return doubted(resting, isLong(lane) && code === 'unreachable' ? 'timeout' : code, moment);
}

function isLong(lane: Lane): boolean {
  return lane === 'stream' || lane === 'import';
}

/**
 * Too many requests, and no word on when there may be more, or a slow line on which others were answered: the lane waits longer
 * each time.
 */
function limited(state: SyncState, lane: Lane, { now, chance }: Moment): SyncState {
  const failures = state.lanes[lane].failures + 1;
  return withLane(state, lane, {
    ...state.lanes[lane],
    dueAt: now + nextDelay(LANE, failures, chance),
    running: false,
    failures,
  });
}

/** `/integration/me` was not answered: nothing else is tried until it is. */
function unreached(state: SyncState, code: FailureCode, moment: Moment): SyncState {
  const failures = state.lanes.identity.failures + 1;
  const shape = NEEDS_PATIENCE.has(code) ? REFUSED_PROBE : PROBE;
  const isScarce = requestsLeftFor(state, 'identity', moment.now) <= PROBES_LEFT_FOR_LATER;
  const delay = nextDelay(shape, failures, moment.chance);
  return withLane({ ...state, reach: { kind: 'offline', why: code } }, 'identity', {
    ...state.lanes.identity,
    dueAt: moment.now + (isScarce ? Math.max(delay, SPREAD_PROBE_MS) : delay),
    failures,
  });
}

/** Another request failed in a way that may not be its own: ask `/integration/me` at once; a closed port needs no asking. */
function doubted(state: SyncState, code: FailureCode, moment: Moment): SyncState {
  if (state.reach.kind !== 'live') return state;
  if (code === 'unreachable' || isOfCertificate(code)) {
    return unreached(state, code, moment);
  }
  if (!DOUBTS.has(code)) return state;
  const doubting = dueNow(state, 'identity', moment);
  const asksEvents = MAY_BE_WITHDRAWN.has(code) && state.lanes.events.failures === 0;
  return asksEvents ? dueNow(doubting, 'events', moment) : doubting;
}

function dueNow(state: SyncState, lane: Lane, { now }: Moment): SyncState {
  return withLane(state, lane, {
    ...state.lanes[lane],
    dueAt: Math.min(state.lanes[lane].dueAt, now),
  });
}

function withLane(state: SyncState, lane: Lane, next: LaneState): SyncState {
  return { ...state, lanes: { ...state.lanes, [lane]: next } };
}

function mapLanes(state: SyncState, change: (lane: LaneState) => LaneState): SyncState {
  return lanes.reduce((from, lane) => withLane(from, lane, change(from.lanes[lane])), state);
}

function isOfCertificate(code: FailureCode): boolean {
  return code === 'certificate_not_trusted' || code === 'certificate_changed';
}
