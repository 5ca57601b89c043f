import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writeShopFile } from '../bench/shop-file.ts';

const MIB = 1024 * 1024;
/** Less than 48 bytes for each line. */
const MOST_MORE_MIB = 5;

const program = fileURLToPath(new URL('../support/measure-import.ts', import.meta.url));

it('an import of twelve times as many lines has no more in use', { tags: ['long'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-'));
  const mostInUse = (lines: number) => {
    const path = join(folder, `${lines}.csv`);
    writeShopFile(path, lines);
    // The first process to fill the compile cache holds megabytes of it.
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
    const args = [program, path, String(lines)];
    return Number(execFileSync(process.execPath, args, { encoding: 'utf8', env }));
  };
  try {
    expect((mostInUse(120_000) - mostInUse(10_000)) / MIB).toBeLessThan(MOST_MORE_MIB);
  } finally {
    await rm(folder, { recursive: true });
  }
});
