import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** A file opened for reading, and a function that closes it. */
export interface OpenedToRead {
  readonly database: Database.Database;
  readonly close: () => void;
}

/**
 * Opens a WAL database for reading and leaves nothing behind in its directory, which may be read-only. While another process has the file
 * open, it is read in place. Otherwise SQLite would have to create the `-shm` file, so a copy is read instead.
 */
export function openWithoutTrace(path: string): OpenedToRead {
  if (isInUse(path)) return openInPlace(path);
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-read-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = copyWithLog(path, folder);
    // Another process has opened it in the meantime: the copy may be torn.
    if (isInUse(path)) {
      remove();
      return openInPlace(path);
    }
    const opened = openInPlace(copy);
    return { ...opened, close: () => [opened.close, remove].forEach((end) => end()) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Every process that has the file open keeps a `-shm` file beside it. */
function isInUse(path: string): boolean {
  return existsSync(`${path}-shm`);
}

function openInPlace(path: string): OpenedToRead {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
  return { database, close: () => database.close() };
}

/** Including what a killed process left in the log. */
function copyWithLog(path: string, folder: string): string {
  const copy = join(folder, 'copy.db');
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  if (existsSync(`${path}-wal`)) {
    copyFileSync(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE);
  }
  return copy;
}
