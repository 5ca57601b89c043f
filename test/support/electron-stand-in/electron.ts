/**
 * Replaces `electron` for the desktop host on machines without Electron's binary (test support only). It implements exactly what the host uses and
 * throws on anything else. Windows are pages of a real Chromium, utility processes are real processes.
 */
import { rawApp } from './app.ts';
import { answerTest } from './control.ts';
import { showMessageBox } from './message-box.ts';
import { record } from './record.ts';
import { strict } from './strict.ts';

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu } from './menu.ts';
export { autoUpdater, net } from './net.ts';
export { powerMonitor } from './power-monitor.ts';
export { protocol } from './protocol.ts';
export { safeStorage } from './safe-storage.ts';
export { session } from './session.ts';
export { utilityProcess } from './utility-process.ts';

export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => {
    record.errorBoxes.push(`${title}: ${content}`);
  },
  showMessageBox,
});

/** The host uses images only on Windows; the stand-in has none. */
export const nativeImage = strict('nativeImage', {});

export const shell = strict('shell', {
  openExternal: async (url: string) => {
    record.openedOutside.push(url);
  },
});

const blockers = new Map<number, string>();
let lastBlocker = 0;

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: (type: string) => {
    lastBlocker += 1;
    blockers.set(lastBlocker, type);
    record.powerSaveBlockers = [...blockers.values()];
    return lastBlocker;
  },
  stop: (id: number) => {
    blockers.delete(id);
    record.powerSaveBlockers = [...blockers.values()];
  },
});

process.on('message', (question) => answerTest(question, rawApp));
process.channel?.unref();
