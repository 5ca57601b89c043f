// Why: docs/decisions/0001-runtime-and-bundles.md
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

// The commands in `bin/` read this before anything else, so it imports nothing but Node's own modules.

const folders = ['shared', 'src-files', 'src-main', 'src-renderer', 'src-server'];
const files = [
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** The file in which a build notes the hash of its sources. */
export function buildHashFile(root: string): string {
  return join(root, 'out', 'built-from');
}

/** An installed package has no sources; it ships `out/`. */
export function hasSources(root: string): boolean {
  return existsSync(join(root, 'src-renderer'));
}

/** Whether `out/` was built from exactly the sources under `root`, and is whole. */
export function isFresh(root: string): boolean {
  const noted = read(buildHashFile(root));
  return noted !== null && noted.toString() === buildNote(root, hashSources(root));
}

/** What a build notes: the hash of its sources, and the size of each file that it made. */
export function buildNote(root: string, hash: string): string {
  const made = ['main', 'preload', 'renderer'].flatMap((folder) => {
    const path = join(root, 'out', folder);
    if (!existsSync(path)) return [];
    return filesIn(path).map((file) => `${statSync(join(path, file)).size} ${folder}/${file}`);
  });
  return [hash, ...made].join('\n');
}

/** A hash of everything a build depends on, by content, because file times mean nothing after a checkout. Hex SHA-256. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of [...files, ...listSources(root)]) {
    const content = read(join(root, path));
    if (content === null) continue; // deleted while reading: the next start notices
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function listSources(root: string): readonly string[] {
  return folders.flatMap((folder) =>
    filesIn(join(root, folder))
      // Editors keep what is being written in files whose names begin with a dot.
      .filter((path) => !/^\.|\.test\.tsx?$/.test(basename(path)))
      .map((path) => join(folder, path)),
  );
}

/** Relative to the folder, sorted. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
