import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from './bench-part.ts';
import type { Spread } from './statistics.ts';

const ratio = (value: number) => `${value.toFixed(2)}×`;

const spread = (s: Spread) => `${ratio(s.median)} (${ratio(s.min)}–${ratio(s.max)})`;

/** The rows as a Markdown table, as the README shows it. */
export function tableOf(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => {
    const figures = Object.entries(row.figures).map(([name, value]) => `${name} ${value}`);
    return `| ${row.what} | ${row.baseline} | ${spread(row.ratio)} | ${row.goal} | ${row.met ? 'yes' : 'no'} | ${figures.join(', ')} |`;
  });
  return [
    '| what | baseline in the same run | ratio: median (min–max) | goal | met | figures here |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Writes `bench/results/<date>.json` under `root`; parts that ran on the same day replace their own rows only. */
export async function writeResults(
  root: string,
  date: string,
  parts: Readonly<Record<string, readonly BenchRow[]>>,
  earlier: Readonly<Record<string, unknown>>,
): Promise<string> {
  const folder = join(root, 'bench', 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${date}.json`);
  const machine = { cores: cpus().length, node: process.version, platform: process.platform };
  await writeFile(
    file,
    `${JSON.stringify({ date, machine, parts: { ...earlier, ...parts } }, null, 2)}\n`,
  );
  return file;
}
