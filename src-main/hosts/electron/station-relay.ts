import { ipcMain, type BrowserWindow, type WebFrameMain } from 'electron';
import type { StationMessage, StationState } from '../../../shared/station/api.ts';
import { APP_ORIGIN } from './app-scheme.ts';
import { channels } from './channels.ts';
import type { MainToStation } from './station-messages.ts';

export interface StationRelay {
  /** The window that shows what the station says. */
  readonly attach: (window: BrowserWindow) => void;
  readonly show: (message: StationMessage) => void;
  /** The station's process ended: says so on the screen until the next one greets it. */
  readonly sayLost: (sentence: string) => void;
}

/**
 * Carries messages between the window and the station's process. What the page sends while that process is away goes nowhere:
 * the page sends it again after the next `welcome`.
 */
export function createStationRelay(send: (message: MainToStation) => void): StationRelay {
  let window: BrowserWindow | null = null;
  let last: StationState | null = null;

  const show = (message: StationMessage) => {
    if (message.kind === 'welcome' || message.kind === 'state') last = message.state;
    if (window !== null && !window.isDestroyed()) {
      window.webContents.send(channels.message, message);
    }
  };
  ipcMain.on(channels.open, (event) => {
    if (isOurPage(event.senderFrame)) send({ kind: 'open' });
  });
  ipcMain.on(channels.request, (event, request: unknown) => {
    if (isOurPage(event.senderFrame)) send({ kind: 'request', request });
  });
  return {
    attach: (opened) => {
      window = opened;
    },
    show,
    sayLost: (message) => {
      if (last === null) return;
      const phase = { kind: 'failed', message } as const;
      show({ kind: 'state', state: { ...last, revision: last.revision + 1, phase } });
    },
  };
}

/** Only the page itself speaks for a person; a frame inside it, or a page it was replaced by, does not. */
function isOurPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === APP_ORIGIN;
}
