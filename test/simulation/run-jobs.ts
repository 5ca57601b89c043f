import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

export interface JobsOptions {
  readonly from: number;
  readonly seeds: number;
  readonly jobs: number;
  readonly print: (line: string) => void;
}

/** A process ends after so many worlds: what they leave in its memory ends with it. */
const WORLDS_A_PROCESS = 250;

/** Runs worlds in several processes at a time. */
export async function runJobs({ from, seeds, jobs, print }: JobsOptions): Promise<void> {
  const count = Math.min(WORLDS_A_PROCESS, Math.ceil(seeds / jobs));
  let next = from;
  const work = async () => {
    while (next < from + seeds) {
      const first = next;
      next += count;
      const worlds = Math.min(count, from + seeds - first);
      const args = ['--from', String(first), '--seeds', String(worlds)];
      if ((await runSimulation(args, print)) !== 0) process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/** This program once more, in a process of its own. Gives its exit code. */
export async function runSimulation(
  args: readonly string[],
  print: (line: string) => void,
  /** A program that never ends is ended, and counts as one that failed. */
  limitMs: number | null = null,
): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(limitMs === null ? {} : { timeout: limitMs, killSignal: 'SIGKILL' }),
  });
  createInterface({ input: child.stdout }).on('line', print);
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('close', (code) => resolve(code ?? 1));
  return promise;
}
