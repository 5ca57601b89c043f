import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { ServedStation } from '../served-station.ts';
import { answerRequest } from '../station-request.ts';
import { createScreenOutlet } from './screen-outlet.ts';

/** Room for the longest code a scanner delivers, escaped. */
const LARGEST_FRAME = 65_536;
/** Requests of one screen that may wait for their answer before it is read no further. */
const MOST_PENDING = 64;
const GOODBYE_MS = 1_000;

export interface StationSocket {
  readonly accept: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
  readonly close: () => void;
}

/** The station contract as JSON text frames, for as many screens as there are. */
export function openStationSocket(station: ServedStation): StationSocket {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_FRAME,
    perMessageDeflate: false,
  });
  server.on('connection', (socket) => serveScreen(station, socket));
  return {
    accept: (request, stream, head) =>
      server.handleUpgrade(request, stream, head, (socket) => {
        server.emit('connection', socket, request);
      }),
    close: () => {
      for (const socket of server.clients) socket.close(1001, 'the station is closing');
      server.close();
      // A tab that was put to sleep does not answer the goodbye.
      setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, GOODBYE_MS).unref();
    },
  };
}

function serveScreen(station: ServedStation, socket: WebSocket): void {
  const outlet = createScreenOutlet(socket);
  const unsubscribe = station.subscribe(outlet.send);
  let pending = 0;

  socket.on('message', (data, isBinary) => {
    pending += 1;
    if (pending >= MOST_PENDING) socket.pause();
    void answer(data, isBinary);
  });
  const answer = async (data: RawData, isBinary: boolean) => {
    outlet.send(await answerRequest(station, isBinary ? null : parseJson(data)));
    pending -= 1;
    if (socket.isPaused) socket.resume();
  };
  // An oversized or malformed frame: ws closes the socket with the code that says so.
  socket.on('error', () => undefined);
  socket.on('close', unsubscribe);
  outlet.send(station.welcome());
}

function parseJson(data: RawData): unknown {
  try {
    const value: unknown = JSON.parse(textOf(data));
    return value;
  } catch {
    return null;
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString();
}
