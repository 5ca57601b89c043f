import Database from 'better-sqlite3';
import { JournalVersionError } from '../adapters/sqlite/journal/journal-version-error.ts';
import { StationOpenError } from './station-lock.ts';
import { cannotBeUsed, diskTrouble, OR_ELSEWHERE, troubleAt } from '../startup/disk-trouble.ts';
import { launchOfRunning } from '../page/page-record.ts';
import { codeOf, HostError } from '../startup/host-error.ts';

/** Turns an error caused by the data folder into a sentence that says what to do; returns any other error unchanged. */
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
        ? `Use its window, close it, ${OR_ELSEWHERE}`
        : `Open it at ${url} (this address works once).`;
    return `Gatehouse is already running on ${data}. ${next}`;
  }
  if (error instanceof JournalVersionError) {
    const version = error.isNewer ? 'a newer version' : 'a version from before the first release';
    return `${error.path} was written by ${version} of Gatehouse. Install that version, ${OR_ELSEWHERE}`;
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

/** A failed write names no file, only the handle. */
function isFailedWrite(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    (error.syscall === 'write' || error.syscall === 'fsync')
  );
}
