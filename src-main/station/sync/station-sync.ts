import { assertNever } from '../../../shared/assert-never.ts';
import type { Heartbeat } from '../../../shared/resources/stations.ts';
import type { ScannerCapability } from '../../../shared/resources/identity.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { SyncMode } from '../../../shared/station/state.ts';
import { isInDoubt, nextAttemptAt } from '../../core/sync/dispatch-channels.ts';
import { defaultIntervals, OFFER_AGAIN_MS } from '../../core/sync/intervals.ts';
import { isThrottled, mayLookUp, stepSync } from '../../core/sync/sync-machine.ts';
import {
  offeredChannels,
  startSync,
  type Intervals,
  type Channel,
  type OfferedChannel,
  type SyncCommand,
  type SyncEvent,
  type SyncEngineState,
} from '../../core/sync/sync-state.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ResponseMetadata, Remote, RemoteResult } from '../../ports/remote.ts';
import type { Replica } from '../../ports/replica.ts';
import type { StationKeys } from '../../ports/secrets.ts';
import type { Logger, Random, Timers } from '../../ports/system.ts';
import type { IdentityRecord } from '../../../shared/station/records.ts';
import type { Choices } from '../state/choices.ts';
import type { DoorSelector } from '../selection/door-selector.ts';
import type { StationEnrolment } from '../enrolment/station-enrolment.ts';
import type { Freshness } from '../health/freshness.ts';
import type { StationPeers } from '../peers/station-peers.ts';
import type { QuestionLimiter } from '../enrolment/server-questions.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { RaisedWarnings } from '../state/raised-warnings.ts';
import type { StationContext } from './channel-context.ts';
import { ChannelSteps, type FinishedStep } from './run-channel.ts';
import { healthOf, stationStanding } from './push-heartbeat.ts';
import { hasUnsent } from './upload-kinds.ts';
import type { ServerNews } from './server-news.ts';

export interface StationSyncParts {
  readonly ports: {
    readonly journal: Journal;
    readonly replica: Replica;
    readonly keys?: StationKeys;
    readonly timers: Timers;
    readonly random: Random;
    readonly logger: Logger;
    readonly intervals?: Partial<Intervals> | undefined;
  };
  readonly events: StationEmitter;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly warnings: RaisedWarnings;
  readonly freshness: Freshness;
  readonly enrolment: StationEnrolment;
  readonly selector: DoorSelector;
  readonly peers: StationPeers;
  readonly news: ServerNews;
}

const ALIVE_EVERY_MS = 500;

/**
 * Runs the sync engine. One round, from top to bottom:
 * 1. An event: a scan was recorded, a timer fired, a person asked, a response arrived (`#send`).
 * 2. The machine in `core/sync` returns commands: channels to run, requests to abort, when to wake (`#execute`).
 * 3. A channel makes one step: at most one page or one batch (`#runChannel`; what each channel does is in `run-channel.ts`).
 * 4. The step finishes: the clock is corrected, and the machine receives its cost and result (`#finishStep`, back to 1).
 *
 * The machine is `connecting` until a server first answers, `live` while it responds, and `offline` after it did not; a person may hold it
 * offline (`mode`). `ServerNews` applies what the server reports on the way.
 */
export class StationSync implements QuestionLimiter {
  readonly #parts: StationSyncParts;
  readonly #steps = new ChannelSteps();
  readonly #running = new Set<Promise<void>>();
  #state: SyncEngineState;
  #offlineSince: Instant | null = null;
  #inDoubt = false;
  /** In monotonic milliseconds: what the server refused is not offered again earlier. */
  #offersAgainAt = 0;
  /** When data of a long response last arrived, in monotonic milliseconds. */
  #aliveAt = 0;
  /** This station's place and state in the last heartbeat. */
  #standing: string | null = null;
  #cancelTimer: () => void = () => undefined;
  #closed = false;

  constructor(parts: StationSyncParts) {
    const { choices, events, ports } = parts;
    this.#parts = parts;
    const intervals = { ...defaultIntervals, ...ports.intervals };
    this.#state = startSync(intervals, choices.current.mode);

    events.on('enrolled', () => this.#enrolled());
    events.on('probe_sent', () => this.#send({ kind: 'probe_sent' }));
    events.on('probe_answered', (requests) => this.#send({ kind: 'probe_answered', requests }));
    events.on('left', () => this.#send({ kind: 'left' }));
    events.on('regranted', () => this.#regranted());
    events.on('replica_rebuilt', () => this.#eventChanged());
    events.on('selection_changed', (_selection, what) => {
      if (what.event) this.#eventChanged();
      this.#emitStatus();
    });
    events.on('outcome', ({ kind, repeated }) => {
      const isWritten = kind === 'admitted' || kind === 'denied' || kind === 'left';
      if (isWritten && !repeated) this.appended();
    });
  }

  get state(): SyncEngineState {
    return this.#state;
  }

  get offlineSince(): Instant | null {
    return this.#offlineSince;
  }

  /** Monotonic milliseconds. */
  get nextAttemptMs(): number | null {
    return nextAttemptAt(this.#state, this.#parts.clock.monotonicMs());
  }

  /** Whether a request outside the channels may be sent now. */
  get mayAsk(): boolean {
    return !this.#closed && mayLookUp(this.#state, this.#parts.clock.monotonicMs());
  }

  /** A row that is to be uploaded was recorded. */
  appended(): void {
    this.#send({ kind: 'appended' });
  }

  /** These channels have something to do. */
  due(channels: readonly Channel[]): void {
    this.#send({ kind: 'noticed', channels });
  }

  modeChanged(mode: SyncMode): void {
    this.#send({ kind: 'mode_changed', mode });
  }

  syncNow(): void {
    this.#steps.wakeUploads();
    this.#send({ kind: 'sync_now' });
  }

  /** Rows that were set aside are queued again. */
  offeredAgain(): void {
    this.#noteUnsent();
    this.syncNow();
  }

  /** A request outside the channels is sent. */
  questionSent(): void {
    this.#send({ kind: 'lookup_sent' });
  }

  questionAnswered({ metadata, ...result }: RemoteResult<unknown>): void {
    const failure = result.kind === 'failed' ? result.failure : null;
    if (metadata.clock !== null) this.#parts.clock.learn(metadata.clock);
    const retryAfterMs = failure?.retry_after_ms ?? null;
    const cost = { requests: metadata.requests, left: metadata.budget, retryAfterMs };
    this.#send({ kind: 'lookup_answered', failure: failure?.code ?? null, cost });
  }

  /** Resolves when nothing from the server is still being written. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Aborts what is in flight and waits for every step to end. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer();
    this.#abort();
    await Promise.all(this.#running);
  }

  #send(event: SyncEvent): void {
    if (this.#closed) return;
    const { clock, ports } = this.#parts;
    const before = this.#state;
    const now = clock.monotonicMs();
    const step = stepSync(before, event, { now, chance: ports.random.fraction() });
    this.#state = step.state;
    step.commands.forEach((command) => this.#execute(command));
    this.#showStep(before, this.#state);
  }

  #execute(command: SyncCommand): void {
    switch (command.kind) {
      case 'run': {
        const { channel, generation } = command;
        const running = this.#runChannel(channel, generation).finally(() =>
          this.#running.delete(running),
        );
        this.#running.add(running);
        return;
      }
      case 'abort':
        this.#abort();
        return;
      case 'wake_at':
        this.#wakeAt(command.at);
        return;
      default:
        assertNever(command);
    }
  }

  #abort(): void {
    this.#parts.enrolment.remote?.abort();
  }

  #wakeAt(at: number | null): void {
    const { timers } = this.#parts.ports;
    this.#cancelTimer();
    if (at === null) return;
    const delayMs = Math.ceil(at - this.#parts.clock.monotonicMs());
    this.#cancelTimer = timers.after(delayMs, () => this.#send({ kind: 'wake' }));
  }

  async #runChannel(channel: Channel, generation: number): Promise<void> {
    const { remote } = this.#parts.enrolment;
    if (remote === null) throw new Error('expected a server before a channel runs');
    const step = await this.#steps.run(channel, this.#contextOf(remote, generation));
    this.#finishStep(channel, generation, step);
  }

  #contextOf(remote: Remote, generation: number): StationContext {
    const { ports, clock, selector, freshness, enrolment, peers, news } = this.#parts;
    const { replica, journal, logger } = ports;
    return {
      remote,
      replica,
      journal,
      clock,
      freshness,
      logger,
      news,
      event: selector.selection?.event ?? null,
      identity: enrolment.identity,
      isLive: this.#state.reach.kind === 'live',
      isCurrent: () => remote === enrolment.remote,
      maySpare: () => this.mayAsk,
      due: (channels) => this.due(channels),
      uploadsRecorded: () => this.#noteUnsent(),
      takeIdentity: (identity) => news.takeIdentity(remote, identity),
      identityAccepted: () => this.#identityAccepted(),
      areTrusted: (asked, signed) => enrolment.areTrusted(asked, signed),
      takeEpoch: (epoch) => news.takeEpoch(remote, epoch),
      alive: (channel, metadata) => this.#receivedFrom(channel, generation, metadata),
      lacksVenueKeys: (event) => peers.lacksKeys(event),
      health: () => this.#health(),
    };
  }

  #finishStep(channel: Channel, generation: number, step: FinishedStep): void {
    const { events, news } = this.#parts;
    const { result, cost, foreign = null, revocation } = step;
    news.noteForeignPage(channel, foreign, result.kind === 'done');
    if (revocation !== undefined) events.emit('revocation_claimed', revocation);
    this.#emitStatus();
    this.#send({ kind: 'answered', channel, generation, result, cost });
  }

  /** Reporting now and then is enough for a long response that still arrives; its head reports more. */
  #receivedFrom(
    channel: 'stream' | 'import',
    generation: number,
    metadata: ResponseMetadata | null,
  ): void {
    const { clock } = this.#parts;
    const now = clock.monotonicMs();
    if (metadata === null && now - this.#aliveAt < ALIVE_EVERY_MS) return;
    this.#aliveAt = now;
    if (metadata !== null && metadata.clock !== null) clock.learn(metadata.clock);
    const cost = metadata && {
      requests: metadata.requests,
      left: metadata.budget,
      retryAfterMs: null,
    };
    this.#send({ kind: 'received', channel, generation, cost });
  }

  #showStep(before: SyncEngineState, after: SyncEngineState): void {
    const { clock, events } = this.#parts;
    const wasAway = this.#offlineSince !== null;
    const inDoubt = isInDoubt(after, clock.monotonicMs());
    const isOther = inDoubt !== this.#inDoubt;
    this.#inDoubt = inDoubt;
    const isAway =
      after.mode === 'offline' ||
      after.reach.kind === 'offline' ||
      isThrottled(after, clock.monotonicMs());
    if (before.reach.kind !== 'live' && after.reach.kind === 'live') this.#steps.wakeUploads();
    if (!isAway) this.#offlineSince = null;
    else this.#offlineSince ??= clock.now();
    const isShown = shownOf(before) !== shownOf(after) || before.reach !== after.reach;
    if (isShown || isOther || wasAway !== isAway) events.emit('changed');
    events.emit('sync_stepped');
  }

  #enrolled(): void {
    this.#steps.forget();
    this.#send({ kind: 'enrolled' });
    this.#noteUnsent();
  }

  #identityAccepted(): void {
    const { identity } = this.#parts.enrolment;
    if (identity === null) return;
    this.#send({ kind: 'offers_changed', offered: offeredBy(identity) });
    this.#offerRefused();
    this.#noteUnsent();
  }

  #eventChanged(): void {
    const hasEvent = this.#parts.selector.selection !== null;
    this.#send({ kind: 'event_changed', hasEvent });
    this.#noteUnsent();
  }

  /** Scopes or events have changed: refused requests may succeed now. */
  #regranted(): void {
    const { logger } = this.#parts.ports;
    logger.info({}, 'this client may see other events or has other scopes');
    this.#offersAgainAt = 0;
    this.#offerRefused();
    this.#noteUnsent();
    this.#steps.wakeUploads();
    this.#send({ kind: 'regranted' });
  }

  /**
   * What a server refused it may accept later, and nothing need report that: access withdrawn and given back between two polls, a ticket
   * imported late.
   */
  #offerRefused(): void {
    const { ports, clock } = this.#parts;
    const now = clock.monotonicMs();
    if (now < this.#offersAgainAt) return;
    if (ports.journal.offerAgain(null) > 0) this.#offersAgainAt = now + OFFER_AGAIN_MS;
  }

  #noteUnsent(): void {
    const { ports, enrolment, events } = this.#parts;
    const unsent = hasUnsent(ports.journal, enrolment.identity);
    this.#send({ kind: 'unsent_changed', unsent });
    events.emit('changed');
  }

  /** A change of place or readiness does not wait for the next heartbeat: until then the list of stations would show neither. */
  #emitStatus(): void {
    if (!this.#state.offered.includes('heartbeat')) return;
    if (this.#standingNow() === this.#standing) return;
    this.#send({ kind: 'noticed', channels: ['heartbeat'] });
  }

  #standingNow(): string {
    const { ports, selector, freshness } = this.#parts;
    return stationStanding({ selection: selector.selection, replica: ports.replica, freshness });
  }

  #health(): Heartbeat {
    const { ports, clock, selector, warnings, freshness, peers } = this.#parts;
    const { replica, journal, keys = null } = ports;
    this.#standing = this.#standingNow();
    const health = healthOf({
      selection: selector.selection,
      replica,
      freshness,
      journal,
      clock,
      warnings: warnings.list(),
      keys,
    });
    return { ...health, ...peers.health() };
  }
}

const CAPABILITY_OF: Readonly<Record<OfferedChannel, ScannerCapability>> = {
  stream: 'scanner.stream',
  heartbeat: 'scanner.heartbeat',
  releases: 'scanner.releases',
  order_lines: 'scanner.order_lines',
  answers: 'scanner.answers',
  import: 'scanner.snapshot',
};

function offeredBy({ capabilities }: IdentityRecord): readonly OfferedChannel[] {
  return offeredChannels.filter((channel) => capabilities.includes(CAPABILITY_OF[channel]));
}

/** The part of the machine's state that screens show, besides its connectivity. */
function shownOf({ mode, channels }: SyncEngineState): string {
  return `${mode} ${channels.identity.running}`;
}
