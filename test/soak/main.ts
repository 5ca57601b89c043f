// `npm run soak [-- --minutes N] [--stations N] [--scans-per-second N]`: a day at the doors in half an hour.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endDescendantsWhenInterrupted } from '../support/end-descendants.ts';
import { buildPrograms } from '../support/station/programs.ts';
import { CYCLE_MS, FIFTHS } from './plan-soak.ts';
import { runSoak, type SoakReport } from './run-soak.ts';
import { writeSoak } from './write-soak.ts';

const SHORTEST_MINUTES = (CYCLE_MS * FIFTHS) / 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    stations: { type: 'string', default: '5' },
    'scans-per-second': { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const stations = Number(values.stations);
const scansPerSecond = Number(values['scans-per-second']);

if (values.help) {
  console.log(`npm run soak -- [--minutes N] [--stations N] [--scans-per-second N]

A server and stations, each a process of its own, scan without a pause while networks are cut, slow and half-open, and processes are killed;
a console is open, and the shop's file is imported every 20 seconds with what was sold meanwhile.
At the end every verdict that was shown must be in its journal and at the server exactly once, and every replica equal the server; memory,
open files, files, processor time and latency of the last fifth of the run must be what they were in the second.
Writes bench/results/soak-DATE.json and a chart beside it.

  --minutes N            how long the doors are open (default: 30; at least ${SHORTEST_MINUTES})
  --stations N           how many (default: 5)
  --scans-per-second N   at each station (default: 5)`);
} else if (!(minutes >= SHORTEST_MINUTES)) {
  fail(`--minutes takes a number of at least ${SHORTEST_MINUTES}`);
} else if (!Number.isInteger(stations) || stations < 2) {
  fail('--stations takes a whole number of at least 2');
} else if (!(scansPerSecond > 0)) {
  fail('--scans-per-second takes a number above 0');
} else {
  await buildPrograms();
  // Everything of the run; kept only if something did not hold.
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-soak-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.env.TMPDIR = folder;
  endDescendantsWhenInterrupted(remove);
  const report = await runSoak(
    { stations, scansPerSecond, durationMs: minutes * 60_000 },
    { isAlone: true },
  );
  for (const line of linesOf(report)) console.log(line);
  for (const file of writeSoak(report, { stations, scansPerSecond }))
    console.log(`written to ${file}`);
  if (report.problems.length > 0) process.exitCode = 1;
  else remove();
}

function linesOf({ counts, growth, problems, data }: SoakReport): readonly string[] {
  return [
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
    '',
    '| what | second fifth | last fifth | at most |',
    '|---|---|---|---|',
    ...growth.map(
      ({ what, unit, second, last, limit }) =>
        `| ${what} | ${said(second, unit)} | ${said(last, unit)} | ${said(limit, unit)} |`,
    ),
    '',
    ...problems.slice(0, 20),
    ...(problems.length > 20 ? [`… ${problems.length} in all`] : []),
    problems.length === 0 ? 'nothing was lost, and nothing grew' : `kept in ${data}`,
  ];
}

function said(value: number, unit: string): string {
  return `${value.toFixed(2)} ${unit}`.trim();
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 2;
}
