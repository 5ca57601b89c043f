// Why: docs/decisions/0015-sync-machine.md
import { assertNever } from '../../../shared/assert-never.ts';
import { failureTraits, type FailureCode } from '../../../shared/station/remote-failure.ts';
import {
  REQUESTS_PER_MINUTE,
  STATION_REQUESTS_PER_MINUTE,
} from '../../../shared/contract/rate-limits.ts';
import { jitter, nextDelay } from '../backoff.ts';
import { CLASS_OF, dispatchChannels, retryAfterUntil } from './dispatch-channels.ts';
import {
  ABORTED_GAP_MS,
  CHANNEL_RETRY,
  LONG_WAIT_MS,
  PROBE,
  PUSH_RETRY,
  REFUSED_PROBE,
  SILENT_MS,
  STREAMING_MS,
} from './intervals.ts';
import {
  assumeLimit,
  completeRequest,
  forgetServer,
  mayRequest,
  spendRequest,
  type RequestCost,
} from './request-budget.ts';
import {
  channels,
  type Channel,
  type ChannelState,
  type OfferedChannel,
  type SyncCommand,
  type SyncEvent,
  type SyncEngineState,
  type SyncStep,
} from './sync-state.ts';

/** Of the identity: a burst may be refused now and then. */
const REFUSED_BEFORE_OFFLINE = 1;

/** Lists whose changes the stream reports. */
const REPORTED_BY_STREAM: ReadonlySet<Channel> = new Set<Channel>([
  'scans',
  'releases',
  'tickets',
  'order_lines',
  'answers',
]);
/** Nothing reported: the server's window may be another one than the station's. */
const NO_REPORT = { left: null, retryAfterMs: null } as const;

export interface StepInput {
  /** Monotonic milliseconds. */
  readonly now: number;
  /** Uniform in [0, 1). */
  readonly chance: number;
}

/**
 * The sync engine's transition function: `(state, event) → {state, commands}`. The runner owns timers and sockets and executes the
 * commands.
 *
 * Connectivity (`reach`): `connecting` → `live` ⇄ `offline`, see `SyncEngineState`. Only `identity` runs unless the server is live.
 *
 * A channel: resting until `dueAt` → running (a command starts it) → done, idle or failed, each with its next `dueAt`. Results of an
 * earlier generation (another server, event or mode) only count for the budget.
 */
export function stepSync(state: SyncEngineState, event: SyncEvent, moment: StepInput): SyncStep {
  const next = takeIn(state, event, moment);
  const dispatched = dispatchChannels(next, moment.now);
  const endsOld = next.generation !== state.generation || leavesSilent(state, next, moment);
  const abort: readonly SyncCommand[] = endsOld ? [{ kind: 'abort' }] : [];
  return { state: dispatched.state, commands: [...abort, ...dispatched.commands] };
}

/** The server is back: requests that have waited since before it was unreachable will hardly be answered, and are repeated. */
function leavesSilent(
  before: SyncEngineState,
  after: SyncEngineState,
  { now }: StepInput,
): boolean {
  if (before.reach.kind !== 'offline' || after.reach.kind !== 'live') return false;
  return channels.some(
    (channel) =>
      after.channels[channel].running && now - after.channels[channel].startedAt >= SILENT_MS,
  );
}

/** Whether a ticket may be looked up right now, outside the channels. */
export function mayLookUp(state: SyncEngineState, now: number): boolean {
  return (
    state.enrolled &&
    state.mode === 'automatic' &&
    state.reach.kind === 'live' &&
    mayRequest(state.budget, now, CLASS_OF.lookup)
  );
}

/** Whether the server has asked us to wait for so long that screens should say so. */
export function isThrottled(state: SyncEngineState, now: number): boolean {
  return retryAfterUntil(state, now) !== null;
}

function takeIn(state: SyncEngineState, event: SyncEvent, moment: StepInput): SyncEngineState {
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
      return allDue(probedAgain(state, moment), moment);
    // Not requested by a person: the server's request to wait still holds.
    case 'regranted':
      return allDue(state, moment);
    case 'noticed':
      return noticed(state, event.channels, moment);
    case 'received':
      return receivedBetween(state, event, moment);
    case 'wake':
      return state;
    case 'answered':
      return answered(state, event, moment);
    case 'probe_sent':
      return { ...state, budget: spendRequest(state.budget, moment.now, CLASS_OF.identity) };
    case 'probe_answered':
      return spent(state, 'identity', { ...NO_REPORT, requests: event.requests }, moment);
    case 'lookup_sent':
      return { ...state, budget: spendRequest(state.budget, moment.now, CLASS_OF.lookup) };
    case 'lookup_answered': {
      const received = receivedFrom(state, event.failure, moment);
      const counted = spent(received, 'lookup', event.cost, moment);
      // That no such ticket exists is a response, too.
      if (event.failure === null || event.failure === 'not_found') return counted;
      return doubted(counted, event.failure, moment);
    }
    default:
      return assertNever(event);
  }
}

/** A person does not want to wait as long as the server asked: one request finds out whether it still must. */
function probedAgain(state: SyncEngineState, { now }: StepInput): SyncEngineState {
  const isBlocked = now < state.budget.blockedUntil || isThrottled(state, now);
  return isBlocked
    ? { ...unblocked(state), reach: { kind: 'offline', why: 'rate_limited' } }
    : state;
}

function unblocked(state: SyncEngineState): SyncEngineState {
  return { ...state, budget: forgetServer(state.budget), waitsUntil: 0 };
}

/** A new scan does not wait as long as scans that the server refused. */
function appended(state: SyncEngineState, moment: StepInput): SyncEngineState {
  const { push } = state.channels;
  const unsent = { ...state, unsent: true };
  const isResting = push.failures === 0 && push.dueAt > moment.now + 2 * state.intervals.push;
  return isResting ? dueNow(unsent, 'push', moment) : unsent;
}

function restarted(state: SyncEngineState): SyncEngineState {
  const resting = mapChannels(state, (channel) => ({ ...channel, walking: false }));
  return { ...resting, generation: state.generation + 1 };
}

function allDue(state: SyncEngineState, { now }: StepInput): SyncEngineState {
  return mapChannels(state, (channel) => ({ ...channel, dueAt: now, failures: 0 }));
}

/** What is offered now was not polled before. A server with a scanner surface has a limit of its own for stations. */
function offersChanged(
  state: SyncEngineState,
  offered: readonly OfferedChannel[],
  moment: StepInput,
): SyncEngineState {
  const isNew = (channel: Channel) => !state.offered.some((known) => known === channel);
  const limit = offered.length > 0 ? STATION_REQUESTS_PER_MINUTE : REQUESTS_PER_MINUTE;
  return offered.filter(isNew).reduce((from, channel) => dueNow(from, channel, moment), {
    ...state,
    offered,
    budget: assumeLimit(state.budget, limit),
  });
}

function answered(
  state: SyncEngineState,
  event: Extract<SyncEvent, { kind: 'answered' }>,
  moment: StepInput,
): SyncEngineState {
  const hasResponse = event.cost.requests > 0;
  const failure = event.result.kind === 'failed' ? event.result.code : null;
  const received =
    hasResponse && !isLong(event.channel) ? receivedFrom(state, failure, moment) : state;
  const streaming = state.streaming && event.channel !== 'stream';
  const ended = withChannel(
    { ...spent(received, event.channel, event.cost, moment), streaming },
    event.channel,
    { ...state.channels[event.channel], running: false },
  );
  if (event.generation !== state.generation) return ended;
  const isDropped = state.streaming && !streaming && failure !== 'aborted';
  const counted = isDropped ? dueNow({ ...ended, dropped: true }, 'identity', moment) : ended;
  if (event.result.kind === 'failed') {
    const { code } = event.result;
    if (code === 'rate_limited' && isAway(state, event.channel))
      return unreached(counted, code, moment);
    if (code === 'rate_limited' && (event.cost.retryAfterMs ?? 0) <= LONG_WAIT_MS)
      return limitedBriefly(counted, event.channel, moment);
    return failed(
      counted,
      event.channel,
      { code, brokeOff: hasResponse || isLong(event.channel) },
      moment,
    );
  }
  const { nextInMs } = event.result;
  if (event.cost.requests === 0) return idle(counted, event.channel, nextInMs, moment);
  return done(counted, event.channel, nextInMs, moment);
}

function receivedFrom(
  state: SyncEngineState,
  failure: FailureCode | null,
  { now }: StepInput,
): SyncEngineState {
  const isSilence = failure !== null && failureTraits[failure].silent === true;
  return isSilence ? state : { ...state, receivedAt: now, dropped: false };
}

function spent(
  state: SyncEngineState,
  by: Channel | 'lookup',
  cost: RequestCost,
  { now }: StepInput,
): SyncEngineState {
  const waitMs = cost.retryAfterMs ?? 0;
  return {
    ...state,
    budget: completeRequest(state.budget, now, CLASS_OF[by], cost),
    waitsUntil: waitMs > LONG_WAIT_MS ? Math.max(state.waitsUntil, now + waitMs) : state.waitsUntil,
  };
}

/** There was nothing to request, so nothing was learned about the server. */
function idle(
  state: SyncEngineState,
  channel: Channel,
  nextInMs: number | null,
  moment: StepInput,
): SyncEngineState {
  const dueAt = dueNext(state, channel, nextInMs, moment);
  return withChannel(state, channel, { ...state.channels[channel], dueAt });
}

/** The server was unreachable and now asks us to wait: the screen shows the latter. */
function isAway({ reach }: SyncEngineState, channel: Channel): boolean {
  return channel === 'identity' && reach.kind !== 'live';
}

/** Any usable response proves that the server is reachable; its return makes everything due. */
function done(
  state: SyncEngineState,
  channel: Channel,
  nextInMs: number | null,
  moment: StepInput,
): SyncEngineState {
  const dueAt = dueNext(state, channel, nextInMs, moment);
  const rest = { dueAt, running: false, failures: 0, walking: nextInMs === 0 };
  const rested = (from: SyncEngineState) =>
    withChannel(from, channel, { ...from.channels[channel], ...rest });
  // The end of a long response says how the connection was, not how it is.
  if (state.reach.kind === 'live' || isLong(channel)) {
    return rested(state.channels[channel].failures > 0 ? recovered(state, channel, moment) : state);
  }
  return rested(allDue({ ...state, reach: { kind: 'live' } }, moment));
}

/** Changes noticed while the channel ran do not wait for its interval. */
function dueNext(
  state: SyncEngineState,
  channel: Channel,
  nextInMs: number | null,
  moment: StepInput,
): number {
  const { now, chance } = moment;
  const rested = now + (nextInMs ?? jitter(intervalOf(state, channel), chance));
  const { noticed } = state.channels[channel];
  return noticed ? Math.min(rested, afterNotice(state, channel, now)) : rested;
}

function intervalOf({ intervals, streaming }: SyncEngineState, channel: Channel): number {
  return streaming && REPORTED_BY_STREAM.has(channel)
    ? Math.max(intervals[channel], STREAMING_MS)
    : intervals[channel];
}

/** A failed channel keeps its pause; a resting one runs, but not right after its last run. */
function noticed(
  state: SyncEngineState,
  due: readonly Channel[],
  { now }: StepInput,
): SyncEngineState {
  return due.reduce((from, channel) => {
    const { failures, running, walking, dueAt } = from.channels[channel];
    if (failures > 0) return from;
    const next = Math.min(dueAt, afterNotice(from, channel, now));
    return withChannel(from, channel, {
      ...from.channels[channel],
      dueAt: next,
      noticed: running || walking,
    });
  }, state);
}

function afterNotice(
  { channels: states, intervals }: SyncEngineState,
  channel: Channel,
  now: number,
): number {
  return Math.max(now, states[channel].startedAt + intervals.notice);
}

/** Data of a response in progress proves that the server is reachable. Changes from before the stream was open are polled. */
function receivedBetween(
  state: SyncEngineState,
  { channel, generation, cost }: Extract<SyncEvent, { kind: 'received' }>,
  moment: StepInput,
): SyncEngineState {
  const counted = cost === null ? state : spent(state, channel, cost, moment);
  const received = { ...counted, receivedAt: moment.now, dropped: false };
  const opens = channel === 'stream' && generation === state.generation && !state.streaming;
  return opens
    ? noticed({ ...received, streaming: true }, [...REPORTED_BY_STREAM], moment)
    : received;
}

/** Whatever the channel lacked may since have been granted: identity and events are requested again. */
function recovered(state: SyncEngineState, channel: Channel, moment: StepInput): SyncEngineState {
  if (channel === 'identity') return state;
  const asking = dueNow(state, 'identity', moment);
  const saysNothing = channel === 'push' || channel === 'events' || channel === 'heartbeat';
  return saysNothing ? asking : dueNow(asking, 'events', moment);
}

/** `brokeOff`: the server may have received the request; a long-lived one breaks for more reasons than that the server is unreachable. */
function failed(
  state: SyncEngineState,
  channel: Channel,
  { code, brokeOff }: { readonly code: FailureCode; readonly brokeOff: boolean },
  moment: StepInput,
): SyncEngineState {
  const { failures } = state.channels[channel];
  if (code === 'aborted' || code === 'rate_limited') {
    // Requests aborted here are repeated immediately, but not in an endless loop.
    const dueAt =
      code === 'aborted'
        ? Math.max(moment.now, state.channels[channel].startedAt + ABORTED_GAP_MS)
        : moment.now + nextDelay(CHANNEL_RETRY, 1, moment.chance);
    return withChannel(state, channel, { ...state.channels[channel], dueAt, running: false });
  }
  if (channel === 'identity') {
    const isAlive =
      state.reach.kind === 'live' && state.receivedAt > state.channels.identity.startedAt;
    const isLocal = code === 'store_failed' && state.reach.kind === 'live';
    if (isLocal || (code === 'timeout' && isAlive)) return limited(state, channel, moment);
    return unreached(state, code, moment);
  }
  const shape = channel === 'push' ? PUSH_RETRY : CHANNEL_RETRY;
  const delay = nextDelay(shape, failures + 1, moment.chance);
  const resting = withChannel(state, channel, {
    ...state.channels[channel],
    dueAt: moment.now + delay,
    running: false,
    failures: failures + 1,
  });
  // What breaks off one request may let others pass: only a refused connection proves that the server is unreachable.
  return doubted(resting, brokeOff && code === 'unreachable' ? 'timeout' : code, moment);
}

function isLong(channel: Channel): boolean {
  return channel === 'stream' || channel === 'import';
}

/** Refused for no stated time or a short one. If nothing is answered, again and again, the server is not called live. */
function limitedBriefly(
  state: SyncEngineState,
  channel: Channel,
  moment: StepInput,
): SyncEngineState {
  const isRefused = state.channels.identity.failures >= REFUSED_BEFORE_OFFLINE;
  if (channel === 'identity' && isRefused) return unreached(state, 'rate_limited', moment);
  const resting = limited(state, channel, moment);
  return channel === 'identity' ? resting : dueNow(resting, 'identity', moment);
}

/** Too many requests, or a slow line on which others were answered: the channel waits longer each time. */
function limited(
  state: SyncEngineState,
  channel: Channel,
  { now, chance }: StepInput,
): SyncEngineState {
  const failures = state.channels[channel].failures + 1;
  return withChannel(state, channel, {
    ...state.channels[channel],
    dueAt: now + nextDelay(CHANNEL_RETRY, failures, chance),
    running: false,
    failures,
  });
}

/** `/integration/me` got no usable response: nothing else is tried until it does. */
function unreached(state: SyncEngineState, code: FailureCode, moment: StepInput): SyncEngineState {
  const failures = state.channels.identity.failures + 1;
  const shape = failureTraits[code].probedRarely ? REFUSED_PROBE : PROBE;
  const delay = nextDelay(shape, failures, moment.chance);
  return withChannel({ ...state, reach: { kind: 'offline', why: code } }, 'identity', {
    ...state.channels.identity,
    dueAt: moment.now + delay,
    failures,
  });
}

/** Another request failed for a reason that may not be its own: request `/integration/me` immediately. A closed port needs no such check. */
function doubted(state: SyncEngineState, code: FailureCode, moment: StepInput): SyncEngineState {
  if (state.reach.kind !== 'live') return state;
  const { reach } = failureTraits[code];
  if (reach === undefined) return state;
  if (reach === 'lost') return unreached(state, code, moment);
  const doubting = dueNow(state, 'identity', moment);
  // The event may have been withdrawn from this client.
  const asksEvents = code === 'not_found' && state.channels.events.failures === 0;
  return asksEvents ? dueNow(doubting, 'events', moment) : doubting;
}

function dueNow(state: SyncEngineState, channel: Channel, { now }: StepInput): SyncEngineState {
  return withChannel(state, channel, {
    ...state.channels[channel],
    dueAt: Math.min(state.channels[channel].dueAt, now),
  });
}

function withChannel(
  state: SyncEngineState,
  channel: Channel,
  next: ChannelState,
): SyncEngineState {
  return { ...state, channels: { ...state.channels, [channel]: next } };
}

function mapChannels(
  state: SyncEngineState,
  change: (channel: ChannelState) => ChannelState,
): SyncEngineState {
  return channels.reduce(
    (from, channel) => withChannel(from, channel, change(from.channels[channel])),
    state,
  );
}
