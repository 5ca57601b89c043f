import type { Heartbeat } from '../../../shared/contract/scanner.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { ScannerCapability } from '../../../shared/contract/scanner.ts';
import type { SyncMode } from '../../../shared/station/api.ts';
import { isToldToWait } from '../../core/sync/sync-machine.ts';
import {
  offeredLanes,
  type FailureCode,
  type Lane,
  type OfferedLane,
  type SyncState,
} from '../../core/sync/sync-state.ts';
import type { ExchangeNotes, Remote } from '../../ports/remote.ts';
import type {
  EventRecord,
  IdentityRecord,
  OrganiserKeys,
  RowsWritten,
} from '../../ports/replica.ts';
import { mayReadTickets, type HeardAccess } from '../access.ts';
import type { Choices } from '../choices.ts';
import type { DeskKeeper } from '../desk-keeper.ts';
import type { Admissions } from '../door/admissions.ts';
import type { Freshness } from '../freshness.ts';
import type { LastRunKeeper } from '../last-run-keeper.ts';
import type { Enrolment } from '../enrolment.ts';
import type { StationClock } from '../station-clock.ts';
import type { StationPorts } from '../station-ports.ts';
import type { StationPeers } from '../peers/station-peers.ts';
import type { OpenForQuestion } from '../server-questions.ts';
import type { Warnings } from '../warnings.ts';
import { ForeignPages } from './foreign-pages.ts';
import type { LaneContext, LaneNews, LaneStep } from './lane-context.ts';
import { LaneSteps } from './run-lane.ts';
import { healthOf, standingOf } from './send-heartbeat.ts';
import { syncIntervals } from './sync-intervals.ts';
import { SyncRunner } from './sync-runner.ts';

export interface StationSyncParts {
  readonly ports: StationPorts;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly lastRun: LastRunKeeper;
  readonly warnings: Warnings;
  readonly admissions: Admissions;
  readonly freshness: Freshness;
  readonly enrolment: () => Enrolment;
  readonly keeper: () => DeskKeeper;
  readonly peers: () => StationPeers;
  /** A statement came that this station was revoked. It is to be checked. */
  readonly revoked: (statement: string) => void;
  /** Something that the screens show is different. */
  readonly changed: () => void;
  /** A step of the engine is over: the warnings about clocks and stores may have changed. */
  readonly stepped: () => void;
}

const ALIVE_EVERY_MS = 500;

const NOTHING_HEARD: HeardAccess = { identity: null, events: null };

/** The station's side of the sync engine: gives each lane what it works on, and passes on what it learned. */
export class StationSync {
  readonly #parts: StationSyncParts;
  readonly #steps = new LaneSteps();
  readonly #runner: SyncRunner;
  readonly #foreignPages: ForeignPages;
  #offlineSince: Instant | null = null;
  /** In this run. */
  #overRedeemed = 0;
  #setupAt: Instant | null = null;
  #heard: HeardAccess = NOTHING_HEARD;
  #aliveAt = 0;
  /** As the last heartbeat said it. */
  #standing: string | null = null;
  #expected: { readonly event: string; readonly rows: number } | null = null;

  constructor(parts: StationSyncParts) {
    const { clock, choices, enrolment } = parts;
    const { timers, random, intervals } = parts.ports;
    this.#parts = parts;
    this.#foreignPages = new ForeignPages(parts.warnings);
    this.#runner = new SyncRunner({
      clock,
      timers,
      random,
      intervals: syncIntervals(intervals),
      mode: choices.current.mode,
      lastRun: parts.lastRun,
      run: (lane) => this.#runLane(lane),
      ended: (lane, step) => {
        this.#foreignPages.note(lane, step);
        if (step.revocation !== undefined) parts.revoked(step.revocation);
        this.tellStanding();
      },
      abort: () => enrolment().remote?.abort(),
      changed: (before, after) => this.#stepped(before, after),
    });
  }

  get state(): SyncState {
    return this.#runner.state;
  }

  get offlineSince(): Instant | null {
    return this.#offlineSince;
  }

  get nextAttemptMs(): number | null {
    return this.#runner.nextAttemptMs;
  }

  /** What the server said of this station since it was started, or connected to another server. */
  get heard(): HeardAccess {
    return this.#heard;
  }

  get setupAt(): Instant | null {
    return this.#setupAt;
  }

  /** How many tickets the server said the event has, for the progress of a first import. */
  expectedRows(event: string | null): number | null {
    return this.#expected?.event === event ? (this.#expected?.rows ?? null) : null;
  }

  enrolled(): void {
    this.#steps.forget();
    this.#foreignPages.forget();
    this.#heard = NOTHING_HEARD;
    this.#runner.send({ kind: 'enrolled' });
    this.tellUnsent();
  }

  /** This station belongs to no server any more. */
  left(): void {
    this.#foreignPages.forget();
    this.#heard = NOTHING_HEARD;
    this.#runner.send({ kind: 'left' });
  }

  eventChanged(): void {
    this.#setupAt = null;
    const hasEvent = this.#parts.keeper().desk !== null;
    this.#runner.send({ kind: 'event_changed', hasEvent });
    this.tellUnsent();
  }

  /** Where a station stands and that it has its data is not left for the next heartbeat in turn: until then a list of stations would say neither. */
  tellStanding(): void {
    if (!this.state.offered.includes('heartbeat')) return;
    if (this.#standingNow() === this.#standing) return;
    this.#runner.send({ kind: 'noticed', lanes: ['heartbeat'] });
  }

  modeChanged(mode: SyncMode): void {
    this.#runner.send({ kind: 'mode_changed', mode });
  }

  syncNow(): void {
    this.#steps.wakeScans();
    this.#runner.send({ kind: 'sync_now' });
  }

  /** Other scopes or events: what was refused may be taken now. */
  regranted(): void {
    const { journal, logger } = this.#parts.ports;
    logger.info({}, 'this client may see other events or has other scopes');
    journal.offerAgain(null);
    this.tellUnsent();
    this.#steps.wakeScans();
    this.#runner.send({ kind: 'regranted' });
  }

  /** Rows that were set aside wait in the queue again. */
  offeredAgain(): void {
    this.tellUnsent();
    this.syncNow();
  }

  /** A verdict was written: it wants to be sent. */
  appended(): void {
    this.#runner.send({ kind: 'appended' });
  }

  tellUnsent(): void {
    const organiser = this.#parts.choices.current.organiser?.reference;
    const { journal } = this.#parts.ports;
    const { identity } = this.#parts.enrolment();
    const takesRedemptions = identity?.capabilities.includes('scanner.redemptions') === true;
    const unsent =
      organiser !== undefined &&
      (journal.pending(organiser, 1).length > 0 ||
        (takesRedemptions && journal.pendingRedemptions(organiser, 1).length > 0));
    this.#runner.send({ kind: 'unsent_changed', unsent });
    this.#parts.changed();
  }

  /** The server to ask for a single ticket: live, within the budget, and one that lets this client read it. */
  openForLookup(): Remote | null {
    const { identity, remote } = this.#parts.enrolment();
    return mayReadTickets(identity) && this.#runner.mayLookUp ? remote : null;
  }

  /** A null capability: every server has it. */
  openForQuestion(capability: ScannerCapability | null): OpenForQuestion {
    const { identity, remote } = this.#parts.enrolment();
    if (remote === null || !this.#runner.mayLookUp) return 'closed';
    if (capability === null) return remote;
    return identity?.capabilities.includes(capability) === true ? remote : 'not_offered';
  }

  lookupSent(): void {
    this.#runner.send({ kind: 'lookup_sent' });
  }

  lookupAnswered(
    failure: FailureCode | null,
    retryAfterMs: number | null,
    notes: ExchangeNotes,
  ): void {
    if (notes.clock !== null) this.#parts.clock.learn(notes.clock);
    const spending = { requests: notes.requests, left: notes.budget, retryAfterMs };
    this.#runner.send({ kind: 'lookup_answered', failure, spending });
  }

  close(): Promise<void> {
    return this.#runner.close();
  }

  /** Resolves when nothing that came from the server is still being written. */
  idle(): Promise<void> {
    return this.#runner.idle();
  }

  #runLane(lane: Lane): Promise<LaneStep> {
    const { ports, clock, keeper, freshness } = this.#parts;
    const { remote, identity } = this.#parts.enrolment();
    if (remote === null) throw new Error('expected a server before a lane runs');
    const { replica, journal, logger } = ports;
    const event = keeper().desk?.event ?? null;
    const heard = this.#newsFrom(remote);
    const context: LaneContext = {
      remote,
      replica,
      journal,
      clock,
      freshness,
      logger,
      event,
      identity,
      isLive: this.state.reach.kind === 'live',
      maySpare: () => this.#runner.mayLookUp,
      heard,
      lacksVenueKeys: (of) => this.#parts.peers().lacksKeys(of),
      health: () => {
        this.#standing = this.#standingNow();
        return this.#health();
      },
    };
    return this.#steps.run(lane, context);
  }

  #standingNow(): string {
    const { ports, keeper, freshness } = this.#parts;
    return standingOf({ desk: keeper().desk, replica: ports.replica, freshness });
  }

  #health(): Heartbeat {
    const { ports, clock, keeper, warnings, freshness } = this.#parts;
    const { replica, journal } = ports;
    const health = healthOf({
      desk: keeper().desk,
      replica,
      freshness,
      journal,
      clock,
      warnings: warnings.list(),
      keys: ports.keys ?? null,
    });
    return { ...health, ...this.#parts.peers().health() };
  }

  /** Answers of a server, or about an event, that this station has left meanwhile change nothing. */
  #newsFrom(remote: Remote): LaneNews {
    const { keeper } = this.#parts;
    const { generation } = this.state;
    return {
      identity: async ({ organiser_keys: keys, ...identity }) => {
        const enrolment = this.#parts.enrolment();
        if (remote !== enrolment.remote) return true;
        if (!(await enrolment.heardIdentity(identity))) return false;
        if (remote !== enrolment.remote) return true;
        this.#heard = { ...this.#heard, identity };
        this.#keepKeys(keys);
        this.#runner.send({ kind: 'offers_changed', offered: offeredBy(identity) });
        this.tellUnsent();
        return true;
      },
      events: (events, added) => {
        if (remote !== this.#parts.enrolment().remote) return;
        this.#heardEvents(events);
        if (added.length > 0) this.regranted();
      },
      setup: (event) => this.#heardSetup(event),
      venueKeys: (event, keys) => {
        if (event === keeper().desk?.event) this.#parts.peers().heardKeys(event, keys);
      },
      rows: (event, written) => this.#heardRows(event, written),
      due: (lanes) => this.#runner.send({ kind: 'noticed', lanes }),
      alive: (lane, notes) => this.#heardAlive({ lane, generation, notes }),
      total: (event, rows) => {
        this.#expected = { event, rows };
        this.#parts.changed();
      },
      sent: () => this.tellUnsent(),
      overRedeemed: (count) => {
        this.#overRedeemed += count;
        const times = this.#overRedeemed;
        this.#parts.warnings.raise({ code: 'over_redeemed', times });
      },
    };
  }

  #heardEvents(events: readonly EventRecord[]): void {
    this.#heard = { ...this.#heard, events };
    if (this.#parts.ports.enrolment !== undefined) this.#parts.keeper().chooseFirstEvent();
    this.#parts.changed();
  }

  #heardSetup(event: string): void {
    const keeper = this.#parts.keeper();
    if (event !== keeper.desk?.event) return;
    this.#setupAt = this.#parts.clock.now();
    this.#keepKeys(this.#parts.ports.replica.setup(event)?.organiser_keys);
    keeper.reload();
    this.#parts.peers().settle();
  }

  /** On the disk, because they are needed when neither the server nor the replica is there; before the first row comes, because a revocation may follow it. */
  #keepKeys(known: OrganiserKeys | undefined): void {
    const { ports, choices, enrolment } = this.#parts;
    const organiser = choices.current.organiser?.reference;
    const { clientId } = enrolment();
    if (known === undefined || organiser === undefined || clientId === null) return;
    try {
      ports.keys?.remember({ client_id: clientId, organiser, ...known });
    } catch (error) {
      ports.logger.warn({ error: String(error) }, 'the keys of the organiser could not be kept');
    }
  }

  /** Once in a while is enough to know that a long answer still comes; its head says more. */
  #heardAlive({
    lane,
    generation,
    notes,
  }: {
    readonly lane: 'stream' | 'import';
    readonly generation: number;
    readonly notes: ExchangeNotes | null;
  }): void {
    const now = this.#parts.clock.monotonicMs();
    if (notes === null && now - this.#aliveAt < ALIVE_EVERY_MS) return;
    this.#aliveAt = now;
    if (notes !== null && notes.clock !== null) this.#parts.clock.learn(notes.clock);
    this.#runner.send({ kind: 'heard', lane, generation, left: notes?.budget ?? null });
  }

  #heardRows(event: string, written: RowsWritten): void {
    const { keeper, admissions, clock, warnings, changed, ports } = this.#parts;
    if (event !== keeper().desk?.event) return;
    admissions.countRows(written, clock.now());
    const { replica } = ports;
    const whole =
      replica.snapshot(event) === null &&
      (['tickets', 'scans'] as const).every(
        (list) => replica.position(event, list).pointer !== null,
      );
    if (whole) {
      warnings.clear('replica_rebuilt');
      warnings.clear('replica_missing');
    }
    changed();
  }

  #stepped(before: SyncState, after: SyncState): void {
    const wasAway = this.#offlineSince !== null;
    const away =
      after.mode === 'offline' ||
      after.reach.kind === 'offline' ||
      isToldToWait(after, this.#parts.clock.monotonicMs());
    if (before.reach.kind !== 'live' && after.reach.kind === 'live') this.#steps.wakeScans();
    if (!away) this.#offlineSince = null;
    else this.#offlineSince ??= this.#parts.clock.now();
    const isShown = shownOf(before) !== shownOf(after) || before.reach !== after.reach;
    if (isShown || wasAway !== away) this.#parts.changed();
    this.#parts.stepped();
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
