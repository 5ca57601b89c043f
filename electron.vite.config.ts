import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { build, type Plugin, type UserConfig } from 'vite';

const at = (path: string) => resolve(import.meta.dirname, path);

/** What a build has bundled, as Vite writes it. */
const license = { fileName: 'bundled.json' };
/** In the order in which they are built. */
const pages = ['index', 'label', 'console'] as const;
type PageName = (typeof pages)[number];
const licenseOf = (page: string) => ({ fileName: `bundled-${page}.json` });
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
const LINE = '='.repeat(80);

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly license?: string;
}

/**
 * Writes the licences of everything that is bundled, or installed beside the bundles, with the page, which shows them. The last
 * page writes them.
 */
function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    writeBundle: () => {
      const bundled = [
        join('main', license.fileName),
        join('preload', license.fileName),
        ...pages.map((page) => join('renderer', licenseOf(page).fileName)),
      ].flatMap((path) => {
        const list = at(join('out', path));
        const packages: readonly { readonly name: string; readonly version: string }[] = JSON.parse(
          readFileSync(list, 'utf8'),
        );
        rmSync(list);
        return packages.map((one) => `${one.name} ${one.version}`);
      });
      const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
        readFileSync(at('package-lock.json'), 'utf8'),
      );
      const notices = new Map<string, string>();
      for (const [path, { version, dev = false, license: licence = 'see below' }] of Object.entries(
        packages,
      )) {
        const name = path.split('node_modules/').at(-1) ?? '';
        const key = `${name} ${version}`;
        const isFont = name.startsWith('@fontsource-variable/'); // styles name its files, no module does
        if (path === '' || (dev && !isFont && !bundled.includes(key))) continue;
        const text = licenceTexts(path);
        if (text !== null) notices.set(key, `${LINE}\n${key} (${licence})\n${LINE}\n\n${text}`);
      }
      const missing = bundled.filter((key) => !notices.has(key));
      if (missing.length > 0) throw new Error(`no notices for ${missing.join(', ')}`);
      const sorted = [...notices].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const text = sorted.map(([, notice]) => `${notice}\n`).join('\n');
      writeFileSync(at('out/renderer/third-party-notices.txt'), text);
    },
  };
}

/** Null if the package is not installed here: it is for another system. */
function licenceTexts(path: string): string | null {
  try {
    const texts = readdirSync(at(path), { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
      .map((entry) => readFileSync(join(at(path), entry.name), 'utf8').trim());
    return texts.length === 0 ? 'The package contains no text of its licence.' : texts.join('\n\n');
  } catch {
    return null;
  }
}

/** The station's page (`index`), the printed one or the console's, with its scripts. */
function page(name: PageName): UserConfig {
  return {
    root: at('src-renderer'),
    base: './',
    build: {
      outDir: at('out/renderer'),
      // The station's page is built first.
      emptyOutDir: name === 'index',
      license: licenseOf(name),
      // What each script has to load. Only tests read it, and it is not packed.
      manifest: `manifest-${name}.json`,
      minify: true,
      // Turns a minified stack trace back into source lines. Neither served nor packed.
      sourcemap: 'hidden',
      // The content policy takes no font from a data: address.
      assetsInlineLimit: 0,
      // kB. The station's script comes from this machine, never over a slow network: one file opens faster than many. It has 1,037 kB, a
      // fifth of them the words in four languages: this leaves room for one more, and the warning is for other growth.
      chunkSizeWarningLimit: 1_100,
      rollupOptions: { input: { [name]: at(`src-renderer/${name}.html`) } },
    },
  };
}

/** Builds the other pages apart from the station's: what only one of them needs is never in a script that another loads. */
function otherPages(): Plugin {
  return {
    name: 'other-pages',
    writeBundle: async () => {
      for (const name of pages.slice(1)) {
        await build({
          ...page(name),
          configFile: false,
          logLevel: 'warn',
          plugins: [react(), ...(name === pages.at(-1) ? [thirdPartyNotices()] : [])],
        });
      }
    },
  };
}

// One bundle per program: the window host, the station process, the server process, the scanner process, the gatehouse command with its journal and start
// commands, the replica's ingest worker, the worker that hashes passwords, and what receivers of webhooks import.
// The preload is CommonJS because sandboxed preloads are; the renderer is the same build for both hosts.
export default defineConfig({
  main: {
    // Of CommonJS libraries in the bundles, which are modules.
    define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
    build: {
      outDir: 'out/main',
      license,
      sourcemap: true,
      rollupOptions: {
        // Optional dependencies are not external by default, and native modules look for their binaries beside their own code.
        external: ['node-hid', 'serialport'],
        input: {
          'electron-main': at('src-main/hosts/electron/electron-main.ts'),
          'station-process': at('src-main/hosts/electron/station-process.ts'),
          'server-process': at('src-main/own-server/server-process.ts'),
          'scanner-process': at('src-main/scanner-process/scanner-process.ts'),
          gatehouse: at('src-server/cli/main.ts'),
          journal: at('src-main/journal-cli/journal-main.ts'),
          start: at('src-main/launch/start.ts'),
          'verify-webhook': at('src-server/webhooks/verify-webhook.ts'),
          'replica-worker': at('src-main/adapters/sqlite/replica/replica-worker.ts'),
          'password-worker': at('src-server/domain/members/password-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      license,
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: at('src-main/hosts/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: { ...page('index'), plugins: [react(), otherPages()] },
});
