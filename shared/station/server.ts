/**
 * The server that the host of a station runs beside it, as screens see it. These commands are the host's: it answers them in the
 * station's place, because only it starts processes.
 */
export type ServerCommand =
  | { readonly kind: 'read_server' }
  /** Starts the server in this host, with that in an empty database, and connects the station to it. */
  | { readonly kind: 'run_server'; readonly content: ServerContent }
  /** Copies the database to a new file beside it. */
  | { readonly kind: 'back_up_server' }
  /**
   * Lets other computers of the local network connect, until `close_server`, and again after a restart. `with_demo`: also where demo data
   * is on the server.
   */
  | { readonly kind: 'open_server'; readonly with_demo: boolean }
  /** The same on another port. Stations that have joined do not find the server there. */
  | { readonly kind: 'move_server' }
  | { readonly kind: 'close_server' }
  /** Puts a new certificate in the place of one that cannot be used. No station that has joined trusts it. */
  | { readonly kind: 'renew_certificate' }
  | { readonly kind: 'read_enrolment_choices' }
  /** Makes the client of a station that reaches this server over the network at `host`, one of `hosts`. */
  | ({ readonly kind: 'enrol_station'; readonly host: string } & StationEnrolment);

/** Who joins, and what it works for: one event, or all of its organiser. */
export interface StationEnrolment {
  readonly name: string;
  readonly organiser: string;
  /** Null: all of the organiser's, to be chosen at the station. */
  readonly event: string | null;
  /** An entry point of the event; null: to be chosen at the station. */
  readonly location: string | null;
}

export interface EnrolmentChoice {
  readonly event: string;
  readonly name: string;
  readonly organiser: string;
  readonly organiser_name: string;
  readonly entry_points: readonly { readonly reference: string; readonly name: string }[];
}

/** The answer to `enrol_station`; the secret in it cannot be read again. */
export interface JoiningStation {
  readonly name: string;
  readonly client_id: string;
  /** The enrolment code. */
  readonly code: string;
  /** The same as a QR code: an SVG. */
  readonly qr: string;
}

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
      /** Demo data is on it, with clients whose credentials were printed and are in `demo.json`. */
      readonly demo: boolean;
      readonly network: ServerNetwork;
    };

/** Whether other computers of the local network may connect. What is not `closed` was asked for, and stays so over a restart. */
export type ServerNetwork =
  | { readonly kind: 'closed' | 'opening' }
  | {
      readonly kind: 'open';
      readonly port: number;
      /** Addresses of this computer in local networks, the likeliest first. They come and go. */
      readonly hosts: readonly string[];
      /** Where the last code led, if this computer does not have that address any more. */
      readonly lost_host: string | null;
      /** Until when its certificate is good, as a REST timestamp. */
      readonly expires_at: string;
    }
  | {
      readonly kind: 'failed';
      /** The certificate is `lost` where it is missing or cannot be read. */
      readonly problem: 'port_taken' | 'certificate_lost' | 'certificate_expired' | 'failed';
      /** 0 where it had none yet. */
      readonly port: number;
      readonly message: string;
    };

export interface ServerBackup {
  readonly file: string;
  /** A REST timestamp, by the clock of this device. */
  readonly at: string;
}

/** The most entry points that a first event is made with. */
export const MAX_FIRST_ENTRY_POINTS = 20;
