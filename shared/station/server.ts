import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';

/** The most entry points that a first event is made with. */
export const MAX_FIRST_ENTRY_POINTS = 20;

const Short = Type.String({ maxLength: 200 });
const Named = Type.String({ minLength: 1, maxLength: 200 });

/** An organiser of one's own with a first event. */
export const FirstOrganiser = Type.Object({
  organiser: Named,
  event: Named,
  entry_points: Type.Array(Named, { maxItems: MAX_FIRST_ENTRY_POINTS }),
  /** An IANA name. */
  timezone: Type.String({ minLength: 1, maxLength: 64 }),
});
export type FirstOrganiser = ReadOnly<typeof FirstOrganiser>;

export const ServerContent = Type.Union([
  Type.Object({ kind: Type.Literal('demo') }),
  Type.Object({ kind: Type.Literal('own'), ...FirstOrganiser.properties }),
]);
export type ServerContent = ReadOnly<typeof ServerContent>;

/** Who joins, and what it works for: one event, or all of its organiser. */
export const StationEnrolment = Type.Object({
  name: Named,
  organiser: Short,
  /** Null: all of the organiser's, to be chosen at the station. */
  event: Nullable(Short),
  /** An entry point of the event; null: to be chosen at the station. */
  location: Nullable(Short),
});
export type StationEnrolment = ReadOnly<typeof StationEnrolment>;

/**
 * The server that the host of a station runs beside it, as screens see it. These commands are the host's: it answers them in the
 * station's place, because only it starts processes.
 */
export const ServerCommand = Type.Union([
  Type.Object({ kind: Type.Literal('read_server') }),
  /** Starts the server in this host, with that in an empty database, and connects the station to it. */
  Type.Object({ kind: Type.Literal('run_server'), content: ServerContent }),
  /** Copies the database to a new file beside it. */
  Type.Object({ kind: Type.Literal('back_up_server') }),
  /**
   * Lets other computers of the local network connect, until `close_server`, and again after a restart. `with_demo`: also where demo data
   * is on the server.
   */
  Type.Object({ kind: Type.Literal('open_server'), with_demo: Type.Boolean() }),
  /** The same on another port. Stations that have joined do not find the server there. */
  Type.Object({ kind: Type.Literal('move_server') }),
  Type.Object({ kind: Type.Literal('close_server') }),
  /** Puts a new certificate in the place of one that cannot be used. No station that has joined trusts it. */
  Type.Object({ kind: Type.Literal('renew_certificate') }),
  Type.Object({ kind: Type.Literal('read_enrolment_choices') }),
  /** Makes the client of a station that reaches this server over the network at `host`, one of `hosts`. */
  Type.Object({
    kind: Type.Literal('enrol_station'),
    host: Short,
    ...StationEnrolment.properties,
  }),
]);
export type ServerCommand = ReadOnly<typeof ServerCommand>;

export const EnrolmentChoice = Type.Object({
  event: Type.String(),
  name: Type.String(),
  organiser: Type.String(),
  organiser_name: Type.String(),
  entry_points: Type.Array(Type.Object({ reference: Type.String(), name: Type.String() })),
});
export type EnrolmentChoice = ReadOnly<typeof EnrolmentChoice>;

/** The answer to `enrol_station`; the secret in it cannot be read again. */
export const JoiningStation = Type.Object({
  name: Type.String(),
  client_id: Type.String(),
  /** The enrolment code. */
  code: Type.String(),
  /** The same as a QR code: an SVG. */
  qr: Type.String(),
});
export type JoiningStation = ReadOnly<typeof JoiningStation>;

export const ServerBackup = Type.Object({
  file: Type.String(),
  /** A REST timestamp, by the clock of this device. */
  at: Type.String(),
});
export type ServerBackup = ReadOnly<typeof ServerBackup>;

/** Why the server is not open to the network. The certificate is `lost` where it is missing or cannot be read. */
export const NetworkProblem = Type.Enum([
  'port_taken',
  'certificate_lost',
  'certificate_expired',
  'failed',
]);

/** Whether other computers of the local network may connect. What is not `closed` was asked for, and stays so over a restart. */
export const ServerNetwork = Type.Union([
  Type.Object({ kind: Type.Enum(['closed', 'opening']) }),
  Type.Object({
    kind: Type.Literal('open'),
    port: Type.Number(),
    /** Addresses of this computer in local networks, the likeliest first. They come and go. */
    hosts: Type.Array(Type.String()),
    /** Where the last code led, if this computer does not have that address any more. */
    lost_host: Nullable(Type.String()),
    /** Until when its certificate is good, as a REST timestamp. */
    expires_at: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('failed'),
    problem: NetworkProblem,
    /** 0 where it had none yet. */
    port: Type.Number(),
    message: Type.String(),
  }),
]);
export type ServerNetwork = ReadOnly<typeof ServerNetwork>;

export const ServerState = Type.Union([
  /** `undecided`: nobody has chosen yet whether this host runs a server. `elsewhere`: the station works with a server elsewhere. */
  Type.Object({ kind: Type.Enum(['undecided', 'elsewhere']) }),
  Type.Object({
    kind: Type.Literal('here'),
    /** The API root. */
    address: Type.String(),
    /** `unready`: it answers, and cannot use its database; `away`: it does not answer, and is being started again. */
    health: Type.Enum(['ready', 'unready', 'away']),
    /** Of the database; null where that cannot be read. */
    bytes: Nullable(Type.Number()),
    /** What the `gatehouse` command takes as `--data`. */
    data: Type.String(),
    last_backup: Nullable(ServerBackup),
    /** Demo data is on it, with clients whose credentials were printed and are in `demo.json`. */
    demo: Type.Boolean(),
    network: ServerNetwork,
  }),
]);
export type ServerState = ReadOnly<typeof ServerState>;
