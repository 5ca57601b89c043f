import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceFolders } from '../../bin/build.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
let root: string;

/** A project of the real commands, whose bundler makes programs that only say which source they were built from. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-bin-'));
  for (const folder of sourceFolders) mkdirSync(join(root, folder));
  put('package.json', '{ "type": "module" }');
  put('electron.vite.config.ts', '');
  put('shared/source.ts', 'first');
  put(
    'node_modules/electron-vite/bin/electron-vite.js',
    `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
    const source = readFileSync('shared/source.ts', 'utf8');
    if (source === 'broken') process.exit(1);
    mkdirSync('out/main', { recursive: true });
    for (const name of ['gatehouse', 'journal', 'start']) {
      const says = JSON.stringify(name + ' of the ' + source + ' source');
      writeFileSync('out/main/' + name + '.js', 'console.log(' + says + '); export const start = async () => 0;');
    }`,
  );
  for (const part of ['bin', 'src-files']) {
    cpSync(join(project, part), join(root, part), { recursive: true });
  }
  const driver = join('node_modules', 'better-sqlite3');
  symlinkSync(join(project, driver), join(root, driver), 'junction');
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(...words: readonly string[]) {
  const env = { ...process.env, XDG_CACHE_HOME: join(root, 'cache') };
  const all = [join(root, 'bin', 'gatehouse.js'), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the gatehouse command', () => {
  it('builds a project that was not built, says so, and runs what it has built from then on', () => {
    const first = { status: 0, stdout: 'gatehouse of the first source\n', stderr: 'Building…\n' };
    expect(run('client', 'list')).toEqual(first);
    expect(run('client', 'list')).toEqual({ ...first, stderr: '' });
    expect(run('journal', 'verify').stdout).toBe('journal of the first source\n');
    expect(run('journal', 'import').stdout).toBe('gatehouse of the first source\n');
    expect(run('start')).toEqual({ ...first, stdout: 'start of the first source\n', stderr: '' });
  });

  it('never runs what was built from other sources, or is not whole', () => {
    run();
    put('shared/source.ts', 'second');
    expect(run()).toMatchObject({
      stdout: 'gatehouse of the second source\n',
      stderr: 'Building…\n',
    });
    put('out/main/gatehouse.js', '');
    expect(run()).toMatchObject({
      stdout: 'gatehouse of the second source\n',
      stderr: 'Building…\n',
    });
    put('shared/source.ts', 'broken');
    expect(run()).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('failed'),
    });
    expect(run()).toMatchObject({ status: 1, stdout: '' });
  });

  it('builds nothing in an installed package, which has no sources', () => {
    run();
    const built = readFileSync(join(root, 'out/main/gatehouse.js'), 'utf8');
    for (const part of [...sourceFolders, 'electron.vite.config.ts', 'bin/build.ts']) {
      rmSync(join(root, part), { recursive: true });
    }
    put('out/main/gatehouse.js', `${built}\n`);
    expect(run()).toEqual({ status: 0, stdout: 'gatehouse of the first source\n', stderr: '' });
  });
});
