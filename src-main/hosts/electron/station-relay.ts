import { ipcMain, type BrowserWindow, type WebFrameMain } from 'electron';
import type { StationMessage, StationReply } from '../../../shared/station/messages.ts';
import {
  NO_KIOSK,
  NO_PEERS,
  PLAIN_POLICY,
  type StationPhase,
  type StationState,
} from '../../../shared/station/state.ts';
import { NO_LABEL } from '../../../shared/station/labels.ts';
import { NO_SCANNERS } from '../../../shared/station/scanners.ts';
import { APP_ORIGIN } from './app-scheme.ts';
import { ipcChannels } from './channels.ts';

export interface StationRelay {
  /** The window that shows the station's messages. */
  readonly attach: (window: BrowserWindow) => void;
  readonly show: (message: StationMessage) => void;
  /** Shows why there is no station, until one sends `welcome`. */
  readonly explain: (phase: Extract<StationPhase, { kind: 'starting' | 'failed' }>) => void;
}

export interface RelayedStation {
  /** A screen has loaded and waits for a `welcome`. */
  readonly open: () => void;
  /** Null, or rejects, while there is no station. */
  readonly request: (raw: unknown) => Promise<StationReply> | null;
}

/**
 * Carries messages between the window and the station process. Messages from the page are dropped while that process is away; the
 * page resends them after the next `welcome`.
 */
export function createStationRelay({ open, request }: RelayedStation): StationRelay {
  let window: BrowserWindow | null = null;
  /** The last state that a station sent; null before the first. */
  let last: StationState | null = null;
  let explained: StationMessage | null = null;

  const show = (message: StationMessage) => {
    if (message.kind === 'welcome' || message.kind === 'state') {
      last = message.state;
      explained = null;
    }
    sendToPage(message);
  };
  const sendToPage = (message: StationMessage) => {
    if (window !== null && !window.isDestroyed()) {
      window.webContents.send(ipcChannels.message, message);
    }
  };
  ipcMain.on(ipcChannels.open, (event) => {
    if (!isOurPage(event.senderFrame)) return;
    if (explained !== null) sendToPage(explained);
    open();
  });
  ipcMain.on(ipcChannels.request, (event, raw: unknown) => {
    if (isOurPage(event.senderFrame)) void request(raw)?.then(show, () => undefined);
  });
  return {
    attach: (opened) => {
      window = opened;
    },
    show,
    explain: (phase) => {
      // Not a `welcome`: the page would take the outcomes in the station's own `welcome` for new ones.
      const revision = last === null ? 0 : last.revision + 1;
      explained = { kind: 'state', state: { ...(last ?? stateWithoutStation), revision, phase } };
      sendToPage(explained);
    },
  };
}

/** An empty state, shown with the phase before a station has sent one. */
const stateWithoutStation: StationState = {
  revision: 0,
  phase: { kind: 'starting', waiting_for: null },
  locale: 'en',
  server_url: null,
  client_id: null,
  organiser: null,
  event: null,
  events: [],
  entry_point: null,
  entry_points: [],
  asks_entry_point: false,
  has_emails: false,
  direction: 'in',
  policy: PLAIN_POLICY,
  counters: {
    admitted_here: 0,
    admitted_total: 0,
    expected: 0,
    inside: 0,
    per_minute: Array(16).fill(0),
  },
  access: { kind: 'unknown' },
  sync: {
    mode: 'automatic',
    connection: { kind: 'connecting' },
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

/** Accepts messages only from the page itself, not from a frame inside it or a page that replaced it. */
function isOurPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === APP_ORIGIN;
}
