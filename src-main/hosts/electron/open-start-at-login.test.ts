import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../../../test/support/station/run-station.ts';
import {
  switchOffInWindows,
  loginItems,
} from '../../../test/support/electron-stand-in/login-items.ts';
import { defaultDataDirectory } from '../../startup/config.ts';
import { autostartPath, entryOf, execOf, openStartAtLogin } from './open-start-at-login.ts';

const program = '/opt/Gatehouse/gatehouse';
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeEach(async () => {
  folder = await temporaryDirectory();
});
afterEach(() => folder[Symbol.asyncDispose]());

function opened(
  platform: NodeJS.Platform,
  {
    isPackaged = true,
    env = { XDG_CONFIG_HOME: folder.path },
    data = defaultDataDirectory(platform, env),
  }: { isPackaged?: boolean; env?: NodeJS.ProcessEnv; data?: string } = {},
) {
  return openStartAtLogin({ isPackaged, ...loginItems }, data, { platform, env, program });
}

const entry = () => join(folder.path, 'autostart', 'gatehouse.desktop');

describe('starting at login on Linux', () => {
  it('is off at first, and is a file of the autostart folder while it is on', () => {
    const login = opened('linux');
    expect(login?.isOn()).toBe(false);
    login?.set(false);
    expect(readdirSync(folder.path)).toEqual([]);
    login?.set(true);
    expect(login?.isOn()).toBe(true);
    expect(readdirSync(join(folder.path, 'autostart'))).toEqual(['gatehouse.desktop']);
    expect(readFileSync(entry(), 'utf8')).toBe(
      '[Desktop Entry]\nType=Application\nName=Gatehouse\nIcon=gatehouse\nExec="/opt/Gatehouse/gatehouse"\n',
    );
    login?.set(false);
    expect(login?.isOn()).toBe(false);
    expect(readdirSync(join(folder.path, 'autostart'))).toEqual([]);
  });

  it.each([
    ['another program', 'Exec=', 'Exec=/usr/bin/other #'],
    ['an entry that is hidden', 'Icon=', 'Hidden=true\nIcon='],
    ['an entry that GNOME switched off', 'Icon=', 'X-GNOME-Autostart-enabled = false\nIcon='],
    ['a program of another group', 'Exec=', '[Desktop Action New]\nExec='],
    ['a damaged file', '[Desktop Entry]', '[Desk'],
  ])('is off with %s, and can be switched on again', (_, from, to) => {
    const login = opened('linux');
    mkdirSync(join(folder.path, 'autostart'));
    writeFileSync(entry(), entryOf(execOf(program)).replace(from, to));
    expect(login?.isOn()).toBe(false);
    login?.set(true);
    expect(login?.isOn()).toBe(true);
  });

  it('is on with what a desktop adds to the entry', () => {
    const added = `# edited\n${entryOf(execOf(program))}X-GNOME-Autostart-enabled=true\nName[de]=Einlass\n\n[Other]\nHidden=true\n`;
    mkdirSync(join(folder.path, 'autostart'));
    writeFileSync(entry(), added);
    expect(opened('linux')?.isOn()).toBe(true);
  });

  it('names the file that cannot be written', () => {
    writeFileSync(join(folder.path, 'autostart'), 'a file where the folder should be');
    const login = opened('linux');
    expect(login?.isOn()).toBe(false);
    expect(() => login?.set(true)).toThrow(/autostart/);
  });

  it.skipIf(process.getuid?.() === 0)('says so where the folder is read-only', () => {
    mkdirSync(join(folder.path, 'autostart'));
    chmodSync(join(folder.path, 'autostart'), 0o500);
    expect(() => opened('linux')?.set(true)).toThrow(/gatehouse\.desktop cannot be written/);
    chmodSync(join(folder.path, 'autostart'), 0o700);
  });

  it.each([
    [undefined, '/home/door/.config/autostart/gatehouse.desktop'],
    ['', '/home/door/.config/autostart/gatehouse.desktop'],
    ['relative', '/home/door/.config/autostart/gatehouse.desktop'],
    ['/etc/door', '/etc/door/autostart/gatehouse.desktop'],
  ])('finds the folder with XDG_CONFIG_HOME %j', (configured, path) => {
    const env = configured === undefined ? {} : { XDG_CONFIG_HOME: configured };
    expect(autostartPath(env, '/home/door')).toBe(path);
  });

  // The quoting rules of `Exec`, then those of a string.
  it.each([
    ['/opt/Gate house/gatehouse', '"/opt/Gate house/gatehouse"'],
    ['/a"b', String.raw`"/a\\"b"`],
    ['/a$b`c', '"/a\\\\$b\\\\`c"'],
    ['/a\\b', String.raw`"/a\\\\b"`],
    ['/100%f', String.raw`sh -c "exec \\"\\$0\\"" "/100%%f"`],
    ['/a=b', String.raw`sh -c "exec \\"\\$0\\"" "/a=b"`],
    ['/a\nb\tc', String.raw`"/a\nb\tc"`],
    ['/Türe/門', '"/Türe/門"'],
  ])('quotes %j', (path, exec) => {
    expect(execOf(path)).toBe(exec);
  });
});

describe('starting at login', () => {
  it.each(['linux', 'win32', 'darwin'] as const)(
    'is not offered on %s in development, nor on another data folder',
    (platform) => {
      expect(opened(platform, { isPackaged: false })).toBeNull();
      expect(opened(platform, { data: '/elsewhere' })).toBeNull();
    },
  );

  it.each(['win32', 'darwin'] as const)('is kept by the system on %s', async (platform) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    const login = opened(platform);
    expect(login?.isOn()).toBe(false);
    login?.set(true);
    expect(login?.isOn()).toBe(true);
    switchOffInWindows();
    expect(login?.isOn()).toBe(platform === 'darwin');
    login?.set(true);
    expect(login?.isOn()).toBe(true);
    login?.set(false);
    expect(login?.isOn()).toBe(false);
    vi.restoreAllMocks();
    // Electron for Linux accepts it and does nothing: so does a system that forbids it.
    expect(() => login?.set(true)).toThrow('login items');
  });

  it('is set with an object, as Electron demands', () => {
    expect(() => loginItems.setLoginItemSettings(true)).toThrow('conversion failure');
  });
});
