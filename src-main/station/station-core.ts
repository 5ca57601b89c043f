import type {
  ScanOutcome,
  StationCommand,
  StationMessage,
  StationRequest,
} from '../../shared/station/api.ts';
import type { AdmissionFact } from '../../shared/verdict/facts.ts';
import { AddOns } from './add-ons.ts';
import { AnsweredRequests } from './answered-requests.ts';
import { BoxOffice } from './box-office.ts';
import { Choices } from './choices.ts';
import { ClockWatch } from './clock-watch.ts';
import { Conflicts } from './conflicts.ts';
import { describeState } from './describe-state.ts';
import { DeskKeeper } from './desk-keeper.ts';
import { Freshness } from './freshness.ts';
import { Admissions } from './door/admissions.ts';
import { CodeVerifier } from './door/code-verifier.ts';
import { ScanQueue } from './door/scan-queue.ts';
import { ScanTicket } from './door/scan-ticket.ts';
import { TicketLookup } from './door/ticket-lookup.ts';
import { Enrolment } from './enrolment.ts';
import { Figures } from './figures.ts';
import { Fleet } from './fleet.ts';
import { Kiosk } from './kiosk.ts';
import { LastRunKeeper } from './last-run-keeper.ts';
import { StationPeers } from './peers/station-peers.ts';
import { StationScanners } from './scanners/station-scanners.ts';
import { Revocation } from './revocation.ts';
import { runCommand } from './run-command.ts';
import { ServerQuestions } from './server-questions.ts';
import { SelfTest } from './self-test.ts';
import { StatePublisher } from './state-publisher.ts';
import { StationClock } from './station-clock.ts';
import type { StationPorts } from './station-ports.ts';
import type { DeviceRead } from '../ports/scanners.ts';
import type { StationReply } from './station.ts';
import { shownReplica, type ShownReplica } from './shown-replica.ts';
import { StoreKeeper } from './store-keeper.ts';
import { StationSync } from './sync/station-sync.ts';
import { Warnings } from './warnings.ts';

const RECENT = 50;
const REMEMBERED_REQUESTS = 1_000;

const questions: ReadonlySet<StationCommand['kind']> = new Set([
  'read_attention',
  'read_add_ons',
  'read_activity',
  'read_conflicts',
  'read_enrolment_choices',
  'read_figures',
  'read_server',
  'read_stations',
  'self_test',
  'search_tickets',
  'read_order',
]);

/** Wires the parts of a station together: what one of them learns, the others are told here. */
export class StationCore {
  readonly #ports: StationPorts;
  readonly #clock: StationClock;
  readonly #choices: Choices;
  readonly #warnings: Warnings;
  readonly #admissions: Admissions;
  readonly #freshness: Freshness;
  readonly #publisher: StatePublisher;
  readonly #requests: AnsweredRequests<StationReply>;
  readonly #scanTicket: ScanTicket;
  readonly #queue: ScanQueue;
  readonly #addOns: AddOns;
  readonly #boxOffice: BoxOffice;
  readonly #conflicts: Conflicts;
  readonly #figures: Figures;
  readonly #fleet: Fleet;
  readonly #selfTest: SelfTest;
  readonly #kiosk: Kiosk;
  readonly #enrolment: Enrolment;
  readonly #keeper: DeskKeeper;
  readonly #sync: StationSync;
  readonly #revocation: Revocation;
  readonly #stores: StoreKeeper;
  readonly #shown: ShownReplica;
  readonly #clockWatch: ClockWatch;
  readonly #peers: StationPeers;
  readonly #scanners: StationScanners;
  #closed = false;

  constructor(ports: StationPorts) {
    const { replica, journal, timers, random, logger } = ports;
    const changed = () => this.#publisher.changed();
    this.#ports = ports;
    const lastRun = new LastRunKeeper(ports.lastRun ?? null);
    this.#clock = new StationClock(ports.clock, lastRun);
    this.#warnings = new Warnings(changed, ports.logger);
    this.#choices = new Choices(ports.settings, (problem) => {
      if (problem === null) this.#warnings.clear('settings_not_kept');
      else this.#warnings.raise({ code: 'settings_not_kept', problem });
    });
    this.#admissions = new Admissions(replica, journal, (ticket) => this.#admittedByPeer(ticket));
    this.#freshness = new Freshness(changed);
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
      freshness: this.#freshness,
    };
    this.#publisher = new StatePublisher({
      timers,
      monotonicMs: () => this.#clock.monotonicMs(),
      compose: (revision) => this.#describe(revision),
    });
    this.#peers = new StationPeers({
      ...own,
      ports: ports.peers ?? null,
      secrets: ports.secrets,
      setup: (event) => replica.setup(event),
      event: () => this.#keeper.desk?.event ?? null,
      place: () => this.#keeper.desk?.location?.reference ?? null,
      placeName: (reference) => this.#placeName(reference),
      clientId: () => this.#enrolment.clientId,
      changed,
    });
    this.#scanners = new StationScanners({
      ...own,
      scanners: ports.scanners ?? null,
      judge: (read) => this.#judge(read),
      tell: (message) => this.#publisher.tell(message),
      changed,
    });
    this.#stores = new StoreKeeper({ ...own, rebuilt: () => this.#rebuilt() });
    this.#clockWatch = new ClockWatch({
      ...own,
      ticked: (minuteChanged) => {
        if (minuteChanged) changed();
        this.#stores.probe();
        this.#choices.keepAgain();
      },
    });
    this.#sync = new StationSync({
      ...own,
      lastRun,
      ports,
      changed,
      revoked: (statement) => this.#revocation.hear(statement),
      enrolment: () => this.#enrolment,
      keeper: () => this.#keeper,
      peers: () => this.#peers,
      stepped: () => {
        this.#clockWatch.warn();
        this.#stores.tend();
      },
    });
    this.#scanTicket = new ScanTicket(own);
    this.#queue = new ScanQueue({
      scanTicket: this.#scanTicket,
      verifier: new CodeVerifier(),
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
    this.#addOns = new AddOns({
      ...own,
      desk: () => this.#keeper.desk,
      wasRecorded: (id) => this.#requests.wasRecorded(id),
      recorded: () => {
        this.#sync.appended();
        changed();
      },
    });
    this.#boxOffice = new BoxOffice({
      ...own,
      desk: () => this.#keeper.desk,
      addOnsOf: (event, order) => this.#addOns.ofOrder(event, order),
    });
    this.#figures = new Figures({ ...own, desk: () => this.#keeper.desk });
    const questions = new ServerQuestions({
      open: (capability) => this.#sync.openForQuestion(capability),
      sent: () => this.#sync.lookupSent(),
      answered: (failure, retryAfterMs, notes) =>
        this.#sync.lookupAnswered(failure, retryAfterMs, notes),
    });
    this.#kiosk = new Kiosk({ ...own, pins: ports.pins ?? null, changed });
    this.#selfTest = new SelfTest({
      ...own,
      questions,
      disk: ports.disk ?? null,
      desk: () => this.#keeper.desk,
    });
    this.#conflicts = new Conflicts({
      replica,
      questions,
      event: () => this.#keeper.desk?.event ?? null,
    });
    this.#fleet = new Fleet({
      questions,
      clock: this.#clock,
      clientId: () => this.#enrolment.clientId,
      desk: () => this.#keeper.desk,
      events: () => this.#shown.events(),
    });
    this.#enrolment = new Enrolment({
      ...own,
      openRemote: ports.openRemote,
      secrets: ports.secrets,
      enrolled: () => this.#sync.enrolled(),
      left: () => this.#sync.left(),
      regranted: () => this.#sync.regranted(),
      moved: () => this.#keeper.reload(),
      apart: (work) => this.#revocation.apart(work),
    });
    this.#keeper = new DeskKeeper({
      ...own,
      settled: () => this.#queue.idle(),
      changed: (what) => {
        if (what.event || what.place) this.#scanTicket.forgetReads();
        if (what.event) {
          this.#sync.eventChanged();
          this.#peers.settle();
        }
        this.#sync.tellStanding();
        changed();
      },
    });
    this.#revocation = new Revocation({
      ...own,
      keys: ports.keys ?? null,
      files: ports.revokedFiles ?? null,
      clientId: () => this.#enrolment.clientId,
      leave: () => this.#leave(),
      emptied: () => this.#rebuilt(),
      changed,
    });
  }

  async begin(): Promise<void> {
    await this.#revocation.resume();
    this.#keeper.reload();
    this.#stores.tellOpening();
    this.#offerAgain();
    this.#clockWatch.begin();
    this.#peers.begin();
    this.#scanners.begin();
    await this.#enrolment.begin(this.#ports.enrolment ?? null);
  }

  handle(request: StationRequest): Promise<StationReply> {
    const { id, command } = request;
    const refusal = this.#kiosk.refusalOf(command.kind);
    if (refusal !== null) return Promise.resolve({ kind: 'reply', id, result: refusal });
    // A list to look at is read afresh each time, and not kept.
    if (questions.has(command.kind)) return this.#run(request);
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
    await this.#scanners.close();
    await this.#sync.close();
    await this.#revocation.idle();
    await this.#queue.idle();
    await this.#peers.close();
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
        addOns: this.#addOns,
        boxOffice: this.#boxOffice,
        conflicts: this.#conflicts,
        figures: this.#figures,
        fleet: this.#fleet,
        selfTest: this.#selfTest,
        kiosk: this.#kiosk,
        enrolment: this.#enrolment,
        choices: this.#choices,
        sync: this.#sync,
        peers: this.#peers,
        scanners: this.#scanners,
        journal: this.#ports.journal,
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
    if (outcome.kind === 'admitted' && !outcome.repeated) this.#peers.admitted();
    this.#stores.tend();
  }

  /** What a scanner of the station read, with a screen open or without. */
  async #judge({ id, code, symbology, source, device }: DeviceRead): Promise<boolean> {
    const { desk } = this.#keeper;
    if (desk === null || this.#closed) return false;
    const readAtMs = this.#clock.monotonicMs();
    await this.#queue.scan({ request_id: id, code, symbology, source, readAtMs }, desk, (outcome) =>
      this.#scanners.shown(device, outcome),
    );
    return true;
  }

  #admittedByPeer(ticket: string): AdmissionFact | null {
    const found = this.#peers.find(ticket);
    if (found === null) return null;
    const { at, place } = found;
    const name = place === null ? null : this.#placeName(place);
    const location = place === null || name === null ? null : { reference: place, name };
    return { scanned_at: at, location, source: 'peer' };
  }

  #placeName(reference: string): string | null {
    return this.#keeper.desk?.known.locations.get(reference)?.name ?? null;
  }

  /** The organiser may have corrected, while this station was closed, what the server refused scans for. */
  #offerAgain(): void {
    const { journal, logger } = this.#ports;
    try {
      journal.offerAgain(null);
    } catch (error) {
      logger.error({ error: String(error) }, 'scans that were set aside could not be queued again');
    }
  }

  /** Scans that are under way are written before the journal is sealed; then there is no desk for more. */
  async #leave(): Promise<void> {
    await this.#enrolment.leave();
    await this.#sync.idle();
    await this.#queue.idle();
    this.#scanTicket.forgetReads();
    this.#keeper.reload();
    await this.#peers.forget();
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
        freshness: this.#freshness,
        settings: this.#choices.current,
        desk,
        serverUrl: this.#enrolment.serverUrl,
        clientId: this.#enrolment.clientId,
        hasSecret: this.#enrolment.remote !== null,
        sync: this.#sync.state,
        offlineSince: this.#sync.offlineSince,
        nextAttemptMs: this.#sync.nextAttemptMs,
        heard: this.#sync.heard,
        expectedRows: this.#sync.expectedRows(desk?.event ?? null),
        setupAt: this.#sync.setupAt,
        peers: this.#peers.state(),
        scanners: this.#scanners.state(),
        kiosk: this.#kiosk.state(),
        warnings: this.#warnings.list(),
      },
      revision,
    );
  }
}
