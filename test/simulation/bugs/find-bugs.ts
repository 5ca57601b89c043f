import { runSimulation } from '../run-jobs.ts';
import { bugs, type Bug } from './bugs.ts';

export interface FindBugsOptions {
  /** Names; null means all. */
  readonly only: readonly string[] | null;
  /** After so many worlds a defect counts as not caught. */
  readonly seeds: number;
  readonly jobs: number;
  readonly print: (line: string) => void;
}

/** Puts in one defect after another, and says which are caught, by which seed and how. Its exit code says whether all are. */
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

/** Only a world that broke has caught a defect: one whose time ran out may have been on a slow machine. */
export function judgeRun({
  code,
  lines,
  seeds,
}: {
  /** Null where the run was ended because its time was over. */
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
