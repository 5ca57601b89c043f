import type { Instant } from '../../../shared/instant.ts';
import type { SyncMode } from '../../../shared/station/api.ts';
import type { FailureCode, Lane, SyncState } from '../../core/sync/sync-state.ts';
import type { ExchangeNotes, Remote } from '../../ports/remote.ts';
import type { PageApplied } from '../../ports/replica.ts';
import type { Choices } from '../choices.ts';
import type { DeskKeeper } from '../desk-keeper.ts';
import type { Admissions } from '../door/admissions.ts';
import type { Enrolment } from '../enrolment.ts';
import type { StationClock } from '../station-clock.ts';
import type { StationPorts } from '../station-ports.ts';
import type { Warnings } from '../warnings.ts';
import { ForeignPages } from './foreign-pages.ts';
import type { LaneContext, LaneNews, LaneStep } from './lane-context.ts';
import { LaneSteps } from './run-lane.ts';
import { syncIntervals } from './sync-intervals.ts';
import { SyncRunner } from './sync-runner.ts';

export interface StationSyncParts {
  readonly ports: StationPorts;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly warnings: Warnings;
  readonly admissions: Admissions;
  readonly enrolment: () => Enrolment;
  readonly keeper: () => DeskKeeper;
  /** Something that the screens show is different. */
  readonly changed: () => void;
  /** Clocks or stores may have a new tale to tell. */
  readonly stepped: () => void;
}

/** The station's side of the sync engine: gives each lane what it works on, and passes on what it learned. */
export class StationSync {
  readonly #parts: StationSyncParts;
  readonly #steps = new LaneSteps();
  readonly #runner: SyncRunner;
  readonly #foreignPages: ForeignPages;
  #offlineSince: Instant | null = null;
  #setupAt: Instant | null = null;
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
      run: (lane) => this.#runLane(lane),
      ended: (lane, step) => this.#foreignPages.note(lane, step),
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
    this.#runner.send({ kind: 'enrolled' });
    this.tellUnsent();
  }

  eventChanged(): void {
    this.#setupAt = null;
    const hasEvent = this.#parts.keeper().desk !== null;
    this.#runner.send({ kind: 'event_changed', hasEvent });
    this.tellUnsent();
  }

  modeChanged(mode: SyncMode): void {
    this.#runner.send({ kind: 'mode_changed', mode });
  }

  syncNow(): void {
    this.#runner.send({ kind: 'sync_now' });
  }

  /** A verdict was written: it wants to be sent. */
  appended(): void {
    this.#runner.send({ kind: 'unsent_changed', unsent: true });
  }

  tellUnsent(): void {
    const organiser = this.#parts.choices.current.organiser?.reference;
    const { journal } = this.#parts.ports;
    const unsent = organiser !== undefined && journal.pending(organiser, 1).length > 0;
    this.#runner.send({ kind: 'unsent_changed', unsent });
    this.#parts.changed();
  }

  /** The server to ask for a single ticket: live, within the budget, and one that lets this client read tickets. */
  openForLookup(): Remote | null {
    const { identity, remote } = this.#parts.enrolment();
    const permitted = identity === null || identity.scopes.includes('tickets:read');
    return permitted && this.#runner.mayLookUp ? remote : null;
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

  #runLane(lane: Lane): Promise<LaneStep> {
    const { ports, clock, keeper } = this.#parts;
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
      logger,
      event,
      identity,
      heard,
    };
    return this.#steps.run(lane, context);
  }

  /** Answers of a server, or about an event, that this station has left meanwhile change nothing. */
  #newsFrom(remote: Remote): LaneNews {
    return {
      identity: async (identity) => {
        const enrolment = this.#parts.enrolment();
        return remote !== enrolment.remote || (await enrolment.heardIdentity(identity));
      },
      events: () => this.#heardEvents(),
      setup: (event) => this.#heardSetup(event),
      page: (event, applied) => this.#heardPage(event, applied),
      total: (event, rows) => {
        this.#expected = { event, rows };
        this.#parts.changed();
      },
      sent: () => this.tellUnsent(),
    };
  }

  #heardEvents(): void {
    if (this.#parts.ports.enrolment !== undefined) this.#parts.keeper().chooseFirstEvent();
    this.#parts.changed();
  }

  #heardSetup(event: string): void {
    const keeper = this.#parts.keeper();
    if (event !== keeper.desk?.event) return;
    this.#setupAt = this.#parts.clock.now();
    keeper.reload();
  }

  #heardPage(event: string, applied: PageApplied): void {
    const { keeper, admissions, clock, warnings, changed, ports } = this.#parts;
    if (event !== keeper().desk?.event) return;
    admissions.countPage(applied, clock.now());
    const lists = ['tickets', 'scans'] as const;
    const whole = lists.every((list) => ports.replica.position(event, list).pointer !== null);
    if (whole) warnings.clear('replica_rebuilt');
    changed();
  }

  #stepped(before: SyncState, after: SyncState): void {
    const away = after.mode === 'offline' || after.reach.kind === 'offline';
    if (!away) this.#offlineSince = null;
    else this.#offlineSince ??= this.#parts.clock.now();
    if (before.reach !== after.reach || before.mode !== after.mode) this.#parts.changed();
    this.#parts.stepped();
  }
}
