import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { BenchRun } from './bench-run.ts';
import { drawGrowth } from './draw-growth.ts';
import { shortTableOf, tableOf } from './report.ts';

const BEGIN = '<!-- npm run bench writes what follows -->';
const END = '<!-- to here -->';

/** Replaces the table in docs/benchmarks.md and the few figures in the README by those of some runs, and the charts in docs/images. */
export async function writeTables(
  root: string,
  runs: readonly BenchRun[],
  partNames: readonly string[],
): Promise<void> {
  const run = joined(runs, partNames);
  await replaceBetweenMarks(join(root, 'docs', 'benchmarks.md'), tableOf(run, runs));
  await replaceBetweenMarks(join(root, 'README.md'), shortTableOf(run, runs));
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

/** One run of all parts of several, in the order of `partNames`; a later run's part replaces an earlier one's. */
function joined(runs: readonly BenchRun[], partNames: readonly string[]): BenchRun {
  const last = runs.at(-1);
  if (last === undefined) throw new Error('--write takes at least one file of bench/results');
  const stray = runs.find((run) => conditionsOf(run) !== conditionsOf(last));
  if (stray !== undefined) {
    throw new Error('--write takes runs of one commit on one machine, with the same options');
  }
  if (last.options.quick || last.commit.endsWith('+')) {
    throw new Error(
      '--write takes no quick run, and none of a work tree that differs from its commit',
    );
  }
  const measured = new Map(runs.flatMap((run) => run.parts.map((part) => [part.name, part])));
  const parts = partNames.map((name) => {
    const part = measured.get(name);
    if (part === undefined) throw new Error(`--write takes runs of every part; ${name} is missing`);
    return part;
  });
  return { ...last, parts };
}

function conditionsOf({ commit, options, machine }: BenchRun): string {
  return JSON.stringify([commit, options, { ...machine, load: 0 }]);
}
