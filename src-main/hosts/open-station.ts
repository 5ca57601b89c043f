import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockStation, StationOpenError } from '../adapters/sqlite/station-lock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Station } from '../station/station.ts';
import { composeStation } from './compose.ts';
import type { Enrolment } from './enrolment.ts';
import { HostError } from './host-error.ts';
import { openLogger } from './open-log.ts';

export interface OpenStationOptions {
  readonly data: string;
  readonly enrolment: Enrolment | null;
  /** Where the client secret is kept; null for a file of this user. */
  readonly secrets: Secrets | null;
}

/** @throws {HostError} `data_in_use` when another host has the same data directory open. */
export async function openStation(options: OpenStationOptions): Promise<Station> {
  try {
    return await composeStation({
      dataDir: options.data,
      logger: openLogger(join(options.data, 'logs'), 'station.log'),
      ...(options.enrolment === null ? {} : { enrolment: options.enrolment }),
      ...(options.secrets === null ? {} : { secrets: options.secrets }),
    });
  } catch (error) {
    throw inUse(error, options.data);
  }
}

/**
 * Looks before anything is started, so that a second host says what is wrong instead of failing on the first one's port.
 * @throws {HostError} `data_in_use`
 */
export function assertDataIsFree(data: string): void {
  const folder = join(data, 'station');
  mkdirSync(folder, { recursive: true });
  try {
    lockStation(join(folder, 'station.lock'))();
  } catch (error) {
    throw inUse(error, data);
  }
}

function inUse(error: unknown, data: string): unknown {
  if (!(error instanceof StationOpenError)) return error;
  return new HostError(
    'data_in_use',
    `Gatehouse is running on ${data} already. Use its window, end it, or name another directory with --data.`,
    { cause: error },
  );
}
