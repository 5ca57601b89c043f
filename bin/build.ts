#!/usr/bin/env node
// Why: docs/decisions/0001-runtime-and-bundles.md
// Builds every program into out/, and notes what it was built from. With --stale it builds only what was built from other sources.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const sourceFolders = ['shared', 'src-files', 'src-main', 'src-renderer', 'src-server'];
const files = [
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const POLL_MS = 200;

if (import.meta.main) {
  const when = process.argv.includes('--stale') ? 'stale' : 'always';
  if (!(await build(join(import.meta.dirname, '..'), when))) process.exitCode = 1;
}

/**
 * Builds `out/` from the sources under `root`, unless it is `stale` that is built and `out/` was built from exactly these sources. Two that
 * start at the same time build once; the second waits for the first. Returns false if the build failed, and has said so.
 */
export async function build(root: string, when: 'always' | 'stale'): Promise<boolean> {
  try {
    return await buildOnce(root, when);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const out = join(root, 'out');
    process.stderr.write(
      `${out} cannot be built: ${error.message}. Make sure that this user may write it.\n`,
    );
    return false;
  }
}

async function buildOnce(root: string, when: 'always' | 'stale'): Promise<boolean> {
  if (when === 'stale' && isFresh(root)) return true;
  const release = await lockBuild(join(root, 'out'));
  try {
    if (when === 'stale' && isFresh(root)) return true;
    const hash = hashSources(root);
    process.stderr.write('Building…\n');
    // From here on nothing in `out/` is whole: whoever starts meanwhile waits, and after a build that failed or was killed builds again.
    await rm(noteIn(root), { force: true });
    const isBuilt = await runBundler(root);
    if (isBuilt) await writeFile(noteIn(root), noteOf(root, hash));
    else process.stderr.write('The build failed; see above.\n');
    return isBuilt;
  } finally {
    release();
  }
}

/** Waits until no other process on this machine builds into the same directory. */
async function lockBuild(directory: string): Promise<() => void> {
  // Imported here: most starts find a fresh build, and need no database.
  const { lockFile } = await import('../src-files/file-lock.ts');
  await mkdir(directory, { recursive: true });
  for (;;) {
    const release = lockFile(join(directory, '.building'));
    if (release !== null) return release;
    await delay(POLL_MS);
  }
}

/** The bundler's output goes to stderr: stdout belongs to the caller of `--json`. */
async function runBundler(root: string): Promise<boolean> {
  const { GATEHOUSE_CLIENT_SECRET: _secret, GATEHOUSE_ENROLMENT_CODE: _code, ...env } = process.env;
  const bundler = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const child = spawn(process.execPath, [bundler, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('exit', resolve);
  return (await promise) === 0;
}

function noteIn(root: string): string {
  return join(root, 'out', 'built-from');
}

/** Whether `out/` was built from exactly the sources under `root`, and is whole. */
function isFresh(root: string): boolean {
  const path = noteIn(root);
  return existsSync(path) && readFileSync(path, 'utf8') === noteOf(root, hashSources(root));
}

/** The hash of the sources, and the size of each file that was made of them. */
function noteOf(root: string, hash: string): string {
  const made = ['main', 'preload', 'renderer'].flatMap((folder) => {
    const path = join(root, 'out', folder);
    if (!existsSync(path)) return [];
    return filesIn(path).map((file) => `${statSync(join(path, file)).size} ${folder}/${file}`);
  });
  return [hash, ...made].join('\n');
}

/** A hash of everything a build depends on, by content, because file times mean nothing after a checkout. */
function hashSources(root: string): string {
  const hash = createHash('sha256');
  const sources = sourceFolders.flatMap((folder) =>
    filesIn(join(root, folder))
      // Editors keep what is being written in files whose names begin with a dot.
      .filter((path) => !/^\.|\.test\.tsx?$/.test(basename(path)))
      .map((path) => join(folder, path)),
  );
  for (const path of [...files, ...sources]) {
    if (!existsSync(join(root, path))) continue;
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Relative to the folder, sorted. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
