import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { ScanRequest, StationCommand, StationRequest } from '../../shared/station/commands.ts';
import { StationMessage } from '../../shared/station/messages.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { StationTransport } from './station-transport.ts';

export interface StationClient {
  /** Resolves with the station's answer, however long the station is away. */
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** The same for a scan, which survives a reload of the page until it is answered. */
  readonly askKept: (command: ScanRequest['command']) => Promise<CommandResult>;
  readonly close: () => void;
}

export interface ClientListener {
  readonly onMessage: (message: Exclude<StationMessage, { kind: 'reply' }>) => void;
  readonly onDown: () => void;
  readonly onRefused: () => void;
}

/** Storage in which unanswered scans survive a reload of the page. */
export interface PendingRequests {
  readonly read: () => readonly ScanRequest[];
  readonly write: (requests: readonly ScanRequest[]) => void;
}

export interface ClientOptions {
  readonly transport: StationTransport;
  readonly listener: ClientListener;
  readonly kept: PendingRequests;
  readonly newId: () => string;
}

/**
 * Sends requests to the station over a transport. An unanswered command is kept, in order, and resent under the same id after
 * every `welcome`: the station runs no repeated id twice unless it only reads, so no scan is lost or counted twice.
 */
export function createStationClient({
  transport,
  listener,
  kept,
  newId,
}: ClientOptions): StationClient {
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

  /** A reply that breaks the contract fails its command, which would wait for ever; a scan waits on, because it may be in the journal. */
  const failureOf = (raw: unknown): Reply | null => {
    if (!Check(AnyReply, raw) || waiting.get(raw.id)?.kept !== null) return null;
    const message = 'the reply breaks the contract between station and screen';
    return { kind: 'reply', id: raw.id, result: { ok: false, code: 'station.failed', message } };
  };

  const send = (request: StationRequest, lasting: ScanRequest | null) =>
    new Promise<CommandResult>((settle) => {
      waiting.set(request.id, { request, kept: lasting, settle });
      if (up) transport.send(request);
      if (lasting !== null) keep();
    });

  const close = transport.open({
    onMessage: (raw) => {
      const message = Check(StationMessage, raw) ? raw : failureOf(raw);
      if (message === null) return;
      if (message.kind === 'reply') {
        settle(message.id, message.result);
        return;
      }
      listener.onMessage(message);
      if (message.kind !== 'welcome') return;
      up = true;
      for (const { request } of waiting.values()) transport.send(request);
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
    ask: (command) => send({ id: newId(), command }, null),
    askKept: (command) => {
      const request = { id: newId(), command };
      return send(request, request);
    },
    close,
  };
}

type Reply = Extract<StationMessage, { kind: 'reply' }>;

const AnyReply = Type.Object({ kind: Type.Literal('reply'), id: Type.String() });

interface Waiting {
  readonly request: StationRequest;
  /** The request, if it must survive a reload. */
  readonly kept: ScanRequest | null;
  readonly settle: (result: CommandResult) => void;
}
