import type { Logger } from '../ports/logger.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { PollIntervals } from '../station/station-ports.ts';
import type { Station } from '../station/station.ts';

export interface ComposeOptions {
  /** Everything is kept under `dataDir/station/`. */
  readonly dataDir: string;
  /** The ingest worker's program; by default the file beside the adapter, from source or from the bundle. */
  readonly workerUrl?: URL;
  readonly logger?: Logger;
  /** Where `connect` keeps the client secret; by default a file that only this user can read. */
  readonly secrets?: Secrets;
  /** Enrols the station by itself (demo, command line); stored choices of event and entry point win. */
  readonly enrolment?: {
    /** Domain root, without `/v1`; with it is accepted too. */
    readonly serverUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  };
  readonly intervals?: PollIntervals;
}

/** A station on the real adapters. Rejects with `StationOpenError` when another process has the same data directory open. */
export declare function composeStation(options: ComposeOptions): Promise<Station>;
