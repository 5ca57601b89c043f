import { lockFile } from '../../src-files/file-lock.ts';

/** Another process has opened the station's directory. */
export class StationOpenError extends Error {
  readonly code = 'station.already_open';
  constructor() {
    super('expected to be the only station on this data directory; another process has it open');
    this.name = 'StationOpenError';
  }
}

/**
 * Locks a station's directory for this process. Returns a function that releases the lock.
 *
 * @throws {StationOpenError} if another process holds it, and only then.
 */
export function lockStation(path: string): () => void {
  const release = lockFile(path);
  if (release === null) throw new StationOpenError();
  return release;
}
