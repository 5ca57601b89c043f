// Why: docs/decisions/0003-private-files.md
import { closeSync, constants, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { freeDisk, JOURNAL_RESERVE } from '../../../src-files/free-disk.ts';
import { makePrivateFolder } from '../../../src-files/private-files.ts';
import type { Logger } from '../../ports/system.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type StationLogLevel = (typeof logLevels)[number];

export interface LogOptions {
  /** A file that would exceed this is renamed to `NAME.1`. */
  readonly largestBytes: number;
  /** How many older files are kept. */
  readonly kept: number;
  /** With less free disk space than this nothing is logged: the rest belongs to the journal. */
  readonly reserveBytes: number;
  readonly freeBytes: (folder: string) => number | null;
  /** Called once whenever the log starts to fail. */
  readonly complain: (sentence: string) => void;
  readonly now: () => number;
}

const defaults: LogOptions = {
  largestBytes: 5_000_000,
  kept: 3,
  reserveBytes: JOURNAL_RESERVE,
  freeBytes: freeDisk,
  complain: (sentence) => process.stderr.write(`${sentence}\n`),
  now: () => performance.now(),
};

/** Non-blocking: if the log's path is a pipe without a reader, opening it is an error. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** How long to wait before retrying a failed log. */
const RETRY_MS = 10_000;
/** The free disk space is checked each time this much has been written. */
const LOOK_EVERY_BYTES = 100_000;

/**
 * Opens a log of bounded size. Its failures never reach the caller: a door must not stop for want of its log. Lines are written
 * synchronously, so that the last ones before a crash are there.
 */
export function openLog(
  folder: string,
  name: string,
  options: Partial<LogOptions> = {},
): (line: string) => void {
  const settings = { ...defaults, ...options };
  const path = join(folder, name);
  let file: { readonly handle: number; size: number } | null = null;
  let unlooked = Number.POSITIVE_INFINITY;
  let failedAt: number | null = null;
  let lost = 0;

  const open = () => {
    makePrivateFolder(folder);
    const handle = openSync(path, APPEND, 0o600);
    return { handle, size: fstatSync(handle).size };
  };
  const close = () => {
    const closing = file;
    file = null;
    if (closing !== null) closeSync(closing.handle);
  };
  const append = (line: string) => {
    const bytes = Buffer.byteLength(line);
    file ??= open();
    unlooked += bytes;
    if (unlooked > LOOK_EVERY_BYTES) {
      if ((settings.freeBytes(folder) ?? Infinity) < settings.reserveBytes) {
        const megabytes = Math.ceil(settings.reserveBytes / 1_000_000);
        throw new Error(`less than ${megabytes} MB free: free up disk space`);
      }
      unlooked = 0;
      // The file was removed or moved: writes to the handle would be lost.
      if (fstatSync(file.handle).nlink === 0) {
        close();
        file = open();
      }
    }
    if (file.size > 0 && file.size + bytes > settings.largestBytes) {
      close();
      rotate(path, settings.kept);
      file = open();
    }
    file.size += writeSync(file.handle, line);
  };
  const fail = (error: unknown) => {
    if (failedAt === null) {
      const why = error instanceof Error ? error.message : String(error);
      settings.complain(`Nothing is written to ${path} for now: ${why}.`);
    }
    failedAt = settings.now();
    unlooked = Number.POSITIVE_INFINITY;
    lost += 1;
  };
  return (line) => {
    if (failedAt !== null && settings.now() - failedAt < RETRY_MS) {
      lost += 1;
      return;
    }
    try {
      if (failedAt !== null) {
        append(lostLines(lost));
        failedAt = null;
        lost = 0;
      }
      append(line);
    } catch (error) {
      fail(error);
      try {
        close();
      } catch {
        // The handle is closed either way.
      }
    }
  };
}

function lostLines(lost: number): string {
  const time = new Date().toISOString();
  const message = 'lines before this one were lost';
  return `${JSON.stringify({ level: 'warn', time, lost, message })}\n`;
}

/** The station's log: one JSON object per line. */
export function openLogger(folder: string, name: string, level: StationLogLevel = 'info'): Logger {
  return pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: openLog(folder, name) },
  );
}

/** The level set by `GATEHOUSE_LOG_LEVEL`. */
export function logLevelIn(environment: NodeJS.ProcessEnv): StationLogLevel | null {
  return logLevels.find((level) => level === environment['GATEHOUSE_LOG_LEVEL']) ?? null;
}

function rotate(path: string, kept: number): void {
  rmSync(`${path}.${kept}`, { force: true });
  for (let number = kept - 1; number >= 1; number -= 1) {
    renameIfThere(`${path}.${number}`, `${path}.${number + 1}`);
  }
  renameIfThere(path, `${path}.1`);
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
  }
}
