// `npm run rounds -- [--rounds N] [--seed N] [--seconds N]`: runs rounds of real processes under faults, one after the other.
import { parseArgs } from 'node:util';
import { buildPrograms } from '../support/station/programs.ts';
import type { RoundShape } from './plan-round.ts';
import { runRound, USUAL_MS, usualShape, type RoundReport } from './run-round.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: String(USUAL_MS / 1000) },
    help: { type: 'boolean', default: false },
  },
});
const [rounds, seed, seconds] = [values.rounds, values.seed, values.seconds].map(Number);

if (values.help) {
  console.log(`npm run rounds -- [--rounds N] [--seed N] [--seconds N]

One server and five stations, each a process of its own behind a TCP proxy of its own, live through scans, kills, stops and faults that
a seed decides. Guests go out and come in again, staff undo admissions, and a supervisor overrules denials. At the end everything heals,
and every shown verdict and release must be on the server exactly once, every double admission and false denial be a conflict once, every
replica equal the server, every station count the same guests inside, and every journal be whole. In three of four rounds the stations
talk to each other, through proxies of their own: without the server, what one admits the others must refuse, and what one undoes or
lets out they must know.

  --rounds N    how many, each with the next seed (default: 5)
  --seed N      the seed of the first (default: another one each time)
  --seconds N   how long the faults last in a round (default: ${USUAL_MS / 1000})`);
} else if (![rounds, seed, seconds].every((value) => Number.isInteger(value))) {
  console.error('--rounds, --seed and --seconds take whole numbers');
  process.exitCode = 2;
} else {
  await buildPrograms();
  await runRounds(rounds ?? 0, seed ?? 0, (seconds ?? 0) * 1000);
}

async function runRounds(count: number, first: number, durationMs: number): Promise<void> {
  let failed = 0;
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    const seed = first + index;
    const report = await reportOf(seed, { ...usualShape(seed), durationMs });
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    const counts = Object.entries(report.counts).map(([name, number]) => `${number} ${name}`);
    console.log(`seed ${report.seed}: ${took} s, ${counts.join(', ')}`);
    if (report.problems.length === 0) continue;
    failed += 1;
    for (const problem of report.problems.slice(0, 20)) console.log(`  ${problem}`);
    if (report.problems.length > 20) console.log(`  … ${report.problems.length} in all`);
    console.log(
      `  kept in ${report.data}; again: npm run rounds -- --rounds 1 --seed ${report.seed}`,
    );
  }
  console.log(`${count - failed} of ${count} rounds held`);
  if (failed > 0) process.exitCode = 1;
}

/** A round that could not be completed counts as failed. */
async function reportOf(seed: number, shape: RoundShape): Promise<RoundReport> {
  try {
    return await runRound(seed, shape);
  } catch (error) {
    return { seed, problems: [String(error)], data: null, counts: {} };
  }
}
