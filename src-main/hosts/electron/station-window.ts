import { join } from 'node:path';
import { app, BrowserWindow, type WebPreferences } from 'electron';
import { APP_PAGE } from './app-scheme.ts';

const SHOW_LIMIT_MS = 5_000;

/** What every page of this app may and may not. */
export function pagePreferences(): WebPreferences {
  return {
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: !app.isPackaged,
    // Verdict tones must not wait for a click.
    autoplayPolicy: 'no-user-gesture-required',
    // Scans arrive on this screen even while another window has the focus.
    backgroundThrottling: false,
  };
}

/** Creates the only window that is seen. Load its page with `loadPage` once listeners are attached. `onShown`: the window is on the screen. */
export function createStationWindow(onShown: () => void): BrowserWindow {
  const window = new BrowserWindow({
    name: 'station',
    // Not its display mode: a kiosk would come back after somebody has left it.
    windowStatePersistence: { bounds: true, displayMode: false },
    title: 'Gatehouse',
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 600,
    show: false,
    backgroundColor: '#101316',
    webPreferences: {
      preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
      ...pagePreferences(),
    },
  });
  showSoon(window, onShown);
  return window;
}

/** Shown with its first frame, or without one after a while: an empty window is better than none. */
function showSoon(window: BrowserWindow, onShown: () => void): void {
  const show = () => {
    clearTimeout(limit);
    window.off('ready-to-show', show);
    if (window.isDestroyed()) return;
    window.show();
    onShown();
  };
  const limit = setTimeout(show, SHOW_LIMIT_MS);
  window.on('ready-to-show', show);
}

export function loadPage(window: BrowserWindow): Promise<void> {
  return window.loadURL(APP_PAGE);
}

/** Does nothing once the window is closed; the app then takes a few seconds to close its station. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
