import { strict } from './strict.ts';

/** What the system does with login items, from STAND_IN_LOGIN_ITEMS: `kept` (default), or `forbidden`, as Electron reports it: not at all. */
const system = process.env['STAND_IN_LOGIN_ITEMS'] ?? 'kept';

interface LoginItem {
  readonly openAtLogin: boolean;
  readonly executableWillLaunchAtLogin: boolean;
}

let item: LoginItem = { openAtLogin: false, executableWillLaunchAtLogin: false };

/** The user of Windows switches the app off in the task manager: its entry stays. */
export function switchOffInWindows(): void {
  item = { ...item, executableWillLaunchAtLogin: false };
}

/** The members of `app` for login items. On Linux Electron accepts everything and does nothing. */
export const loginItems = {
  getLoginItemSettings: () =>
    strict('app.getLoginItemSettings()', { ...item, wasOpenedAtLogin: false, launchItems: [] }),
  setLoginItemSettings: (settings: unknown): void => {
    if (typeof settings !== 'object' || settings === null) {
      throw new TypeError(
        `Error processing argument at index 0, conversion failure from ${String(settings)}`,
      );
    }
    if (process.platform === 'linux' || system === 'forbidden') return;
    const openAtLogin = 'openAtLogin' in settings && settings.openAtLogin === true;
    item = { openAtLogin, executableWillLaunchAtLogin: openAtLogin };
  },
};
