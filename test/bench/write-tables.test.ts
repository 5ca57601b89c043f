import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginRun, type BenchRun } from './bench-run.ts';
import { writeTables } from './write-tables.ts';

const TEXT = 'Before.\n\n<!-- npm run bench writes what follows -->\n\nold\n\n<!-- to here -->\n';

describe('--write', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'gatehouse-tables-'));
    await mkdir(join(root, 'docs', 'images'), { recursive: true });
    for (const file of ['README.md', 'docs/benchmarks.md']) await writeFile(join(root, file), TEXT);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const run = (change: Partial<BenchRun> = {}, ...names: readonly string[]): BenchRun => ({
    ...beginRun(root, { repetitions: 5, size: null, quick: false }),
    commit: 'abc1234',
    parts: names.map((name) => ({ name, seconds: 1, rows: [] })),
    ...change,
  });
  const write = (...runs: readonly BenchRun[]) => writeTables(root, runs, ['scan', 'api']);
  const otherMachine = { ...run().machine, processor: 'another' };

  it.each<[string, readonly BenchRun[], RegExp]>([
    ['no run', [], /at least one/],
    ['runs that lack a part', [run({}, 'scan')], /api is missing/],
    ['runs of two commits', [run({}, 'scan'), run({ commit: 'def' }, 'api')], /one commit/],
    ['runs of two machines', [run({}, 'scan'), run({ machine: otherMachine }, 'api')], /machine/],
    ['a run of a changed work tree', [run({ commit: 'abc+' }, 'scan', 'api')], /differs/],
    [
      'a quick run',
      [run({ options: { repetitions: 5, size: null, quick: true } }, 'scan', 'api')],
      /quick/,
    ],
  ])('refuses %s, and changes nothing', async (_what, runs, sentence) => {
    await expect(write(...runs)).rejects.toThrow(sentence);
    expect(await readFile(join(root, 'README.md'), 'utf8')).toBe(TEXT);
    expect(await readFile(join(root, 'docs/benchmarks.md'), 'utf8')).toBe(TEXT);
  });

  it('writes the same again, however often', async () => {
    const runs = [run({}, 'api'), run({}, 'scan')];
    await write(...runs);
    const once = await readFile(join(root, 'README.md'), 'utf8');
    expect(once).toContain('at abc1234');
    expect(once).not.toContain('old');
    await write(...runs);
    expect(await readFile(join(root, 'README.md'), 'utf8')).toBe(once);
  });
});
