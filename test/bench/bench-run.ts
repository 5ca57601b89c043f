import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { NotMeasured, BenchRow, type BenchPart } from './bench-part.ts';

/** One run of the benchmark, as it is written to `bench/results`. */
export const BenchRun = Type.Object({
  startedAt: Type.String(),
  /** Short, with `+` if the work tree differed. */
  commit: Type.String(),
  machine: Type.Object({
    cores: Type.Integer(),
    processor: Type.String(),
    memoryGib: Type.Integer(),
    platform: Type.String(),
    node: Type.String(),
    /** Of the minute before the first part: what else was running. */
    load: Type.Number(),
  }),
  options: Type.Object({
    repetitions: Type.Integer(),
    size: Type.Union([Type.Integer(), Type.Null()]),
    quick: Type.Boolean(),
  }),
  parts: Type.Array(
    Type.Object({
      name: Type.String(),
      startedAt: Type.Optional(Type.String()),
      /** Of the minute before it, which from the second part on is that of the benchmark itself. */
      load: Type.Optional(Type.Number()),
      seconds: Type.Number(),
      rows: Type.Array(BenchRow),
      notMeasured: Type.Optional(Type.Array(NotMeasured)),
    }),
  ),
});
export type BenchRun = Static<typeof BenchRun>;

/** A run that begins now and has measured nothing yet. */
export function beginRun(root: string, options: BenchRun['options']): BenchRun {
  return {
    startedAt: new Date().toISOString(),
    commit: commitOf(root),
    machine: {
      cores: cpus().length,
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      memoryGib: Math.round(totalmem() / 2 ** 30),
      platform: `${process.platform} ${process.arch}`,
      node: process.versions.node,
      load: loadavg()[0] ?? 0,
    },
    options,
    parts: [],
  };
}

/** A run of other sources than the commit's is marked. */
const MEASURED = ['package.json', 'bin', 'shared', 'src-*', 'test'];

function commitOf(root: string): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', ...MEASURED) === '' ? '' : '+';
    return `${git('rev-parse', '--short', 'HEAD')}${changed}`;
  } catch {
    // A copy without its history.
    return 'unknown';
  }
}

/** Measures a part and adds it to the run. */
export async function runPart(run: BenchRun, { name, run: measure }: BenchPart): Promise<void> {
  const [startedAt, load] = [new Date().toISOString(), loadavg()[0] ?? 0];
  const begun = performance.now();
  const missing: NotMeasured[] = [];
  const notMeasured = (what: string, because: string) => {
    console.error(`not measured: ${what}, because ${because}`);
    missing.push({ what, because });
  };
  const rows = [...(await measure({ ...run.options, notMeasured }))];
  const seconds = Math.round((performance.now() - begun) / 1_000);
  run.parts.push({ name, startedAt, load, seconds, rows, notMeasured: missing });
}

/** Gives the file's path: `bench/results/<date>T<time>[-quick].json`. */
export function writeRun(root: string, run: BenchRun): string {
  const folder = join(root, 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const time = run.startedAt.slice(0, 19).replaceAll(':', '-');
  const file = join(folder, `${time}${run.options.quick ? '-quick' : ''}.json`);
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
}

export function readRun(file: string): BenchRun {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Value.Parse(BenchRun, json);
  } catch (cause) {
    throw new Error(`expected ${file} to be a file that npm run bench has written`, { cause });
  }
}
