import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
