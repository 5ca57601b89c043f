import type { StationCommand, StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { StationCarrier } from './station-carrier.ts';

export interface StationLink {
  /** Resolves with the station's answer, however long the station is away. */
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  readonly close: () => void;
}

export interface LinkListener {
  readonly onMessage: (message: Exclude<StationMessage, { kind: 'reply' }>) => void;
  readonly onDown: () => void;
  readonly onRefused: () => void;
}

/** Where commands without an answer survive a reload of the page. */
export interface KeptRequests {
  readonly read: () => readonly StationRequest[];
  readonly write: (requests: readonly StationRequest[]) => void;
}

export interface LinkOptions {
  readonly carrier: StationCarrier;
  readonly listener: LinkListener;
  readonly kept: KeptRequests;
  readonly mintId: () => string;
}

/**
 * Asks the station over a carrier. A command without an answer is kept, in order, and sent again under the same id after every
 * `welcome`: the station answers a repeated id without running it twice, so no scan is lost and none is counted twice.
 */
export function createStationLink({ carrier, listener, kept, mintId }: LinkOptions): StationLink {
  const waiting = new Map<string, Waiting>();
  let up = false;
  for (const request of kept.read()) waiting.set(request.id, { request, settle: () => {} });

  const keep = () => kept.write([...waiting.values()].map(({ request }) => request));
  const settle = (id: string, result: CommandResult) => {
    waiting.get(id)?.settle(result);
    if (waiting.delete(id)) keep();
  };

  const close = carrier.open({
    onMessage: (message) => {
      if (message.kind === 'reply') {
        settle(message.id, message.result);
        return;
      }
      listener.onMessage(message);
      if (message.kind !== 'welcome') return;
      up = true;
      for (const { request } of waiting.values()) carrier.send(request);
    },
    onDown: () => {
      up = false;
      listener.onDown();
    },
    onRefused: () => {
      up = false;
      listener.onRefused();
    },
  });

  return {
    ask: (command) =>
      new Promise((settle) => {
        const request = { id: mintId(), command };
        waiting.set(request.id, { request, settle });
        if (up) carrier.send(request);
        keep();
      }),
    close,
  };
}

interface Waiting {
  readonly request: StationRequest;
  readonly settle: (result: CommandResult) => void;
}
