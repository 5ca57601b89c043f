// `npm run simulate`: runs reproducible worlds from seeds. README.md beside this file describes them.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findBugs } from './bugs/find-bugs.ts';
import { putIn } from './bugs/put-in.ts';
import { runJobs } from './run-jobs.ts';

const USAGE = `npm run simulate -- [options]

  --seeds N      worlds to run (100)
  --from N       the first of them (1)
  --jobs N       processes to run them in (1)
  --until-broken ends with the first world in which something must not have happened
  --seed N       one world again, exactly
  --steps N      only so many steps of its plan
  --trace        everything that happens in it
  --bug NAME     with a defect put into the program (bugs/bugs.ts)
  --bugs         puts in one defect after another, and says how many worlds it takes to notice; --only A,B for some of them
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    'until-broken': { type: 'boolean', default: false },
    seed: { type: 'string' },
    steps: { type: 'string' },
    trace: { type: 'boolean', default: false },
    bug: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const jobs = Math.min(Number(values.jobs), availableParallelism());

if (values.help) print(USAGE);
else if (values.bugs)
  await findBugs({
    only: values.only?.split(',') ?? null,
    seeds: Number(values.seeds),
    jobs,
    print,
  });
else if (
  values.seed === undefined &&
  (jobs > 1 || Number(values.seeds) > 250) &&
  !values['until-broken']
) {
  await runJobs({ from: Number(values.from), seeds: Number(values.seeds), jobs, print });
} else {
  if (values.bug !== undefined) putIn(values.bug);
  // The platform must be replaced before any module of the program is loaded.
  const { takeOverPlatform } = await import('./world/platform.ts');
  takeOverPlatform();
  const { runSeeds } = await import('./run-seeds.ts');
  await runSeeds({
    from: Number(values.seed ?? values.from),
    seeds: values.seed === undefined ? Number(values.seeds) : 1,
    steps: values.steps === undefined ? Infinity : Number(values.steps),
    isTraced: values.trace,
    isOne: values.seed !== undefined,
    untilBroken: values['until-broken'],
    bug: values.bug ?? null,
    print,
  });
}
