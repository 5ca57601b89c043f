import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockFile } from '../../../src-files/file-lock.ts';
import { HostError } from '../host-error.ts';
import { environmentWithoutSecrets } from '../processes/child-handle.ts';

const POLL_MS = 200;
const folders = ['shared', 'src-files', 'src-main', 'src-renderer', 'src-server'];
const files = [
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/**
 * Builds `out/` from the sources under `root`, unless it was built from exactly these sources.
 * Two starts at the same time build once; the second waits for the first.
 * @throws {HostError} `build_failed`
 */
export async function build(root: string, when: 'always' | 'stale'): Promise<void> {
  if (!hasSources(root)) return;
  if (when === 'stale' && (await isFresh(root))) return;
  const release = await lockBuild(join(root, 'out'));
  try {
    if (when === 'stale' && (await isFresh(root))) return;
    const hash = await hashSources(root);
    process.stderr.write('Building…\n');
    await runBundler(root);
    await writeFile(buildHashFile(root), hash);
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

/** An installed package has no sources; it ships `out/`. */
export function hasSources(root: string): boolean {
  return existsSync(join(root, 'src-renderer'));
}

async function isFresh(root: string): Promise<boolean> {
  const builtFrom = await readFile(buildHashFile(root), 'utf8').catch(() => null);
  return builtFrom !== null && builtFrom === (await hashSources(root));
}

function buildHashFile(root: string): string {
  return join(root, 'out', 'built-from');
}

/** A hash of everything a build depends on, by content, because file times mean nothing after a checkout. Hex SHA-256. */
async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of [...files, ...(await listSources(root))]) {
    const content = await readFile(join(root, path)).catch(() => null);
    if (content === null) continue; // deleted while reading: the next start notices
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function listSources(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue;
      found.push(join(entry.parentPath, entry.name).slice(root.length));
    }
  }
  return found.sort();
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
