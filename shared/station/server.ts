import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { DemoCode } from '../contract/demo.ts';
import type { ReadOnly } from '../schema.ts';

/** Maximum number of entry points of a first event. */
export const MAX_FIRST_ENTRY_POINTS = 20;

const Short = Type.String({ maxLength: 200 });
const Named = Type.String({ minLength: 1, maxLength: 200 });

/** A new organiser with its first event. */
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

/** The station that joins, and whether it works for one event or for all of its organiser's. */
export const EnrolmentRequest = Type.Object({
  name: Named,
  organiser: Short,
  /** Null: all of the organiser's events, to be chosen at the station. */
  event: Nullable(Short),
  /** An entry point of the event; null: to be chosen at the station. */
  location: Nullable(Short),
});
export type EnrolmentRequest = ReadOnly<typeof EnrolmentRequest>;

/**
 * The server that the station's host runs, as screens see it. The host answers these commands instead of the station, because only it
 * starts processes.
 */
export const ServerCommand = Type.Union([
  Type.Object({ kind: Type.Literal('read_server') }),
  /** Opens the console's import page of that event in a browser. Where nobody can sign in yet, a one-time link to it instead. */
  Type.Object({ kind: Type.Literal('open_import'), event: Short }),
  /** Starts the server in this host, fills an empty database with `content`, and connects the station to it. */
  Type.Object({ kind: Type.Literal('run_server'), content: ServerContent }),
  /** Copies the database to a new file next to it. */
  Type.Object({ kind: Type.Literal('back_up_server') }),
  /**
   * Lets other computers of the local network connect, until `close_server` and also after a restart. `with_demo` confirms this for a
   * server with demo data.
   */
  Type.Object({ kind: Type.Literal('open_server'), with_demo: Type.Boolean() }),
  /** Opens it on another port. Stations that have joined will not find the server there. */
  Type.Object({ kind: Type.Literal('move_server') }),
  Type.Object({ kind: Type.Literal('close_server') }),
  /** Replaces a certificate that cannot be used. Stations that have joined do not trust the new one. */
  Type.Object({ kind: Type.Literal('renew_certificate') }),
  Type.Object({ kind: Type.Literal('read_enrolment_choices') }),
  /** Creates the client of a station that reaches this server over the network at `host`, one of `hosts`. */
  Type.Object({
    kind: Type.Literal('enrol_station'),
    host: Short,
    ...EnrolmentRequest.properties,
  }),
]);
export type ServerCommand = ReadOnly<typeof ServerCommand>;

const kinds: ReadonlySet<string> = new Set(
  ServerCommand.anyOf.map(({ properties }) => properties.kind.const),
);

export function isServerCommand(command: { readonly kind: string }): command is ServerCommand {
  return kinds.has(command.kind);
}

export const EnrolmentChoice = Type.Object({
  event: Type.String(),
  name: Type.String(),
  organiser: Type.String(),
  organiser_name: Type.String(),
  entry_points: Type.Array(Type.Object({ reference: Type.String(), name: Type.String() })),
});
export type EnrolmentChoice = ReadOnly<typeof EnrolmentChoice>;

/** The result of `enrol_station`; its secret cannot be read again. */
export const JoiningStation = Type.Object({
  name: Type.String(),
  client_id: Type.String(),
  /** The enrolment code. */
  code: Type.String(),
  /** Until when it connects a station, as a REST timestamp. */
  expires_at: Type.String(),
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

/** Why the server is not open to the network. `lost`: the certificate is missing or cannot be read. */
export const NetworkProblem = Type.Enum([
  'port_taken',
  'certificate_lost',
  'certificate_expired',
  'failed',
]);

/** Whether other computers of the local network may connect. Every kind except `closed` was requested and persists across restarts. */
export const ServerNetwork = Type.Union([
  Type.Object({ kind: Type.Enum(['closed', 'opening']) }),
  Type.Object({
    kind: Type.Literal('open'),
    port: Type.Number(),
    /** Addresses of this computer in local networks, the likeliest first. They may change at any time. */
    hosts: Type.Array(Type.String()),
    /** The address in the last enrolment code, if this computer no longer has it. */
    lost_host: Nullable(Type.String()),
    /** When its certificate expires, as a REST timestamp. */
    expires_at: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('failed'),
    problem: NetworkProblem,
    /** 0 if it had none yet. */
    port: Type.Number(),
    message: Type.String(),
  }),
]);
export type ServerNetwork = ReadOnly<typeof ServerNetwork>;

/** A ticket of the demo to try, as a QR code: a line of width 1 along `path`, in a square of `size`, is what is dark. */
export const SampleCode = Type.Object({
  ...DemoCode.properties,
  size: Type.Number(),
  path: Type.String(),
});
export type SampleCode = ReadOnly<typeof SampleCode>;

export const ServerState = Type.Union([
  /** `undecided`: nobody has chosen yet whether this host runs a server. `elsewhere`: the station uses a server elsewhere. */
  Type.Object({ kind: Type.Enum(['undecided', 'elsewhere']) }),
  Type.Object({
    kind: Type.Literal('here'),
    /** The API root. */
    address: Type.String(),
    /** `unready`: it responds but cannot use its database. `away`: it does not respond and is being restarted. */
    health: Type.Enum(['ready', 'unready', 'away']),
    /** Size of the database; null if it cannot be read. */
    bytes: Nullable(Type.Number()),
    /** The value of `--data` for the `gatehouse` command. */
    data: Type.String(),
    last_backup: Nullable(ServerBackup),
    /** It holds demo data, with clients whose credentials were printed and are in `demo.json`. */
    demo: Type.Boolean(),
    network: ServerNetwork,
    /** Left out without demo data. What they say at the demo's entry point. */
    samples: Type.Optional(Type.Array(SampleCode)),
  }),
]);
export type ServerState = ReadOnly<typeof ServerState>;
/** The server that this host runs. */
export type ServerHere = Extract<ServerState, { kind: 'here' }>;

/** What the commands of the server return. */
export const serverResults = {
  /** `read_server`, `run_server` and commands that change who may connect to it. */
  server: Type.Optional(ServerState),
  /** `open_import`: the address, which the page opens by itself. Left out by a host that has opened it. */
  console: Type.Optional(Type.String()),
  /** `back_up_server`. */
  backup: Type.Optional(ServerBackup),
  /** `read_enrolment_choices`. */
  enrolment_choices: Type.Optional(Type.Array(EnrolmentChoice)),
  /** `enrol_station`. */
  joining: Type.Optional(JoiningStation),
};
