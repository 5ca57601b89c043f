// Why: docs/decisions/0018-peers.md
import { addMicros, formatInstant, MICROS_PER_DAY } from '../../../shared/instant.ts';
import type { Heartbeat } from '../../../shared/resources/stations.ts';
import type { PeersState } from '../../../shared/station/state.ts';
import type { EntryPoint } from '../../../shared/verdict/terms/facts.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger, Random, Timers } from '../../ports/system.ts';
import type {
  OpenVenueKey,
  PeerAdmissionFact,
  PeerListening,
  PeerNetwork,
  PeerStore,
  VenueKey,
} from '../../ports/peers.ts';
import type { Replica } from '../../ports/replica.ts';
import type { SetupRecord } from '../../../shared/station/records.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Choices } from '../state/choices.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import type { StationEnrolment } from '../enrolment/station-enrolment.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { StationEmitter } from '../state/station-events.ts';
import { StoredVenueKeys } from './stored-venue-keys.ts';
import { PeerDialer } from './peer-dialer.ts';
import { PeerExchange } from './peer-exchange.ts';
import { reportedAdmissions, type ReportedAdmissions } from './reported-admissions.ts';

/** Provided by a host for exchanging admissions with other stations. */
export interface PeerPorts {
  readonly network: PeerNetwork;
  readonly store: PeerStore;
  readonly openKey: OpenVenueKey;
}

export interface StationPeersParts {
  /** Null: this host has no network for it. */
  readonly ports: PeerPorts | null;
  readonly clock: StationClock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  readonly journal: Pick<Journal, 'admittedAfter'>;
  readonly secrets: Secrets;
  readonly choices: Choices;
  readonly replica: Pick<Replica, 'setup'>;
  readonly enrolment: Pick<StationEnrolment, 'clientId'>;
  readonly events: StationEmitter;
}

/** The event's settings for it. */
interface Permission {
  readonly event: string;
  /** Null: the event's stations do not exchange admissions. */
  readonly addresses: readonly string[] | null;
}

interface Terms {
  readonly event: string;
  readonly keys: readonly VenueKey[];
  /** Distinguishes one set of terms from another. */
  readonly name: string;
}

/** What runs while both switches are on. */
interface Running {
  readonly terms: Terms;
  readonly exchange: PeerExchange;
  readonly dialer: PeerDialer;
  readonly listening: PeerListening;
}

/**
 * The other stations of the event on this network. They help but have no authority: a door without contact works as it does without this
 * feature.
 *
 * States: stopped → running, while this station's switch and the event's are on and the venue key is here → stopped. A change of event,
 * keys or switches restarts it.
 */
export class StationPeers {
  /** None while the switches are off. */
  readonly reported: ReportedAdmissions;
  readonly #parts: StationPeersParts;
  readonly #keys: StoredVenueKeys;
  #selection: DoorSelection | null = null;
  #permission: Permission | null = null;
  #running: Running | null = null;
  /** The keys with which the door trusts other stations' admissions. They count before the network is up, and without it. */
  #believed: Terms | null = null;
  /** Starts and stops run one after the other. */
  readonly #turns = new SerialQueue();
  #isClosed = false;
  #cancelForgetting: () => void = () => undefined;

  constructor(parts: StationPeersParts) {
    this.#parts = parts;
    this.#keys = new StoredVenueKeys(parts);
    this.reported = reportedAdmissions(
      (ticket) => this.#find(ticket),
      (place) => this.#entryPoint(place),
    );
    parts.events.on('selection_changed', (selection, what) => {
      this.#selection = selection;
      if (what.event) this.apply();
    });
    parts.events.on('outcome', ({ kind, repeated }) => {
      if ((kind === 'admitted' || kind === 'left') && !repeated) this.#running?.exchange.admitted();
    });
    parts.events.on('released', () => this.#running?.exchange.admitted());
  }

  begin(): void {
    this.#keys.read(() => this.apply());
    this.apply();
    this.#forgetSoon();
  }

  /** Whether the setup must be fetched again, because the keys that came with it are missing here. */
  lacksKeys(event: string): boolean {
    return this.#parts.ports !== null && this.#keys.of(event).length === 0;
  }

  /** Received with the setup of an event; null if its stations do not exchange admissions. */
  receiveKeys(event: string, keys: readonly string[] | null): void {
    this.#keys.keep(event, keys ?? []);
  }

  /** This station was revoked: it receives nothing any more, and what it received is deleted. */
  async forget(): Promise<void> {
    await this.#keys.forget();
    this.apply();
    await this.#turns.idle();
    this.#parts.ports?.store.begin('', []);
    this.#forgetSoon();
  }

  /** The switch of this station. */
  choose(isOn: boolean): void {
    this.#parts.choices.change({ peers: isOn });
    this.apply();
    this.#parts.events.emit('changed');
  }

  /** Starts or stops according to the switches, the event and the keys. */
  apply(): void {
    this.#turns
      .run(() => this.#apply())
      .catch((error: unknown) => {
        const details = { error: String(error) };
        this.#parts.logger.error(details, 'talking to the stations nearby could not be begun');
      });
  }

  #find(ticket: string): readonly PeerAdmissionFact[] {
    const { ports, choices, logger } = this.#parts;
    const believed = this.#believed;
    if (ports === null || believed === null) return [];
    if (choices.current.peers !== true || believed.event !== this.#selection?.event) return [];
    try {
      return ports.store.find(believed.keys.map((key) => key.hash(ticket)));
    } catch (error) {
      logger.error({ error: String(error) }, 'what stations nearby admitted cannot be read');
      return [];
    }
  }

  state(): PeersState {
    const { ports, choices } = this.#parts;
    const permission = this.#permission?.event === this.#selection?.event ? this.#permission : null;
    const running = this.#running;
    return {
      chosen: choices.current.peers === true,
      allowed: permission === null ? null : permission.addresses !== null,
      running: running !== null,
      addresses: running?.listening.addresses() ?? [],
      port: running?.listening.port ?? null,
      near: (running?.exchange.near() ?? []).map(({ place, address, heard_at }) => ({
        entry_point: place === null ? null : this.#placeName(place),
        address,
        heard_at: formatInstant(heard_at),
      })),
      known: running === null ? 0 : (ports?.store.count ?? 0),
      ...(running?.exchange.counters ?? { refused: 0, silent: 0, ignored: 0 }),
    };
  }

  health(): Pick<Heartbeat, 'peer_addresses' | 'peers'> {
    if (this.#running === null) return {};
    const { exchange, listening } = this.#running;
    return {
      peer_addresses: listening.addresses().slice(0, MOST_ADDRESSES),
      peers: exchange
        .near()
        .flatMap(({ client_id, heard_at }) =>
          client_id === null ? [] : [{ client_id, heard_at: formatInstant(heard_at) }],
        ),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelForgetting();
    this.#keys.close();
    this.apply();
    await this.#turns.idle();
    this.#parts.ports?.store.close();
  }

  async #apply(): Promise<void> {
    this.#readPermission();
    const terms = this.#terms();
    this.#believed = terms;
    if (this.#running !== null && this.#running.terms.name !== terms?.name) await this.#stop();
    if (terms !== null && this.#running === null) await this.#start(terms);
    this.#running?.dialer.serverNames(this.#permission?.addresses ?? []);
    if (!this.#isClosed) this.#parts.events.emit('changed');
  }

  #placeName(reference: string): string | null {
    return this.#selection?.known.locations.get(reference)?.name ?? null;
  }

  #entryPoint(reference: string): EntryPoint | null {
    const name = this.#placeName(reference);
    return name === null ? null : { reference, name };
  }

  #readPermission(): void {
    const reference = this.#selection?.event ?? null;
    const known = reference === null ? null : this.#parts.replica.setup(reference);
    if (reference === null || known === null) this.#permission = null;
    else
      this.#permission = {
        event: reference,
        addresses: this.#isOver(known) ? null : (known.peers ?? null),
      };
  }

  /** With a margin, because people come late and end times are approximate. */
  #isOver({ event: { ends_at: end } }: SetupRecord): boolean {
    return end !== null && addMicros(end, KEPT_AFTER_END) < this.#parts.clock.now();
  }

  #terms(): Terms | null {
    const { ports, choices } = this.#parts;
    const permission = this.#permission;
    if (ports === null || this.#isClosed || choices.current.peers !== true) return null;
    if (permission === null || permission.addresses === null) return null;
    const keys = this.#keys.of(permission.event).map(ports.openKey);
    if (keys.length === 0) return null;
    const name = [permission.event, ...keys.map(({ id }) => id)].join(' ');
    return { event: permission.event, keys, name };
  }

  async #start(terms: Terms): Promise<void> {
    const { ports, clock, timers, random, logger, journal, enrolment, events } = this.#parts;
    if (ports === null) return;
    const { network, store } = ports;
    const { event, keys } = terms;
    const station = random.ulid(clock.now());
    const exchange: PeerExchange = new PeerExchange({
      clock,
      timers,
      logger,
      journal,
      store,
      event,
      station,
      keys,
      clientId: () => enrolment.clientId,
      place: () => this.#selection?.location?.reference ?? null,
      changed: () => events.emit('changed'),
      introduced: (link, other) => dialer.introduced(link, other),
      isNamed: (host) => dialer.names(host),
    });
    const dialer: PeerDialer = new PeerDialer({
      network,
      timers,
      random,
      station,
      keys,
      connected: (link) => exchange.connected(link),
      hasContact: (other) => exchange.hasContact(other),
    });
    try {
      const listening = await network.listen(keys, {
        accepted: (link) => exchange.connected(link),
        rejected: (reason) => exchange.rejected(reason),
        isKnown: (host) => exchange.isKnown(host),
        found: (address) => dialer.found(address),
        lost: (address) => dialer.lost(address),
      });
      dialer.begin();
      this.#running = { terms, exchange, dialer, listening };
      this.#forgetSoon();
    } catch (error) {
      dialer.close();
      exchange.close();
      throw error;
    }
  }

  /** Deletes what is no longer accepted page by page, so that no scan waits for more than one. */
  #forgetSoon(): void {
    const { ports, timers, logger } = this.#parts;
    this.#cancelForgetting();
    if (ports === null || this.#isClosed) return;
    this.#cancelForgetting = timers.after(FORGET_MS, () => {
      try {
        if (ports.store.forgetSome(FORGET_ROWS)) this.#forgetSoon();
      } catch (error) {
        logger.error({ error: String(error) }, 'what stations admitted could not be deleted');
      }
    });
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.dialer.close();
    running?.exchange.close();
    await running?.listening.close();
  }
}

const MOST_ADDRESSES = 8;
/** 100,000 rows, as a day at a large venue leaves them, are deleted within a minute, a few milliseconds at a time. */
const FORGET_ROWS = 200;
const FORGET_MS = 100;
const KEPT_AFTER_END = MICROS_PER_DAY;
