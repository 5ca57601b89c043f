import type { Sample } from './bench-part.ts';
import { countCpu } from './measured.ts';
import { meanOf } from './statistics.ts';

/** What one piece of work took. */
export interface Timed {
  readonly ms: number;
  readonly cpuMicros: number;
}

export function timeWork(work: () => void): Timed {
  const cpuMicros = countCpu();
  const begun = performance.now();
  work();
  return { ms: performance.now() - begun, cpuMicros: cpuMicros() };
}

/** One figure of all times, and the mean of the processor times. */
export function sampleOf(
  all: readonly Timed[],
  wallOf: (times: readonly number[]) => number,
): Sample {
  return {
    wall: wallOf(all.map(({ ms }) => ms)),
    cpuMicros: meanOf(all.map(({ cpuMicros }) => cpuMicros)),
  };
}
