import type {
  PeerDial,
  PeerLink,
  PeerLinkEvents,
  PeerListening,
  PeerNetwork,
  PeerNetworkEvents,
  VenueKey,
} from '../../../src-main/ports/peers.ts';
import type { Timers } from '../../../src-main/ports/system.ts';

const LATENCY_MS = 2;
const DIAL_MS = 5_000;

interface End {
  readonly host: string;
  events: PeerLinkEvents | null;
  /** Sent but not yet delivered. */
  readonly waiting: string[];
  isOpen: boolean;
  /** Whether the other end has gone without closing the connection. */
  isLost: boolean;
}

interface Listener {
  readonly keys: readonly VenueKey[];
  readonly events: PeerNetworkEvents;
}

interface Connection {
  readonly ends: readonly [End, End];
}

/**
 * A local network in memory, on which only hosts with a key in common connect. As with TCP, a cut delays messages until it is healed or one end gives up, and order is kept. Each host has a name, and
 * is dialed at `name:1` or at the address on which it says it listens.
 */
export class MemoryPeerNetwork {
  readonly #timers: Timers;
  readonly #listening = new Map<string, Listener>();
  /** Host names by address, without the port. */
  readonly #hosts = new Map<string, string>();
  readonly #cuts = new Set<string>();
  readonly #connections = new Set<Connection>();
  /** Everything that was sent, as the stations see it. */
  readonly wire: string[] = [];

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** The network as one host sees it; it discovers only the given hosts. */
  host(name: string, given: readonly string[] = []): PeerNetwork {
    return {
      given,
      listen: async (keys, events) => this.#listen(name, { keys, events }),
      dial: (address, dial) => this.#dial(name, address, dial),
    };
  }

  cut(one: string, other: string): void {
    this.#cuts.add(pairOf(one, other));
  }

  heal(one: string, other: string): void {
    this.#cuts.delete(pairOf(one, other));
    for (const connection of this.#connections) this.#deliver(connection);
  }

  healAll(): void {
    this.#cuts.clear();
    for (const connection of this.#connections) this.#deliver(connection);
  }

  /** Crashes a host without notifying the others. */
  crash(name: string): void {
    this.#listening.delete(name);
    for (const connection of this.#connections) {
      if (!connection.ends.some(({ host }) => host === name)) continue;
      this.#connections.delete(connection);
      for (const end of connection.ends) {
        if (end.host === name) end.isOpen = false;
        else end.isLost = true;
      }
    }
  }

  /** Whether a message from one host reaches the other at once. */
  isLinked(one: string, other: string): boolean {
    return (
      !this.#cuts.has(pairOf(one, other)) &&
      [...this.#connections].some(
        ({ ends: [a, b] }) =>
          pairOf(a.host, b.host) === pairOf(one, other) && [a, b].every((end) => end.isOpen),
      )
    );
  }

  #listen(name: string, listener: Listener): PeerListening {
    this.#listening.set(name, listener);
    const address = this.#addressOf(name);
    return {
      port: 1,
      addresses: () => [`${address}:1`],
      close: async () => {
        this.#listening.delete(name);
      },
    };
  }

  #addressOf(name: string): string {
    for (const [address, host] of this.#hosts) if (host === name) return address;
    const address = `10.0.0.${this.#hosts.size + 1}`;
    this.#hosts.set(address, name);
    return address;
  }

  #dial(from: string, address: string, { keys, opened, failed }: PeerDial): void {
    const [host = ''] = address.split(':');
    const to = this.#hosts.get(host) ?? host;
    const isCut = this.#cuts.has(pairOf(from, to));
    this.#timers.after(isCut ? DIAL_MS : LATENCY_MS, () => {
      const there = this.#listening.get(to);
      if (there === undefined || isCut || this.#cuts.has(pairOf(from, to))) {
        failed();
        return;
      }
      if (!keys.some(({ id }) => there.keys.some((key) => key.id === id))) {
        there.events.rejected('refused');
        failed();
        return;
      }
      const ends: [End, End] = [endOf(from), endOf(to)];
      const connection: Connection = { ends };
      this.#connections.add(connection);
      ends[1].events = there.events.accepted(
        this.#linkOf(connection, 1, { address: `${from}:9`, dialed: false }),
      );
      ends[0].events = opened(this.#linkOf(connection, 0, { address, dialed: true }));
    });
  }

  #linkOf(
    connection: Connection,
    side: 0 | 1,
    { address, dialed }: { readonly address: string; readonly dialed: boolean },
  ): PeerLink {
    const own = connection.ends[side];
    return {
      address,
      network: address.slice(0, address.lastIndexOf(':')),
      dialed,
      get buffered() {
        return own.waiting.reduce((bytes, frame) => bytes + frame.length, 0);
      },
      send: (frame) => {
        if (!own.isOpen) return;
        this.wire.push(frame);
        own.waiting.push(frame);
        this.#timers.after(LATENCY_MS, () => this.#deliver(connection));
      },
      close: () => {
        if (!own.isOpen) return;
        own.isOpen = false;
        this.#timers.after(0, () => own.events?.closed(false));
        this.#timers.after(LATENCY_MS, () => this.#deliver(connection));
      },
    };
  }

  #deliver(connection: Connection): void {
    const [one, other] = connection.ends;
    if (this.#cuts.has(pairOf(one.host, other.host)) || one.isLost || other.isLost) return;
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const frame of from.waiting.splice(0)) if (to.isOpen) to.events?.frame(frame);
      if (!from.isOpen && to.isOpen) {
        to.isOpen = false;
        to.events?.closed(false);
      }
    }
    if (!one.isOpen && !other.isOpen) this.#connections.delete(connection);
  }
}

function endOf(host: string): End {
  return { host, events: null, waiting: [], isOpen: true, isLost: false };
}

function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join(' ');
}
