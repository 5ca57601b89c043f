import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import type { ServedStation } from '../../page/served-station.ts';
import { handleRequest } from '../../page/station-request.ts';
import { createPageHandshake, type HandshakeStep } from './page-handshake.ts';
import type { PagePasses } from '../../page/page-passes.ts';
import { boundedSender } from './bounded-sender.ts';

/** Large enough for the longest code a scanner delivers, escaped. */
const LARGEST_FRAME = 65_536;
/** How many unanswered requests a screen may have before its socket is paused. */
const MOST_PENDING = 64;
const GOODBYE_MS = 1_000;
/** How long a page has to complete the handshake. */
const GREETING_MS = 10_000;
/** How many sockets may be in the handshake: other programs on this machine can open them too. */
const MOST_STRANGERS = 32;

export interface StationSocketOptions {
  readonly station: ServedStation;
  readonly passes: PagePasses;
  /** A launch pass has been used. */
  readonly onLaunched: (launch: string) => void;
}

export interface StationSocket {
  /** `origin`: the page's own origin, accepted by the guard. */
  readonly accept: (
    request: IncomingMessage,
    stream: Duplex,
    { head, origin }: { readonly head: Buffer; readonly origin: string },
  ) => void;
  readonly close: () => void;
}

/** Serves the station contract as JSON text frames to any number of screens, after a handshake with each. */
export function openStationSocket(options: StationSocketOptions): StationSocket {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_FRAME,
    perMessageDeflate: false,
  });
  const strangers = new Set<WebSocket>();

  const greet = (socket: WebSocket, origin: string) => {
    strangers.add(socket);
    const [oldest] = strangers;
    if (strangers.size > MOST_STRANGERS && oldest !== undefined) {
      // Immediately: its end is reported later, and many may come at the same moment.
      strangers.delete(oldest);
      oldest.terminate();
    }
    const limit = setTimeout(() => socket.terminate(), GREETING_MS);
    const known = () => {
      clearTimeout(limit);
      strangers.delete(socket);
    };
    const answer = createPageHandshake(options.passes, origin);
    // An oversized or malformed frame: ws closes the socket with the right code.
    socket.on('error', () => undefined);
    socket.on('close', known);
    const onFrame = (data: RawData, isBinary: boolean) => {
      const greeting = answer(isBinary ? null : parseJson(textOf(data)));
      socket.send(JSON.stringify(greeting.answer));
      settle(greeting);
    };
    const settle = (greeting: HandshakeStep) => {
      if (greeting.kind === 'waiting') return;
      socket.off('message', onFrame);
      known();
      if (greeting.kind === 'granted') {
        serveScreen(options.station, socket);
        if (greeting.launch !== null) options.onLaunched(greeting.launch);
      } else socket.close(1008, 'refused');
    };
    socket.on('message', onFrame);
  };
  return {
    accept: (request, stream, { head, origin }) =>
      server.handleUpgrade(request, stream, head, (socket) => greet(socket, origin)),
    close: () => {
      for (const socket of server.clients) socket.close(1001, 'the station is closing');
      server.close();
      // A sleeping tab does not answer the close frame.
      setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, GOODBYE_MS).unref();
    },
  };
}

function serveScreen(station: ServedStation, socket: WebSocket): void {
  const send = boundedSender(socket);
  const unsubscribe = station.subscribe(send);
  let pending = 0;

  socket.on('message', (data, isBinary) => {
    pending += 1;
    if (pending >= MOST_PENDING) socket.pause();
    void answer(data, isBinary);
  });
  const answer = async (data: RawData, isBinary: boolean) => {
    send(await handleRequest(station, isBinary ? null : parseJson(textOf(data))));
    pending -= 1;
    if (socket.isPaused) socket.resume();
  };
  socket.on('close', unsubscribe);
  send(station.welcome());
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString();
}
