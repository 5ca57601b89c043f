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
  let missed = 0;
  const work = async () => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const caught = await findBug(bug, seeds);
      if (caught === null) missed += 1;
      print(`${bug.name}: ${caught ?? `NOT CAUGHT in ${seeds} worlds`}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  if (missed > 0) process.exitCode = 1;
}

/** A defect that makes the program run in a circle is one that is noticed, too. */
const LONGEST_MS = 600_000;

/** The seed that caught it and what it said; null where none did. */
async function findBug({ name }: Bug, seeds: number): Promise<string | null> {
  const lines: string[] = [];
  const args = ['--bug', name, '--seeds', String(seeds), '--until-broken'];
  const code = await runSimulation(args, (line) => lines.push(line), LONGEST_MS);
  if (code === 0) return null;
  const noticed = lines.find((line) => line.startsWith('seed '));
  if (noticed !== undefined) return noticed;
  return lines.length > 0
    ? `the program does not run: ${lines.join(' ')}`
    : `no end within ${LONGEST_MS / 1000} s: it runs in a circle, or the machine is slow`;
}
