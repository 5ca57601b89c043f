import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readRegularFile } from '../../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import { defaultDataDirectory } from '../../startup/config.ts';
import type { StartAtLogin } from '../../own-server/start-at-login.ts';

/** What is needed of Electron's `app`. */
export interface LoginItemsApp {
  readonly isPackaged: boolean;
  readonly getLoginItemSettings: () => {
    readonly openAtLogin: boolean;
    readonly executableWillLaunchAtLogin: boolean;
  };
  readonly setLoginItemSettings: (settings: { openAtLogin: boolean }) => void;
}

export interface LoginSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** What is to be started. Not what runs inside an AppImage: that is mounted anew each time. */
  readonly program: string;
}

/**
 * Null if this app cannot be started at login: in development, where the binary is Electron's, and on another data folder than the
 * default, because a start at login names none.
 */
export function openStartAtLogin(
  app: LoginItemsApp,
  data: string,
  { platform, env, program }: LoginSurroundings,
): StartAtLogin | null {
  if (!app.isPackaged || data !== resolve(defaultDataDirectory(platform, env))) return null;
  if (platform === 'linux') return autostartFile(autostartPath(env), program);
  return loginItem(app, platform);
}

function loginItem(app: LoginItemsApp, platform: NodeJS.Platform): StartAtLogin {
  const isOn = () => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings();
    // The entry stays when its user switches it off in Windows.
    return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin;
  };
  return {
    isOn,
    set: (openAtLogin) => {
      app.setLoginItemSettings({ openAtLogin });
      // Electron does not say whether the system has accepted it.
      if (isOn() !== openAtLogin) throw new Error("See the system's own settings for login items.");
    },
  };
}

/** The entry of the desktop in the folder of the Desktop Application Autostart Specification. */
function autostartFile(path: string, program: string): StartAtLogin {
  const exec = execOf(program);
  return {
    isOn: () => startsAtLogin(readEntry(path), exec),
    set: (on) => {
      if (!on) return rmSync(path, { force: true });
      mkdirSync(dirname(path), { recursive: true });
      writeAtomically(path, entryOf(exec));
    },
  };
}

export function autostartPath(env: NodeJS.ProcessEnv, home: string = homedir()): string {
  const configured = env['XDG_CONFIG_HOME'] ?? '';
  // The specification has relative paths ignored.
  const folder = isAbsolute(configured) ? configured : join(home, '.config');
  return join(folder, 'autostart', 'gatehouse.desktop');
}

export function entryOf(exec: string): string {
  return `[Desktop Entry]\nType=Application\nName=Gatehouse\nIcon=gatehouse\nExec=${exec}\n`;
}

/** The first word of `Exec` may contain no `=`, and GLib looks for the program before it reads `%%` as a percent sign. */
const UNFIT_AS_FIRST = /[=%]/;
const STARTER = String.raw`sh -c "exec \\"\\$0\\"" `;

/**
 * A program's path as the value of `Exec` in a desktop entry: a quoted argument, in which `%` begins a field code, written as a string,
 * in which a backslash begins an escape.
 */
export function execOf(program: string): string {
  const starter = UNFIT_AS_FIRST.test(program) ? STARTER : '';
  const quoted = `"${program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  const escaped = quoted
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return starter + escaped;
}

/** Whether the entry starts this very program. Desktops switch an entry off by either of two keys. */
function startsAtLogin(entry: string, exec: string): boolean {
  const [, main = ''] = /^\[Desktop Entry\]\s*$([^]*?)(?=^\[|(?![^]))/m.exec(entry) ?? [];
  const values = new Map(
    [...main.matchAll(/^([\w-]+)[ \t]*=[ \t]*(.*?)[ \t]*$/gm)].map(([, key, value]) => [
      key,
      value,
    ]),
  );
  return (
    values.get('Exec') === exec &&
    values.get('Hidden') !== 'true' &&
    values.get('X-GNOME-Autostart-enabled') !== 'false'
  );
}

function readEntry(path: string): string {
  try {
    return readRegularFile(path).toString();
  } catch {
    return '';
  }
}
