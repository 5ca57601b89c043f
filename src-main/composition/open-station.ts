import { join } from 'node:path';
import type { Logger } from '../ports/system.ts';
import type { Scanners } from '../ports/scanners.ts';
import type { Station } from '../station/station.ts';
import { composeStation, type ComposeOptions } from './compose.ts';
import type { PeerChoice } from '../startup/config.ts';
import { logLevelIn, openLogger } from '../adapters/system/open-log.ts';
import { logDiagnosis } from './log-diagnosis.ts';
import { startFailure } from './start-failure.ts';

export interface OpenStationOptions extends Pick<
  ComposeOptions,
  'enrolment' | 'secrets' | 'leaveKiosk'
> {
  readonly data: string;
  readonly peers: PeerChoice;
  /** The station closes them. */
  readonly scanners?: (logger: Logger) => Scanners;
}

/** @throws {HostError} `data_in_use` if another host has the same data directory open, `data_unusable` if its files cannot be used. */
export async function openStation(options: OpenStationOptions): Promise<Station> {
  try {
    const level = logLevelIn(process.env) ?? 'info';
    const logger = openLogger(join(options.data, 'logs'), 'station.log', level);
    const station = await composeStation({
      ...options,
      dataDir: options.data,
      logger,
      peers: { ...options.peers, discovers: true },
      scanners: options.scanners?.(logger),
    });
    logDiagnosis(station, logger, (line) => process.stderr.write(`${line}\n`));
    return station;
  } catch (error) {
    throw startFailure(error, options.data);
  }
}
