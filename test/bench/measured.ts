import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { lineReader } from '../support/line-reader.ts';

/** What a program says of its own work, in one line of JSON. */
export const Measured = Type.Object({
  rows: Type.Integer(),
  ms: Type.Number(),
  /** Processor time of the program, all its threads. */
  cpuMs: Type.Number(),
});
export type Measured = Static<typeof Measured>;

/** Counts processor time of this process from now on, in microseconds. */
export function countCpu(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
}

/** Does the work and tells what it took. */
export async function measureWork(work: () => Promise<number> | number): Promise<Measured> {
  const cpuMicros = countCpu();
  const begun = performance.now();
  const rows = await work();
  const ms = performance.now() - begun;
  return { rows, ms, cpuMs: cpuMicros() / 1_000 };
}

/** Runs one of these programs to its end. Every measurement has a process of its own, as every import has. */
export async function runMeasured(script: string, args: readonly string[]): Promise<Measured> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  const line = await lineReader(child.stdout).next();
  const code = await ended;
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  const said: unknown = JSON.parse(line);
  return Value.Parse(Measured, said);
}

export function rowsPerSecond({ rows, ms }: Measured): number {
  return (rows * 1000) / ms;
}

export function cpuMicrosPerRow({ rows, cpuMs }: Measured): number {
  return (cpuMs * 1000) / rows;
}
