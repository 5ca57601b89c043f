import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { BenchRun } from './bench-run.ts';
import { drawGrowth } from './draw-growth.ts';
import { shortTableOf, tableOf } from './report.ts';

const BEGIN = '<!-- npm run bench writes what follows -->';
const END = '<!-- to here -->';

/** Replaces the tables in the README and in docs/benchmarks.md by those of a run, and the charts in docs/images. */
export async function writeTables(root: string, run: BenchRun): Promise<void> {
  await replaceBetweenMarks(join(root, 'docs', 'benchmarks.md'), tableOf(run));
  await replaceBetweenMarks(join(root, 'README.md'), shortTableOf(run));
  for (const [file, svg] of drawGrowth(run)) {
    await writeFile(join(root, 'docs', 'images', file), svg);
  }
}

async function replaceBetweenMarks(file: string, table: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`expected "${BEGIN}" and "${END}" in ${file}`);
  const replaced = `${text.slice(0, begin)}${BEGIN}\n\n${table}\n\n${text.slice(end)}`;
  const options = await resolveConfig(file);
  await writeFile(file, await format(replaced, { ...options, filepath: file }));
}
