import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Demo } from '../../shared/contract/demo.ts';
import {
  EnrolmentChoice,
  FirstOrganiser,
  JoiningStation,
  NetworkProblem,
  EnrolmentRequest,
  SampleCode,
} from '../../shared/station/server.ts';

const Port = Type.Integer({ minimum: 0, maximum: 65_535 });

/**
 * The messages between a host and its server process.
 * Phases: host sends `start` → process answers `ready` or `failed` (and ends) → each message with an id gets a reply with that
 * id, or `refused` → host sends `stop` → process ends.
 */
export const HostToServer = Type.Union([
  Type.Object({
    kind: Type.Literal('start'),
    data: Type.String({ minLength: 1 }),
    /** 0 picks a free one. */
    port: Port,
    /** How many demo tickets to put into an empty database; null for none. */
    demo: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  }),
  Type.Object({
    kind: Type.Literal('begin_organiser'),
    id: Type.Integer(),
    first: FirstOrganiser,
  }),
  Type.Object({ kind: Type.Literal('back_up'), id: Type.Integer(), file: Type.String() }),
  /** `port` 0 picks the first free one of the usual ports. */
  Type.Object({
    kind: Type.Literal('open_network'),
    id: Type.Integer(),
    port: Port,
    certificate: Type.Enum(['if_first', 'anew', 'never']),
  }),
  Type.Object({ kind: Type.Literal('close_network'), id: Type.Integer() }),
  Type.Object({ kind: Type.Literal('read_enrolment_choices'), id: Type.Integer() }),
  Type.Object({
    kind: Type.Literal('enrol_station'),
    id: Type.Integer(),
    url: Type.String(),
    station: EnrolmentRequest,
  }),
  Type.Object({ kind: Type.Literal('stop') }),
]);
export type HostToServer = Static<typeof HostToServer>;

export const ServerToHost = Type.Union([
  Type.Object({
    kind: Type.Literal('ready'),
    base_url: Type.String(),
    auth_url: Type.String(),
    /** Null if this database has never had demo data. */
    demo: Type.Union([Demo, Type.Null()]),
    /** Its codes to try, drawn. */
    samples: Type.Array(SampleCode),
  }),
  Type.Object({
    kind: Type.Literal('failed'),
    code: Type.Enum(['port_taken', 'server_failed']),
    message: Type.String(),
  }),
  /** `text`: the enrolment code of a station, or the file. */
  Type.Object({ kind: Type.Literal('done'), id: Type.Integer(), text: Type.String() }),
  Type.Object({
    kind: Type.Literal('network_open'),
    id: Type.Integer(),
    port: Port,
    expires_at: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('network_failed'),
    id: Type.Integer(),
    problem: NetworkProblem,
    message: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('enrolment_choices'),
    id: Type.Integer(),
    choices: Type.Array(EnrolmentChoice),
  }),
  Type.Object({
    kind: Type.Literal('station_enrolled'),
    id: Type.Integer(),
    station: JoiningStation,
  }),
  /** `code`: that of Node, SQLite or a service, if there is one. */
  Type.Object({
    kind: Type.Literal('refused'),
    id: Type.Integer(),
    code: Type.String(),
    message: Type.String(),
  }),
]);
export type ServerToHost = Static<typeof ServerToHost>;

const hostToServer = Compile(HostToServer);
const serverToHost = Compile(ServerToHost);

export function parseHostToServer(message: unknown): HostToServer | null {
  return hostToServer.Check(message) ? message : null;
}

export function parseServerToHost(message: unknown): ServerToHost | null {
  return serverToHost.Check(message) ? message : null;
}
