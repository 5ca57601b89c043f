// `npm run bench [-- PART …] [--repetitions N] [--size N] [--quick] [--no-save]`: every figure is a ratio to a bare baseline measured beside it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchPart, BenchRow } from './bench-part.ts';
import { tableOf, writeResults } from './report.ts';
import { apiPart } from './api.ts';
import { postgresPart } from './postgres.ts';
import { nearbyPart } from './nearby.ts';
import { scanPart } from './scan.ts';
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
  webhooksPart,
];
/** A look at the figures while working on them; what is shown elsewhere is measured in full. */
const QUICK_SIZE = 10_000;
const root = join(import.meta.dirname, '..', '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    repetitions: { type: 'string' },
    size: { type: 'string' },
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
});

const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
const repetitions = Number(values.repetitions ?? (values.quick ? 5 : 7));
const quickSize = values.quick ? QUICK_SIZE : null;
const size = values.size === undefined ? quickSize : Number(values.size);

if (values.help) {
  console.log('npm run bench -- [PART …] [--repetitions N] [--size N] [--quick] [--no-save]\n');
  for (const part of parts) console.log(`  ${part.name.padEnd(10)} ${part.summary}`);
  console.log('\n--quick: a tenth of the size or less, five repetitions, nothing saved');
} else if (unknown.length > 0) {
  fail(`unknown part ${unknown.join(', ')}: expected ${parts.map((part) => part.name).join(', ')}`);
} else if (!Number.isInteger(repetitions) || repetitions < 5) {
  fail('--repetitions takes a whole number of at least 5');
} else if (size !== null && (!Number.isInteger(size) || size < 1_000)) {
  fail('--size takes a whole number of at least 1000');
} else {
  await runParts();
}

async function runParts(): Promise<void> {
  // Worker threads of the parts do not hold the process; this does, until every part is done.
  const hold = setInterval(() => undefined, 60_000);
  await runChosen();
  clearInterval(hold);
}

async function runChosen(): Promise<void> {
  const chosen = parts.filter(
    (part) => positionals.length === 0 || positionals.includes(part.name),
  );
  const results: Record<string, readonly BenchRow[]> = {};
  for (const part of chosen) {
    console.error(`${part.name}: ${part.summary}`);
    results[part.name] = await part.run({ repetitions, size });
  }
  console.log(`\n${tableOf(Object.values(results).flat())}\n`);
  if (!values.save || values.quick) return;
  const date = new Date().toISOString().slice(0, 10);
  console.error(`written to ${await writeResults(root, date, results, await resultsOf(date))}`);
}

async function resultsOf(date: string): Promise<Record<string, unknown>> {
  try {
    const text = await readFile(join(root, 'bench', 'results', `${date}.json`), 'utf8');
    const earlier: unknown = JSON.parse(text);
    return isRecord(earlier) && isRecord(earlier['parts']) ? earlier['parts'] : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 2;
}
