import { Menu, type MenuItemConstructorOptions } from 'electron';

/** What a door needs of a menu: editing keys for the connect form, zoom and full screen, and the way out. */
export function installMenu(platform: NodeJS.Platform): void {
  const application: MenuItemConstructorOptions[] =
    platform === 'darwin'
      ? [{ role: 'appMenu' }]
      : [{ label: 'Gatehouse', submenu: [{ role: 'quit' }] }];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...application,
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
        ],
      },
    ]),
  );
}
