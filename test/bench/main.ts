// `npm run bench [-- PART …] [--quick] …`: every figure stands beside a baseline that was measured in turn with it. See docs/benchmarks.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endDescendants, ownTemporaryFolder } from '../support/end-descendants.ts';
import type { BenchPart } from './bench-part.ts';
import { beginRun, readRun, runPart, writeRun } from './bench-run.ts';
import { tableOf } from './report.ts';
import { writeTables } from './write-tables.ts';
import { apiPart } from './api.ts';
import { postgresPart } from './postgres.ts';
import { growthPart } from './growth.ts';
import { importPart } from './import.ts';
import { listsPart } from './lists.ts';
import { nearbyPart } from './nearby.ts';
import { scanPart } from './scan.ts';
import { startPart } from './start.ts';
import { stationPart } from './station.ts';
import { uiPart } from './ui.ts';
import { webhooksPart } from './webhooks.ts';

const parts: readonly BenchPart[] = [
  scanPart,
  stationPart,
  nearbyPart,
  uiPart,
  apiPart,
  postgresPart,
  listsPart,
  importPart,
  webhooksPart,
  startPart,
  growthPart,
];
const QUICK_SIZE = 10_000;
const QUICK_REPETITIONS = 5;
const root = join(import.meta.dirname, '..', '..');
const usage = `npm run bench -- [PART …] [--repetitions N] [--size N] [--quick] [--no-save]
npm run bench -- --write RUN.json …

${parts.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join('\n')}

--repetitions N   of each measurement, at least 5; 7 without it (5 in a quick run)
--size N          tickets, in place of what the budget names
--quick           about three minutes: at most ${QUICK_SIZE.toLocaleString('en')} tickets, five repetitions, less of everything in each; leaves out RxDB, \`npm start\` on
                  the screen, a server whose database is not in memory, growth with stations, and several server processes
--no-save         writes no file to bench/results
--write           puts the table of runs into docs/benchmarks.md, a few figures into README.md, and the charts into docs/images; together the runs must
                  have every part, and of one that several have, the last one's counts`;

const { values, positionals } = readArguments();
const { quick } = values;
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
const repetitions = Number(values.repetitions ?? (quick ? QUICK_REPETITIONS : 7));
const quickSize = quick ? QUICK_SIZE : null;
const size = values.size === undefined ? quickSize : Number(values.size);

if (values.help) {
  console.log(usage);
} else if (values.write) {
  try {
    await writeTables(
      root,
      positionals.map(readRun),
      parts.map(({ name }) => name),
    );
  } catch (error) {
    fail(messageOf(error));
  }
} else if (unknown.length > 0) {
  fail(`unknown part ${unknown.join(', ')}: expected ${parts.map((part) => part.name).join(', ')}`);
} else if (!Number.isInteger(repetitions) || repetitions < 5) {
  fail('--repetitions takes a whole number of at least 5');
} else if (size !== null && (!Number.isInteger(size) || size < 1_000)) {
  fail('--size takes a whole number of at least 1000');
} else {
  const folder = ownTemporaryFolder('gatehouse-bench');
  // As the product does, which runs from the second time on with what was compiled before.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache');
  // Worker threads of the parts do not hold the process; this does, until every part is done.
  const hold = setInterval(() => undefined, 60_000);
  try {
    await runParts();
  } catch (error) {
    console.error(error);
    endDescendants();
    process.exit(1);
  } finally {
    clearInterval(hold);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: {
        repetitions: { type: 'string' },
        size: { type: 'string' },
        quick: { type: 'boolean', default: false },
        save: { type: 'boolean', default: true },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    fail(messageOf(error));
    return process.exit();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function runParts(): Promise<void> {
  const chosen = parts.filter(
    (part) => positionals.length === 0 || positionals.includes(part.name),
  );
  const run = beginRun(root, { repetitions, size, quick });
  for (const part of chosen) {
    console.error(`${part.name}: ${part.summary}`);
    await runPart(run, part);
    // What was measured is kept, whatever becomes of the next part.
    if (values.save) writeRun(root, run);
  }
  console.log(`\n${tableOf(run)}\n`);
  const took = run.parts.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ');
  console.error(took);
  if (values.save) console.error(`written to ${writeRun(root, run)}`);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 2;
}
