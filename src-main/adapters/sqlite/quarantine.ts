import { lstatSync, renameSync } from 'node:fs';
import { freeName, isThere } from '../../../src-files/look-for.ts';

/** Files that SQLite looks for beside a database: the write-ahead log and its index, and the log of the other journal modes. */
export const BESIDE = ['-wal', '-shm', '-journal'] as const;

/** All files of a database. */
export const DATABASE_FILES = ['', ...BESIDE] as const;

/** Moves a database and the files beside it away, and returns where they are kept. Never overwrites an older copy. */
export function quarantine(path: string, why: string): string {
  const keptAs = freeName(`${path}.${why}`, DATABASE_FILES);
  for (const suffix of DATABASE_FILES) {
    if (isThere(path + suffix)) renameSync(path + suffix, keptAs + suffix);
  }
  return keptAs;
}

/** Moves away a folder, a pipe or a link that has the name of a database's file: SQLite follows no link there, and a pipe blocks it. */
export function quarantineIrregular(path: string): void {
  if (isIrregular(path)) renameSync(path, freeName(`${path}.damaged`));
}

/** Whether something other than a regular file has this name. A link is not one, wherever it leads. */
export function isIrregular(path: string): boolean {
  return !(lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true);
}
