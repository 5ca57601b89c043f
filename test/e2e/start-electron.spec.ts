import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { Value } from 'typebox/value';
import { startProgram, type StartedProgram } from '../support/e2e/processes.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';

// How `npm start` runs Electron: a program in the place of its binary runs the built app on the stand-in.
test.skip(process.platform === 'win32', 'the program in the place of the binary is a shell script');

const register = fileURLToPath(
  new URL('../support/electron-stand-in/register.ts', import.meta.url),
);
const standIn = `exec "${process.execPath}" --import "${register}" "$1/out/main/electron-main.js" "\${@:2}"`;

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

async function startWithBinary(script: string): Promise<StartedProgram> {
  const dist = join(folder.path, 'dist');
  await mkdir(dist);
  await writeFile(join(dist, 'electron'), `#!/usr/bin/env bash\n${script}\n`);
  await chmod(join(dist, 'electron'), 0o755);
  program = startProgram(
    ['--host=electron', '--json', '--data', join(folder.path, 'data'), '--no-demo'],
    { ELECTRON_OVERRIDE_DIST_PATH: dist },
  );
  return program;
}

const isUp = async (url: string) => (await fetch(url).catch(() => null)) !== null;

test('the app opens, and ends with 0 when asked', async () => {
  const { child, stdout, ended } = await startWithBinary(standIn);
  const { url, server } = Value.Parse(Ready, await nextJson(stdout));
  expect(url).toBe('app://gatehouse/');
  expect(await isUp(server?.auth_url ?? '')).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(await isUp(server?.auth_url ?? '')).toBe(false);
});

test('the app ends when the program that started it is killed', async () => {
  const { child, stdout } = await startWithBinary(standIn);
  const { server } = Value.Parse(Ready, await nextJson(stdout));
  child.kill('SIGKILL');
  await expect.poll(() => isUp(server?.auth_url ?? '')).toBe(false);
});

test('an Electron that cannot start here is a failure with a sentence', async () => {
  const { stderr, ended } = await startWithBinary('kill -TRAP $$');
  expect((await ended).code).toBe(1);
  expect(stderr()).toMatch(/Electron did not start here/);
});

test('without a binary, and none to be had, the sentence names the other host', async () => {
  program = startProgram(['--host=electron', '--data', folder.path], {
    ELECTRON_OVERRIDE_DIST_PATH: join(folder.path, 'nowhere'),
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
  });
  expect((await program.ended).code).toBe(1);
  expect(program.stderr()).toMatch(/--host=browser/);
});
