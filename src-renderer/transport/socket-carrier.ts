import { Check } from 'typebox/schema';
import { assertNever } from '../../shared/assert-never.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { StationMessage } from '../../shared/station/messages.ts';
import { enterStation } from './enter-station.ts';
import type { PassStore, SealedPass } from './page-pass.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import type { StationCarrier } from './station-carrier.ts';

/** How often a page that was refused tries again: another tab may have been let in meanwhile. */
const REFUSED_MS = 3_000;
/** How long whatever listens there may take to let the page in before the page dials again. */
const GREETING_MS = 10_000;

export interface SocketOptions {
  /** Where the station listens. */
  readonly url: string;
  /** The page's own origin. */
  readonly origin: string;
  readonly passes: PassStore;
  /** Calls back when a launch address was opened in this tab; returns what ends that. */
  readonly onLaunch: (listener: () => void) => () => void;
}

/** Carries the contract as JSON text frames over a WebSocket, after a handshake, and comes back by itself after a loss. */
export function createSocketCarrier(options: SocketOptions): StationCarrier {
  const { passes } = options;
  let line: Line | null = null;

  return {
    send: (request) => line?.send(JSON.stringify(request)),
    open: (listener) => {
      let attempt = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let closed = false;

      const dialAfter = (delayMs: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => void dial(), delayMs);
      };
      const refused = () => {
        listener.onRefused();
        dialAfter(REFUSED_MS);
      };
      const dial = async () => {
        const pass = await passes.current();
        if (closed) return;
        if (pass === null) {
          refused();
          return;
        }
        line = openLine(options, pass, {
          entered: () => {
            attempt = 0;
          },
          onFrame: (frame) => {
            if (Check(StationMessage, frame)) listener.onMessage(frame);
          },
          onClosed: (isRefused) => {
            line = null;
            if (isRefused) {
              passes.refused(pass);
              refused();
              return;
            }
            listener.onDown();
            dialAfter(reconnectDelay(attempt, Math.random()));
            attempt += 1;
          },
        });
      };
      const removeLaunch = options.onLaunch(() => {
        line?.close();
        line = null;
        attempt = 0;
        dialAfter(0);
      });
      void dial();
      return () => {
        closed = true;
        clearTimeout(timer);
        removeLaunch();
        line?.close();
      };
    },
  };
}

/** One connection. */
interface Line {
  /** Sends once the station let this page in. */
  readonly send: (frame: string) => void;
  /** Closes without a word to the listener. */
  readonly close: () => void;
}

interface LineListener {
  readonly entered: () => void;
  /** A frame after the handshake. */
  readonly onFrame: (frame: unknown) => void;
  readonly onClosed: (isRefused: boolean) => void;
}

function openLine(
  { url, origin, passes }: SocketOptions,
  pass: SealedPass,
  listener: LineListener,
): Line {
  const socket = new WebSocket(url);
  const entry = enterStation(pass, origin);
  type State = 'greeting' | 'entered' | 'refused' | 'closed';
  let state: State = 'greeting';
  const stateNow = (): State => state;
  /** Frames wait for each other: one may come while a proof is still being computed. */
  let turn = Promise.resolve();
  const limit = setTimeout(() => {
    state = 'closed';
    socket.close();
    listener.onClosed(false);
  }, GREETING_MS);

  const hear = async (frame: unknown) => {
    if (state === 'entered') listener.onFrame(frame);
    if (state !== 'greeting') return;
    const heard = await entry.hear(frame);
    switch (heard.kind) {
      case 'answer':
        socket.send(JSON.stringify(heard.message));
        return;
      case 'granted':
        clearTimeout(limit);
        // First, because the launch address works once: a page that looks open must survive a reload.
        if (heard.session !== null) await passes.keep(heard.session);
        if (stateNow() === 'closed') return;
        state = 'entered';
        listener.entered();
        return;
      case 'refused':
        state = 'refused';
        socket.close();
        return;
      default:
        assertNever(heard);
    }
  };
  socket.addEventListener('open', () => socket.send(JSON.stringify(entry.hello)));
  socket.addEventListener('message', ({ data }) => {
    const frame = typeof data === 'string' ? parseJson(data) : null;
    if (state === 'entered') listener.onFrame(frame);
    else turn = turn.then(() => hear(frame));
  });
  socket.addEventListener('close', () => {
    clearTimeout(limit);
    if (state !== 'closed') listener.onClosed(state === 'refused');
  });
  return {
    send: (frame) => {
      if (state === 'entered' && socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    close: () => {
      clearTimeout(limit);
      state = 'closed';
      socket.close();
    },
  };
}

/** The station's address beside this page: the same origin, path `/station`. */
export function stationAddress(page: URL): string {
  const address = new URL('/station', page);
  address.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
