// The programs that tests start, built to plain JavaScript as they ship. Node strips types with a WebAssembly module, and V8 in Node 24 sometimes
// crashes (SIGTRAP, SIGSEGV) when two threads compile WebAssembly, as a TypeScript worker and undici's parser do.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../../..');
const built = join(root, 'out/test');

const SOURCES = {
  'replica-worker': 'src-main/adapters/sqlite/replica/replica-worker.ts',
  'small-disk-worker': 'test/support/station/small-disk-worker.ts',
  'station-child': 'test/support/station/station-child.ts',
} as const;

export async function buildPrograms(): Promise<void> {
  const entries = Object.entries(SOURCES).map(([name, source]) => [name, join(root, source)]);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: built,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(entries),
        external: ['node-hid', 'serialport'],
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  });
}

/** The address of a program after `buildPrograms`, which vitest and `npm run rounds` run first. */
export function builtProgram(name: keyof typeof SOURCES): URL {
  const path = join(built, `${name}.js`);
  if (!existsSync(path)) throw new Error(`expected ${path} to be built: call buildPrograms first`);
  return pathToFileURL(path);
}
