import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lineReader } from '../support/line-reader.ts';
import { GATEHOUSE_OPTIONS } from '../support/node-options.ts';

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

/** Starts the command line as `npm run gatehouse` does, with a command that says when it is ready. */
export function startGatehouse(args: readonly string[]): Promise<StartedProcess> {
  return startProcess(join('bin', 'gatehouse.js'), args, GATEHOUSE_OPTIONS);
}

/** Starts a script of the project with this very Node, and waits until it says in one line of JSON that it is ready. */
export async function startProcess(
  script: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<StartedProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, script, ...args], {
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

/** In nanoseconds at the source, which `stat` rounds to hundredths of a second. Threads that have ended are not in it. */
export async function cpuMicrosOf(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    // One may end meanwhile.
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0'),
    ),
  );
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1_000, 0);
}

async function peakMibOf(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

/** Of all processes that this one started and that have ended, with those that they started, to 10 ms; null anywhere but on Linux. */
export async function endedCpuMicros(): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const stat = await readFile('/proc/self/stat', 'utf8');
  // proc_pid_stat(5): cutime and cstime, in hundredths of a second; the fields after the name begin with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10_000;
}
