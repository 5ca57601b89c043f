import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { isPeerAddress } from '../../../shared/contract/peer-address.ts';
import type { Logger } from '../../ports/system.ts';
import type { PeerListening, PeerNetwork, PeerNetworkEvents, VenueKey } from '../../ports/peers.ts';
import { announceStation, type Announcement } from './announce-station.ts';
import { attachPeer, dialPeer, isTlsError, listeningTls } from './peer-tls.ts';
import {
  isPrivateAddress,
  peerNetworkOf,
  ownPrivateAddresses,
  writePeerAddress,
} from './private-address.ts';

export interface LanPeerOptions {
  /** 0 picks a free port; so does a port that is in use. */
  readonly port: number;
  /** Addresses of stations that cannot be discovered, such as `192.168.1.20:8797`. */
  readonly given: readonly string[];
  /** Whether to announce this station and look for others by mDNS. */
  readonly discovers: boolean;
  /** Addresses to listen on, for tests; every private one by default. */
  readonly hosts?: () => readonly string[];
  readonly logger: Logger;
}

/** Networks come and go: a station may be carried to another room. */
const LOOK_MS = 10_000;
const MAX_CONNECTIONS = 128;
/** Maximum number of connections that have not finished their handshake: of a known host or a network of strangers, and of all strangers. */
const MAX_WAITING = 8;
const MAX_STRANGERS = 64;

/** Stations on the local network: a TLS connection for each pair, found by mDNS. */
export function lanPeerNetwork(options: LanPeerOptions): PeerNetwork {
  return {
    given: options.given,
    listen: (keys, events) => Listening.open(options, keys, events),
    dial: dialPeer,
  };
}

/** An incoming connection. */
interface Connection {
  /** TLS from the end of the handshake on, TCP before. */
  socket: Socket;
  /** This machine's address. */
  readonly at: string;
  /** Whether it came from a known host, and the host or the network of strangers that it is counted under. */
  readonly isKnown: boolean;
  readonly of: string;
  hasKey: boolean;
}

class Listening implements PeerListening {
  readonly #options: LanPeerOptions;
  readonly #keys: readonly VenueKey[];
  readonly #events: PeerNetworkEvents;
  readonly #servers = new Map<string, Server>();
  /** By the address of the other end. */
  readonly #connections = new Map<string, Connection>();
  readonly #looking: NodeJS.Timeout;
  #announcement: Announcement | null = null;
  #port: number;

  static async open(
    options: LanPeerOptions,
    keys: readonly VenueKey[],
    events: PeerNetworkEvents,
  ): Promise<Listening> {
    const listening = new Listening(options, keys, events);
    await listening.#look();
    if (options.discovers) {
      listening.#announcement = announceStation(listening.#port, events, options.logger);
    }
    return listening;
  }

  private constructor(
    options: LanPeerOptions,
    keys: readonly VenueKey[],
    events: PeerNetworkEvents,
  ) {
    this.#options = options;
    this.#keys = keys;
    this.#events = events;
    this.#port = options.port;
    this.#looking = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  get port(): number {
    return this.#port;
  }

  addresses(): readonly string[] {
    return [...this.#servers.keys()]
      .map((host) => writePeerAddress({ host, port: this.#port }))
      .filter(isPeerAddress);
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    this.#announcement?.close();
    await Promise.all([...this.#servers.keys()].map((host) => this.#closeAt(host)));
  }

  /** Listens on every present address, and stops on those that are gone. */
  async #look(): Promise<void> {
    const hosts = (this.#options.hosts ?? ownPrivateAddresses)();
    for (const host of this.#servers.keys()) {
      if (hosts.includes(host)) continue;
      await this.#closeAt(host);
    }
    for (const host of hosts) {
      if (this.#servers.has(host)) continue;
      await this.#open(host).catch((error: unknown) => {
        const details = { host, error: String(error) };
        this.#options.logger.warn(details, 'stations nearby cannot be listened for');
      });
    }
  }

  async #open(host: string): Promise<void> {
    const server = createServer(listeningTls(this.#keys));
    server.on('connection', (socket) => this.#wait(socket, host));
    server.on('secureConnection', (socket) => this.#accept(socket));
    server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
      socket.destroy();
      if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') this.#events.rejected('silent');
      else if (isTlsError(error)) this.#events.rejected('refused');
    });
    await bind(server, host, this.#port).catch(async (error: unknown) => {
      // Another station on this machine uses the port. Once a port is chosen, it is the same on all addresses.
      if (this.#servers.size > 0 || !isTaken(error)) throw error;
      await bind(server, host, 0);
    });
    server.unref();
    server.on('error', () => undefined);
    const bound = server.address();
    if (bound !== null && typeof bound !== 'string') this.#port = bound.port;
    this.#servers.set(host, server);
  }

  #closeAt(at: string): Promise<void> {
    const server = this.#servers.get(at);
    this.#servers.delete(at);
    for (const connection of this.#connections.values())
      if (connection.at === at) connection.socket.destroy();
    return new Promise((resolve) => {
      if (server === undefined) resolve();
      else server.close(() => resolve());
    });
  }

  /** A station shakes hands immediately, so the connection that has taken longest makes room. */
  #wait(socket: Socket, at: string): void {
    const host = socket.remoteAddress ?? '';
    if (!isPrivateAddress(host)) {
      socket.destroy();
      return;
    }
    const isKnown = this.#events.isKnown(host);
    const of = isKnown ? host : peerNetworkOf(host);
    const alike = [...this.#connections.values()].filter(
      (other) => !other.hasKey && !other.socket.destroyed && other.isKnown === isKnown,
    );
    const near = alike.filter((other) => other.of === of);
    const isFull = !isKnown && alike.length >= MAX_STRANGERS;
    const oldest = near.length >= MAX_WAITING ? near[0] : isFull ? alike[0] : undefined;
    if (oldest !== undefined) {
      oldest.socket.destroy();
      this.#events.rejected('silent');
    }
    const address = addressOf(socket);
    this.#connections.set(address, { socket, at, isKnown, of, hasKey: false });
    socket.on('close', () => this.#connections.delete(address));
  }

  #accept(socket: TLSSocket): void {
    const address = addressOf(socket);
    const connection = this.#connections.get(address);
    const accepted = [...this.#connections.values()].filter(({ hasKey }) => hasKey);
    const isRoom = accepted.length < MAX_CONNECTIONS || connection?.isKnown === true;
    if (connection === undefined || !isRoom) {
      socket.destroy();
      return;
    }
    connection.socket = socket;
    connection.hasKey = true;
    attachPeer(socket, { address, dialed: false, opened: (link) => this.#events.accepted(link) });
  }
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return writePeerAddress({ host: remoteAddress ?? '', port: remotePort ?? 0 });
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
