import type { Instant } from '../../../shared/instant.ts';
import type { Lane } from '../../core/sync/sync-state.ts';
import type { Logger } from '../../ports/logger.ts';
import type { HeardIdentity, Remote } from '../../ports/remote.ts';
import type {
  EventRecord,
  ListName,
  OrganiserKeys,
  Replica,
  RowsWritten,
} from '../../ports/replica.ts';
import type { StationKeys } from '../../ports/station-keys.ts';
import type { HeardAccess } from '../access.ts';
import type { Choices } from '../choices.ts';
import type { DeskKeeper } from '../desk-keeper.ts';
import type { Admissions } from '../door/admissions.ts';
import type { Enrolment } from '../enrolment.ts';
import type { StationPeers } from '../peers/station-peers.ts';
import type { StationClock } from '../station-clock.ts';
import type { StationEmitter } from '../station-events.ts';
import type { Warnings } from '../warnings.ts';
import type { LaneStep } from './lane-context.ts';

export interface ServerNewsParts {
  readonly events: StationEmitter;
  readonly replica: Replica;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly warnings: Warnings;
  readonly logger: Logger;
  readonly admissions: Admissions;
  readonly enrolment: Enrolment;
  readonly keeper: DeskKeeper;
  readonly peers: StationPeers;
  readonly keys: StationKeys | null;
  /** Whether the station came with its credentials: it takes the first event that it may see. */
  readonly choosesEvent: boolean;
}

const NOTHING_HEARD: HeardAccess = { identity: null, events: null };
const ruling: readonly ListName[] = ['tickets', 'scans'];

/** Takes in what the server said beside its rows. What it says of an event that this station has left meanwhile changes nothing. */
export class ServerNews {
  readonly #parts: ServerNewsParts;
  #heard: HeardAccess = NOTHING_HEARD;
  #setupAt: Instant | null = null;
  #expected: { readonly event: string; readonly tickets: number } | null = null;
  /** In this run. */
  #overRedeemed = 0;
  /** Lists that cannot be walked because the server says that their next page is somewhere else. */
  readonly #foreignLanes = new Set<Lane>();

  constructor(parts: ServerNewsParts) {
    const { events } = parts;
    this.#parts = parts;
    events.on('enrolled', () => this.#forgetServer());
    events.on('left', () => this.#forgetServer());
    events.on('desk_changed', (_desk, what) => {
      if (what.event) this.#setupAt = null;
    });
    events.on('replica_rebuilt', () => {
      this.#setupAt = null;
    });
    events.on('events_listed', (listed, added) => {
      this.#takeEvents(listed);
      if (added.length > 0) events.emit('regranted');
    });
    events.on('setup_read', (event) => this.#takeSetup(event));
    events.on('venue_keys_read', (event, keys) => {
      if (this.#isHere(event)) parts.peers.heardKeys(event, keys);
    });
    events.on('rows_written', (event, written) => this.#countRows(event, written));
    events.on('tickets_counted', (event, tickets) => {
      this.#expected = { event, tickets };
      events.emit('changed');
    });
    events.on('over_redeemed', (count) => {
      this.#overRedeemed += count;
      parts.warnings.raise({ code: 'over_redeemed', times: this.#overRedeemed });
    });
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
    return this.#expected?.event === event ? (this.#expected?.tickets ?? null) : null;
  }

  /** False: this server speaks for another organiser than the unsent scans. An answer of a server that was left changes nothing. */
  async takeIdentity(remote: Remote, heard: HeardIdentity): Promise<boolean> {
    const { enrolment, events } = this.#parts;
    const { organiser_keys: keys, ...identity } = heard;
    if (remote !== enrolment.remote) return true;
    if (!(await enrolment.heardIdentity(identity))) return false;
    if (remote !== enrolment.remote) return true;
    this.#heard = { ...this.#heard, identity };
    this.#keepKeys(keys);
    events.emit('identity_read', identity);
    return true;
  }

  /** Warns as long as any list cannot be walked because its next page is somewhere else. */
  noteForeignPage(lane: Lane, { result, foreign }: LaneStep): void {
    const { warnings } = this.#parts;
    if (foreign !== null) {
      this.#foreignLanes.add(lane);
      warnings.raise({ code: 'foreign_pages', ...foreign });
    } else if (result.kind === 'done') {
      this.#foreignLanes.delete(lane);
      if (this.#foreignLanes.size === 0) warnings.clear('foreign_pages');
    }
  }

  #forgetServer(): void {
    this.#heard = NOTHING_HEARD;
    this.#foreignLanes.clear();
    this.#parts.warnings.clear('foreign_pages');
  }

  #takeEvents(listed: readonly EventRecord[]): void {
    const { keeper, events, choosesEvent } = this.#parts;
    this.#heard = { ...this.#heard, events: listed };
    if (choosesEvent) keeper.chooseFirstEvent();
    events.emit('changed');
  }

  #takeSetup(event: string): void {
    const { keeper, peers, clock, replica } = this.#parts;
    if (!this.#isHere(event)) return;
    this.#setupAt = clock.now();
    this.#keepKeys(replica.setup(event)?.organiser_keys);
    keeper.reload();
    peers.settle();
  }

  /** On the disk, because they are needed when neither the server nor the replica is there; before the first row comes, because a revocation may follow it. */
  #keepKeys(known: OrganiserKeys | undefined): void {
    const { keys, choices, enrolment, logger } = this.#parts;
    const organiser = choices.current.organiser?.reference;
    const { clientId } = enrolment;
    if (known === undefined || organiser === undefined || clientId === null) return;
    try {
      keys?.remember({ client_id: clientId, organiser, ...known });
    } catch (error) {
      logger.warn({ error: String(error) }, 'the keys of the organiser could not be kept');
    }
  }

  #countRows(event: string, written: RowsWritten): void {
    const { admissions, clock, warnings, events, replica } = this.#parts;
    if (!this.#isHere(event)) return;
    admissions.countRows(written, clock.now());
    const isWhole =
      replica.snapshot(event) === null &&
      ruling.every((list) => replica.position(event, list).pointer !== null);
    if (isWhole) {
      warnings.clear('replica_rebuilt');
      warnings.clear('replica_missing');
    }
    events.emit('changed');
  }

  #isHere(event: string): boolean {
    return event === this.#parts.keeper.desk?.event;
  }
}
