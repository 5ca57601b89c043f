// The programs that tests start, built to plain JavaScript as they ship: in a tree like the installed package's, from which the `gatehouse`
// command takes the bundle, in less processor time than the sources. Node strips types with a WebAssembly module, and V8 in Node 24 sometimes
// crashes (SIGTRAP, SIGSEGV) when two threads compile WebAssembly, as a TypeScript worker and undici's parser do.
import { cpSync, existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import manifest from '../../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../../..');
const tree = join(root, 'out/test');

const SOURCES = {
  gatehouse: 'src-server/cli/main.ts',
  journal: 'src-main/journal-cli/journal-main.ts',
  'password-worker': 'src-server/domain/members/password-worker.ts',
  'replica-worker': 'src-main/adapters/sqlite/replica/replica-worker.ts',
  'scanner-process': 'src-main/scanner-process/scanner-process.ts',
  'server-process': 'src-main/own-server/server-process.ts',
  'small-disk-worker': 'test/support/station/small-disk-worker.ts',
  'station-child': 'test/support/station/station-child.ts',
} as const;

export async function buildPrograms(): Promise<void> {
  const entries = Object.entries(SOURCES).map(([name, source]) => [name, join(root, source)]);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    // As in the package, which has all but its dependencies in its bundles.
    ssr: { noExternal: true, external: [...Object.keys(manifest.dependencies), 'electron'] },
    build: {
      ssr: true,
      outDir: join(tree, 'out/main'),
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(entries),
        external: Object.keys(manifest.optionalDependencies),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  });
  for (const folder of ['bin', 'docs']) {
    cpSync(join(root, folder), join(tree, folder), { recursive: true });
  }
}

/** The address of a program after `buildPrograms`, which vitest, `npm run rounds` and `npm run soak` run first. */
export function builtProgram(name: keyof typeof SOURCES): URL {
  return existing(join(tree, 'out/main', `${name}.js`));
}

/** The `gatehouse` command on the same terms. */
export function builtCommand(): URL {
  return existing(join(tree, 'bin/gatehouse.js'));
}

function existing(path: string): URL {
  if (!existsSync(path)) throw new Error(`expected ${path} to be built: call buildPrograms first`);
  return pathToFileURL(path);
}
