import { lstatSync, renameSync } from 'node:fs';
import { freeName, isThere } from '../../../src-files/free-name.ts';

/** What SQLite looks for beside a database: the write-ahead log and its index, and the log of the other journal modes. */
export const BESIDE = ['-wal', '-shm', '-journal'] as const;

/** Everything that a database is in. */
export const DATABASE_FILES = ['', ...BESIDE] as const;

/** Moves a database with what is beside it out of the way, and returns where it is kept now. Never overwrites an older one. */
export function quarantine(path: string, why: string): string {
  const keptAs = freeName(`${path}.${why}`, DATABASE_FILES);
  for (const suffix of DATABASE_FILES) {
    if (isThere(path + suffix)) renameSync(path + suffix, keptAs + suffix);
  }
  return keptAs;
}

/** Moves a folder, a pipe or a link away that has the name of a file beside a database: SQLite follows no link there, and waits at a pipe. */
export function quarantineIrregular(path: string): void {
  if (isIrregular(path)) renameSync(path, freeName(`${path}.damaged`));
}

/** Whether something has this name that is no file. A link is none, wherever it leads. */
export function isIrregular(path: string): boolean {
  return !(lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true);
}
