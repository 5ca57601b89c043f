import type { StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage, StationReply } from '../../shared/station/messages.ts';

/** The part of a station that a host needs to serve screens. */
export interface ServedStation {
  /** Resolves with the reply to this request. */
  readonly handle: (request: StationRequest) => Promise<StationReply>;
  /** The whole state, for a newly connected screen. */
  readonly welcome: () => StationMessage;
  /** Listens to every `state` and `outcome` until the returned function is called. */
  readonly subscribe: (listener: (message: StationMessage) => void) => () => void;
}
