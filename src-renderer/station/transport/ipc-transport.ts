import type { StationRequest } from '../../../shared/station/commands.ts';
import type { StationTransport } from './station-transport.ts';

/** The object that the desktop app's preload puts on `window`. */
export interface StationIpc {
  readonly send: (request: StationRequest) => void;
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

declare global {
  interface Window {
    readonly gatehouseStation?: StationIpc;
  }
}

/**
 * Carries the contract over the desktop app's IPC. IPC has no disconnected state: after a restart of the station process a new
 * `welcome` arrives.
 */
export function createIpcTransport(bridge: StationIpc): StationTransport {
  return {
    send: (request) => bridge.send(request),
    open: ({ onMessage }) => bridge.subscribe(onMessage),
  };
}
