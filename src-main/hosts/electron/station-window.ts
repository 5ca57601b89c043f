import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';
import { APP_PAGE } from './app-scheme.ts';

const SHOW_LIMIT_MS = 5_000;

/** Makes the one window. Its page is loaded with `loadPage`, once somebody listens to it. `onShown`: it is on the screen. */
export function createStationWindow(onShown: () => void): BrowserWindow {
  const window = new BrowserWindow({
    name: 'station',
    windowStatePersistence: true,
    title: 'Gatehouse',
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 600,
    show: false,
    backgroundColor: '#101316',
    webPreferences: {
      preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
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
      // The tone of a verdict does not wait for a click.
      autoplayPolicy: 'no-user-gesture-required',
      // A scan is decided on the screen also while another window has the focus.
      backgroundThrottling: false,
    },
  });
  showSoon(window, onShown);
  return window;
}

/** With its first picture; without one too, when that takes long: an empty window says more than none. */
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

/** Does nothing once the window is gone: the app closes its station then, for some seconds. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
