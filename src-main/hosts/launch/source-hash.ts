import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folders = ['shared', 'src-files', 'src-main', 'src-renderer', 'src-server'];
const files = [
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** What a build depends on, by content: times of files say nothing after a checkout. Hex SHA-256. */
export async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of [...files, ...(await listSources(root))]) {
    const content = await readFile(join(root, path)).catch(() => null);
    if (content === null) continue; // removed while it was being read: the next start sees it
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
