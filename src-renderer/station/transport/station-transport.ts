import type { StationRequest } from '../../../shared/station/commands.ts';

/**
 * A transport for the station contract. A disconnected transport reconnects automatically; it neither keeps nor repeats requests,
 * which is up to `createStationClient`.
 */
export interface StationTransport {
  /** Sends a request. Dropped while disconnected. */
  readonly send: (request: StationRequest) => void;
  /** Starts the transport. Returns a function that stops it for good. */
  readonly open: (listener: TransportListener) => () => void;
}

export interface TransportListener {
  /** Whatever arrived; `createStationClient` validates it. */
  readonly onMessage: (raw: unknown) => void;
  readonly onDown: () => void;
  /** The station refuses this page; the transport keeps trying. */
  readonly onRefused: () => void;
}
