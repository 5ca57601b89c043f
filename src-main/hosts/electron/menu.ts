import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import type { DesktopWords } from '../../../shared/verdict/messages/en.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly words: DesktopWords;
  readonly window: BrowserWindow;
  /** Null if the app was packed without an update address. */
  readonly lookForUpdate: (() => void) | null;
  /** Null if no server runs here. */
  readonly openConsole: (() => void) | null;
  readonly quit: () => void;
}

/**
 * The menu of a door: editing for the connect form, zoom, full screen, and quitting. Roles bring keys of their own, and a scanner may send
 * Ctrl with any letter: no key may quit, zoom or undo anything. On macOS, where fields have no keys without a menu, they need Command, which
 * no scanner sends.
 */
export function installMenu(options: MenuOptions): void {
  const { platform, words, window } = options;
  const isMac = platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    { label: 'Gatehouse', submenu: applicationMenu(options) },
    { label: words.edit, submenu: isMac ? editingRoles(words) : editingItems(words, window) },
    {
      label: words.view,
      submenu: [
        { label: words.actualSize, click: () => zoom(window, () => 0) },
        { label: words.zoomIn, click: () => zoom(window, (level) => level + ZOOM_STEP) },
        { label: words.zoomOut, click: () => zoom(window, (level) => level - ZOOM_STEP) },
        { type: 'separator' },
        { label: words.fullScreen, click: () => window.setFullScreen(!window.isFullScreen()) },
      ],
    },
  ];
  if (isMac) {
    template.push({ label: words.window, submenu: [{ role: 'minimize', label: words.minimize }] });
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** For a kiosk. macOS keeps its last menu until there is another one. */
export function removeMenu(platform: NodeJS.Platform): void {
  const empty = [{ label: 'Gatehouse', submenu: [] }];
  Menu.setApplicationMenu(platform === 'darwin' ? Menu.buildFromTemplate(empty) : null);
}

const ZOOM_STEP = 0.5;

function zoom({ webContents }: BrowserWindow, change: (level: number) => number): void {
  webContents.setZoomLevel(change(webContents.getZoomLevel()));
}

function applicationMenu({
  platform,
  words,
  lookForUpdate,
  openConsole,
  quit,
}: MenuOptions): MenuItemConstructorOptions[] {
  const about: MenuItemConstructorOptions[] = [
    { role: 'about', label: words.about },
    ...(lookForUpdate === null ? [] : [{ label: words.lookForUpdate, click: lookForUpdate }]),
    { type: 'separator' },
    ...(openConsole === null ? [] : [{ label: words.organiserConsole, click: openConsole }]),
  ];
  const leave = { label: words.quit, click: quit };
  if (platform !== 'darwin') return [...about, leave];
  return [
    ...about,
    { role: 'hide', label: words.hide },
    { role: 'hideOthers', label: words.hideOthers },
    { role: 'unhide', label: words.showAll },
    { type: 'separator' },
    { ...leave, accelerator: 'Command+Q' },
  ];
}

function editingRoles(words: DesktopWords): MenuItemConstructorOptions[] {
  return [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    { type: 'separator' },
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'selectAll', label: words.selectAll },
  ];
}

/** For the mouse: Chromium's own keys work in a field without a menu. */
function editingItems(words: DesktopWords, window: BrowserWindow): MenuItemConstructorOptions[] {
  const { webContents } = window;
  return [
    { label: words.undo, click: () => webContents.undo() },
    { label: words.redo, click: () => webContents.redo() },
    { type: 'separator' },
    { label: words.cut, click: () => webContents.cut() },
    { label: words.copy, click: () => webContents.copy() },
    { label: words.paste, click: () => webContents.paste() },
    { label: words.selectAll, click: () => webContents.selectAll() },
  ];
}
