import type { Instant } from '../../shared/instant.ts';
import type { ScanOutcome, StationMessage, StationRequest } from '../../shared/station/api.ts';
import { minuteOf } from '../core/arrivals.ts';
import type { Lane, SyncState } from '../core/sync/sync-state.ts';
import type { PageApplied } from '../ports/replica.ts';
import { AnsweredRequests } from './answered-requests.ts';
import { Choices } from './choices.ts';
import { describeState } from './describe-state.ts';
import { DeskKeeper } from './desk-keeper.ts';
import { Admissions } from './door/admissions.ts';
import { ScanQueue } from './door/scan-queue.ts';
import { ScanTicket } from './door/scan-ticket.ts';
import { TicketLookup } from './door/ticket-lookup.ts';
import { Enrolment } from './enrolment.ts';
import { runCommand } from './run-command.ts';
import { StatePublisher } from './state-publisher.ts';
import { StationClock } from './station-clock.ts';
import type { StationPorts } from './station-ports.ts';
import type { StationReply } from './station.ts';
import type { LaneContext, LaneStep } from './sync/lane-context.ts';
import { LaneSteps } from './sync/run-lane.ts';
import { SyncRunner } from './sync/sync-runner.ts';
import { syncIntervals } from './sync/sync-intervals.ts';
import { Warnings } from './warnings.ts';

const RECENT = 50;
const REMEMBERED_REQUESTS = 1_000;
/** How often the clocks are compared and the minute is looked at. */
const TICK_MS = 5_000;

/** Wires the parts of a station together: what one of them learns, the others are told here. */
export class StationCore {
  readonly #ports: StationPorts;
  readonly #clock: StationClock;
  readonly #choices: Choices;
  readonly #warnings: Warnings;
  readonly #admissions: Admissions;
  readonly #publisher: StatePublisher;
  readonly #requests: AnsweredRequests<StationReply>;
  readonly #scanTicket: ScanTicket;
  readonly #queue: ScanQueue;
  readonly #steps = new LaneSteps();
  readonly #enrolment: Enrolment;
  readonly #runner: SyncRunner;
  readonly #keeper: DeskKeeper;
  #offlineSince: Instant | null = null;
  #expectedRows: { readonly event: string; readonly rows: number } | null = null;
  #setupAt: Instant | null = null;
  #minute = 0;
  #cancelTick: () => void = () => undefined;
  #rebuilding: Promise<void> | null = null;
  #closed = false;

  constructor(ports: StationPorts) {
    const { replica, journal, timers, random, logger } = ports;
    this.#ports = ports;
    this.#clock = new StationClock(ports.clock);
    this.#choices = new Choices(ports.settings);
    this.#warnings = new Warnings(() => this.#publisher.changed());
    this.#admissions = new Admissions(replica, journal);
    this.#requests = new AnsweredRequests(journal.recentRequests(REMEMBERED_REQUESTS));
    this.#publisher = new StatePublisher({
      timers,
      monotonicMs: () => this.#clock.monotonicMs(),
      compose: (revision) => this.#describe(revision),
    });
    this.#scanTicket = new ScanTicket({
      clock: this.#clock,
      random,
      replica,
      journal,
      admissions: this.#admissions,
      choices: this.#choices,
      warnings: this.#warnings,
    });
    const lookup = new TicketLookup({
      replica,
      timers,
      logger,
      open: () => this.#openForLookup(),
      sent: () => this.#runner.send({ kind: 'lookup_sent' }),
      answered: (failure, retryAfterMs, notes) => {
        if (notes.clock !== null) this.#clock.learn(notes.clock);
        const spending = { requests: notes.requests, left: notes.budget, retryAfterMs };
        this.#runner.send({ kind: 'lookup_answered', failure, spending });
      },
      stored: (totals) => {
        this.#admissions.countTotals(totals);
        this.#publisher.changed();
      },
    });
    this.#queue = new ScanQueue({
      scanTicket: this.#scanTicket,
      lookup,
      replica,
      show: (outcome) => this.#show(outcome),
      wasRecorded: (id) => this.#requests.wasRecorded(id),
    });
    this.#enrolment = new Enrolment({
      openRemote: ports.openRemote,
      secrets: ports.secrets,
      choices: this.#choices,
      replica,
      journal,
      warnings: this.#warnings,
      enrolled: () => this.#enrolled(),
      moved: () => this.#keeper.reload(),
    });
    this.#runner = new SyncRunner({
      clock: this.#clock,
      timers,
      random,
      intervals: syncIntervals(ports.intervals),
      mode: this.#choices.current.mode,
      run: (lane) => this.#runLane(lane),
      abort: () => this.#enrolment.remote?.abort(),
      changed: (before, after) => this.#syncChanged(before, after),
    });
    this.#keeper = new DeskKeeper({
      choices: this.#choices,
      replica,
      admissions: this.#admissions,
      clock: this.#clock,
      settled: () => this.#queue.idle(),
      changed: (what) => this.#deskChanged(what),
    });
  }

  async begin(): Promise<void> {
    this.#keeper.reload();
    this.#warnOfStores();
    this.#tick();
    await this.#enrolment.begin(this.#ports.enrolment ?? null);
  }

  handle(request: StationRequest): Promise<StationReply> {
    return this.#requests.once(request, () => this.#run(request));
  }

  welcome(): StationMessage {
    return {
      kind: 'welcome',
      state: this.#publisher.state(),
      recent: this.#ports.journal.recent(RECENT),
    };
  }

  subscribe(listener: (message: StationMessage) => void): () => void {
    return this.#publisher.subscribe(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelTick();
    await this.#runner.close();
    await this.#queue.idle();
    await this.#rebuilding;
    this.#publisher.close();
    await this.#enrolment.close();
    await this.#ports.replica.close();
    this.#ports.journal.close();
  }

  async #run(request: StationRequest): Promise<StationReply> {
    try {
      if (this.#closed) throw new Error('the station is closed');
      const result = await runCommand(request, {
        keeper: this.#keeper,
        queue: this.#queue,
        enrolment: this.#enrolment,
        choices: this.#choices,
        runner: this.#runner,
        monotonicMs: () => this.#clock.monotonicMs(),
        changed: () => this.#publisher.changed(),
      });
      return { kind: 'reply', id: request.id, result };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#ports.logger.error(
        { command: request.command.kind, error: message },
        'a command failed',
      );
      return {
        kind: 'reply',
        id: request.id,
        result: { ok: false, code: 'station.failed', message },
      };
    }
  }

  /** The outcome goes out before anything else is set in motion by it. */
  #show(outcome: ScanOutcome): void {
    this.#publisher.outcome(outcome);
    this.#publisher.changed();
    if (!outcome.repeated && (outcome.kind === 'admitted' || outcome.kind === 'denied')) {
      this.#runner.send({ kind: 'unsent_changed', unsent: true });
    }
    this.#repairReplica();
  }

  #openForLookup() {
    const { identity, remote } = this.#enrolment;
    const permitted = identity === null || identity.scopes.includes('tickets:read');
    return permitted && this.#runner.mayLookUp ? remote : null;
  }

  #enrolled(): void {
    this.#steps.forget();
    this.#runner.send({ kind: 'enrolled' });
    this.#tellUnsent();
  }

  #deskChanged(what: { readonly event: boolean; readonly place: boolean }): void {
    if (what.event || what.place) this.#scanTicket.forgetReads();
    if (what.event) {
      this.#setupAt = null;
      this.#runner.send({ kind: 'event_changed', hasEvent: this.#keeper.desk !== null });
      this.#tellUnsent();
    }
    this.#publisher.changed();
  }

  #runLane(lane: Lane): Promise<LaneStep> {
    const { remote, identity } = this.#enrolment;
    if (remote === null) throw new Error('expected a server before a lane runs');
    const { replica, journal, logger } = this.#ports;
    const event = this.#keeper.desk?.event ?? null;
    const context: LaneContext = {
      remote,
      replica,
      journal,
      clock: this.#clock,
      logger,
      event,
      identity,
      heard: {
        identity: async (heard) => {
          if (remote !== this.#enrolment.remote) return true;
          return await this.#enrolment.heardIdentity(heard);
        },
        events: () => this.#heardEvents(),
        setup: (of) => this.#heardSetup(of),
        page: (of, applied) => this.#heardPage(of, applied),
        total: (of, rows) => {
          this.#expectedRows = { event: of, rows };
          this.#publisher.changed();
        },
        sent: () => this.#tellUnsent(),
      },
    };
    return this.#steps.run(lane, context);
  }

  #heardEvents(): void {
    if (this.#ports.enrolment !== undefined) this.#keeper.chooseFirstEvent();
    this.#publisher.changed();
  }

  #heardSetup(event: string): void {
    if (event !== this.#keeper.desk?.event) return;
    this.#setupAt = this.#clock.now();
    this.#keeper.reload();
  }

  #heardPage(event: string, applied: PageApplied): void {
    if (event !== this.#keeper.desk?.event) return;
    this.#admissions.countPage(applied, this.#clock.now());
    if (applied.position.pointer !== null) this.#warnings.clear('replica_rebuilt');
    this.#publisher.changed();
  }

  #tellUnsent(): void {
    const organiser = this.#choices.current.organiser?.reference;
    const unsent = organiser !== undefined && this.#ports.journal.pending(organiser, 1).length > 0;
    this.#runner.send({ kind: 'unsent_changed', unsent });
    this.#publisher.changed();
  }

  #syncChanged(before: SyncState, after: SyncState): void {
    const away = after.mode === 'offline' || after.reach.kind === 'offline';
    if (!away) this.#offlineSince = null;
    else this.#offlineSince ??= this.#clock.now();
    if (before.reach !== after.reach || before.mode !== after.mode) this.#publisher.changed();
    this.#warnOfClock();
    this.#repairReplica();
  }

  #describe(revision: number) {
    const event = this.#keeper.desk?.event;
    return describeState(
      {
        clock: this.#clock,
        replica: this.#ports.replica,
        journal: this.#ports.journal,
        admissions: this.#admissions,
        settings: this.#choices.current,
        desk: this.#keeper.desk,
        serverUrl: this.#enrolment.serverUrl,
        sync: this.#runner.state,
        offlineSince: this.#offlineSince,
        expectedRows:
          this.#expectedRows?.event === event ? (this.#expectedRows?.rows ?? null) : null,
        setupAt: this.#setupAt,
        warnings: this.#warnings.list(),
      },
      revision,
    );
  }

  #tick(): void {
    const minute = minuteOf(this.#clock.now());
    if (minute !== this.#minute) this.#publisher.changed();
    this.#minute = minute;
    this.#warnOfClock();
    this.#repairReplica();
    this.#cancelTick = this.#ports.timers.after(TICK_MS, () => this.#tick());
  }

  #warnOfClock(): void {
    if (this.#clock.isOff) {
      const seconds = Math.round(Math.abs(this.#clock.offsetMs()) / 1000);
      this.#warnings.raise(
        'clock_off',
        `This device's clock is ${seconds} s off. Scans carry the corrected time.`,
      );
    } else this.#warnings.clear('clock_off');
    if (this.#clock.jumped) {
      this.#warnings.raise(
        'clock_jumped',
        "This device's clock was changed. Scans carry the time as it would have been.",
      );
    } else this.#warnings.clear('clock_jumped');
  }

  #warnOfStores(): void {
    const { replica, journal } = this.#ports;
    if (replica.rebuilt) this.#warnOfReplica();
    if (journal.replaced === null) return;
    const { kept_as: keptAs, salvaged } = journal.replaced;
    this.#warnings.raise(
      'journal_failed',
      `The journal was damaged. ${salvaged} scans were carried over into a new one; the old file is kept as ${keptAs}.`,
    );
  }

  #warnOfReplica(): void {
    this.#warnings.raise(
      'replica_rebuilt',
      "The copy of the server's data was unusable and is being filled again.",
    );
  }

  /** A replica that cannot be read is begun anew; the door goes on with what the server answers meanwhile. */
  #repairReplica(): void {
    if (!this.#ports.replica.damaged || this.#rebuilding !== null || this.#closed) return;
    this.#warnOfReplica();
    this.#ports.logger.error({}, 'the replica is damaged and is rebuilt');
    this.#rebuilding = this.#rebuildReplica().finally(() => {
      this.#rebuilding = null;
    });
  }

  async #rebuildReplica(): Promise<void> {
    try {
      await this.#ports.replica.rebuild();
      this.#keeper.reload();
      this.#keeper.recount();
      this.#runner.send({ kind: 'event_changed', hasEvent: this.#keeper.desk !== null });
      this.#tellUnsent();
    } catch (error) {
      this.#ports.logger.error({ error: String(error) }, 'the replica could not be rebuilt');
    }
  }
}
