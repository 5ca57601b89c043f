import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import type { GateMessage } from '../../shared/station/page-handshake.ts';
import type { StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';
import type { ScanOutcome } from '../../shared/station/outcomes.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { StationState } from '../../shared/station/state.ts';
import { createPageHandshake } from '../../src-main/hosts/browser/page-handshake.ts';
import { originOf } from '../../src-main/page/page-record.ts';
import { createLaunch, createPagePasses } from '../../src-main/page/page-passes.ts';
import type { ServedFile } from '../../src-files/built-page.ts';
import { loadRendererFiles } from '../../src-main/page/renderer-files.ts';
import { securityHeaders } from '../../src-main/page/security-headers.ts';
import { readyState } from './door-script.ts';

/** The built page on loopback with a scripted station, so that a test can show any state of the screen. */
export interface ScriptedPage {
  /** The address of the page. It works once; each read returns a new one. */
  readonly url: string;
  /** All requests of the page, in order, including repeated ids. */
  readonly requests: StationRequest[];
  /** The number of messages sent to pages and received from them. */
  readonly traffic: () => { readonly out: number; readonly in: number };
  readonly send: (message: StationMessage) => void;
  /** Changes the state, now and in every later `welcome`. */
  readonly setState: (change: Partial<StationState>) => void;
  /** Sends an outcome, now and in every later `welcome`. */
  readonly outcome: (outcome: ScanOutcome) => void;
  /** The answer to a request; null leaves it unanswered. */
  answer: (request: StationRequest) => CommandResult | null;
  /** Makes the station refuse every connection. */
  readonly goAway: () => void;
  readonly comeBack: () => void;
  /** Begins anew with another script, as a new station at the same address. */
  readonly restart: (script?: PageScript) => void;
  /** The address of an empty page of the same origin. */
  readonly emptyPage: string;
  readonly close: () => Promise<void>;
}

export interface PageScript {
  readonly state?: Partial<StationState>;
  readonly recent?: readonly ScanOutcome[];
}

export async function openScriptedPage(script: PageScript = {}): Promise<ScriptedPage> {
  const files = await loadRendererFiles(builtPage);
  const answerFile = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const file = pathname === EMPTY_PAGE ? emptyFile : files.get(pathname);
    const headers = securityHeaders(`ws://${request.headers.host ?? ''}`);
    if (file === undefined) response.writeHead(404, headers).end();
    else {
      const { contentType, cacheControl } = file;
      response
        .writeHead(200, {
          ...headers,
          'Content-Type': contentType,
          // Lets the browser keep the compiled script for the next time.
          'Cache-Control': cacheControl,
        })
        .end(await file.read());
    }
  };
  const http = createServer((request, response) => void answerFile(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  const source = { secret: randomBytes(32).toString('base64url'), run: 'script' };
  const passes = createPagePasses(source);
  const pages = new Set<WebSocket>();
  const requests: StationRequest[] = [];
  let state = readyState();
  let recent: readonly ScanOutcome[] = [];
  let isAway = false;
  let [out, into] = [0, 0];

  http.on('upgrade', (request, stream, head) => {
    if (isAway || request.url !== '/station') stream.destroy();
    else {
      sockets.handleUpgrade(request, stream, head, (socket) =>
        greet(socket, request.headers.origin ?? ''),
      );
    }
  });
  const tell = (socket: WebSocket, message: StationMessage | GateMessage) => {
    out += 1;
    socket.send(JSON.stringify(message));
  };
  const send = (message: StationMessage) => {
    for (const socket of pages) tell(socket, message);
  };
  const greet = (socket: WebSocket, origin: string) => {
    const answer = createPageHandshake(passes, origin);
    socket.on('message', () => (into += 1));
    const onFrame = (data: RawData) => {
      const greeting = answer(JSON.parse(textOf(data)));
      tell(socket, greeting.answer);
      if (greeting.kind === 'waiting') return;
      socket.off('message', onFrame);
      if (greeting.kind === 'granted') serve(socket);
      else socket.close();
    };
    socket.on('message', onFrame);
  };
  const serve = (socket: WebSocket) => {
    pages.add(socket);
    socket.on('close', () => pages.delete(socket));
    tell(socket, { kind: 'welcome', state, recent });
    socket.on('message', (data) => {
      // What a page sent before the station began anew may be read after it.
      if (!pages.has(socket)) return;
      const request: StationRequest = JSON.parse(textOf(data));
      requests.push(request);
      const result = page.answer(request);
      if (result !== null) tell(socket, { kind: 'reply', id: request.id, result });
    });
  };

  await new Promise<void>((listening) => {
    http.listen(0, '127.0.0.1', listening);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP port');
  const origin = originOf(address.port);
  const page: ScriptedPage = {
    get url() {
      return createLaunch(origin, source).url;
    },
    emptyPage: `${origin}${EMPTY_PAGE}`,
    requests,
    traffic: () => ({ out, in: into }),
    send,
    setState: (change) => {
      state = { ...state, ...change, revision: state.revision + 1 };
      send({ kind: 'state', state });
    },
    outcome: (outcome) => {
      if (!outcome.repeated) recent = [outcome, ...recent];
      send({ kind: 'outcome', outcome });
    },
    answer: accept,
    goAway: () => {
      isAway = true;
      for (const socket of sockets.clients) socket.terminate();
    },
    comeBack: () => {
      isAway = false;
    },
    restart: (next = {}) => {
      for (const socket of sockets.clients) socket.terminate();
      pages.clear();
      state = { ...readyState(), ...next.state };
      recent = next.recent ?? [];
      isAway = false;
      [out, into] = [0, 0];
      requests.length = 0;
      page.answer = accept;
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
  page.restart(script);
  return page;
}

const EMPTY_PAGE = '/empty';
const emptyFile: ServedFile = {
  read: async () => new Uint8Array(),
  contentType: 'text/html; charset=utf-8',
  cacheControl: 'no-store',
};

const accept = (): CommandResult => ({ ok: true });

const builtPage = resolve(import.meta.dirname, '../../out/renderer');

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString();
}
