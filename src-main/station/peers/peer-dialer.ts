import { isPeerAddress } from '../../../shared/contract/peer-address.ts';
import { nextDelay } from '../../core/backoff.ts';
import type { PeerLink, PeerLinkEvents, PeerNetwork, VenueKey } from '../../ports/peers.ts';
import type { Random, Timers } from '../../ports/system.ts';

export interface PeerDialerParts {
  readonly network: PeerNetwork;
  readonly timers: Timers;
  readonly random: Random;
  /** This station's name in the protocol. */
  readonly station: string;
  readonly keys: readonly VenueKey[];
  readonly connected: (link: PeerLink) => PeerLinkEvents;
  readonly hasContact: (station: string) => boolean;
}

/** An address of a possible station. */
interface Place {
  /** Null until one has responded there. */
  station: string | null;
  isBusy: boolean;
  failures: number;
  cancel: () => void;
}

const doNothing = () => undefined;
/**
 * A station listens only once it has the venue key, for which somebody may have to unlock its keychain. With a low cap it is reached soon
 * afterwards.
 */
const RETRY = { firstMs: 1_000, capMs: 3_000 };
const MAX_PLACES = 256;
/** Any program on the network can announce addresses: they never replace those given by the server or the user. */
const MAX_FOUND = 64;

/** Connects to every known address, and reconnects after a connection has ended. */
export class PeerDialer {
  readonly #parts: PeerDialerParts;
  readonly #places = new Map<string, Place>();
  #fromServer: ReadonlySet<string> = new Set();
  readonly #found = new Set<string>();
  #closed = false;

  constructor(parts: PeerDialerParts) {
    this.#parts = parts;
  }

  begin(): void {
    for (const address of this.#parts.network.given) this.#add(address);
  }

  /** Replaces the addresses that the server sent before. It does not lead to this machine, out of the venue, or to a cloud's metadata. */
  serverNames(addresses: readonly string[]): void {
    const before = this.#fromServer;
    this.#fromServer = new Set(addresses.filter(isPeerAddress));
    for (const address of this.#fromServer) this.#add(address);
    for (const address of before) this.#removeUnknown(address);
  }

  /**
   * A station has announced itself, so it is dialed immediately, regardless of the pause between attempts. If there is no room, it replaces an
   * address where nobody has responded.
   */
  found(address: string): void {
    if (!isPeerAddress(address)) return;
    if (!this.#found.has(address) && this.#found.size >= MAX_FOUND) {
      const silent = [...this.#found].find((other) => this.#isSilent(other));
      if (silent === undefined) return;
      this.lost(silent);
    }
    this.#found.add(address);
    const place = this.#places.get(address);
    if (place === undefined) this.#add(address);
    else this.#dial(address, place);
  }

  lost(address: string): void {
    this.#found.delete(address);
    this.#removeUnknown(address);
  }

  /** A station has introduced itself. */
  introduced(link: PeerLink, station: string): void {
    const place = link.dialed ? this.#places.get(link.address) : undefined;
    if (place === undefined) return;
    place.station = station;
    place.failures = 0;
  }

  /** Whether the server or the user has named a station at this host. What a program on the network announces does not count. */
  names(host: string): boolean {
    const named = [...this.#fromServer, ...this.#parts.network.given];
    return named.some((address) => hostOfPeer(address) === host);
  }

  close(): void {
    this.#closed = true;
    for (const place of this.#places.values()) place.cancel();
    this.#places.clear();
  }

  #add(address: string): void {
    if (this.#closed || this.#places.has(address) || this.#places.size >= MAX_PLACES) return;
    const place: Place = { station: null, isBusy: false, failures: 0, cancel: doNothing };
    this.#places.set(address, place);
    this.#dial(address, place);
  }

  #isSilent(address: string): boolean {
    const place = this.#places.get(address);
    return place === undefined || (place.station === null && !place.isBusy && place.failures > 0);
  }

  #removeUnknown(address: string): void {
    const place = this.#places.get(address);
    const isKnown =
      this.#found.has(address) ||
      this.#fromServer.has(address) ||
      this.#parts.network.given.includes(address);
    if (place === undefined || isKnown || place.isBusy) return;
    place.cancel();
    this.#places.delete(address);
  }

  #dial(address: string, place: Place): void {
    const { network, station, keys, hasContact, connected } = this.#parts;
    if (this.#closed || place.isBusy || place.station === station) return;
    if (place.station !== null && hasContact(place.station)) {
      this.#later(address, place);
      return;
    }
    place.cancel();
    place.isBusy = true;
    const ended = () => {
      place.isBusy = false;
      place.failures += 1;
      this.#later(address, place);
      this.#removeUnknown(address);
    };
    network.dial(address, {
      keys,
      failed: ended,
      opened: (link) => {
        const events = connected(link);
        return {
          frame: (text) => events.frame(text),
          closed: (isProtocolError) => {
            events.closed(isProtocolError);
            ended();
          },
        };
      },
    });
  }

  #later(address: string, place: Place): void {
    if (this.#closed) return;
    const { timers, random } = this.#parts;
    const delayMs = nextDelay(RETRY, Math.max(place.failures, 1), random.fraction());
    place.cancel();
    place.cancel = timers.after(delayMs, () => this.#dial(address, place));
  }
}

/** Of `192.168.1.20:8797` or `[fd00::20]:8797`. */
export function hostOfPeer(address: string): string {
  return address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '');
}
