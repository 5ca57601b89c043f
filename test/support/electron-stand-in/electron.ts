/**
 * What the desktop host imports from `electron`, for machines without Electron's binary (test support only). It has exactly what
 * the host uses and throws on anything else. Windows are pages of a real Chromium, utility processes are real processes.
 */
import { rawApp } from './app.ts';
import { answerTest } from './control.ts';
import { record } from './record.ts';
import { strict } from './strict.ts';

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { protocol } from './protocol.ts';
export { safeStorage } from './safe-storage.ts';
export { session } from './session.ts';
export { utilityProcess } from './utility-process.ts';

export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => {
    record.errorBoxes.push(`${title}: ${content}`);
  },
});

const roles = ['appMenu', 'editMenu', 'quit', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'];

interface MenuEntry {
  readonly role?: string;
  readonly submenu?: readonly MenuEntry[];
}

export const Menu = strict('Menu', {
  buildFromTemplate: (template: readonly MenuEntry[]): unknown => {
    for (const { role, submenu } of template) {
      if (role !== undefined && !roles.includes(role)) throw new Error(`no role ${role}`);
      if (submenu !== undefined) Menu.buildFromTemplate(submenu);
    }
    return template;
  },
  setApplicationMenu: (menu: unknown) => {
    record.menu = menu;
  },
});

let blockers = 0;

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: (type: string) => {
    record.powerSaveBlockers.push(type);
    blockers += 1;
    return blockers;
  },
  stop: () => {
    record.powerSaveBlockers.pop();
  },
});

process.on('message', (question) => answerTest(question, rawApp));
process.channel?.unref();
