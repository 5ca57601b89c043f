import { join } from 'node:path';
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { Value } from 'typebox/value';
import { lineReader } from '../support/line-reader.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';

// The packed app in Electron itself. Its fuses shut out debuggers and so Playwright, so it is observed from outside.
// GATEHOUSE_PACKAGED names its executable, such as release/linux-unpacked/gatehouse.
const executable = process.env['GATEHOUSE_PACKAGED'];
test.skip(executable === undefined, 'GATEHOUSE_PACKAGED names no packed app');

let folder: TemporaryFolder;
test.beforeEach(async () => {
  folder = await temporaryFolder('packaged-start');
});
test.afterEach(() => folder.remove());

test('the packed app starts its server, station and page, and ends when asked', async () => {
  const child = spawn(
    executable ?? '',
    ['--json', '--server=embedded', `--data=${join(folder.path, 'data')}`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    const line = await Promise.race([
      lineReader(child.stdout).next(),
      ended.then((code) => {
        throw new Error(`the app ended with ${code}: ${said}`);
      }),
    ]);
    const { url, server } = Value.Parse(Ready, JSON.parse(line));
    expect(url).toBe('app://gatehouse/');
    expect((await fetch(new URL('/readyz', server?.auth_url))).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
  }
  const code = await ended;
  // On Windows a signal kills the process.
  if (process.platform !== 'win32') expect(code).toBe(0);
});

test('the packed binary does not run as Node and opens no debugger port', async () => {
  const { stdout, stderr } = await promisify(execFile)(executable ?? '', ['--help'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--inspect=0' },
  });
  expect(stdout).toContain('Usage: gatehouse start');
  expect(stderr).not.toContain('Debugger listening');
});
