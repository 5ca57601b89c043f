import { Check } from 'typebox/schema';
import type { StationRequest } from '../../shared/station/commands.ts';
import { StationMessage } from '../../shared/station/messages.ts';
import type { StationCarrier } from './station-carrier.ts';

/** What the desktop app's preload puts on `window`. */
export interface StationBridge {
  readonly send: (request: StationRequest) => void;
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
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
        if (Check(StationMessage, raw)) listener.onMessage(raw);
      }),
  };
}
