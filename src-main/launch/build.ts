import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockFile } from '../../src-files/file-lock.ts';
import { HostError } from '../startup/host-error.ts';
import { environmentWithoutSecrets } from '../processes/child-handle.ts';
import { buildHashFile, buildNote, hashSources, hasSources, isFresh } from './built-from.ts';

const POLL_MS = 200;

/**
 * Builds `out/` from the sources under `root`, unless it was built from exactly these sources.
 * Two starts at the same time build once; the second waits for the first.
 * @throws {HostError} `build_failed`
 */
export async function build(root: string, when: 'always' | 'stale'): Promise<void> {
  if (!hasSources(root)) return;
  if (when === 'stale' && isFresh(root)) return;
  const release = await lockBuild(join(root, 'out'));
  try {
    if (when === 'stale' && isFresh(root)) return;
    const hash = hashSources(root);
    process.stderr.write('Building…\n');
    // From here on nothing in `out/` is whole: whoever starts meanwhile, or after a build that failed or was killed, runs the sources.
    await rm(buildHashFile(root), { force: true });
    await runBundler(root);
    await writeFile(buildHashFile(root), buildNote(root, hash));
  } finally {
    release();
  }
}

/** Waits until no other process on this machine builds into the same directory. */
async function lockBuild(directory: string): Promise<() => void> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, '.building');
  let release = lockFile(path);
  while (release === null) {
    await delay(POLL_MS);
    release = lockFile(path);
  }
  return release;
}

/** The bundler's output goes to stderr: stdout belongs to the caller of `--json`. */
async function runBundler(root: string): Promise<void> {
  const bundler = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const child = spawn(process.execPath, [bundler, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: environmentWithoutSecrets(),
    stdio: ['ignore', 2, 2],
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('exit', resolve);
  if ((await promise) !== 0) throw new HostError('build_failed', 'The build failed; see above.');
}
