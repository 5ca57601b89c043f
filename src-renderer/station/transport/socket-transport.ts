import { assertNever } from '../../../shared/assert-never.ts';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import { startHandshake } from './station-handshake.ts';
import type { PassStore, SealedPass } from './page-pass.ts';
import type { StationTransport } from './station-transport.ts';

/** How often a refused page tries again: another tab may have gained access in the meantime. */
const REFUSED_MS = 3_000;
/** How long the other side may take for the handshake before the page reconnects. */
const GREETING_MS = 10_000;

export interface SocketOptions {
  /** The station's address. */
  readonly url: string;
  /** The page's own origin. */
  readonly origin: string;
  readonly passes: PassStore;
  /** Calls back when a launch address was opened in this tab; returns a function that stops it. */
  readonly onLaunch: (listener: () => void) => () => void;
}

/** Carries the contract as JSON text frames over a WebSocket, after a handshake, and reconnects automatically. */
export function createSocketTransport(options: SocketOptions): StationTransport {
  const { passes } = options;
  let line: Line | null = null;

  return {
    send: (request) => line?.send(JSON.stringify(request)),
    open: (listener) => {
      let attempt = 0;
      let dials = 0;
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
        dials += 1;
        const own = dials;
        const pass = await passes.current();
        // A launch address that was opened meanwhile dials itself.
        if (closed || own !== dials) return;
        if (pass === null) {
          refused();
          return;
        }
        line = openLine(options, pass, {
          entered: () => {
            attempt = 0;
          },
          onFrame: listener.onMessage,
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
  /** Sends, once the handshake has succeeded. */
  readonly send: (frame: string) => void;
  /** Closes without notifying the listener. */
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
  const entry = startHandshake(pass, origin);
  type State = 'greeting' | 'entered' | 'refused' | 'closed';
  let state: State = 'greeting';
  const stateNow = (): State => state;
  /** Frames are handled one at a time: the next may arrive while a proof is still being computed. */
  let turn = Promise.resolve();
  const limit = setTimeout(() => {
    state = 'closed';
    socket.close();
    listener.onClosed(false);
  }, GREETING_MS);

  const receive = async (frame: unknown) => {
    if (state === 'entered') listener.onFrame(frame);
    if (state !== 'greeting') return;
    const received = await entry.receive(frame);
    switch (received.kind) {
      case 'answer':
        socket.send(JSON.stringify(received.message));
        return;
      case 'granted':
        clearTimeout(limit);
        // First, because a launch address works only once: a page that looks open must survive a reload.
        if (received.session !== null) await passes.keep(received.session);
        if (stateNow() === 'closed') return;
        state = 'entered';
        listener.entered();
        return;
      case 'refused':
        state = 'refused';
        socket.close();
        return;
      default:
        assertNever(received);
    }
  };
  socket.addEventListener('open', () => socket.send(JSON.stringify(entry.hello)));
  socket.addEventListener('message', ({ data }) => {
    const frame = typeof data === 'string' ? parseJson(data) : null;
    if (state === 'entered') listener.onFrame(frame);
    else turn = turn.then(() => receive(frame));
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

/** The station's address: the page's origin, path `/station`. */
export function stationAddress(page: URL): string {
  const address = new URL('/station', page);
  address.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

const FIRST_MS = 150;
const LONGEST_MS = 3_000;

/**
 * Milliseconds to wait before reconnection attempt `attempt` (from 0). Doubles up to three seconds; `random` in [0, 1) varies it
 * by a quarter, so that several screens of one station do not reconnect in step.
 */
export function reconnectDelay(attempt: number, random: number): number {
  const base = Math.min(FIRST_MS * 2 ** Math.min(attempt, 10), LONGEST_MS);
  return Math.round(base * (0.75 + random / 2));
}
