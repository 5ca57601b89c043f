import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  appArgument,
  isRefusedOnWindows,
  switchesOf,
} from '../support/electron-stand-in/command-line.ts';
import { destroyable, StrictEmitter } from '../support/electron-stand-in/strict.ts';

// The stand-in for electron is only useful if it is as strict as Electron. Each of these rules is taken from Electron's source.

const broken = (name: string) =>
  fileURLToPath(new URL(`../support/electron-stand-in/broken/${name}.ts`, import.meta.url));

const loadUtilities = async () => {
  const { becomeReady } = await import('../support/electron-stand-in/readiness.ts');
  const utilities = await import('../support/electron-stand-in/utility-process.ts');
  return { ...utilities, becomeReady };
};

const loadStorage = async (kind: string) => {
  vi.resetModules();
  vi.stubEnv('STAND_IN_KEYCHAIN', kind);
  const { becomeReady } = await import('../support/electron-stand-in/readiness.ts');
  const { safeStorage } = await import('../support/electron-stand-in/safe-storage.ts');
  becomeReady();
  return safeStorage;
};

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

describe('the command line of the stand-in', () => {
  it.each([
    [['app.exe', 'C:\\gatehouse', '--server', 'http://x/v1', '--json'], true],
    [['app.exe', 'gatehouse://x', '--json'], true],
    [['app.exe', 'C:\\gatehouse', '--server=http://x/v1', '--json'], false],
    [['app.exe', 'C:\\gatehouse', '--json', '--server', 'http://x/v1'], false],
    [['app.exe', 'C:\\gatehouse', '--', '--server', 'http://x/v1', '--json'], false],
  ])('%j is refused on Windows: %s', (argv, isRefused) => {
    expect(isRefusedOnWindows(argv)).toBe(isRefused);
  });

  it('keeps all switches in the arguments, whatever their names', () => {
    const argv = ['electron', '--no-sandbox', '/app', '--Data=x', '--', '--json'];
    expect([...switchesOf(argv)]).toEqual(['no-sandbox', 'data']);
    expect(appArgument(argv)).toBe('/app');
  });
});

describe('a window of the stand-in', () => {
  it('throws from every method once it is destroyed, except isDestroyed', () => {
    let isDestroyed = false;
    class Window extends StrictEmitter {
      readonly isMinimized = () => false;
      readonly isDestroyed = () => isDestroyed;
    }
    const window = destroyable('Window', new Window('Window', ['closed']), () => isDestroyed);
    expect(window.isMinimized()).toBe(false);
    isDestroyed = true;
    expect(() => window.isMinimized()).toThrow('Object has been destroyed');
    expect(window.isDestroyed()).toBe(true);
    expect(() => window.removeAllListeners('closed')).not.toThrow();
  });
});

describe('a utility process of the stand-in', () => {
  it('cannot be started before the app is ready', async () => {
    const { utilityProcess } = await loadUtilities();
    expect(() => utilityProcess.fork(broken('hangs'))).toThrow('after app is ready');
  });

  it('throws its `error` event if it has no listener, and ends', async () => {
    const { utilityProcess, becomeReady, failUtility } = await loadUtilities();
    becomeReady();
    const child = utilityProcess.fork(broken('hangs'), [], { serviceName: 'hanging' });
    const { promise, resolve } = Promise.withResolvers<number>();
    child.once('exit', resolve);
    expect(() => failUtility('hanging')).toThrow();
    child.on('error', () => undefined);
    failUtility('hanging');
    expect(await promise).not.toBe(0);
  });

  it('is killed if it does not end by itself', async () => {
    const { utilityProcess, becomeReady } = await loadUtilities();
    becomeReady();
    const child = utilityProcess.fork(broken('hangs'));
    const { promise, resolve } = Promise.withResolvers<number>();
    child.once('exit', resolve);
    child.kill();
    await promise;
  });
});

describe.each([
  ['keyring', 'v11', /^one$/],
  ['none', 'v10', /Error while decrypting/],
  ['locked', 'v10', /temporarily unavailable/],
  ['unreadable', 'v11', /Error while decrypting/],
])('a keychain of the stand-in that is %s', (keychain, tag, reads) => {
  it(`tags its ciphertexts ${tag}, and answers ${reads} to one from a keyring`, async () => {
    const kept = await (await loadStorage('keyring')).encryptStringAsync('one');
    const storage = await loadStorage(keychain);
    expect((await storage.encryptStringAsync('two')).toString('latin1', 0, 3)).toBe(tag);
    const read = storage.decryptStringAsync(kept).then(
      ({ result }) => result,
      (error: unknown) => String(error),
    );
    expect(await read).toMatch(reads);
  });
});

describe('a scheme of the stand-in', () => {
  it('can be fetched from only if that was enabled', async () => {
    const { protocol, mayFetch } = await import('../support/electron-stand-in/protocol.ts');
    protocol.registerSchemesAsPrivileged([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
      { scheme: 'plain', privileges: { standard: true, secure: true } },
    ]);
    expect([mayFetch('app://x/'), mayFetch('plain://x/')]).toEqual([true, false]);
  });
});
