import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appArguments } from './app-arguments.ts';

const root = resolve('/opt/gatehouse');
const development = { appPath: root, isPackaged: false, options: ['data', 'server', 'json'] };
const packaged = { ...development, appPath: '/opt/app/resources/app.asar', isPackaged: true };

describe("the app's own arguments", () => {
  it('are everything after --', () => {
    const argv = ['electron', '--no-sandbox', root, '--', '--data', 'x', '--frobnicate'];
    expect(appArguments(argv, development)).toEqual({
      own: ['--data', 'x', '--frobnicate'],
      passedOver: [],
    });
  });

  it.each([
    ['no switch', ['electron', root, '--data', 'x']],
    ['a switch in front', ['electron', '--no-sandbox', root, '--data', 'x']],
    ['the main file', ['electron', `${root}/main.js`, '--data', 'x']],
    ['a relative path', ['electron', '--disable-gpu', '../'.repeat(20) + root, '--data', 'x']],
  ])('stand behind the app (%s)', (_name, argv) => {
    expect(appArguments(argv, development).own).toEqual(['--data', 'x']);
  });

  it("omit Chromium's switches, which a packaged app finds among its own", () => {
    const argv = [
      '/opt/app/gatehouse',
      '--ozone-platform=wayland',
      '--data',
      'x',
      '--password-store=gnome-libsecret',
      '--server=http://10.0.0.2/v1',
      '-psn_0_1234',
    ];
    expect(appArguments(argv, packaged)).toEqual({
      own: ['--data', 'x', '--server=http://10.0.0.2/v1'],
      passedOver: ['--ozone-platform=wayland', '--password-store=gnome-libsecret', '-psn_0_1234'],
    });
  });

  it('keep unknown arguments, so that a typing error is refused', () => {
    expect(appArguments(['/opt/app/gatehouse', 'serve'], packaged).own).toEqual(['serve']);
  });

  it('are empty when the app is opened without any', () => {
    expect(appArguments(['electron', root], development).own).toEqual([]);
    expect(appArguments(['/opt/app/gatehouse'], packaged).own).toEqual([]);
  });
});
