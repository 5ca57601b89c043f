import { checkMessage } from './check-message.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import type { CarrierListener, StationCarrier } from './station-carrier.ts';

/** Carries the contract as JSON text frames over a WebSocket, and comes back by itself after a loss. */
export function createSocketCarrier(url: string): StationCarrier {
  let socket: WebSocket | null = null;

  return {
    send: (request) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
    },
    open: (listener) => {
      let attempt = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let closed = false;

      const dial = () => {
        socket = new WebSocket(url);
        socket.addEventListener('open', () => {
          attempt = 0;
        });
        socket.addEventListener('message', (event) => deliver(event.data, listener));
        socket.addEventListener('close', () => {
          if (closed) return;
          listener.onDown();
          timer = setTimeout(dial, reconnectDelay(attempt, Math.random()));
          attempt += 1;
        });
      };
      dial();
      return () => {
        closed = true;
        clearTimeout(timer);
        socket?.close();
      };
    },
  };
}

/** The station's address beside this page: the same origin, path `/station`. */
export function stationAddress(page: URL): string {
  const address = new URL('/station', page);
  address.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

function deliver(data: unknown, listener: CarrierListener): void {
  const message = typeof data === 'string' ? checkMessage(parseJson(data)) : null;
  if (message !== null) listener.onMessage(message);
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
