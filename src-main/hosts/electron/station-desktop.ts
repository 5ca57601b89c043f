import { app, type BrowserWindow, nativeImage, type NativeImage, powerSaveBlocker } from 'electron';
import type { StationState } from '../../../shared/station/state.ts';
import type { Logger } from '../../ports/system.ts';
import { createDesktopIndicators } from './desktop-indicators.ts';
import { installMenu, removeMenu } from './menu.ts';
import { updateTalk } from './open-updater.ts';
import { comeBackAfterCrash } from './page-crashes.ts';
import type { Updates } from './updates.ts';
import { desktopWords } from '../../../shared/verdict/messages/catalogues.ts';

export interface StationDesktopOptions {
  readonly window: BrowserWindow;
  readonly logger: Logger;
  /** Null if the app was packed without an update address. */
  readonly updates: Updates | null;
  /** Null while no server runs here. */
  readonly openConsole: () => (() => void) | null;
  readonly quit: () => void;
}

/** Keeps menu, badge, display, kiosk mode and crash handling in step with the station. English until the station reports its language. */
export function openStationDesktop({
  window,
  logger,
  updates,
  openConsole,
  quit,
}: StationDesktopOptions): (state: StationState) => void {
  const { platform } = process;
  let words = desktopWords.en;
  const indicators = createDesktopIndicators({
    keepDisplayOn: () => {
      const blocker = powerSaveBlocker.start('prevent-display-sleep');
      return () => powerSaveBlocker.stop(blocker);
    },
    setBadge: (count) => setBadge(window, count, words.unsent(count), platform),
  });
  const lookForUpdate = updates === null ? null : () => void updates.look(updateTalk(words));
  let hasConsole = false;
  const install = () => {
    const open = openConsole();
    hasConsole = open !== null;
    installMenu({ platform, words, window, lookForUpdate, openConsole: open, quit });
  };
  install();
  let isKiosk = false;
  comeBackAfterCrash(window, { logger, words: () => words, mayQuit: () => !isKiosk });
  window.once('closed', indicators.close);
  const setKiosk = kioskOf(window, { install, remove: () => removeMenu(platform) });
  return (state) => {
    if (words !== desktopWords[state.locale] || hasConsole !== (openConsole() !== null)) {
      words = desktopWords[state.locale];
      if (!state.kiosk.on) install();
    }
    isKiosk = state.kiosk.on;
    setKiosk(isKiosk);
    indicators.show(state);
    updates?.setUnsent(Math.max(state.sync.queued, state.sync.needs_attention));
  };
}

/** Shows a number on the app's icon: in the Dock, in Linux launchers that support it, and on Windows as a dot on the taskbar button. */
function setBadge(
  window: BrowserWindow,
  count: number,
  description: string,
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'win32') app.setBadgeCount(count);
  else if (!window.isDestroyed()) window.setOverlayIcon(count === 0 ? null : dot(), description);
}

const SIZE = 32;
/** Blue, green, red, alpha. */
const COLOUR = [0x3b, 0x3b, 0xe5, 0xff];

/** Windows shows only a picture: a filled circle. */
function dot(): NativeImage {
  const bytes = Buffer.alloc(SIZE * SIZE * 4);
  const radius = SIZE / 2;
  for (let pixel = 0; pixel < SIZE * SIZE; pixel += 1) {
    const x = (pixel % SIZE) + 0.5 - radius;
    const y = Math.floor(pixel / SIZE) + 0.5 - radius;
    if (Math.hypot(x, y) <= radius) bytes.set(COLOUR, pixel * 4);
  }
  return nativeImage.createFromBitmap(bytes, { width: SIZE, height: SIZE });
}

/**
 * Applies the station's kiosk mode to the window: full screen, no menu and none of its keys, and no closing by a system key. A
 * signal or a system shutdown still ends the app.
 */
function kioskOf(
  window: BrowserWindow,
  menu: { readonly install: () => void; readonly remove: () => void },
): (isOn: boolean) => void {
  let isOn: boolean | null = null;
  window.on('close', (event) => {
    if (isOn === true) event.preventDefault();
  });
  return (next) => {
    if (next === isOn || window.isDestroyed()) return;
    isOn = next;
    window.setKiosk(isOn);
    if (isOn) menu.remove();
    else menu.install();
  };
}
