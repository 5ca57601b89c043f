import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { DesktopWords } from './words.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly words: DesktopWords;
  /** Null if the app was packed without an update address. */
  readonly lookForUpdate: (() => void) | null;
}

/** The menu of a door: editing keys for the connect form, zoom, full screen, and quitting. */
export function installMenu(options: MenuOptions): void {
  const { platform, words } = options;
  const template: MenuItemConstructorOptions[] = [
    { label: 'Gatehouse', submenu: applicationMenu(options) },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        { type: 'separator' },
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom', label: words.actualSize },
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        { type: 'separator' },
        { role: 'togglefullscreen', label: words.fullScreen },
      ],
    },
  ];
  if (platform === 'darwin') {
    template.push({ label: words.window, submenu: [{ role: 'minimize', label: words.minimize }] });
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function applicationMenu({
  platform,
  words,
  lookForUpdate,
}: MenuOptions): MenuItemConstructorOptions[] {
  const about: MenuItemConstructorOptions[] = [
    { role: 'about', label: words.about },
    ...(lookForUpdate === null ? [] : [{ label: words.lookForUpdate, click: lookForUpdate }]),
    { type: 'separator' },
  ];
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words.quit };
  if (platform !== 'darwin') return [...about, quit];
  return [
    ...about,
    { role: 'hide', label: words.hide },
    { role: 'hideOthers', label: words.hideOthers },
    { role: 'unhide', label: words.showAll },
    { type: 'separator' },
    quit,
  ];
}
