import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import { isPeerAddress } from '../../../shared/contract/peer-address.ts';
import { MAX_FRAME_BYTES } from '../../core/peers/peer-message.ts';
import type { Logger } from '../../ports/system.ts';
import type {
  PeerLink,
  PeerLinkEvents,
  PeerListening,
  PeerNetwork,
  PeerNetworkEvents,
} from '../../ports/peers.ts';
import { announceStation, type Announcement } from './announce-station.ts';
import {
  isPrivateAddress,
  networkOf,
  ownPrivateAddresses,
  readPeerAddress,
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
const DIAL_MS = 5_000;
/** How long a connection may take to send its upgrade request. */
const REQUEST_MS = 5_000;
const MAX_CONNECTIONS = 128;
/** Maximum number of connections without an upgrade request: of a known host, of a network of strangers, and of all strangers. */
const MAX_WAITING = 8;
const MAX_STRANGERS = 64;
const PATH = '/gatehouse/peers/1';
/** How `ws` reports a frame that is too large or malformed. */
const PROTOCOL_ERROR = /^WS_ERR_/;

/** Stations on the local network: a WebSocket for each pair, found by mDNS. */
export function lanPeerNetwork(options: LanPeerOptions): PeerNetwork {
  return {
    given: options.given,
    listen: (events) => Listening.open(options, events),
    dial: (address, opened, failed) => dial(address, opened, failed),
  };
}

/** A connection without an upgrade request, and what it is counted under. */
interface Waiting {
  readonly isKnown: boolean;
  readonly of: string;
}

class Listening implements PeerListening {
  readonly #options: LanPeerOptions;
  readonly #isKnown: PeerNetworkEvents['isKnown'];
  readonly #sockets: WebSocketServer;
  readonly #servers = new Map<string, Server>();
  readonly #looking: NodeJS.Timeout;
  #announcement: Announcement | null = null;
  #port: number;

  static async open(options: LanPeerOptions, events: PeerNetworkEvents): Promise<Listening> {
    const listening = new Listening(options, events);
    await listening.#look();
    if (options.discovers) {
      listening.#announcement = announceStation(
        listening.#port,
        {
          found: (address) => events.found(address),
          lost: (address) => events.lost(address),
        },
        options.logger,
      );
    }
    return listening;
  }

  private constructor(options: LanPeerOptions, events: PeerNetworkEvents) {
    this.#options = options;
    this.#isKnown = (host) => events.isKnown(host);
    this.#port = options.port;
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
      autoPong: false,
    });
    this.#sockets.on(
      'connection',
      (socket: WebSocket, { socket: { remoteAddress, remotePort } }) => {
        const address = writePeerAddress({ host: remoteAddress ?? '', port: remotePort ?? 0 });
        attach(socket, address, { dialed: false, begin: (link) => events.accepted(link) });
      },
    );
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
    for (const socket of this.#sockets.clients) socket.terminate();
    await Promise.all([...this.#servers.values()].map(closeServer));
  }

  /** Listens on every present address, and stops on those that are gone. */
  async #look(): Promise<void> {
    const hosts = (this.#options.hosts ?? ownPrivateAddresses)();
    for (const [host, server] of this.#servers) {
      if (hosts.includes(host)) continue;
      this.#servers.delete(host);
      await closeServer(server);
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
    const server = createServer(
      {
        headersTimeout: REQUEST_MS,
        requestTimeout: REQUEST_MS,
        connectionsCheckingInterval: REQUEST_MS,
      },
      (_request, response) => response.writeHead(404).end(),
    );
    const waiting = new Map<Socket, Waiting>();
    server.on('connection', (socket) => {
      const host = socket.remoteAddress ?? '';
      const own = this.#isKnown(host)
        ? { isKnown: true, of: host }
        : { isKnown: false, of: networkOf(host) };
      const alike = [...waiting].filter(([, other]) => other.isKnown === own.isKnown);
      const near = alike.filter(([, { of }]) => of === own.of);
      if (near.length >= MAX_WAITING) near[0]?.[0].destroy();
      else if (!own.isKnown && alike.length >= MAX_STRANGERS) alike[0]?.[0].destroy();
      waiting.set(socket, own);
      socket.on('close', () => waiting.delete(socket));
    });
    server.on('upgrade', (request, stream, head) => {
      waiting.delete(request.socket);
      // A browser sends the page's origin; no page may connect.
      const isStation = request.url === PATH && request.headers.origin === undefined;
      const host = request.socket.remoteAddress ?? '';
      const isRoom = this.#sockets.clients.size < MAX_CONNECTIONS || this.#isKnown(host);
      if (!isStation || !isPrivateAddress(host) || !isRoom) {
        stream.destroy();
        return;
      }
      this.#sockets.handleUpgrade(request, stream, head, (socket) => {
        this.#sockets.emit('connection', socket, request);
      });
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
}

function dial(
  address: string,
  opened: (link: PeerLink) => PeerLinkEvents,
  failed: () => void,
): void {
  if (readPeerAddress(address) === null) {
    setImmediate(failed);
    return;
  }
  const socket = new WebSocket(`ws://${address}${PATH}`, {
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    autoPong: false,
    handshakeTimeout: DIAL_MS,
    followRedirects: false,
  });
  let isOpen = false;
  socket.on('open', () => {
    isOpen = true;
    attach(socket, address, { dialed: true, begin: opened });
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (!isOpen) failed();
  });
}

function attach(
  socket: WebSocket,
  address: string,
  {
    dialed,
    begin,
  }: { readonly dialed: boolean; readonly begin: (link: PeerLink) => PeerLinkEvents },
): void {
  let isProtocolError = false;
  const events = begin({
    address,
    network: networkOf(readPeerAddress(address)?.host ?? address),
    dialed,
    get buffered() {
      return socket.bufferedAmount;
    },
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    close: () => socket.terminate(),
  });
  socket.on('message', (data: RawData, isBinary: boolean) => {
    events.frame(isBinary ? '' : textOf(data));
  });
  socket.on('error', (error) => {
    isProtocolError ||= 'code' in error && PROTOCOL_ERROR.test(String(error.code));
  });
  socket.on('close', () => events.closed(isProtocolError));
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString();
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

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
