// What a process has used, from /proc; null anywhere but on Linux, where the system does not say.
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever its kernel's ticks are. */
const MICROS_PER_TICK = 10_000;

/** Processor time so far, of all threads: in nanoseconds at the source, which `stat` rounds to hundredths of a second. Threads that have ended are not in it. */
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

/** The most resident memory that it has had. */
export async function peakMibOf(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

export interface ProcessTimes {
  readonly parent: number;
  readonly cpuMicros: number;
  /** Of the processes that it started and that have ended, with those that they started. */
  readonly endedCpuMicros: number;
}

/** To 10 ms; null also where the process has ended. */
export function timesOf(pid: number | 'self'): ProcessTimes | null {
  if (process.platform !== 'linux') return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc_pid_stat(5). The name before the last parenthesis may hold anything; the fields begin with the third.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = (place: number) => (fields[place] ?? Number.NaN) + (fields[place + 1] ?? 0);
    return {
      parent: fields[1] ?? Number.NaN,
      cpuMicros: ticks(11) * MICROS_PER_TICK,
      endedCpuMicros: ticks(13) * MICROS_PER_TICK,
    };
  } catch {
    return null;
  }
}

/** Of all processes that this one started and that have ended, with those that they started, to 10 ms. */
export function endedCpuMicros(): number | null {
  return timesOf('self')?.endedCpuMicros ?? null;
}
