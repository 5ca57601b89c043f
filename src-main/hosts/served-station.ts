import type { StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';

/** What a host needs of a station to put screens in front of it. */
export interface ServedStation {
  /** Resolves with the reply to this request. */
  readonly handle: (request: StationRequest) => Promise<StationMessage>;
  /** The whole state, for a screen that just connected. */
  readonly welcome: () => StationMessage;
  /** Hears every `state` and `outcome` until the returned function is called. */
  readonly subscribe: (listener: (message: StationMessage) => void) => () => void;
}
