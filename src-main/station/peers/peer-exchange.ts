import { addMicros, MICROS_PER_MINUTE, type Instant } from '../../../shared/instant.ts';
import { MAX_PEERS } from '../../../shared/contract/limits.ts';
import {
  MAX_ADMISSIONS,
  MAX_PARTS,
  MAX_SERIES,
  parseMessage,
  partsOf,
  seriesOf,
  writeMessage,
  type PeerMessage,
  type SeriesPart,
  type SummaryMessage,
} from '../../core/peers/peer-message.ts';
import type { PeersState } from '../../../shared/station/state.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger, Timers } from '../../ports/system.ts';
import type {
  PeerLink,
  PeerLinkEvents,
  PeerRejection,
  PeerStore,
  VenueKey,
} from '../../ports/peers.ts';
import type { StationClock } from '../clock/station-clock.ts';
import { hostOfPeer } from './peer-dialer.ts';

export interface PeerExchangeParts {
  readonly clock: StationClock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly journal: Pick<Journal, 'admittedAfter'>;
  readonly store: PeerStore;
  readonly event: string;
  /** This station's name in the protocol: one that it has never used before. */
  readonly station: string;
  /** Newest first. */
  readonly keys: readonly VenueKey[];
  readonly clientId: () => string | null;
  /** This station's entry point. */
  readonly place: () => string | null;
  readonly introduced: (link: PeerLink, station: string) => void;
  /** Whether the server or the user has named a station at this host. */
  readonly isNamed: (host: string) => boolean;
  readonly changed: () => void;
}

/** A connected station. */
export interface ConnectedPeer {
  readonly station: string;
  readonly client_id: string | null;
  readonly place: string | null;
  readonly address: string;
  readonly heard_at: Instant;
}

/** The other end of a connection. */
interface Peer {
  readonly link: PeerLink;
  station: string | null;
  clientId: string | null;
  place: string | null;
  receivedAt: Instant | null;
  receivedMs: number;
  /** What the other end has of each series, as far as known. */
  known: Map<string, number>;
  /** When what it lacks is sent; infinite if nothing is missing. */
  sendingMs: number;
  cancelSending: () => void;
  /** There was more than one frame holds. */
  isBehind: boolean;
  resentMs: number;
  /** Frames received within a second. */
  rate: { readonly sinceMs: number; frames: number };
}

/** New series and admissions that came from one place. */
interface Brought {
  readonly series: number;
  readonly admissions: number;
}

const SUMMARY_MS = 5_000;
/** A station that has sent nothing for this long is gone. */
const PEER_SILENT_MS = 15_000;
/** How long a station may take to introduce itself. */
const INTRODUCTION_MS = 5_000;
/**
 * Own admissions are sent together with those of the same moment; those of others are passed on a little later, because the other end may
 * have them by then.
 */
const OWN_MS = 10;
const RELAY_MS = 100;
/** Pause between frames to a station that lacks many: doors have priority. */
const CATCHING_UP_MS = 20;
const ASK_AGAIN_MS = 1_000;
/** No more bytes are queued in a slow connection; the rest waits here. */
const MAX_BUFFERED = 1_048_576;
/** How far the corrected clocks of two stations may differ. Beyond that, the times of admissions would be meaningless. */
const CLOCK_MICROS = 5 * MICROS_PER_MINUTE;
const MAX_FRAMES_PER_SECOND = 200;
/** Hosts from which a station with the key has connected, or where one was dialed, the last ones. */
const MAX_PROVEN_HOSTS = 64;
/** A station that lost its connection may reconnect before the old connection has timed out. */
const MAX_ACCEPTED_OF_STATION = 2;
const MAX_KNOWN = 1_000_000;
/** Whoever has the venue key can invent series and admissions: those brought from one place leave room for others. */
const MAX_KNOWN_OF_ONE = MAX_KNOWN / 2;
export const MAX_SERIES_OF_ONE = MAX_SERIES / 2;
const OWN_ROWS = 500;

/**
 * Exchanges admissions with the connected stations.
 *
 * Phases of a connection: `summary` of each end, which introduces it → missing admissions in frames, then every new one; summaries as
 * keep-alive. Ended by silence, a frame that is no message, or too many of them; see `core/peers/peer-message.ts`.
 */
export class PeerExchange {
  readonly #parts: PeerExchangeParts;
  readonly #peers = new Set<Peer>();
  readonly #keyIds: ReadonlySet<string>;
  readonly #provenHosts = new Set<string>();
  /** By the place that they were brought from. */
  readonly #brought = new Map<string, Brought>();
  #refused = 0;
  #silent = 0;
  #ignored = 0;
  #cancelTick: () => void = () => undefined;
  #cancelOwn: () => void = () => undefined;
  #closed = false;

  constructor(parts: PeerExchangeParts) {
    this.#parts = parts;
    const ids = parts.keys.map(({ id }) => id);
    this.#keyIds = new Set(ids);
    parts.store.begin(parts.event, ids);
    this.admitted();
    this.#tick();
  }

  /** Received data that had no effect. */
  get counters(): Pick<PeersState, 'refused' | 'silent' | 'ignored'> {
    return { refused: this.#refused, silent: this.#silent, ignored: this.#ignored };
  }

  near(): readonly ConnectedPeer[] {
    const stations = new Map<string, ConnectedPeer>();
    for (const { station, receivedAt, clientId, place, link } of this.#peers) {
      if (station === null || receivedAt === null) continue;
      const other = stations.get(station);
      if (other !== undefined && other.heard_at >= receivedAt) continue;
      const { address } = link;
      stations.set(station, { station, client_id: clientId, place, address, heard_at: receivedAt });
    }
    return [...stations.values()];
  }

  hasContact(station: string): boolean {
    return [...this.#peers].some((peer) => peer.station === station);
  }

  connected(link: PeerLink): PeerLinkEvents {
    if (this.#closed) {
      link.close();
      return { frame: () => undefined, closed: () => undefined };
    }
    const peer = newPeer(link, this.#parts.clock.monotonicMs());
    this.#peers.add(peer);
    this.#noteProven(hostOfPeer(link.address));
    if (link.dialed) this.#guard(() => this.#sendSummary(peer, false));
    return {
      frame: (text) => this.#guard(() => this.#receive(peer, text)),
      closed: (isProtocolError) => {
        if (isProtocolError) this.#refused += 1;
        this.#forget(peer);
      },
    };
  }

  /** A connection was ended before its other end had proven that it has the key. */
  rejected(reason: PeerRejection): void {
    if (reason === 'refused') this.#refused += 1;
    else this.#silent += 1;
  }

  /** Called after an admission here: adds the journal's new admissions to those that can be sent to others. */
  admitted(): void {
    if (this.#closed) return;
    this.#cancelOwn();
    this.#guard(() => {
      const isMore = this.#takeOwn();
      if (isMore) this.#cancelOwn = this.#parts.timers.after(OWN_MS, () => this.admitted());
      for (const peer of this.#peers) this.#sendSoon(peer, OWN_MS);
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancelTick();
    this.#cancelOwn();
    for (const peer of this.#peers) {
      peer.cancelSending();
      peer.link.close();
    }
    this.#peers.clear();
  }

  isKnown(host: string): boolean {
    return this.#provenHosts.has(host) || this.#parts.isNamed(host);
  }

  /** A failure here must not affect the door. */
  #guard<Value>(work: () => Value): Value | undefined {
    try {
      return work();
    } catch (error) {
      this.#parts.logger.error({ error: String(error) }, 'an exchange with stations nearby failed');
      return undefined;
    }
  }

  /** Copies admissions of the journal into the store, a page at a time. Returns whether there is more. */
  #takeOwn(): boolean {
    const { journal, store, event, station, keys } = this.#parts;
    let isMore = false;
    for (const key of keys) {
      const rows = journal.admittedAfter(event, this.#lastOwnSequence(key.id), OWN_ROWS);
      if (rows.length === 0) continue;
      const admissions = rows.map(({ sequence, ticket, scanned_at, location, ends }) => ({
        sequence,
        h: key.hash(ticket),
        at: scanned_at,
        place: location,
        ends,
      }));
      store.putOwn(seriesOf(station, key.id), admissions);
      isMore ||= rows.length === OWN_ROWS;
    }
    return isMore;
  }

  /**
   * The last row of the journal that is in the store; 0 if the journal does not contain that row: it is another journal, or was restored
   * from a copy.
   */
  #lastOwnSequence(keyId: string): number {
    const { journal, store, event } = this.#parts;
    const last = store.lastOwn(keyId);
    if (last === null) return 0;
    const [row] = journal.admittedAfter(event, last.sequence - 1, 1);
    return row?.sequence === last.sequence && row.scanned_at === last.at ? last.sequence : 0;
  }

  #tick(): void {
    const now = this.#parts.clock.monotonicMs();
    for (const peer of this.#peers) {
      const patience = peer.station === null ? INTRODUCTION_MS : PEER_SILENT_MS;
      if (now - peer.receivedMs >= patience) {
        if (peer.station === null && !peer.link.dialed) this.#silent += 1;
        peer.link.close();
      } else if (peer.station !== null) this.#guard(() => this.#sendSummary(peer, false));
    }
    this.#cancelTick = this.#parts.timers.after(SUMMARY_MS, () => this.#tick());
  }

  #receive(peer: Peer, frame: string): void {
    if (this.#closed || !this.#peers.has(peer)) return;
    const { clock, station } = this.#parts;
    const message = isTooFrequent(peer, clock.monotonicMs()) ? null : parseMessage(frame);
    if (message === null || (peer.station ?? message.station) !== message.station) {
      this.#refuse(peer);
      return;
    }
    if (message.station === station) {
      this.#parts.introduced(peer.link, station);
      this.#end(peer);
      return;
    }
    if (!this.#isNow(message.at)) {
      this.#ignored += 1;
      return;
    }
    this.#take(peer, message);
  }

  #take(peer: Peer, message: PeerMessage): void {
    const isNew = peer.station === null;
    if (isNew && message.kind !== 'summary') {
      this.#refuse(peer);
      return;
    }
    if (isNew && !this.#introduce(peer, message.station)) return;
    peer.receivedAt = this.#parts.clock.now();
    peer.receivedMs = this.#parts.clock.monotonicMs();
    if (message.kind === 'summary') this.#takeSummary(peer, message);
    else for (const part of message.parts) this.#takePart(peer, part);
    if (isNew && !peer.link.dialed) this.#sendSummary(peer, false);
    if (isNew || message.kind === 'summary') this.#parts.changed();
  }

  /** Of two connections between the same stations, both ends keep the one opened by the lower name. */
  #introduce(peer: Peer, station: string): boolean {
    const isFull =
      (!this.hasContact(station) && this.near().length >= MAX_PEERS) ||
      (!peer.link.dialed && this.#acceptedOf(station) >= MAX_ACCEPTED_OF_STATION);
    peer.station = station;
    this.#parts.introduced(peer.link, station);
    const mayDial = this.#parts.station < station;
    for (const other of this.#peers) {
      if (other === peer || other.station !== station) continue;
      if (other.link.dialed && peer.link.dialed) {
        this.#end(peer);
        return false;
      }
      if (other.link.dialed !== peer.link.dialed) {
        const [kept, ended] = peer.link.dialed === mayDial ? [peer, other] : [other, peer];
        this.#end(ended);
        if (kept !== peer) return false;
      }
    }
    if (isFull) this.#end(peer);
    return !isFull;
  }

  #noteProven(host: string): void {
    const hosts = this.#provenHosts;
    hosts.delete(host);
    hosts.add(host);
    const [oldest] = hosts;
    if (oldest !== undefined && hosts.size > MAX_PROVEN_HOSTS) hosts.delete(oldest);
  }

  #acceptedOf(station: string): number {
    return [...this.#peers].filter((peer) => peer.station === station && !peer.link.dialed).length;
  }

  #takeSummary(peer: Peer, { known, client_id, place, again }: SummaryMessage): void {
    peer.clientId = client_id;
    peer.place = place;
    if (again) peer.known = new Map(known);
    else for (const [series, sequence] of known) raise(peer.known, series, sequence);
    this.#sendSoon(peer, OWN_MS);
  }

  #takePart(peer: Peer, { series, sequence_from: from, admissions }: SeriesPart): void {
    const { store, station } = this.#parts;
    const { station: maker, keyId } = partsOf(series);
    const through = admissions.at(-1)?.sequence ?? from;
    raise(peer.known, series, through);
    if (maker === station || !this.#keyIds.has(keyId)) return;
    const have = store.known().get(series);
    if (from > (have ?? 0)) {
      this.#askAgain(peer);
      return;
    }
    if (through <= (have ?? 0)) return;
    const fresh = admissions.filter(({ sequence }) => sequence > (have ?? 0));
    const taken = fresh.filter(({ at }) => !this.#isFuture(at));
    const place = this.#placeOf(peer);
    const brought = this.#brought.get(place) ?? { series: 0, admissions: 0 };
    const after = {
      series: brought.series + (have === undefined ? 1 : 0),
      admissions: brought.admissions + taken.length,
    };
    const isRoom =
      (have !== undefined || store.known().size < MAX_SERIES) &&
      after.series <= MAX_SERIES_OF_ONE &&
      after.admissions <= MAX_KNOWN_OF_ONE;
    const stored = taken.slice(0, isRoom ? Math.max(0, MAX_KNOWN - store.count) : 0);
    this.#ignored += fresh.length - stored.length;
    if (isRoom) {
      store.put(series, stored, through);
      this.#brought.set(place, after);
    }
    for (const other of this.#peers) if (other !== peer) this.#sendSoon(other, RELAY_MS);
  }

  /** Names of stations are free to invent, places are not: a host that the server or the user has named, or else a network. */
  #placeOf({ link }: Peer): string {
    const host = hostOfPeer(link.address);
    return this.#parts.isNamed(host) ? host : link.network;
  }

  #isFuture(at: Instant): boolean {
    return at > addMicros(this.#parts.clock.now(), CLOCK_MICROS);
  }

  #isNow(at: Instant): boolean {
    return !this.#isFuture(at) && at >= addMicros(this.#parts.clock.now(), -CLOCK_MICROS);
  }

  #askAgain(peer: Peer): void {
    const now = this.#parts.clock.monotonicMs();
    if (now - peer.resentMs < ASK_AGAIN_MS) return;
    peer.resentMs = now;
    this.#sendSummary(peer, true);
  }

  #sendSummary(peer: Peer, again: boolean): void {
    const { station, clock, clientId, place, store } = this.#parts;
    const at = clock.now();
    const known = store.known();
    const message = { station, at, client_id: clientId(), place: place(), known, again };
    this.#send(peer, { kind: 'summary', ...message });
  }

  #sendSoon(peer: Peer, delayMs: number): void {
    const dueMs = this.#parts.clock.monotonicMs() + delayMs;
    if (peer.station === null || peer.sendingMs <= dueMs) return;
    peer.cancelSending();
    peer.sendingMs = dueMs;
    peer.cancelSending = this.#parts.timers.after(delayMs, () => {
      peer.sendingMs = Number.POSITIVE_INFINITY;
      this.#guard(() => this.#sendMissing(peer));
    });
  }

  /** Sends one frame of what the other end lacks; the more stations catch up at the same time, the longer until the next. */
  #sendMissing(peer: Peer): void {
    if (this.#closed || !this.#peers.has(peer)) return;
    const parts = peer.link.buffered > MAX_BUFFERED ? [] : this.#missingOf(peer);
    if (parts.length > 0) {
      const { station, clock } = this.#parts;
      this.#send(peer, { kind: 'admissions', station, at: clock.now(), parts });
    }
    peer.isBehind = this.#lacks(peer);
    const behind = [...this.#peers].filter((other) => other.isBehind).length;
    if (peer.isBehind) this.#sendSoon(peer, CATCHING_UP_MS * behind);
  }

  #missingOf(peer: Peer): readonly SeriesPart[] {
    const { store } = this.#parts;
    const parts: SeriesPart[] = [];
    let room = MAX_ADMISSIONS;
    for (const [series, last] of store.known()) {
      const from = peer.known.get(series) ?? 0;
      if (room === 0 || parts.length === MAX_PARTS) break;
      if (from >= last || this.#isOwnOf(peer, series)) continue;
      const admissions = store.after(series, from, room);
      // Ignored admissions are not passed on: the number moves past them.
      raise(
        peer.known,
        series,
        admissions.length < room ? last : (admissions.at(-1)?.sequence ?? last),
      );
      if (admissions.length === 0) continue;
      parts.push({ series, sequence_from: from, admissions });
      room -= admissions.length;
    }
    return parts;
  }

  #lacks(peer: Peer): boolean {
    for (const [series, last] of this.#parts.store.known()) {
      if ((peer.known.get(series) ?? 0) < last && !this.#isOwnOf(peer, series)) return true;
    }
    return false;
  }

  #isOwnOf(peer: Peer, series: string): boolean {
    return partsOf(series).station === peer.station;
  }

  #send(peer: Peer, message: PeerMessage): void {
    peer.link.send(writeMessage(message));
  }

  #refuse(peer: Peer): void {
    this.#refused += 1;
    this.#end(peer);
  }

  #end(peer: Peer): void {
    this.#forget(peer);
    peer.link.close();
  }

  #forget(peer: Peer): void {
    if (!this.#peers.delete(peer)) return;
    peer.cancelSending();
    if (!this.#closed) this.#parts.changed();
  }
}

function newPeer(link: PeerLink, nowMs: number): Peer {
  return {
    link,
    station: null,
    clientId: null,
    place: null,
    receivedAt: null,
    receivedMs: nowMs,
    known: new Map(),
    sendingMs: Number.POSITIVE_INFINITY,
    cancelSending: () => undefined,
    isBehind: false,
    resentMs: Number.NEGATIVE_INFINITY,
    rate: { sinceMs: nowMs, frames: 0 },
  };
}

function isTooFrequent(peer: Peer, nowMs: number): boolean {
  if (nowMs - peer.rate.sinceMs >= 1_000) peer.rate = { sinceMs: nowMs, frames: 0 };
  peer.rate.frames += 1;
  return peer.rate.frames > MAX_FRAMES_PER_SECOND;
}

function raise(known: Map<string, number>, series: string, sequence: number): void {
  if ((known.get(series) ?? 0) < sequence) known.set(series, sequence);
}
