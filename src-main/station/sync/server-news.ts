import type { Instant } from '../../../shared/instant.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { Channel } from '../../core/sync/sync-state.ts';
import type { Logger } from '../../ports/system.ts';
import type { ForeignPage, IdentityReply, Remote } from '../../ports/remote.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ListName, Replica, RowsWritten } from '../../ports/replica.ts';
import type { EventRecord } from '../../../shared/station/records.ts';
import type { KnownAccess } from '../selection/access.ts';
import type { Choices } from '../state/choices.ts';
import type { DoorSelector } from '../selection/door-selector.ts';
import type { Admissions } from '../selection/admissions.ts';
import type { IdentityOutcome, StationEnrolment } from '../enrolment/station-enrolment.ts';
import type { StationPeers } from '../peers/station-peers.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { RaisedWarnings } from '../state/raised-warnings.ts';

export interface ServerNewsParts {
  readonly events: StationEmitter;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly warnings: RaisedWarnings;
  readonly logger: Logger;
  readonly admissions: Admissions;
  readonly enrolment: StationEnrolment;
  readonly selector: DoorSelector;
  readonly peers: StationPeers;
  /** Whether the station was enrolled with its credentials: it selects its first event by itself. */
  readonly choosesEvent: boolean;
}

const NO_ACCESS: KnownAccess = { identity: null, events: null };
const ruling: readonly ListName[] = ['tickets', 'scans'];

/** Applies what the server reports besides rows. Reports about an event that this station has left in the meantime have no effect. */
export class ServerNews {
  readonly #parts: ServerNewsParts;
  #access: KnownAccess = NO_ACCESS;
  #setupAt: Instant | null = null;
  #expected: { readonly event: string; readonly tickets: number } | null = null;
  #conflicts: { readonly event: string; readonly open: number } | null = null;
  /** In this run. */
  #overRedeemed = 0;
  /** Lists that cannot be walked because their next page is elsewhere. */
  readonly #foreignChannels = new Set<Channel>();

  constructor(parts: ServerNewsParts) {
    const { events } = parts;
    this.#parts = parts;
    events.on('enrolled', () => this.#forgetServer());
    events.on('left', () => this.#forgetServer());
    events.on('selection_changed', (_selection, what) => {
      if (what.event) this.#setupAt = null;
      this.#noteUnreadable();
    });
    events.on('replica_rebuilt', () => {
      this.#setupAt = null;
    });
    // The list of events may have come before a second response confirmed the time.
    events.on('sync_stepped', () => {
      this.#chooseEvent();
      this.#noteUnreadable();
    });
  }

  /** The server's reports about this station since it started or connected to another server. */
  get access(): KnownAccess {
    return this.#access;
  }

  get setupAt(): Instant | null {
    return this.#setupAt;
  }

  /** How many conflicts of the event the server last reported as open; null while it has not. */
  openConflicts(event: string | null): number | null {
    return this.#conflicts?.event === event ? (this.#conflicts?.open ?? null) : null;
  }

  /** How many tickets the server reported for the event, for the progress of a first import. */
  expectedRows(event: string | null): number | null {
    return this.#expected?.event === event ? (this.#expected?.tickets ?? null) : null;
  }

  /** A response of a server that was left has no effect. */
  async takeIdentity(remote: Remote, reply: IdentityReply): Promise<IdentityOutcome> {
    const { enrolment } = this.#parts;
    if (remote !== enrolment.remote) return 'taken';
    const outcome = await enrolment.acceptIdentity(reply);
    const { identity } = enrolment;
    if (outcome !== 'taken' || remote !== enrolment.remote || identity === null) return outcome;
    this.#access = { ...this.#access, identity };
    return outcome;
  }

  /**
   * Another epoch: the server's database was restored from a copy, or is another server's. It may lack whatever was uploaded since, and
   * another station may not know of it: all of it is offered again, which changes nothing where it is known, and the lists are imported anew.
   * The first epoch that a station sees is taken as it is.
   */
  async takeEpoch(remote: Remote, epoch: string): Promise<void> {
    const { choices, journal, replica, enrolment, events, logger } = this.#parts;
    const { epoch: known, organiser } = choices.current;
    if (remote !== enrolment.remote || known === epoch) return;
    if (known !== undefined && organiser !== null) {
      const rows = journal.offerSentAgain(organiser.reference);
      logger.warn(
        { rows },
        "the server's database is another one than before: all is offered again",
      );
      await replica.rewalk(null);
      events.emit('regranted');
    }
    choices.change({ epoch });
  }

  /** Warns as long as any list cannot be walked because its next page is elsewhere. */
  noteForeignPage(channel: Channel, foreign: ForeignPage | null, isDone: boolean): void {
    const { warnings } = this.#parts;
    if (foreign !== null) {
      this.#foreignChannels.add(channel);
      warnings.raise({ code: 'foreign_pages', ...foreign });
    } else if (isDone) {
      this.#foreignChannels.delete(channel);
      if (this.#foreignChannels.size === 0) warnings.clear('foreign_pages');
    }
  }

  #forgetServer(): void {
    this.#access = NO_ACCESS;
    this.#foreignChannels.clear();
    this.#parts.warnings.clear('foreign_pages');
  }

  /** `added`: references of newly granted events. */
  eventsListed(listed: readonly EventRecord[], added: readonly string[]): void {
    const { events } = this.#parts;
    this.#access = { ...this.#access, events: listed };
    this.#chooseEvent();
    events.emit('changed');
    if (added.length > 0) events.emit('regranted');
  }

  #noteUnreadable(): void {
    const { replica, selector, warnings } = this.#parts;
    const event = selector.selection?.event ?? '';
    const rows = readableOr(null, () => replica.countUnreadable(event));
    if (rows === 0) warnings.clear('rows_unreadable');
    else if (rows !== null) warnings.raise({ code: 'rows_unreadable', rows });
  }

  #chooseEvent(): void {
    const { selector, choosesEvent } = this.#parts;
    if (choosesEvent && this.#access.events !== null) selector.chooseFirstEvent();
  }

  setupRead(event: string): void {
    const { selector, peers, clock } = this.#parts;
    if (!this.#isHere(event)) return;
    this.#setupAt = clock.now();
    selector.reload();
    peers.apply();
  }

  venueKeysRead(event: string, keys: readonly string[]): void {
    if (this.#isHere(event)) this.#parts.peers.receiveKeys(event, keys);
  }

  rowsWritten(event: string, written: RowsWritten): void {
    const { admissions, clock, warnings, events, replica } = this.#parts;
    if (!this.#isHere(event)) return;
    if (written.swept === true) admissions.load(event, clock.now());
    else admissions.countRows(written, clock.now());
    const isWhole =
      replica.snapshot(event) === null &&
      ruling.every((list) => replica.position(event, list).pointer !== null);
    if (isWhole) {
      warnings.clear('replica_rebuilt');
      warnings.clear('replica_missing');
    }
    events.emit('changed');
  }

  ticketsCounted(event: string, tickets: number): void {
    this.#expected = { event, tickets };
    this.#parts.events.emit('changed');
  }

  /** `open`: null if the server sent no count. */
  conflictsCounted(event: string, open: number | null): void {
    this.#conflicts = open === null ? null : { event, open };
    this.#parts.events.emit('changed');
  }

  /** More was handed out than bought, for this many add-ons. */
  overRedeemed(count: number): void {
    this.#overRedeemed += count;
    this.#parts.warnings.raise({ code: 'over_redeemed', times: this.#overRedeemed });
  }

  #isHere(event: string): boolean {
    return event === this.#parts.selector.selection?.event;
  }
}
