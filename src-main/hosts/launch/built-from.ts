import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

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

/** Whether `out/` was built from exactly the sources under `root`. */
export function isFresh(root: string): boolean {
  const noted = read(buildHashFile(root));
  return noted !== null && noted.toString() === hashSources(root);
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
  const found: string[] = [];
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      // Editors keep what is being written in files whose names begin with a dot.
      if (!entry.isFile() || /^\.|\.test\.tsx?$/.test(entry.name)) continue;
      found.push(relative(root, join(entry.parentPath, entry.name)));
    }
  }
  return found.sort();
}

function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
