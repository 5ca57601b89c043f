import type { StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage, StationReply } from '../../shared/station/messages.ts';
import { NO_KIOSK, NO_PEERS, PLAIN_POLICY } from '../../shared/station/state.ts';
import { NO_LABEL } from '../../shared/station/labels.ts';
import { NO_SCANNERS } from '../../shared/station/scanners.ts';
import type { ServedStation } from '../../src-main/page/served-station.ts';

export interface ScriptedStation extends ServedStation {
  readonly requests: readonly StationRequest[];
  readonly listeners: () => number;
  readonly emit: (message: StationMessage) => void;
}

/** A station for tests of the hosts' transports: answers every request with ok and sends what the test specifies. */
export function createScriptedStation(
  handle: (request: StationRequest) => Promise<StationReply> = (request) =>
    Promise.resolve({ kind: 'reply', id: request.id, result: { ok: true } }),
): ScriptedStation {
  const requests: StationRequest[] = [];
  const listeners = new Set<(message: StationMessage) => void>();
  return {
    requests,
    listeners: () => listeners.size,
    emit: (message) => {
      for (const listener of listeners) listener(message);
    },
    handle: (request) => {
      requests.push(request);
      return handle(request);
    },
    welcome: () => ({ kind: 'welcome', state: stationState(1), recent: [] }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function stationState(
  revision: number,
): Extract<StationMessage, { kind: 'state' }>['state'] {
  return {
    revision,
    phase: { kind: 'ready' },
    locale: 'en',
    server_url: null,
    client_id: null,
    organiser: null,
    event: null,
    events: [],
    entry_point: null,
    entry_points: [],
    asks_entry_point: false,
    has_emails: true,
    direction: 'in',
    policy: PLAIN_POLICY,
    counters: { admitted_here: 0, admitted_total: 0, expected: 0, inside: 0, per_minute: [] },
    access: { kind: 'granted' },
    sync: {
      mode: 'automatic',
      connection: { kind: 'live' },
      next_attempt_at: null,
      fresh_at: { scans: null, tickets: null, setup: null },
      queued: 0,
      oldest_queued_at: null,
      needs_attention: 0,
    },
    clock: { offset_ms: null, suspect: false, remembered: false },
    peers: NO_PEERS,
    scanners: NO_SCANNERS,
    label: NO_LABEL,
    kiosk: NO_KIOSK,
    change_lock: 'hold',
    warnings: [],
  };
}
