import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { joinLaunch, LAUNCH_FOLDER_VARIABLE, makeLaunchFolder } from './launch-folder.ts';

it.each(['shown', 'ended'] as const)('the app says "%s" to whoever started it', (signal) => {
  const folder = makeLaunchFolder();
  const launch = joinLaunch({ [LAUNCH_FOLDER_VARIABLE]: folder.path });
  expect(folder.hasDecided()).toBe(false);
  launch[signal]();
  expect(folder.hasDecided()).toBe(true);
  folder.remove();
});

it('the app ends when the process that started it asks for it', async () => {
  const folder = makeLaunchFolder();
  const launch = joinLaunch({ [LAUNCH_FOLDER_VARIABLE]: folder.path });
  const { promise, resolve } = Promise.withResolvers<void>();
  const forget = launch.onStop(resolve);
  folder.askToEnd();
  await expect(promise).resolves.toBeUndefined();
  forget();
  folder.remove();
});

it.skipIf(process.platform === 'win32')('nobody else can say anything in that folder', () => {
  const folder = makeLaunchFolder();
  expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  folder.remove();
});

it('an app whose starter is gone, or that had none, keeps working without an error', () => {
  const folder = makeLaunchFolder();
  folder.remove();
  for (const path of [folder.path, undefined]) {
    const launch = joinLaunch({ [LAUNCH_FOLDER_VARIABLE]: path });
    expect(() => {
      launch.shown();
      launch.ended();
      launch.onStop(() => undefined)();
    }).not.toThrow();
  }
});
