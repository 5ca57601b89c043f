import Database from 'better-sqlite3';

/** The station's directory is open in another process. */
export class StationOpenError extends Error {
  readonly code = 'station.already_open';
  constructor(cause: unknown) {
    super('expected to be the only station on this data directory; another process has it open', {
      cause,
    });
    this.name = 'StationOpenError';
  }
}

/**
 * Holds the directory for this process. The lock is the operating system's, so a killed process leaves none behind.
 * Returns the way to let go.
 */
export function lockStation(path: string): () => void {
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (cause) {
    database.close();
    throw new StationOpenError(cause);
  }
}
