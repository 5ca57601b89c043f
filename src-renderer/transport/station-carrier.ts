import type { StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';

/**
 * What carries the station contract to this page and back. A carrier that is down keeps trying by itself;
 * it neither keeps nor repeats requests: `createStationLink` does.
 */
export interface StationCarrier {
  /** Hands a request over. While the carrier is down it goes nowhere. */
  readonly send: (request: StationRequest) => void;
  /** Starts carrying. Returns what stops it for good. */
  readonly open: (listener: CarrierListener) => () => void;
}

export interface CarrierListener {
  readonly onMessage: (message: StationMessage) => void;
  readonly onDown: () => void;
  /** The station is not open to this page; the carrier goes on trying. */
  readonly onRefused: () => void;
}
