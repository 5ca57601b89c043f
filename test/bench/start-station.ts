import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { referenceAt } from './bench-replica.ts';
import { rowOf, type BenchOptions, type BenchRow, type Goal, type Measure } from './bench-part.ts';
import { furnishStation } from './furnish-station.ts';
import { startProcess } from './start-process.ts';

const STARTS_WITHIN_MS = 1_500;
const MEMORY_WITHIN_MIB = 250;

const Ready = Type.Object({
  kind: Type.Literal('admitted'),
  /** Processor time until then. */
  cpuMicros: Type.Number(),
});
interface Start {
  readonly ms: number;
  readonly mib: number;
  readonly cpuMicros: number;
}

/** From the start of the process to the first verdict, on a replica that is there, and the most memory that the process had until then. */
export async function measureStation(
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
  const row = (what: string, measure: Measure, of: 'ms' | 'mib', goal: Goal) => {
    const sampled = (starts: readonly Start[]) =>
      starts.map((run) => ({ wall: run[of], cpuMicros: run.cpuMicros }));
    return rowOf({
      what,
      unit: 'start',
      measure,
      subject: { name: 'station', samples: sampled(ours) },
      baseline: { name: 'bare node', samples: sampled(bare) },
      goals: [goal],
    });
  };
  const tickets = `${size.toLocaleString('en')} tickets`;
  return [
    row(`station start to first verdict, ${tickets}`, 'ms', 'ms', {
      of: 'wall',
      most: STARTS_WITHIN_MS,
    }),
    row(`most memory of a station with ${tickets}, to its first verdict`, 'MiB', 'mib', {
      of: 'wall',
      most: MEMORY_WITHIN_MIB,
    }),
  ];
}

async function start(program: string, args: readonly string[]): Promise<Start> {
  const script = join('test', 'bench', 'programs', program);
  const { ready, startMs, peakMib, stop } = await startProcess(script, args);
  const mib = (await peakMib()) ?? Number.NaN;
  await stop();
  return { ms: startMs, mib, cpuMicros: Value.Parse(Ready, ready).cpuMicros };
}
