import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * What a host and its server process say to each other.
 * Phases: host sends `start` → process answers `ready` or `failed` (and ends) → each `begin_organiser` and `back_up` is answered with
 * `done` or `refused` under its id → host sends `stop` → process ends.
 */
export const HostToServer = Type.Union([
  Type.Object({
    kind: Type.Literal('start'),
    data: Type.String({ minLength: 1 }),
    /** 0 picks a free one. */
    port: Type.Integer({ minimum: 0, maximum: 65_535 }),
    /** Tickets to fill an empty database with; null for none. */
    demo: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  }),
  Type.Object({
    kind: Type.Literal('begin_organiser'),
    id: Type.Integer(),
    first: Type.Object({
      organiser: Type.String(),
      event: Type.String(),
      entry_points: Type.Array(Type.String()),
      timezone: Type.String(),
    }),
  }),
  Type.Object({ kind: Type.Literal('back_up'), id: Type.Integer(), file: Type.String() }),
  Type.Object({ kind: Type.Literal('stop') }),
]);
export type HostToServer = Static<typeof HostToServer>;

const Credentials = Type.Object({ client_id: Type.String(), client_secret: Type.String() });

/** Who the demo data belongs to and how to get in, as `gatehouse serve --demo --json` prints it. */
export const Demo = Type.Object({
  organiser: Type.String(),
  integrator: Credentials,
  station: Credentials,
  events: Type.Array(Type.Object({ reference: Type.String(), slug: Type.String() })),
});
export type Demo = Static<typeof Demo>;

export const ServerToHost = Type.Union([
  Type.Object({
    kind: Type.Literal('ready'),
    base_url: Type.String(),
    auth_url: Type.String(),
    /** Null when this database was not filled with demo data, now or earlier. */
    demo: Type.Union([Demo, Type.Null()]),
  }),
  Type.Object({
    kind: Type.Literal('failed'),
    code: Type.Enum(['port_taken', 'server_failed']),
    message: Type.String(),
  }),
  /** `text`: the enrolment code of a station, or the file. */
  Type.Object({ kind: Type.Literal('done'), id: Type.Integer(), text: Type.String() }),
  /** `code`: that of Node, SQLite or a service, as far as there is one. */
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
