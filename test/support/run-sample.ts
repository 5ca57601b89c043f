// `npm run test:sample`: an eighth of the long tests, another one every day, with seeds that only this day takes. `-- --day N` repeats a day.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const SHARES = 8;
const DAY_MS = 86_400_000;

const { values } = parseArgs({ options: { day: { type: 'string' } } });
const day = Number(values.day ?? Math.floor(Date.now() / DAY_MS));
if (!Number.isSafeInteger(day) || day < 0)
  throw new Error('--day takes a number of days since 1970');
const shard = `--shard=${(day % SHARES) + 1}/${SHARES}`;
const env = { ...process.env, GATEHOUSE_TEST_DAY: String(day), GATEHOUSE_TEST_SEED: String(day) };

process.stdout.write(`Repeat this sample with: npm run test:sample -- --day ${day}\n`);
const runs = [
  ['node_modules/vitest/vitest.mjs', 'run', '--tags-filter=long', shard],
  ['node_modules/@playwright/test/cli.js', 'test', '--grep', '@long', shard],
];
// Both run even if the first is red.
const codes = runs.map((run) => spawnSync(process.execPath, run, { env, stdio: 'inherit' }).status);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
