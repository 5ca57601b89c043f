import type { ScanRequest, StationCommand, StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { StationCarrier } from './station-carrier.ts';

export interface StationLink {
  /** Resolves with the station's answer, however long the station is away. */
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** The same for a scan: without an answer it survives a reload of the page. */
  readonly askKept: (command: ScanRequest['command']) => Promise<CommandResult>;
  readonly close: () => void;
}

export interface LinkListener {
  readonly onMessage: (message: Exclude<StationMessage, { kind: 'reply' }>) => void;
  readonly onDown: () => void;
  readonly onRefused: () => void;
}

/** Where scans without an answer survive a reload of the page. */
export interface KeptRequests {
  readonly read: () => readonly ScanRequest[];
  readonly write: (requests: readonly ScanRequest[]) => void;
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
  for (const request of kept.read()) {
    waiting.set(request.id, { request, kept: request, settle: () => {} });
  }

  const keep = () =>
    kept.write([...waiting.values()].flatMap((one) => (one.kept === null ? [] : [one.kept])));
  const settle = (id: string, result: CommandResult) => {
    waiting.get(id)?.settle(result);
    if (waiting.delete(id)) keep();
  };

  const send = (request: StationRequest, lasting: ScanRequest | null) =>
    new Promise<CommandResult>((settle) => {
      waiting.set(request.id, { request, kept: lasting, settle });
      if (up) carrier.send(request);
      if (lasting !== null) keep();
    });

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
    ask: (command) => send({ id: mintId(), command }, null),
    askKept: (command) => {
      const request = { id: mintId(), command };
      return send(request, request);
    },
    close,
  };
}

interface Waiting {
  readonly request: StationRequest;
  /** The request, if it survives a reload. */
  readonly kept: ScanRequest | null;
  readonly settle: (result: CommandResult) => void;
}
