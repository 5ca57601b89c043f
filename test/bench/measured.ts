// Imports no library: every measured program loads this file, and a run starts dozens of them.

/** What a program says of its own work, in one line of JSON. */
export interface Measured {
  readonly rows: number;
  readonly ms: number;
  /** Processor time of the program, all its threads. */
  readonly cpuMs: number;
}

/** Counts processor time of this process from now on, in microseconds. */
export function countCpu(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
}

/** Starts the clocks. Call the returned function when the work is done. */
export function beginWork(): (rows: number) => Measured {
  const cpuMicros = countCpu();
  const begun = performance.now();
  return (rows) => ({ rows, ms: performance.now() - begun, cpuMs: cpuMicros() / 1_000 });
}

/** Does the work and tells what it took. */
export async function measureWork(work: () => Promise<number> | number): Promise<Measured> {
  const end = beginWork();
  return end(await work());
}

export function rowsPerSecond({ rows, ms }: Measured): number {
  return (rows * 1000) / ms;
}

export function cpuMicrosPerRow({ rows, cpuMs }: Measured): number {
  return (cpuMs * 1000) / rows;
}
