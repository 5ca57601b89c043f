import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureRetained } from './inspect-process.ts';

export interface ProcessSample {
  readonly residentMiB: number;
  /** Files, sockets and pipes. */
  readonly openFiles: number;
  /** Processor time of all its threads since it started. */
  readonly cpuMs: number;
}

/** What a process cannot give back: full collections were forced before it was measured. */
export interface RetainedSample {
  /** The heaps of all its threads, with the buffers that belong to them. */
  readonly heapsMiB: number;
  readonly residentMiB: number;
}

export interface FolderSample {
  readonly files: number;
  /** Of the largest write-ahead log. */
  readonly largestLogMiB: number;
  /** All files but the write-ahead logs. */
  readonly databasesMiB: number;
}

export interface SoakSample {
  readonly atMs: number;
  /** Verdicts shown so far, at all stations. */
  readonly shown: number;
  /** By name; those that run at this moment. Empty anywhere but on Linux, where the system does not tell. */
  readonly processes: Readonly<Record<string, ProcessSample>>;
  readonly folder: FolderSample;
  /** By name. Measured after the rest of the sample, and only twice, because a forced collection makes resident memory fall. */
  readonly retained?: Readonly<Record<string, RetainedSample>>;
}

const MIB = 2 ** 20;
/** Linux counts in hundredths of a second, whatever its kernel's ticks are. */
const MS_PER_TICK = 10;
/** V8 unmaps pages on another thread. */
const GIVEN_BACK_MS = 500;

/** Forces full collections in the process, and waits until the pages that they free are given back. Linux only. */
export async function sampleRetained(
  pid: number,
  inspectorPort: number,
): Promise<RetainedSample | null> {
  const bytes = await measureRetained(inspectorPort);
  await sleep(GIVEN_BACK_MS);
  const sample = sampleProcess(pid);
  return sample && { heapsMiB: round(bytes / MIB), residentMiB: sample.residentMiB };
}

/** Null where the process has ended, or the system does not tell. */
export function sampleProcess(pid: number | null): ProcessSample | null {
  if (pid === null || process.platform !== 'linux') return null;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last parenthesis may hold anything; the fields begin with the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const residentKiB = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    if (!Number.isFinite(residentKiB)) return null;
    return {
      residentMiB: round(residentKiB / 1024),
      openFiles: readdirSync(`/proc/${pid}/fd`).length,
      cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK,
    };
  } catch {
    // It has just ended.
    return null;
  }
}

/** Of everything in a folder and those in it. */
export function sampleFolder(folder: string): FolderSample {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, bytes: sizeOf(join(parentPath, name)) }));
  const [logs = [], others = []] = [true, false].map((isLog) =>
    files.filter(({ name }) => name.endsWith('-wal') === isLog).map(({ bytes }) => bytes),
  );
  return {
    files: files.length,
    largestLogMiB: round(Math.max(0, ...logs) / MIB),
    databasesMiB: round(others.reduce((total, bytes) => total + bytes, 0) / MIB),
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
