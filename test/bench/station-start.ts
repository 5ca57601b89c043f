import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { referenceAt } from './bench-replica.ts';
import type { BenchOptions, BenchRow } from './bench-part.ts';
import { furnishStation } from './furnish-station.ts';
import { startProcess } from './start-process.ts';
import { spreadOf } from './statistics.ts';

const STARTS_WITHIN_MS = 1_500;
const MEMORY_WITHIN_MIB = 250;
const MIB = 1024 * 1024;

const Ready = Type.Object({ kind: Type.Literal('admitted'), rss: Type.Integer() });
interface Start {
  readonly ms: number;
  readonly mib: number;
}

/** From the start of the process to the first verdict, on a replica that is there, and the memory that the process has then. */
export async function measureStart(
  directory: string,
  { repetitions, size }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const data = join(directory, 'start');
  await furnishStation(data, { tickets: size });
  const ours: Start[] = [];
  const bare: Start[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    ours.push(await start('start-station.ts', [data, referenceAt(repetition)]));
    bare.push(await start('start-bare.ts', []));
  }
  const tickets = `${size.toLocaleString('en')} tickets`;
  const ms = spreadOf(ours.map((run) => run.ms)).median;
  const mib = spreadOf(ours.map((run) => run.mib)).median;
  const bareMs = spreadOf(bare.map((run) => run.ms)).median;
  const bareMib = spreadOf(bare.map((run) => run.mib)).median;
  return [
    {
      what: `station start to first verdict, ${tickets}`,
      baseline: 'start of bare node',
      goal: `< ${STARTS_WITHIN_MS / 1000} s`,
      ratio: spreadOf(ours.map((run, index) => run.ms / (bare[index]?.ms ?? Number.NaN))),
      met: ms < STARTS_WITHIN_MS,
      figures: { station: `${(ms / 1000).toFixed(2)} s`, bare: `${(bareMs / 1000).toFixed(2)} s` },
      repetitions,
    },
    {
      what: `resident memory of a station with ${tickets}`,
      baseline: 'bare node',
      goal: `< ${MEMORY_WITHIN_MIB} MiB`,
      ratio: spreadOf(ours.map((run, index) => run.mib / (bare[index]?.mib ?? Number.NaN))),
      met: mib < MEMORY_WITHIN_MIB,
      figures: { station: `${mib.toFixed(0)} MiB`, bare: `${bareMib.toFixed(0)} MiB` },
      repetitions,
    },
  ];
}

async function start(program: string, args: readonly string[]): Promise<Start> {
  const script = join('test', 'bench', 'programs', program);
  const { ready, startMs, stop } = await startProcess(script, args);
  await stop();
  return { ms: startMs, mib: Value.Parse(Ready, ready).rss / MIB };
}
