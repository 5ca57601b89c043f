import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const folders = ['shared', 'src-files', 'src-main', 'src-renderer', 'src-server', 'bin', 'test'];
/** A package inside the project may have its own installed packages. */
const installed = /[\\/](?:node_modules|generated)[\\/]/;
const wanted = /\.(?:[cm]?[jt]sx?|css)$/;

/** Every source file of the project by its path from the root, with `/` on every system. */
export function readSources(): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && wanted.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => !installed.test(path)),
  );
  const configs = readdirSync(root).filter((name) => name.endsWith('.config.ts'));
  return new Map(
    [...paths, ...configs].map((path) => [
      path.replaceAll('\\', '/'),
      readFileSync(join(root, path), 'utf8'),
    ]),
  );
}
