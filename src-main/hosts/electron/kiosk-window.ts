import { Menu, type BrowserWindow } from 'electron';

export interface KioskWindow {
  readonly set: (isOn: boolean) => void;
}

/**
 * Kiosk mode of the window, as the station has it: the whole screen, no menu with its keys, and no closing by a key of the system. A
 * signal, and a system that shuts down, end the app all the same. `installMenu` puts the menu back.
 */
export function kioskOf(window: BrowserWindow, installMenu: () => void): KioskWindow {
  let isOn = false;
  window.on('close', (event) => {
    if (isOn) event.preventDefault();
  });
  return {
    set: (next) => {
      if (next === isOn || window.isDestroyed()) return;
      isOn = next;
      window.setKiosk(isOn);
      if (isOn) Menu.setApplicationMenu(null);
      else installMenu();
    },
  };
}
