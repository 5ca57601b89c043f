import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isRefusedOnWindows,
  switchesOf,
} from '../../test/support/electron-stand-in/command-line.ts';
import { electronArguments, runElectron } from './run-electron.ts';

const run = {
  root: 'C:\\Users\\Maria Lopez\\gatehouse',
  args: ['--server', 'http://10.0.0.2:8787/v1', '--client-id', 'cli_1', '--data', 'D:\\door'],
  switches: ['--password-store=gnome-libsecret'],
};

describe("Electron's command line", () => {
  it('is never one that Electron for Windows refuses, whatever address it contains', () => {
    const argv = ['electron.exe', ...electronArguments(run)];
    expect(isRefusedOnWindows(argv)).toBe(false);
    expect(isRefusedOnWindows(['electron.exe', run.root, ...run.args])).toBe(true);
  });

  it("passes only Chromium's switches to Chromium", () => {
    const argv = ['electron', ...electronArguments(run)];
    expect([...switchesOf(argv)]).toEqual(['password-store']);
    expect(argv.slice(argv.indexOf('--') + 1)).toEqual(run.args);
  });
});

describe.skipIf(process.platform === 'win32')('a run of Electron', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-electron-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const runScript = async (script: string) => {
    const binary = join(folder, 'electron');
    await writeFile(binary, `#!/bin/sh\n${script}\n`);
    await chmod(binary, 0o755);
    return runElectron({ binary, root: folder, args: [], switches: [] });
  };

  it.each([
    ['a missing library', 'exit 127', 'exit code 127'],
    ['a display that refuses', 'exit 1', 'exit code 1'],
    ['an end without a word', 'exit 0', 'exit code 0'],
    ['a sandbox that is not to be had', 'kill -TRAP $$', 'SIGTRAP'],
    ['a crash', 'kill -SEGV $$', 'SIGSEGV'],
  ])(
    'has not started when it ends before it has shown a window: %s',
    async (_name, script, how) => {
      expect(await runScript(script)).toEqual({ kind: 'not_started', how });
    },
  );

  it('has not started when there is no such program', async () => {
    const binary = join(folder, 'nowhere');
    const end = await runElectron({ binary, root: folder, args: [], switches: [] });
    expect(end).toMatchObject({ kind: 'not_started', how: expect.stringContaining('ENOENT') });
  });

  it.each([
    ['closed', 'exit 0', 0],
    ['failed with a sentence', 'exit 1', 1],
    ['crashed', 'kill -SEGV $$', 1],
  ])('has started once its window was there, however it ends (%s)', async (_name, script, code) => {
    const end = await runScript(`: > "$GATEHOUSE_LAUNCH/shown"; ${script}`);
    expect(end).toEqual({ kind: 'exited', code });
  });

  it('does not fall back when the app ended on purpose before it showed a window', async () => {
    const end = await runScript(': > "$GATEHOUSE_LAUNCH/ended"; exit 2');
    expect(end).toEqual({ kind: 'exited', code: 2 });
  });

  it('leaves nothing behind', async () => {
    await runScript(`echo "$GATEHOUSE_LAUNCH" > "${folder}/path"; : > "$GATEHOUSE_LAUNCH/shown"`);
    const path = (await readFile(join(folder, 'path'), 'utf8')).trim();
    await expect(readFile(join(path, 'shown'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
