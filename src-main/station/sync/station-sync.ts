import { assertNever } from '../../../shared/assert-never.ts';
import type { Heartbeat, ScannerCapability } from '../../../shared/contract/scanner.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { SyncMode } from '../../../shared/station/state.ts';
import { freshBudget, spentBefore } from '../../core/request-budget.ts';
import { nextAttemptAt } from '../../core/sync/dispatch-lanes.ts';
import { isToldToWait, mayLookUp, stepSync } from '../../core/sync/sync-machine.ts';
import {
  offeredLanes,
  startSync,
  type FailureCode,
  type Intervals,
  type Lane,
  type OfferedLane,
  type SyncCommand,
  type SyncEvent,
  type SyncState,
} from '../../core/sync/sync-state.ts';
import type { ExchangeNotes, Remote } from '../../ports/remote.ts';
import type { IdentityRecord } from '../../ports/replica.ts';
import type { Choices } from '../choices.ts';
import type { DeskKeeper } from '../desk-keeper.ts';
import type { Enrolment } from '../enrolment.ts';
import type { Freshness } from '../freshness.ts';
import type { LastRunKeeper } from '../last-run-keeper.ts';
import type { StationPeers } from '../peers/station-peers.ts';
import type { StationClock } from '../station-clock.ts';
import type { StationEmitter } from '../station-events.ts';
import type { PollIntervals, StationPorts } from '../station-ports.ts';
import type { Warnings } from '../warnings.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { LaneSteps } from './run-lane.ts';
import { healthOf, standingOf } from './send-heartbeat.ts';
import type { ServerNews } from './server-news.ts';

export interface StationSyncParts {
  readonly ports: StationPorts;
  readonly events: StationEmitter;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly lastRun: LastRunKeeper;
  readonly warnings: Warnings;
  readonly freshness: Freshness;
  readonly enrolment: Enrolment;
  readonly keeper: DeskKeeper;
  readonly peers: StationPeers;
  readonly news: ServerNews;
}

const ALIVE_EVERY_MS = 500;

/**
 * The station's side of the sync engine. One round of it is here, from top to bottom:
 *
 * 1. Something happens: a scan was written, a timer rings, a person asks, an answer came (`#send`).
 * 2. The machine in `core/sync` says what follows from it: lanes to run, requests to end, when to wake (`#execute`).
 * 3. A lane makes one step: at most one page or one batch (`#runLane`; what each lane does is in `run-lane.ts`).
 * 4. Its result is settled: the clock is corrected, and the machine hears what it cost and how it ended (`#settle`, back to 1).
 *
 * The machine's state is `connecting` until a server first answers, `live` while it does, and `offline` after it did not; a person may
 * hold it offline (`mode`). What the server said on the way is taken in by `ServerNews`.
 */
export class StationSync {
  readonly #parts: StationSyncParts;
  readonly #steps = new LaneSteps();
  readonly #running = new Set<Promise<void>>();
  #state: SyncState;
  #offlineSince: Instant | null = null;
  /** When a long answer was last heard of, monotonic milliseconds. */
  #aliveAt = 0;
  /** Where the last heartbeat said that this station stands. */
  #standing: string | null = null;
  #cancelTimer: () => void = () => undefined;
  #closed = false;

  constructor(parts: StationSyncParts) {
    const { clock, choices, lastRun, events, ports } = parts;
    this.#parts = parts;
    const earlier = lastRun.requestsOfLastRun(clock.deviceNow(), clock.monotonicMs());
    const budget = earlier === null ? freshBudget : spentBefore(earlier.count, earlier.at);
    this.#state = { ...startSync(intervalsOf(ports.intervals), choices.current.mode), budget };

    events.on('enrolled', () => this.#enrolled());
    events.on('left', () => this.#send({ kind: 'left' }));
    events.on('regranted', () => this.#regranted());
    events.on('identity_read', (identity) => {
      this.#send({ kind: 'offers_changed', offered: offeredBy(identity) });
      this.#noteUnsent();
    });
    events.on('replica_rebuilt', () => this.#eventChanged());
    events.on('desk_changed', (_desk, what) => {
      if (what.event) this.#eventChanged();
      this.#tellStanding();
    });
    events.on('outcome', ({ kind, repeated }) => {
      const isWritten = kind === 'admitted' || kind === 'denied';
      if (isWritten && !repeated) this.#send({ kind: 'appended' });
    });
    events.on('redeemed', () => this.#send({ kind: 'appended' }));
    events.on('lanes_due', (lanes) => this.#send({ kind: 'noticed', lanes }));
    events.on('uploads_settled', () => this.#noteUnsent());
  }

  get state(): SyncState {
    return this.#state;
  }

  get offlineSince(): Instant | null {
    return this.#offlineSince;
  }

  /** Monotonic milliseconds. */
  get nextAttemptMs(): number | null {
    return nextAttemptAt(this.#state, this.#parts.clock.monotonicMs());
  }

  /** Whether a request outside the lanes may leave now. */
  get mayAsk(): boolean {
    return !this.#closed && mayLookUp(this.#state, this.#parts.clock.monotonicMs());
  }

  modeChanged(mode: SyncMode): void {
    this.#send({ kind: 'mode_changed', mode });
  }

  syncNow(): void {
    this.#steps.wakeScans();
    this.#send({ kind: 'sync_now' });
  }

  /** Rows that were set aside wait in the queue again. */
  offeredAgain(): void {
    this.#noteUnsent();
    this.syncNow();
  }

  /** A request outside the lanes leaves. */
  questionSent(): void {
    this.#send({ kind: 'lookup_sent' });
  }

  questionAnswered(
    failure: FailureCode | null,
    retryAfterMs: number | null,
    notes: ExchangeNotes,
  ): void {
    if (notes.clock !== null) this.#parts.clock.learn(notes.clock);
    const spending = { requests: notes.requests, left: notes.budget, retryAfterMs };
    this.#send({ kind: 'lookup_answered', failure, spending });
  }

  /** Resolves when nothing that came from the server is still being written. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Ends what is in flight and waits until every step has come to its end. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer();
    this.#abort();
    await Promise.all(this.#running);
    const { clock, lastRun } = this.#parts;
    lastRun.close(this.#state.budget, clock.deviceNow(), clock.monotonicMs());
  }

  #send(event: SyncEvent): void {
    if (this.#closed) return;
    const { clock, lastRun, ports } = this.#parts;
    const before = this.#state;
    const now = clock.monotonicMs();
    const step = stepSync(before, event, { now, chance: ports.random.fraction() });
    this.#state = step.state;
    if (before.budget !== step.state.budget) {
      lastRun.spending(step.state.budget, clock.deviceNow(), clock.monotonicMs());
    }
    step.commands.forEach((command) => this.#execute(command));
    this.#showStep(before, this.#state);
  }

  #execute(command: SyncCommand): void {
    switch (command.kind) {
      case 'run': {
        const { lane, generation } = command;
        const running = this.#runLane(lane, generation).finally(() =>
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

  async #runLane(lane: Lane, generation: number): Promise<void> {
    const { remote } = this.#parts.enrolment;
    if (remote === null) throw new Error('expected a server before a lane runs');
    const step = await this.#steps.run(lane, this.#contextOf(remote, generation));
    this.#settle(lane, generation, step);
  }

  #contextOf(remote: Remote, generation: number): LaneContext {
    const { ports, events, clock, keeper, freshness, enrolment, peers, news } = this.#parts;
    const { replica, journal, logger } = ports;
    return {
      remote,
      replica,
      journal,
      clock,
      freshness,
      logger,
      events,
      event: keeper.desk?.event ?? null,
      identity: enrolment.identity,
      isLive: this.#state.reach.kind === 'live',
      isCurrent: () => remote === enrolment.remote,
      maySpare: () => this.mayAsk,
      takeIdentity: (identity) => news.takeIdentity(remote, identity),
      alive: (lane, notes) => this.#heardAlive(lane, generation, notes),
      lacksVenueKeys: (event) => peers.lacksKeys(event),
      health: () => this.#health(),
    };
  }

  #settle(lane: Lane, generation: number, step: LaneStep): void {
    const { clock, events, news } = this.#parts;
    const { result, notes, retryAfterMs, revocation } = step;
    news.noteForeignPage(lane, step);
    if (revocation !== undefined) events.emit('revocation_claimed', revocation);
    this.#tellStanding();
    if (notes.clock !== null) clock.learn(notes.clock);
    const spending = { requests: notes.requests, left: notes.budget, retryAfterMs };
    this.#send({ kind: 'answered', lane, generation, result, spending });
  }

  /** Once in a while is enough to know that a long answer still comes; its head says more. */
  #heardAlive(lane: 'stream' | 'import', generation: number, notes: ExchangeNotes | null): void {
    const { clock } = this.#parts;
    const now = clock.monotonicMs();
    if (notes === null && now - this.#aliveAt < ALIVE_EVERY_MS) return;
    this.#aliveAt = now;
    if (notes !== null && notes.clock !== null) clock.learn(notes.clock);
    this.#send({ kind: 'heard', lane, generation, left: notes?.budget ?? null });
  }

  #showStep(before: SyncState, after: SyncState): void {
    const { clock, events } = this.#parts;
    const wasAway = this.#offlineSince !== null;
    const isAway =
      after.mode === 'offline' ||
      after.reach.kind === 'offline' ||
      isToldToWait(after, clock.monotonicMs());
    if (before.reach.kind !== 'live' && after.reach.kind === 'live') this.#steps.wakeScans();
    if (!isAway) this.#offlineSince = null;
    else this.#offlineSince ??= clock.now();
    const isShown = shownOf(before) !== shownOf(after) || before.reach !== after.reach;
    if (isShown || wasAway !== isAway) events.emit('changed');
    events.emit('sync_stepped');
  }

  #enrolled(): void {
    this.#steps.forget();
    this.#send({ kind: 'enrolled' });
    this.#noteUnsent();
  }

  #eventChanged(): void {
    const hasEvent = this.#parts.keeper.desk !== null;
    this.#send({ kind: 'event_changed', hasEvent });
    this.#noteUnsent();
  }

  /** Other scopes or events: what was refused may be taken now. */
  #regranted(): void {
    const { journal, logger } = this.#parts.ports;
    logger.info({}, 'this client may see other events or has other scopes');
    journal.offerAgain(null);
    this.#noteUnsent();
    this.#steps.wakeScans();
    this.#send({ kind: 'regranted' });
  }

  #noteUnsent(): void {
    const { ports, choices, enrolment, events } = this.#parts;
    const { journal } = ports;
    const organiser = choices.current.organiser?.reference;
    const takesRedemptions =
      enrolment.identity?.capabilities.includes('scanner.redemptions') === true;
    const unsent =
      organiser !== undefined &&
      (journal.pending(organiser, 1).length > 0 ||
        (takesRedemptions && journal.pendingRedemptions(organiser, 1).length > 0));
    this.#send({ kind: 'unsent_changed', unsent });
    events.emit('changed');
  }

  /** Where a station stands and that it has its data is not left for the next heartbeat in turn: until then a list of stations would say neither. */
  #tellStanding(): void {
    if (!this.#state.offered.includes('heartbeat')) return;
    if (this.#standingNow() === this.#standing) return;
    this.#send({ kind: 'noticed', lanes: ['heartbeat'] });
  }

  #standingNow(): string {
    const { ports, keeper, freshness } = this.#parts;
    return standingOf({ desk: keeper.desk, replica: ports.replica, freshness });
  }

  #health(): Heartbeat {
    const { ports, clock, keeper, warnings, freshness, peers } = this.#parts;
    const { replica, journal, keys = null } = ports;
    this.#standing = this.#standingNow();
    const health = healthOf({
      desk: keeper.desk,
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

const CAPABILITY_OF: Readonly<Record<OfferedLane, ScannerCapability>> = {
  stream: 'scanner.stream',
  heartbeat: 'scanner.heartbeat',
  order_lines: 'scanner.order_lines',
  import: 'scanner.snapshot',
};

function offeredBy({ capabilities }: IdentityRecord): readonly OfferedLane[] {
  return offeredLanes.filter((lane) => capabilities.includes(CAPABILITY_OF[lane]));
}

/** What the screens show of the machine beside its reach. */
function shownOf({ mode, lanes }: SyncState): string {
  return `${mode} ${lanes.identity.running}`;
}

const DEFAULT_INTERVALS: PollIntervals = { scansMs: 5_000, ticketsMs: 15_000, setupMs: 60_000 };
/** Scans that come quickly share a push. */
const PUSH_GAP_MS = 1_000;
const HEARTBEAT_MS = 30_000;
/** A stream that ended is opened again. */
const STREAM_GAP_MS = 1_000;
/** Whether there is anything to import is checked when something changes, and this often besides. */
const IMPORT_LOOK_MS = 30_000;
const DRIFT_MS = 600_000;

function intervalsOf(polled: PollIntervals = DEFAULT_INTERVALS): Intervals {
  return {
    identity: polled.setupMs,
    push: PUSH_GAP_MS,
    scans: polled.scansMs,
    setup: polled.setupMs,
    events: polled.setupMs,
    heartbeat: polled.heartbeatMs ?? HEARTBEAT_MS,
    tickets: polled.ticketsMs,
    order_lines: polled.ticketsMs,
    stream: STREAM_GAP_MS,
    import: IMPORT_LOOK_MS,
    drift: polled.driftMs ?? DRIFT_MS,
  };
}
