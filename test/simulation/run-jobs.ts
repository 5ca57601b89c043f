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

/** Worlds per process, which bounds the memory that they leave behind. */
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

/** Runs this program in another process. Returns its exit code, or null if it was ended by its time-out. */
export async function runSimulation(
  args: readonly string[],
  print: (line: string) => void,
  limitMs: number | null = null,
): Promise<number | null> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', print);
  let isOutOfTime = false;
  const timer =
    limitMs === null
      ? undefined
      : setTimeout(() => {
          isOutOfTime = true;
          child.kill('SIGKILL');
        }, limitMs);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', (code) => {
    clearTimeout(timer);
    resolve(isOutOfTime ? null : (code ?? 1));
  });
  return promise;
}
