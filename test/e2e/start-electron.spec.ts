import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { Value } from 'typebox/value';
import { startProgram, type StartedProgram } from '../support/e2e/processes.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';

// How `npm start` runs Electron: a program in place of its binary runs the built app on the stand-in.
test.skip(process.platform === 'win32', 'the program in the place of the binary is a shell script');

const register = fileURLToPath(
  new URL('../support/electron-stand-in/register.ts', import.meta.url),
);
const main = fileURLToPath(new URL('../../out/main/electron-main.js', import.meta.url));
const standIn = `exec "${process.execPath}" --import "${register}" "${main}" "$@"`;

let folder: TemporaryFolder;
let program: StartedProgram | null;
test.beforeEach(async () => {
  folder = await temporaryFolder('start-electron');
  program = null;
});
test.afterEach(async () => {
  program?.child.kill('SIGKILL');
  await program?.ended;
  await folder.remove();
});

async function startWithBinary(
  script: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<StartedProgram> {
  const dist = join(folder.path, 'dist');
  await mkdir(dist);
  await writeFile(join(dist, 'electron'), `#!/usr/bin/env bash\n${script}\n`);
  await chmod(join(dist, 'electron'), 0o755);
  program = startProgram(
    ['--host=electron', '--json', '--data', join(folder.path, 'data'), '--no-demo', ...args],
    { ELECTRON_OVERRIDE_DIST_PATH: dist, ...env },
  );
  return program;
}

const isUp = async (url: string) => (await fetch(url).catch(() => null)) !== null;

test('the app opens, and ends with exit code 0 when asked', { tag: '@long' }, async () => {
  const { child, stdout, ended } = await startWithBinary(standIn);
  const { url, server } = Value.Parse(Ready, await nextJson(stdout));
  expect(url).toBe('app://gatehouse/');
  expect(await isUp(server?.auth_url ?? '')).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(await isUp(server?.auth_url ?? '')).toBe(false);
});

test('the app ends when its parent process is killed', { tag: '@long' }, async () => {
  const { child, stdout } = await startWithBinary(standIn);
  const { server } = Value.Parse(Ready, await nextJson(stdout));
  child.kill('SIGKILL');
  await expect.poll(() => isUp(server?.auth_url ?? '')).toBe(false);
});

test('if Electron cannot start, the failure is one sentence', { tag: '@long' }, async () => {
  const { stderr, ended } = await startWithBinary('kill -TRAP $$');
  expect((await ended).code).toBe(1);
  expect(stderr()).toContain('Electron did not start here (SIGTRAP); --host=browser opens');
});

test(
  'a server named as two arguments reaches the app on Windows too, and Chromium its switches',
  { tag: '@long' },
  async () => {
    const { stdout, stderr, child, ended } = await startWithBinary(standIn, {
      args: ['--server', 'http://127.0.0.1:9/v1', '--client-id', 'cli_x', '--', '--disable-gpu'],
      env: { STAND_IN_PLATFORM: 'win32', GATEHOUSE_CLIENT_SECRET: 'secret' },
    });
    expect(Value.Parse(Ready, await nextJson(stdout)).url).toBe('app://gatehouse/');
    expect(stderr()).not.toContain('Passed on to Chromium');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
  },
);
