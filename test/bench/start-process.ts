import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lineReader } from '../support/line-reader.ts';

const root = join(import.meta.dirname, '..', '..');

/** A server in a process of its own. */
export interface StartedProcess {
  /** What it printed when it took requests. */
  readonly ready: unknown;
  /** From its spawning to that line. */
  readonly startMs: number;
  /** Processor time so far, of all its threads, to 10 ms; null where the system does not tell (anywhere but on Linux). */
  readonly cpuMs: () => Promise<number | null>;
  readonly stop: () => Promise<void>;
}

/** Starts a script of the project with this very Node, and waits until it says in one line of JSON that it is ready. */
export async function startProcess(
  script: string,
  args: readonly string[],
): Promise<StartedProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await lineReader(child.stdout).next();
  const startMs = performance.now() - begun;
  const ready: unknown = JSON.parse(line);
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { ready, startMs, cpuMs: () => cpuMsOf(child.pid), stop };
}

/** Linux counts in hundredths of a second, whatever its kernel's ticks are. */
const MS_PER_TICK = 10;

async function cpuMsOf(pid: number | undefined): Promise<number | null> {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before the last parenthesis may hold anything; the fields begin with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
