import type { StationMessage, StationRequest } from '../../shared/station/api.ts';
import { checkMessage } from './check-message.ts';
import type { StationCarrier } from './station-carrier.ts';

/** What the desktop app's preload puts on `window`. */
export interface StationBridge {
  readonly send: (request: StationRequest) => void;
  readonly subscribe: (listener: (message: StationMessage) => void) => () => void;
}

declare global {
  interface Window {
    readonly gatehouseStation?: StationBridge;
  }
}

/**
 * Carries the contract over the desktop app's bridge. The bridge has no down state of its own: after the station's process was
 * restarted, a new `welcome` says so.
 */
export function createBridgeCarrier(bridge: StationBridge): StationCarrier {
  return {
    send: (request) => bridge.send(request),
    open: (listener) =>
      bridge.subscribe((raw) => {
        const message = checkMessage(raw);
        if (message !== null) listener.onMessage(message);
      }),
  };
}
