import Database from 'better-sqlite3';
import { SchemaVersionError } from '../adapters/sqlite/journal/migrate.ts';
import { StationOpenError } from '../adapters/sqlite/file-lock.ts';
import { cannotBeUsed, diskTrouble, OR_ELSEWHERE, troubleAt } from './disk-trouble.ts';
import { launchOfRunning } from './browser/page-record.ts';
import { codeOf, HostError } from './host-error.ts';

/** The sentence for a start that the data folder stands in the way of, with what to do; any other error as it is. */
export function startFailure(error: unknown, data: string): unknown {
  const sentence = sentenceFor(error, data);
  if (sentence === null) return error;
  const code = error instanceof StationOpenError ? 'data_in_use' : 'data_unusable';
  return new HostError(code, sentence, { cause: error });
}

function sentenceFor(error: unknown, data: string): string | null {
  if (error instanceof StationOpenError) {
    const url = launchOfRunning(data);
    const next =
      url === null
        ? `Use its window, end it, ${OR_ELSEWHERE}`
        : `Open it at ${url} (this address works once).`;
    return `Gatehouse is running on ${data} already. ${next}`;
  }
  if (error instanceof SchemaVersionError) {
    return `${error.path} was written by a newer version of Gatehouse. Install that version, ${OR_ELSEWHERE}`;
  }
  if (error instanceof Database.SqliteError) {
    const { code, message } = error;
    const trouble = diskTrouble(code) ?? { cause: 'it failed', remedy: 'Check the disk' };
    return cannotBeUsed(`A file in ${data}/station`, trouble, `${message}, ${code}`);
  }
  if (isFileError(error)) return cannotBeUsed(error.path, troubleAt(error.code), null);
  const trouble = isFailedWrite(error) ? diskTrouble(codeOf(error)) : null;
  return trouble === null ? null : cannotBeUsed(data, trouble, null);
}

function isFileError(error: unknown): error is Error & { code: string; path: string } {
  return (
    error instanceof Error &&
    codeOf(error) !== '' &&
    'path' in error &&
    typeof error.path === 'string'
  );
}

/** It names no file: it knows only the handle. */
function isFailedWrite(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    (error.syscall === 'write' || error.syscall === 'fsync')
  );
}
