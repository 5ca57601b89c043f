import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { build, sourceFolders } from '../../bin/build.ts';
import { stylesIn, Typefaces } from '../../src-server/print/typefaces.ts';
import { locales } from '../../shared/languages.ts';

/** As Vite's manifest describes a script. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

let root: string;

/** A project whose bundler counts its runs. */
beforeEach(async () => {
  root = `${await mkdtemp(join(tmpdir(), 'gatehouse-build-'))}/`;
  for (const folder of sourceFolders) await mkdir(join(root, folder));
  await writeFile(join(root, 'shared', 'a.ts'), 'export {};');
  await writeBundler(`appendFileSync('out/runs', 'x');`);
});

afterEach(() => {
  vi.unstubAllEnvs();
  return rm(root, { recursive: true });
});

async function writeBundler(body: string): Promise<void> {
  await mkdir(join(root, 'node_modules', 'electron-vite', 'bin'), { recursive: true });
  const path = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  await writeFile(path, `const { appendFileSync } = require('node:fs'); ${body}`);
}

const runs = async () => (await readFile(join(root, 'out', 'runs'), 'utf8').catch(() => '')).length;

describe('a build', () => {
  it('runs once for the same sources', async () => {
    await build(root, 'stale');
    await build(root, 'stale');
    expect(await runs()).toBe(1);
  });

  it('runs again after a change of content, but not of a timestamp', async () => {
    await build(root, 'stale');
    await utimes(join(root, 'shared', 'a.ts'), new Date(0), new Date(0));
    await build(root, 'stale');
    expect(await runs()).toBe(1);

    await writeFile(join(root, 'shared', 'a.ts'), 'export const a = 1;');
    await build(root, 'stale');
    expect(await runs()).toBe(2);
  });

  it('does not run again for what an editor keeps beside a source', async () => {
    await build(root, 'stale');
    await writeFile(join(root, 'shared', '.a.ts.swp'), 'x');
    await build(root, 'stale');
    expect(await runs()).toBe(1);
  });

  it('passes no secret to the bundler', async () => {
    vi.stubEnv('GATEHOUSE_CLIENT_SECRET', 'secret');
    await writeBundler(`appendFileSync('out/seen', JSON.stringify(process.env));`);
    await build(root, 'stale');
    const seen = await readFile(join(root, 'out', 'seen'), 'utf8');
    expect(seen).toContain('"PATH"');
    expect(seen).not.toContain('GATEHOUSE_CLIENT_SECRET');
  });

  it('ignores tests', async () => {
    await build(root, 'stale');
    await writeFile(join(root, 'shared', 'a.test.ts'), 'export {};');
    await build(root, 'stale');
    expect(await runs()).toBe(1);
  });

  it('runs once for two starts at the same time', async () => {
    await Promise.all([build(root, 'stale'), build(root, 'stale')]);
    expect(await runs()).toBe(1);
  });

  it('always runs when it is requested by name', async () => {
    await build(root, 'always');
    await build(root, 'always');
    expect(await runs()).toBe(2);
  });

  it('that fails is tried again the next time', async () => {
    await writeBundler('process.exit(3);');
    expect(await build(root, 'stale')).toBe(false);
    await writeBundler(`appendFileSync('out/runs', 'x');`);
    await build(root, 'stale');
    expect(await runs()).toBe(1);
  });

  it(
    'runs again for sources that were built before a build that failed',
    { tags: ['long'] },
    async () => {
      await build(root, 'stale');
      await writeBundler('process.exit(3);');
      await writeFile(join(root, 'shared', 'a.ts'), 'export const a = 1;');
      expect(await build(root, 'stale')).toBe(false);
      await writeFile(join(root, 'shared', 'a.ts'), 'export {};');
      await writeBundler(`appendFileSync('out/runs', 'x');`);
      await build(root, 'stale');
      expect(await runs()).toBe(2);
    },
  );

  it('leaves no note of a whole build while it runs', { tags: ['long'] }, async () => {
    await build(root, 'stale');
    await writeBundler(
      `if (require('node:fs').existsSync('out/built-from')) appendFileSync('out/seen', 'x');`,
    );
    await build(root, 'always');
    await expect(readFile(join(root, 'out', 'seen'))).rejects.toThrow('ENOENT');
  });

  it('says in a sentence that it cannot write', async () => {
    await writeFile(join(root, 'out'), '');
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await build(root, 'stale')).toBe(false);
      const [text] = written.mock.lastCall ?? [];
      expect(text).toMatch(
        /out cannot be built: EEXIST.*\. Make sure that this user may write it\.\n$/,
      );
    } finally {
      written.mockRestore();
    }
  });

  it('continues after a build whose process died', async () => {
    await mkdir(join(root, 'out'), { recursive: true });
    await writeFile(join(root, 'out', '.building'), '4194304999');
    await build(root, 'stale');
    expect(await runs()).toBe(1);
  });
});

describe('the built pages', () => {
  const project = join(import.meta.dirname, '../..');
  const renderer = join(project, 'out', 'renderer');
  beforeAll(async () => {
    expect(await build(project, 'stale')).toBe(true);
  });

  /** The scripts and styles that must be there before these sources of a page run, with all that they import. */
  const neededBy = (page: string, sources: readonly string[]): ReadonlySet<string> => {
    const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
      readFileSync(join(renderer, `manifest-${page}.json`), 'utf8'),
    );
    const files = new Set<string>();
    const add = (source: string): void => {
      const chunk = manifest[source];
      if (chunk === undefined) throw new Error(`expected ${source} in the manifest of ${page}`);
      if (files.has(chunk.file)) return;
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
      chunk.imports?.forEach(add);
    };
    sources.forEach(add);
    return files;
  };

  const gzippedSize = (files: ReadonlySet<string>): number => {
    const sizes = [...files].map((file) => gzipSync(readFileSync(join(renderer, file))).length);
    return sizes.reduce((sum, size) => sum + size, 0);
  };

  /** Whether a script has code of this folder. */
  const holds = (file: string, folder: string): boolean =>
    file.endsWith('.js') &&
    // The bundler's own runtime has no sources, and so no map.
    existsSync(join(renderer, `${file}.map`)) &&
    readFileSync(join(renderer, `${file}.map`), 'utf8').includes(`/${folder}/`);

  it('give the server the same letters for its tickets as their packages', async () => {
    const built = await Typefaces.open(await stylesIn(join(renderer, 'assets')));
    const packed = await Typefaces.open();
    for (const letter of 'Añжήعआשไ橋国민') {
      const [one, other] = [await built.find(letter, null), await packed.find(letter, null)];
      const [name = ''] = basename(other?.path ?? '').split('.woff2');
      expect(name).not.toBe('');
      expect(basename(one?.path ?? '')).toContain(name);
    }
  });

  it('the station loads nothing of the console', () => {
    const files = [...neededBy('index', ['index.html'])];
    expect(files.filter((file) => holds(file, 'src-renderer/station'))).not.toEqual([]);
    expect(files.filter((file) => holds(file, 'src-renderer/console'))).toEqual([]);
  });

  it('a door opens with less than 345 kB, gzipped', () => {
    expect(gzippedSize(neededBy('index', ['index.html']))).toBeLessThan(345_000);
  });

  // For who has not signed in, and for who has, on an evening with charts.
  it.each([
    ['sign-in', ['sign-in/sign-in-page.tsx']],
    ['Home', ['shell/shell.tsx', 'pages/home/home-page.tsx', 'pages/home/evening-charts.tsx']],
  ])(
    'all that the first page of the console needs is below 200 kB: %s, in any language',
    (_, sources) => {
      for (const locale of locales) {
        const needed = [...sources, `i18n/${locale}/words.ts`].map((path) => `console/${path}`);
        const size = gzippedSize(neededBy('console', ['console.html', ...needed]));
        expect(size, locale).toBeLessThan(200_000);
      }
    },
  );
});
