import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import {
  readingCommands,
  type ScanRequest,
  type StationCommand,
  type StationRequest,
} from '../../../shared/station/commands.ts';
import { StationMessage } from '../../../shared/station/messages.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
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
 * every `welcome`: the station runs a repeated id only once, except for a command that only reads, so no scan is lost or counted twice.
 */
export function createStationClient({
  transport,
  listener,
  kept: pending,
  newId,
}: ClientOptions): StationClient {
  const waiting = new Map<string, Waiting>();
  let up = false;
  for (const request of pending.read()) {
    waiting.set(request.id, { request, kept: request, settle: () => {} });
  }

  const keep = () =>
    pending.write([...waiting.values()].flatMap((one) => (one.kept === null ? [] : [one.kept])));
  const settle = (id: string, result: CommandResult) => {
    waiting.get(id)?.settle(result);
    if (waiting.delete(id)) keep();
  };

  /**
   * A reply that breaks the contract (a page may be older than its station) fails a command that reads, which would otherwise wait for ever.
   * Any other waits on: what it asked for may be in the journal.
   */
  const failureOf = (raw: unknown): Reply | null => {
    const request = Check(AnyReply, raw) ? waiting.get(raw.id)?.request : undefined;
    if (request === undefined || !readingCommands.has(request.command.kind)) return null;
    const message = 'the reply breaks the contract between station and screen';
    return {
      kind: 'reply',
      id: request.id,
      result: { ok: false, code: 'station.failed', message },
    };
  };

  const send = (request: StationRequest, kept: ScanRequest | null) =>
    new Promise<CommandResult>((settle) => {
      waiting.set(request.id, { request, kept, settle });
      if (up) transport.send(request);
      if (kept !== null) keep();
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
