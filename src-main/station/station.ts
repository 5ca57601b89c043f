import type { StationMessage, StationRequest } from '../../shared/station/api.ts';
import { StationCore } from './station-core.ts';
import type { StationPorts } from './station-ports.ts';

export type StationReply = Extract<StationMessage, { kind: 'reply' }>;

export interface Station {
  /** Runs a command; the reply is what the carrier sends back. Never rejects. A repeated request id is answered again, not run again. */
  handle(request: StationRequest): Promise<StationReply>;
  /** The whole state and the recent outcomes, for a screen that just connected. */
  welcome(): StationMessage;
  /** `state` and `outcome` messages from now on; returns the way to stop. */
  subscribe(listener: (message: StationMessage) => void): () => void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A door that works at once from what it has, and syncs beside that. It owns the stores in `ports` and closes them when disposed. */
export async function createStation(ports: StationPorts): Promise<Station> {
  const core = new StationCore(ports);
  try {
    await core.begin();
  } catch (error) {
    await core.close();
    throw error;
  }
  return {
    handle: (request) => core.handle(request),
    welcome: () => core.welcome(),
    subscribe: (listener) => core.subscribe(listener),
    [Symbol.asyncDispose]: () => core.close(),
  };
}
