import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MIB = 1024 * 1024;
/** Less than 48 bytes for each line. */
const MOST_MORE_MIB = 5;

const program = fileURLToPath(new URL('../support/measure-import.ts', import.meta.url));
const mostInUse = (lines: number) =>
  Number(execFileSync(process.execPath, [program, String(lines)], { encoding: 'utf8' }));

it('an import of twelve times as many lines has no more in use', { tags: ['long'] }, () => {
  expect((mostInUse(120_000) - mostInUse(10_000)) / MIB).toBeLessThan(MOST_MORE_MIB);
});
