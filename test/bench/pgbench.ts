import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { endedCpuMicros } from './process-usage.ts';

/** PostgreSQL's own load generator. */
export function isPgbenchInstalled(): boolean {
  return spawnSync('pgbench', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** For so long, or so many transactions on each connection. */
export type PgbenchLength = { readonly seconds: number } | { readonly transactionsEach: number };

export interface PgbenchRun {
  readonly perSecond: number;
  readonly transactions: number;
  /** Of pgbench; null where the system does not tell. */
  readonly cpuMicros: number | null;
}

/** Runs a script of `pgbench/` again and again on so many connections, shared by so many threads. */
export async function runPgbench(
  url: string,
  options: {
    readonly script: string;
    readonly connections: number;
    readonly threads: number;
    readonly length: PgbenchLength;
    readonly variables: Readonly<Record<string, number>>;
  },
): Promise<PgbenchRun> {
  const variables = Object.entries(options.variables).map(([name, value]) => `-D${name}=${value}`);
  const load = ['-c', options.connections, '-j', options.threads, ...lengthOf(options.length)].map(
    String,
  );
  const script = join(import.meta.dirname, 'pgbench', options.script);
  const before = endedCpuMicros();
  const child = spawn(
    'pgbench',
    ['-n', '-M', 'prepared', ...load, ...variables, '-f', script, url],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) !== 0) throw new Error(`pgbench: ${complaint}`);
  const after = endedCpuMicros();
  return {
    perSecond: numberAfter(said, /^tps = ([\d.]+)/m),
    transactions: numberAfter(said, /^number of transactions actually processed: (\d+)/m),
    cpuMicros: before === null || after === null ? null : after - before,
  };
}

function lengthOf(length: PgbenchLength): readonly (string | number)[] {
  return 'seconds' in length ? ['-T', length.seconds] : ['-t', length.transactionsEach];
}

function numberAfter(said: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(said) ?? [];
  if (digits === undefined) throw new Error(`expected ${pattern.source} of pgbench, got ${said}`);
  return Number(digits);
}
