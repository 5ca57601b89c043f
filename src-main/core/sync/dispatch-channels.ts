import { STREAM_HEARTBEAT_MS } from '../../../shared/resources/event-stream.ts';
import {
  nextRequestAt,
  PROBES_PER_WINDOW,
  requestsLeft,
  spendRequest,
  type Guarantees,
} from '../request-budget.ts';
import {
  channels,
  offeredChannels,
  type Channel,
  type OfferedChannel,
  type SyncCommand,
  type SyncEngineState,
  type SyncStep,
} from './sync-state.ts';

/**
 * Half of the window is reserved for a walk of the tickets in progress, minus what the scanner surface needs: people who scan meanwhile
 * must not stop it.
 */
const IMPORT_SHARE = 59;

/** Nothing has arrived for this long: slow lines and large pages take less. */
export const SILENT_MS = 4_000;

/** Without any data for so long an open stream is given up. */
export const STREAM_SILENCE_MS = 2.5 * STREAM_HEARTBEAT_MS;

/** A shorter wait is over before anybody could read about it. */
export const LONG_WAIT_MS = 5_000;

/**
 * The share of each channel in any window. Scans are sent and received every few seconds, however long an import takes and however many
 * unknown tickets are looked up; those share the rest.
 */
function guaranteesOf(state: SyncEngineState): Guarantees {
  const surface = Object.fromEntries(
    state.offered.map((channel) => [channel, channel === 'order_lines' ? 4 : 2]),
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
    tickets: state.channels.tickets.walking ? IMPORT_SHARE - taken : 6,
  };
}

/** How many requests a channel, or a lookup, may send now. */
export function requestsLeftFor(
  state: SyncEngineState,
  by: Channel | 'lookup',
  now: number,
): number {
  return requestsLeft(state.budget, now, by, guaranteesOf(state));
}

/** Starts every channel that is due and has budget, the most important first, and says when to look again. */
export function dispatchChannels(state: SyncEngineState, now: number): SyncStep {
  const commands: SyncCommand[] = [];
  let current = doubtSilence(state, now);
  for (const channel of channels) {
    if (!isRunnable(current, channel) || current.channels[channel].dueAt > now) continue;
    if (requestsLeftFor(current, channel, now) === 0) continue;
    current = begin(current, channel, now);
    commands.push({ kind: 'run', channel, generation: current.generation });
  }
  commands.push({ kind: 'wake_at', at: nextWake(current, now) });
  return { state: current, commands };
}

/**
 * Whether the last answer is recent enough to call the server reachable. `asking`: a stream broke off, or an answer is overdue, and the
 * server is being asked. `out_of_requests`: it would be, but none is left in the window.
 */
export type Certainty = 'certain' | 'asking' | 'out_of_requests';

export function certaintyOf(state: SyncEngineState, now: number): Certainty {
  if (state.reach.kind !== 'live') return 'certain';
  if (!state.dropped && now < answerOverdueAt(state)) return 'certain';
  return requestsLeftFor(state, 'identity', now) === 0 ? 'out_of_requests' : 'asking';
}

/** When something should have arrived: a poll or a heartbeat of the stream, and the probe after it. */
function answerOverdueAt({ receivedAt, streaming, hasEvent, intervals }: SyncEngineState): number {
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
function whenSilent({ reach, channels: of, receivedAt }: SyncEngineState): number | null {
  if (reach.kind !== 'live' || of.identity.running) return null;
  // A stream waits for no response: it notices its own silence.
  const asking = channels.filter((channel) => channel !== 'stream' && of[channel].running);
  const started = asking.map((channel) => of[channel].startedAt);
  return started.length === 0 ? null : Math.max(Math.min(...started), receivedAt) + SILENT_MS;
}

function begin(state: SyncEngineState, channel: Channel, now: number): SyncEngineState {
  const of = state.channels[channel];
  // A later page of a walk does not include changes noticed after its first page.
  const noticed = of.walking && of.noticed;
  return {
    ...state,
    budget: spendRequest(state.budget, now, channel),
    channels: {
      ...state.channels,
      [channel]: { ...of, running: true, startedAt: now, noticed },
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
  const overdueAt = answerOverdueAt(state);
  const isAwaited = state.reach.kind === 'live' && waitsUntil === null;
  if (isAwaited && overdueAt > now) times.push(overdueAt);
  return times.length === 0 ? null : Math.min(...times);
}

function nextStart(state: SyncEngineState, channel: Channel, now: number): number {
  const mayLeaveAt = nextRequestAt(state.budget, now, channel, guaranteesOf(state));
  return Math.max(state.channels[channel].dueAt, mayLeaveAt);
}
