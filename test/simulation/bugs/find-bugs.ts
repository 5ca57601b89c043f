import { runSimulation } from '../run-jobs.ts';
import { bugs, type Bug } from './bugs.ts';

export interface FindBugsOptions {
  /** Names of defects; null means all. */
  readonly only: readonly string[] | null;
  /** A defect that holds for this many worlds counts as not caught. */
  readonly seeds: number;
  readonly jobs: number;
  readonly print: (line: string) => void;
}

/** Injects one defect after another and prints which are caught, by which seed and how. Sets exit code 1 unless all are. */
export async function findBugs({ only, seeds, jobs, print }: FindBugsOptions): Promise<void> {
  const waiting = bugs.filter(({ name }) => only === null || only.includes(name));
  const work = async () => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const { isCaught, said } = await findBug(bug, seeds);
      if (!isCaught) process.exitCode = 1;
      print(`${bug.name}: ${said}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

const LONGEST_MS = 600_000;

async function findBug({ name }: Bug, seeds: number): Promise<BugResult> {
  const lines: string[] = [];
  const args = ['--bug', name, '--seeds', String(seeds), '--until-broken'];
  const code = await runSimulation(args, (line) => lines.push(line), LONGEST_MS);
  return judgeRun({ code, lines, seeds });
}

export interface BugResult {
  readonly isCaught: boolean;
  readonly said: string;
}

/** Only a broken world has caught a defect; a time-out may be due to a slow machine. */
export function judgeRun({
  code,
  lines,
  seeds,
}: {
  /** Null if the run was ended by its time-out. */
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly seeds: number;
}): BugResult {
  const noticed = lines.find((line) => line.startsWith('seed '));
  if (noticed !== undefined) return { isCaught: true, said: noticed };
  if (code === null) return { isCaught: false, said: `ran out of time (${LONGEST_MS / 1000} s)` };
  if (code === 0) return { isCaught: false, said: `NOT CAUGHT in ${seeds} worlds` };
  return { isCaught: true, said: `the program does not run: ${lines.join(' ')}` };
}
