import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { build, sourceFolders } from '../../bin/build.ts';

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

  it('continues after a build whose process died', async () => {
    await mkdir(join(root, 'out'), { recursive: true });
    await writeFile(join(root, 'out', '.building'), '4194304999');
    await build(root, 'stale');
    expect(await runs()).toBe(1);
  });
});

describe('the built pages', () => {
  const project = join(import.meta.dirname, '../..');
  const assets = join(project, 'out', 'renderer', 'assets');
  beforeAll(async () => {
    expect(await build(project, 'stale')).toBe(true);
  });

  const textOf = (name: string) => readFileSync(join(assets, name), 'utf8');

  /** A script and those that it cannot run without. */
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, other = ''] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      withImports(other, found);
    return found;
  };

  /** What is loaded before a page shows anything. */
  const loadedBy = (page: string): ReadonlySet<string> => {
    const html = readFileSync(join(project, 'out', 'renderer', page), 'utf8');
    const files = new Set<string>();
    for (const [, name = ''] of html.matchAll(/"\.\/assets\/([\w.-]+\.(?:js|css))"/g)) {
      if (name.endsWith('.js')) withImports(name, files);
      else files.add(name);
    }
    return files;
  };

  /** Whether a script has code of this folder. */
  const holds = (script: string, folder: string): boolean =>
    script.endsWith('.js') && textOf(`${script}.map`).includes(`/${folder}/`);

  it('the station loads nothing of the console at its start', () => {
    const loaded = [...loadedBy('index.html')];
    expect(loaded.filter((name) => holds(name, 'src-renderer/station'))).not.toEqual([]);
    expect(loaded.filter((name) => holds(name, 'src-renderer/console'))).toEqual([]);
  });

  // With the shell and a language, which everybody who is signed in needs too, it is 224 kB: the goal of 200 kB is not met yet.
  it('the entry and Home of the console are below 200 kB', async () => {
    const files = new Set(loadedBy('console.html'));
    const home = (await readdir(assets)).find((name) => /^home-page-[\w-]+\.js$/.test(name)) ?? '';
    withImports(home, files);
    const sizes = [...files].map((name) => gzipSync(readFileSync(join(assets, name))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  });
});
