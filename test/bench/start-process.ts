import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { lineReader } from '../support/line-reader.ts';
import { GATEHOUSE_OPTIONS } from '../support/node-options.ts';
import { cpuMicrosOf, peakMibOf } from './process-usage.ts';

// For station-known.ts.
export { cpuMicrosOf } from './process-usage.ts';

const root = join(import.meta.dirname, '..', '..');

/** A server in a process of its own. */
export interface StartedProcess {
  /** What it printed when it took requests. */
  readonly ready: unknown;
  /** From its spawning to that line. */
  readonly startMs: number;
  /** Processor time until then; null where `cpuMicros` gives null. */
  readonly startCpuMicros: number | null;
  /** Processor time so far, of all its threads; null where the system does not tell (anywhere but on Linux). */
  readonly cpuMicros: () => Promise<number | null>;
  /** The most resident memory that it has had; null likewise. */
  readonly peakMib: () => Promise<number | null>;
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  /** The folder of package.json, unless it is this project's. */
  readonly folder?: string;
  readonly nodeOptions?: readonly string[];
}

/** Starts the command line as `npm run gatehouse` does, with a command that says when it is ready. */
export function startGatehouse(args: readonly string[], folder = root): Promise<StartedProcess> {
  const options = { folder, nodeOptions: GATEHOUSE_OPTIONS };
  return startProcess(join('bin', 'gatehouse.js'), args, options);
}

/** Starts a script of the folder with this very Node, and waits until it says in one line of JSON that it is ready. */
export async function startProcess(
  script: string,
  args: readonly string[],
  { folder = root, nodeOptions = [] }: StartOptions = {},
): Promise<StartedProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, script, ...args], {
    cwd: folder,
    // Express and others do less in production; ours makes no difference.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = await lineReader(child.stdout).next();
  const startMs = performance.now() - begun;
  const ready: unknown = JSON.parse(line);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const pid = child.pid ?? 0;
  const startCpuMicros = await cpuMicrosOf(pid);
  return {
    ready,
    startMs,
    startCpuMicros,
    cpuMicros: () => cpuMicrosOf(pid),
    peakMib: () => peakMibOf(pid),
    stop,
  };
}
