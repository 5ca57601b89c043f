import { refused } from '../../shared/station/results.ts';
import { readingCommands, type StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage, StationReply } from '../../shared/station/messages.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import { AddOns } from './box-office/add-ons.ts';
import { accessOf } from './selection/access.ts';
import { ExecutedRequests } from './executed-requests.ts';
import { BoxOffice } from './box-office/box-office.ts';
import { Guests } from './box-office/guests.ts';
import { ChangeLockGuard } from './lock/change-lock-guard.ts';
import { Choices } from './state/choices.ts';
import { ClockWatch } from './clock/clock-watch.ts';
import { Conflicts } from './box-office/conflicts.ts';
import { describeState } from './describe-state.ts';
import { DoorSelector } from './selection/door-selector.ts';
import { Freshness } from './health/freshness.ts';
import { Admissions } from './selection/admissions.ts';
import { DoorOpening } from './door/door-opening.ts';
import { Corrections } from './door/corrections.ts';
import { Exits } from './door/exits.ts';
import { CodeVerifier, ScanQueue } from './door/scan-queue.ts';
import { ScanTicket } from './door/scan-ticket.ts';
import { TicketLookup } from './door/ticket-lookup.ts';
import { StationEnrolment } from './enrolment/station-enrolment.ts';
import { Figures } from './health/figures.ts';
import { StationFleet } from './health/fleet.ts';
import { Kiosk } from './lock/kiosk.ts';
import { StationPeers } from './peers/station-peers.ts';
import { StationScanners } from './scanners/station-scanners.ts';
import { StationRevocation } from './enrolment/revocation.ts';
import { runCommand } from './run-command.ts';
import { ServerQuestions } from './enrolment/server-questions.ts';
import { SelfTest } from './health/self-test.ts';
import { StatePublisher } from './state/state-publisher.ts';
import { StationClock } from './clock/station-clock.ts';
import { StationEmitter } from './state/station-events.ts';
import { StationPin } from './lock/station-pin.ts';
import type { StationPorts } from './station-ports.ts';
import { shownReplica, type ShownReplica } from './health/shown-replica.ts';
import { StoreHealth } from './health/store-health.ts';
import { ServerNews } from './sync/server-news.ts';
import { StationSync } from './sync/station-sync.ts';
import { RaisedWarnings } from './state/raised-warnings.ts';
import { withAnswers } from './door/with-answers.ts';

export interface Station {
  /** Runs a command and returns the reply for the transport. Never rejects. A repeated request id is answered again, not executed again. */
  handle(request: StationRequest): Promise<StationReply>;
  /** The whole state and the recent outcomes, for a screen that has just connected. */
  welcome(): StationMessage;
  /** Calls `listener` with `state` and `outcome` messages from now on; returns a function that unsubscribes. */
  subscribe(listener: (message: StationMessage) => void): () => void;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a door that works immediately from its stores and syncs in the background. It owns the stores in `ports` and closes them when disposed.
 */
export async function createStation(ports: StationPorts): Promise<Station> {
  const station = new StationCore(ports);
  try {
    await station.begin();
  } catch (error) {
    await station[Symbol.asyncDispose]();
    throw error;
  }
  return station;
}

const RECENT = 50;
const REMEMBERED_REQUESTS = 1_000;

/**
 * Wires the parts of a station together. They notify each other through `StationEvents`; direct dependencies are passed to constructors
 * here.
 */
class StationCore implements Station {
  readonly #ports: StationPorts;
  readonly #events = new StationEmitter();
  readonly #turns = new SerialQueue();
  readonly #clock: StationClock;
  readonly #choices: Choices;
  readonly #warnings: RaisedWarnings;
  readonly #admissions: Admissions;
  readonly #freshness: Freshness;
  readonly #publisher: StatePublisher;
  readonly #requests: ExecutedRequests<StationReply>;
  readonly #opening: DoorOpening;
  readonly #queue: ScanQueue;
  readonly #addOns: AddOns;
  readonly #corrections: Corrections;
  readonly #boxOffice: BoxOffice;
  readonly #guests: Guests;
  readonly #conflicts: Conflicts;
  readonly #figures: Figures;
  readonly #fleet: StationFleet;
  readonly #selfTest: SelfTest;
  readonly #kiosk: Kiosk;
  readonly #changeLock: ChangeLockGuard;
  readonly #enrolment: StationEnrolment;
  readonly #selector: DoorSelector;
  readonly #news: ServerNews;
  readonly #sync: StationSync;
  readonly #revocation: StationRevocation;
  readonly #stores: StoreHealth;
  readonly #shown: ShownReplica;
  readonly #clockWatch: ClockWatch;
  readonly #peers: StationPeers;
  readonly #scanners: StationScanners;
  #closed = false;

  constructor(ports: StationPorts) {
    const { replica, journal, timers, random, logger } = ports;
    const events = this.#events;
    this.#ports = ports;
    this.#clock = new StationClock(ports.clock, ports.lastClock ?? null);
    this.#shown = shownReplica(replica);
    this.#requests = new ExecutedRequests(journal.recentRequests(REMEMBERED_REQUESTS));
    // The first listener for outcomes: an outcome is sent to screens before it triggers anything else.
    this.#publisher = new StatePublisher({
      events,
      timers,
      monotonicMs: () => this.#clock.monotonicMs(),
      compose: (revision) => this.#describe(revision),
    });
    this.#warnings = new RaisedWarnings(events, logger);
    this.#choices = new Choices(ports.settings, this.#warnings);
    this.#freshness = new Freshness(events);
    const own = {
      replica,
      journal,
      random,
      timers,
      logger,
      events,
      turns: this.#turns,
      clock: this.#clock,
      choices: this.#choices,
      warnings: this.#warnings,
      freshness: this.#freshness,
      requests: this.#requests,
      secrets: ports.secrets,
      keys: ports.keys ?? null,
    };
    this.#enrolment = new StationEnrolment({ ...own, openRemote: ports.openRemote });
    const enrolled = { ...own, enrolment: this.#enrolment };
    this.#peers = new StationPeers({ ...enrolled, ports: ports.peers ?? null });
    this.#admissions = new Admissions(replica, journal, this.#peers.reported);
    this.#selector = new DoorSelector({ ...own, admissions: this.#admissions });
    const shared = { ...enrolled, admissions: this.#admissions, selector: this.#selector };

    this.#news = new ServerNews({
      ...shared,
      peers: this.#peers,
      choosesEvent: (ports.enrolment ?? null) !== null,
    });
    this.#sync = new StationSync({
      ...shared,
      ports,
      peers: this.#peers,
      news: this.#news,
    });
    const questions = new ServerQuestions(this.#enrolment, this.#sync);

    this.#opening = new DoorOpening({ ...shared, isAwaited: () => this.#isEventAwaited() });
    const scanTicket = new ScanTicket({ ...shared, exits: new Exits(shared) });
    this.#queue = new ScanQueue({
      ...own,
      scanTicket,
      verifier: new CodeVerifier(),
      lookup: new TicketLookup({ ...shared, questions }),
    });
    this.#scanners = new StationScanners({
      ...shared,
      scanners: ports.scanners ?? null,
      opening: this.#opening,
      queue: this.#queue,
    });
    this.#addOns = new AddOns({ ...shared, sync: this.#sync });
    this.#boxOffice = new BoxOffice({ ...shared, addOns: this.#addOns });
    this.#guests = new Guests({ ...shared, questions, sync: this.#sync });
    this.#figures = new Figures(shared);
    this.#conflicts = new Conflicts({ ...shared, questions });
    this.#fleet = new StationFleet({ ...shared, questions, replica: this.#shown });
    this.#selfTest = new SelfTest({ ...shared, questions, disk: ports.disk ?? null });

    const pin = new StationPin({ ...own, pins: ports.pins ?? null });
    this.#kiosk = new Kiosk({
      ...own,
      pin,
      isForBoth: () => this.#selector.selection?.location?.direction === 'both',
    });
    this.#changeLock = new ChangeLockGuard({ ...own, pin });
    this.#corrections = new Corrections({
      ...shared,
      changeLock: this.#changeLock,
      queue: this.#queue,
      scanTicket,
      sync: this.#sync,
    });
    this.#clockWatch = new ClockWatch(own);
    this.#stores = new StoreHealth(own);
    events.on('tick', () => this.#choices.keepAgain());
    this.#revocation = new StationRevocation({
      ...enrolled,
      files: ports.revokedFiles ?? null,
      leave: () => this.#leave(),
    });
  }

  async begin(): Promise<void> {
    await this.#revocation.resume();
    this.#selector.reload();
    this.#stores.reportOpening();
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
    if (readingCommands.has(command.kind)) return this.#run(request);
    return this.#requests.once(request, () => this.#run(request));
  }

  welcome(): StationMessage {
    const event = this.#selector.selection?.event ?? '';
    const said = { replica: this.#ports.replica, choices: this.#choices };
    const recent = this.#stores.recent(RECENT).map((one) => withAnswers(said, event, one));
    return { kind: 'welcome', state: this.#publisher.state(), recent };
  }

  subscribe(listener: (message: StationMessage) => void): () => void {
    return this.#publisher.subscribe(listener);
  }

  /** Waits for what is in progress, then closes the stores. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#clockWatch.close();
    this.#opening.close();
    await this.#scanners.close();
    await this.#sync.close();
    await this.#turns.idle();
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
        selector: this.#selector,
        queue: this.#queue,
        opening: this.#opening,
        addOns: this.#addOns,
        corrections: this.#corrections,
        boxOffice: this.#boxOffice,
        guests: this.#guests,
        conflicts: this.#conflicts,
        figures: this.#figures,
        fleet: this.#fleet,
        selfTest: this.#selfTest,
        kiosk: this.#kiosk,
        changeLock: this.#changeLock,
        enrolment: this.#enrolment,
        choices: this.#choices,
        sync: this.#sync,
        peers: this.#peers,
        scanners: this.#scanners,
        journal: this.#ports.journal,
        replica: this.#ports.replica,
        clock: this.#clock,
        events: this.#events,
      });
      return { kind: 'reply', id, result };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const { kind } = request.command;
      this.#ports.logger.error({ command: kind, error: message }, 'a command failed');
      return { kind: 'reply', id, result: refused('station.failed', message) };
    }
  }

  /** While this station was closed, the organiser may have fixed the reason why the server refused scans. */
  #offerAgain(): void {
    const { journal, logger } = this.#ports;
    try {
      journal.offerAgain(null);
    } catch (error) {
      logger.error({ error: String(error) }, 'scans that were set aside could not be queued again');
    }
  }

  /** Scans in progress are recorded before the journal is sealed; then nothing is selected, and no more are accepted. */
  async #leave(): Promise<void> {
    await this.#enrolment.leave();
    await this.#sync.idle();
    await this.#queue.idle();
    this.#selector.reload();
    await this.#peers.forget();
  }

  /** A station without a choice of its own opens the event that its server names; its setup follows. */
  #isEventAwaited(): boolean {
    const { selection } = this.#selector;
    if (this.#enrolment.remote === null || this.#sync.offlineSince !== null) return false;
    if (selection !== null) return !selection.isSetUp;
    const isChosenHere = (this.#ports.enrolment ?? null) !== null;
    return isChosenHere && accessOf(this.#news.access, null).kind === 'unknown';
  }

  #describe(revision: number) {
    const { selection } = this.#selector;
    return describeState(
      {
        clock: this.#clock,
        replica: this.#shown,
        journal: this.#ports.journal,
        admissions: this.#admissions,
        freshness: this.#freshness,
        settings: this.#choices.current,
        selection,
        isOpening: this.#opening.isOpening,
        serverUrl: this.#enrolment.serverUrl,
        clientId: this.#enrolment.clientId,
        name: this.#enrolment.identity?.name,
        hasSecret: this.#enrolment.remote !== null,
        sync: this.#sync.state,
        offlineSince: this.#sync.offlineSince,
        nextAttemptMs: this.#sync.nextAttemptMs,
        access: this.#news.access,
        identity: this.#enrolment.identity,
        expectedRows: this.#news.expectedRows(selection?.event ?? null),
        openConflicts: this.#news.openConflicts(selection?.event ?? null),
        setupAt: this.#news.setupAt,
        peers: this.#peers.state(),
        scanners: this.#scanners.state(),
        kiosk: this.#kiosk.state(),
        warnings: this.#warnings.list(),
      },
      revision,
    );
  }
}
