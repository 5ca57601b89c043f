/**
 * The server that the host of a station runs beside it, as screens see it. These commands are the host's: it answers them in the
 * station's place, because only it starts processes.
 */
export type ServerCommand =
  | { readonly kind: 'read_server' }
  /** Starts the server in this host, with that in an empty database, and connects the station to it. */
  | { readonly kind: 'run_server'; readonly content: ServerContent }
  /** Copies the database to a new file beside it. */
  | { readonly kind: 'back_up_server' };

export type ServerContent = { readonly kind: 'demo' } | ({ readonly kind: 'own' } & FirstOrganiser);

/** An organiser of one's own with a first event. */
export interface FirstOrganiser {
  readonly organiser: string;
  readonly event: string;
  readonly entry_points: readonly string[];
  /** An IANA name. */
  readonly timezone: string;
}

export type ServerState =
  /** Nobody has chosen yet whether this host runs a server. */
  | { readonly kind: 'undecided' }
  /** The station works with a server elsewhere. */
  | { readonly kind: 'elsewhere' }
  | {
      readonly kind: 'here';
      /** The API root. */
      readonly address: string;
      /** `unready`: it answers, and cannot use its database; `away`: it does not answer, and is being started again. */
      readonly health: 'ready' | 'unready' | 'away';
      /** Of the database; null where that cannot be read. */
      readonly bytes: number | null;
      /** What the `gatehouse` command takes as `--data`. */
      readonly data: string;
      readonly last_backup: ServerBackup | null;
    };

export interface ServerBackup {
  readonly file: string;
  /** A REST timestamp, by the clock of this device. */
  readonly at: string;
}

/** The most entry points that a first event is made with. */
export const MAX_FIRST_ENTRY_POINTS = 20;
