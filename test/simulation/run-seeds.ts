import { realNow } from './world/platform.ts';
import { Worlds, type SeedResult } from './world/run-seed.ts';

export interface RunSeedsOptions {
  readonly from: number;
  readonly seeds: number;
  readonly steps: number;
  readonly isTraced: boolean;
  /** Whether a single world is being inspected; the file of its trace is then printed. */
  readonly isOne: boolean;
  readonly untilBroken: boolean;
  readonly bug: string | null;
  readonly print: (line: string) => void;
}

/** Runs worlds one after another in this process. Sets exit code 1 unless all of them held. */
export async function runSeeds(options: RunSeedsOptions): Promise<void> {
  const { from, seeds, steps, isTraced, print } = options;
  const worlds = new Worlds();
  const startedAt = realNow();
  const total = { virtualMs: 0, requests: 0, shown: 0 };
  let broken = 0;
  let ran = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const result = await worlds.run(seed, { steps, isTraced });
    ran += 1;
    for (const line of result.lines) print(line);
    if (options.isOne) print(`trace ${result.traceHash}`);
    total.virtualMs += result.figures.virtualMs;
    total.requests += result.figures.requests;
    total.shown += result.figures.shown;
    if (result.broken.length === 0) continue;
    broken += 1;
    printBroken(result, options);
    if (options.untilBroken) break;
  }
  const each = (sum: number) => (sum / ran).toFixed(0);
  print(
    `${ran} worlds, ${broken} broken; each ${each(realNow() - startedAt)} ms for ${each(total.virtualMs / 1000)} s, ` +
      `${each(total.requests)} requests and ${each(total.shown)} verdicts`,
  );
  worlds.close();
  process.exitCode = broken === 0 ? 0 : 1;
}

function printBroken({ seed, broken }: SeedResult, { print, bug, steps }: RunSeedsOptions): void {
  for (const what of broken.slice(0, 3)) print(`seed ${seed}: ${what}`);
  if (broken.length > 3) print(`seed ${seed}: and ${broken.length - 3} more`);
  const further = [
    ...(Number.isFinite(steps) ? [`--steps ${steps}`] : []),
    ...(bug === null ? [] : [`--bug ${bug}`]),
  ];
  print(`  again: npm run simulate -- --seed ${[seed, ...further].join(' ')}`);
}
