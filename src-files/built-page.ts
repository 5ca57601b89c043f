import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ServedFile {
  /** Null if the file has disappeared since the start. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly contentType: string;
  readonly cacheControl: string;
}

/** A built page and its files by URL path. Only files listed at the start are served, so no request can name another file. */
export type PageFiles = ReadonlyMap<string, ServedFile>;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** The folder of the pages: beside the bundles when built, in `out` when run from source. Null where nothing is built. */
export function builtPages(): string | null {
  const places = ['../renderer/', '../../renderer/', '../out/renderer/'];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(`${folder}console.html`));
  return found ?? null;
}

/** What a browser may load of a built folder; empty if there is none. */
export async function loadPageFiles(folder: string): Promise<PageFiles> {
  const files = new Map<string, ServedFile>();
  for (const path of await listFiles(folder)) {
    const contentType = contentTypes[extname(path)];
    if (contentType === undefined) continue; // source maps are not served
    files.set(`/${path.split(sep).join('/')}`, {
      read: await readerOf(join(folder, path)),
      contentType,
      cacheControl: cacheControlOf(path),
    });
  }
  return files;
}

/** Held in memory, so that a rebuild under a running station breaks no page. Fonts are not: they are megabytes, and a page needs few. */
async function readerOf(file: string): Promise<ServedFile['read']> {
  if (extname(file) === '.woff2') return () => readBytes(file).catch(() => null);
  const bytes = await readBytes(file);
  return async () => bytes;
}

async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}

/** Paths below `folder`. Reads names only, which is what Electron's own `readdir` reliably returns inside a packaged app's archive. */
async function listFiles(folder: string, below = ''): Promise<readonly string[]> {
  const names = await readdir(join(folder, below)).catch(() => []);
  const found: string[] = [];
  for (const name of names) {
    const path = join(below, name);
    const isFolder = (await stat(join(folder, path))).isDirectory();
    found.push(...(isFolder ? await listFiles(folder, path) : [path]));
  }
  return found;
}

/** The bundler puts a content hash into asset names. */
function cacheControlOf(path: string): string {
  return path.startsWith(`assets${sep}`) ? 'private, max-age=31536000, immutable' : 'no-store';
}
