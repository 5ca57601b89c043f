import { mayRequest, nextRequestAt, spendRequest, type RequestClass } from './request-budget.ts';
import { LONG_WAIT_MS, SILENT_MS, STREAM_SILENCE_MS } from './intervals.ts';
import {
  channels,
  offeredChannels,
  type Channel,
  type OfferedChannel,
  type SyncCommand,
  type SyncEngineState,
  type SyncStep,
} from './sync-state.ts';

export const CLASS_OF: Readonly<Record<Channel | 'lookup', RequestClass>> = {
  identity: 'urgent',
  push: 'urgent',
  stream: 'urgent',
  scans: 'urgent',
  releases: 'urgent',
  lookup: 'urgent',
  setup: 'routine',
  events: 'routine',
  heartbeat: 'routine',
  tickets: 'routine',
  order_lines: 'routine',
  answers: 'routine',
  import: 'routine',
};

/**
 * Starts every channel that is due and has budget, and says when to look again. The one that has not run for longest goes first: a long walk
 * or queue does not hold up others of its class.
 */
export function dispatchChannels(state: SyncEngineState, now: number): SyncStep {
  const commands: SyncCommand[] = [];
  let current = doubtSilence(state, now);
  const started = (channel: Channel) => current.channels[channel].startedAt;
  for (const channel of channels.toSorted((one, other) => started(one) - started(other))) {
    if (!isRunnable(current, channel) || current.channels[channel].dueAt > now) continue;
    if (!mayRequest(current.budget, now, CLASS_OF[channel])) continue;
    current = begin(current, channel, now);
    commands.push({ kind: 'run', channel, generation: current.generation });
  }
  commands.push({ kind: 'wake_at', at: nextWake(current, now) });
  return { state: current, commands };
}

/** Whether the last answer is too old to call the server reachable, or the stream broke off: the server is being asked. */
export function isInDoubt(state: SyncEngineState, now: number): boolean {
  return state.reach.kind === 'live' && (state.dropped || now >= responseOverdueAt(state));
}

/** When something should have arrived: a poll or a heartbeat of the stream, and the probe after it. */
function responseOverdueAt({
  receivedAt,
  streaming,
  hasEvent,
  intervals,
}: SyncEngineState): number {
  const polledMs = hasEvent ? Math.min(intervals.scans, intervals.identity) : intervals.identity;
  const expectedMs = streaming ? STREAM_SILENCE_MS : 2 * polledMs;
  return receivedAt + expectedMs + 2 * SILENT_MS;
}

/** When a server that is unreachable, or has asked us to wait, is tried again; null if neither applies, and during an attempt. */
export function nextAttemptAt(state: SyncEngineState, now: number): number | null {
  if (state.reach.kind === 'live') return retryAfterUntil(state, now);
  if (state.reach.kind !== 'offline' || !isRunnable(state, 'identity')) return null;
  return nextStart(state, 'identity', now);
}

/** Until when the server has asked us to wait, by `Retry-After` or an empty window; null unless the wait is long. */
export function retryAfterUntil(
  { waitsUntil, budget }: SyncEngineState,
  now: number,
): number | null {
  const { server } = budget;
  const isEmpty = server !== null && server.remaining === 0 && server.until - now > LONG_WAIT_MS;
  const until = isEmpty ? Math.max(waitsUntil, server.until) : waitsUntil;
  return now < until ? until : null;
}

/** Probes a server that has been silent for a while: the requests in progress may take much longer. */
function doubtSilence(state: SyncEngineState, now: number): SyncEngineState {
  const silentAt = whenSilent(state);
  if (silentAt === null || now < silentAt) return state;
  const identity = {
    ...state.channels.identity,
    dueAt: Math.min(state.channels.identity.dueAt, now),
  };
  return { ...state, channels: { ...state.channels, identity } };
}

/** When requests in progress will have been silent for that long; null if a probe is already running. */
function whenSilent({ reach, channels: states, receivedAt }: SyncEngineState): number | null {
  if (reach.kind !== 'live' || states.identity.running) return null;
  // A stream waits for no response: it notices its own silence.
  const asking = channels.filter((channel) => channel !== 'stream' && states[channel].running);
  const started = asking.map((channel) => states[channel].startedAt);
  return started.length === 0 ? null : Math.max(Math.min(...started), receivedAt) + SILENT_MS;
}

function begin(state: SyncEngineState, channel: Channel, now: number): SyncEngineState {
  const current = state.channels[channel];
  // A later page of a walk does not include changes noticed after its first page.
  const noticed = current.walking && current.noticed;
  return {
    ...state,
    budget: spendRequest(state.budget, now, CLASS_OF[channel]),
    channels: {
      ...state.channels,
      [channel]: { ...current, running: true, startedAt: now, noticed },
    },
  };
}

function isRunnable(state: SyncEngineState, channel: Channel): boolean {
  if (!state.enrolled || state.mode === 'offline' || state.channels[channel].running) return false;
  if (channel === 'identity') return true;
  if (state.reach.kind !== 'live') return false;
  if (channel === 'push') return state.unsent;
  if (isSurface(channel) && !state.offered.includes(channel)) return false;
  return channel === 'events' || channel === 'heartbeat' || state.hasEvent;
}

function isSurface(channel: Channel): channel is OfferedChannel {
  return offeredChannels.some((offered) => offered === channel);
}

function nextWake(state: SyncEngineState, now: number): number | null {
  const times = channels
    .filter((channel) => isRunnable(state, channel))
    .map((channel) => nextStart(state, channel, now));
  const waitsUntil = retryAfterUntil(state, now);
  if (waitsUntil !== null) times.push(waitsUntil);
  const silentAt = whenSilent(state);
  if (silentAt !== null && silentAt > now) times.push(silentAt);
  const overdueAt = responseOverdueAt(state);
  const isAwaited = state.reach.kind === 'live' && waitsUntil === null;
  if (isAwaited && overdueAt > now) times.push(overdueAt);
  return times.length === 0 ? null : Math.min(...times);
}

function nextStart(state: SyncEngineState, channel: Channel, now: number): number {
  const { dueAt } = state.channels[channel];
  return Math.max(dueAt, nextRequestAt(state.budget, Math.max(now, dueAt), CLASS_OF[channel]));
}
