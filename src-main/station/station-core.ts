import type { ScanOutcome, StationMessage, StationRequest } from '../../shared/station/api.ts';
import { AnsweredRequests } from './answered-requests.ts';
import { Choices } from './choices.ts';
import { ClockWatch } from './clock-watch.ts';
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
import { shownReplica, type ShownReplica } from './shown-replica.ts';
import { StoreKeeper } from './store-keeper.ts';
import { StationSync } from './sync/station-sync.ts';
import { Warnings } from './warnings.ts';

const RECENT = 50;
const REMEMBERED_REQUESTS = 1_000;

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
  readonly #enrolment: Enrolment;
  readonly #keeper: DeskKeeper;
  readonly #sync: StationSync;
  readonly #stores: StoreKeeper;
  readonly #shown: ShownReplica;
  readonly #clockWatch: ClockWatch;
  #closed = false;

  constructor(ports: StationPorts) {
    const { replica, journal, timers, random, logger } = ports;
    const changed = () => this.#publisher.changed();
    this.#ports = ports;
    this.#clock = new StationClock(ports.clock);
    this.#choices = new Choices(ports.settings);
    this.#warnings = new Warnings(changed, ports.logger);
    this.#admissions = new Admissions(replica, journal);
    this.#shown = shownReplica(replica);
    this.#requests = new AnsweredRequests(journal.recentRequests(REMEMBERED_REQUESTS));
    const own = {
      replica,
      journal,
      random,
      timers,
      logger,
      clock: this.#clock,
      choices: this.#choices,
      warnings: this.#warnings,
      admissions: this.#admissions,
    };
    this.#publisher = new StatePublisher({
      timers,
      monotonicMs: () => this.#clock.monotonicMs(),
      compose: (revision) => this.#describe(revision),
    });
    this.#stores = new StoreKeeper({ ...own, rebuilt: () => this.#rebuilt() });
    this.#clockWatch = new ClockWatch({
      ...own,
      ticked: (minuteChanged) => {
        if (minuteChanged) changed();
        this.#stores.probe();
      },
    });
    this.#sync = new StationSync({
      ...own,
      ports,
      changed,
      enrolment: () => this.#enrolment,
      keeper: () => this.#keeper,
      stepped: () => {
        this.#clockWatch.warn();
        this.#stores.tend();
      },
    });
    this.#scanTicket = new ScanTicket(own);
    this.#queue = new ScanQueue({
      scanTicket: this.#scanTicket,
      replica,
      show: (outcome) => this.#show(outcome),
      wasRecorded: (id) => this.#requests.wasRecorded(id),
      lookup: new TicketLookup({
        ...own,
        open: () => this.#sync.openForLookup(),
        sent: () => this.#sync.lookupSent(),
        answered: (failure, retryAfterMs, notes) =>
          this.#sync.lookupAnswered(failure, retryAfterMs, notes),
        stored: (totals) => {
          this.#admissions.countTotals(totals);
          changed();
        },
      }),
    });
    this.#enrolment = new Enrolment({
      ...own,
      openRemote: ports.openRemote,
      secrets: ports.secrets,
      enrolled: () => this.#sync.enrolled(),
      moved: () => this.#keeper.reload(),
    });
    this.#keeper = new DeskKeeper({
      ...own,
      settled: () => this.#queue.idle(),
      changed: (what) => {
        if (what.event || what.place) this.#scanTicket.forgetReads();
        if (what.event) this.#sync.eventChanged();
        changed();
      },
    });
  }

  async begin(): Promise<void> {
    this.#keeper.reload();
    this.#stores.tellOpening();
    this.#clockWatch.begin();
    await this.#enrolment.begin(this.#ports.enrolment ?? null);
  }

  handle(request: StationRequest): Promise<StationReply> {
    return this.#requests.once(request, () => this.#run(request));
  }

  welcome(): StationMessage {
    const recent = this.#stores.recent(RECENT);
    return { kind: 'welcome', state: this.#publisher.state(), recent };
  }

  subscribe(listener: (message: StationMessage) => void): () => void {
    return this.#publisher.subscribe(listener);
  }

  /** Lets what is under way come to its end, then closes the stores. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#clockWatch.close();
    await this.#sync.close();
    await this.#queue.idle();
    await this.#stores.close();
    this.#publisher.close();
    await this.#enrolment.close();
    await this.#ports.replica.close();
    this.#ports.journal.close();
  }

  async #run(request: StationRequest): Promise<StationReply> {
    const { id } = request;
    try {
      if (this.#closed) throw new Error('the station is closed');
      const result = await runCommand(request, {
        keeper: this.#keeper,
        queue: this.#queue,
        enrolment: this.#enrolment,
        choices: this.#choices,
        sync: this.#sync,
        monotonicMs: () => this.#clock.monotonicMs(),
        changed: () => this.#publisher.changed(),
      });
      return { kind: 'reply', id, result };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const { kind } = request.command;
      this.#ports.logger.error({ command: kind, error: message }, 'a command failed');
      return { kind: 'reply', id, result: { ok: false, code: 'station.failed', message } };
    }
  }

  /** The outcome goes out before anything else is set in motion by it. */
  #show(outcome: ScanOutcome): void {
    this.#publisher.outcome(outcome);
    this.#publisher.changed();
    const judged = outcome.kind === 'admitted' || outcome.kind === 'denied';
    if (judged && !outcome.repeated) this.#sync.appended();
    this.#stores.tend();
  }

  #rebuilt(): void {
    this.#keeper.reload();
    this.#keeper.recount();
    this.#sync.eventChanged();
  }

  #describe(revision: number) {
    const { desk } = this.#keeper;
    return describeState(
      {
        clock: this.#clock,
        replica: this.#shown,
        journal: this.#ports.journal,
        admissions: this.#admissions,
        settings: this.#choices.current,
        desk,
        serverUrl: this.#enrolment.serverUrl,
        sync: this.#sync.state,
        offlineSince: this.#sync.offlineSince,
        expectedRows: this.#sync.expectedRows(desk?.event ?? null),
        setupAt: this.#sync.setupAt,
        warnings: this.#warnings.list(),
      },
      revision,
    );
  }
}
