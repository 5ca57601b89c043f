import { join } from 'node:path';
import { makePrivateFolder } from '../../src-files/private-files.ts';
import { startFailure } from './start-failure.ts';
import { lockStation } from './station-lock.ts';

/**
 * Checks before anything is started, so that a second host reports the cause instead of failing on the first one's port.
 * @throws {HostError} `data_in_use`, `data_unusable`
 */
export function assertDataIsFree(data: string): void {
  const folder = join(data, 'station');
  try {
    makePrivateFolder(folder);
    lockStation(join(folder, 'station.lock'))();
  } catch (error) {
    throw startFailure(error, data);
  }
}
