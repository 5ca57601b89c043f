import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { StationMessage } from '../../../shared/station/messages.ts';
import { StationToScanners } from '../../scanner-process/scanner-messages.ts';

/**
 * The messages between the main process and the station process.
 * Phases: main sends `start` → station answers `started` or `failed` (and ends) → `open` and `request` from screens, `message` to
 * them, `to_scanners` and `from_scanners` for the scanner process, and `read_secret`/`write_secret` for the keychain, both of
 * which only the main process can reach → main sends `stop`.
 */
const Enrolment = Type.Object({
  server_url: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
});

const Protection = Type.Enum(['keychain', 'file']);

const SecretRead = Type.Union([
  Type.Object({ kind: Type.Literal('found'), secret: Type.String(), protection: Protection }),
  Type.Object({ kind: Type.Literal('absent') }),
  Type.Object({ kind: Type.Literal('unreadable'), problem: Type.String() }),
]);

const SecretWrite = Type.Union([
  Type.Object({ kind: Type.Literal('kept'), protection: Protection }),
  Type.Object({ kind: Type.Literal('not_kept'), problem: Type.String() }),
]);

const MainToStation = Type.Union([
  Type.Object({
    kind: Type.Literal('start'),
    data: Type.String({ minLength: 1 }),
    enrolment: Type.Union([Enrolment, Type.Null()]),
    peers: Type.Object({ port: Type.Integer(), given: Type.Array(Type.String()) }),
    leaveKiosk: Type.Boolean(),
  }),
  Type.Object({ kind: Type.Literal('open') }),
  /** As the page sent it: the station process validates it against the contract. */
  Type.Object({ kind: Type.Literal('request'), request: Type.Unknown() }),
  /** From the scanner process: the station process validates it. */
  Type.Object({ kind: Type.Literal('from_scanners'), message: Type.Unknown() }),
  Type.Object({ kind: Type.Literal('secret_read'), id: Type.Integer(), answer: SecretRead }),
  Type.Object({ kind: Type.Literal('secret_written'), id: Type.Integer(), answer: SecretWrite }),
  Type.Object({ kind: Type.Literal('stop') }),
]);
export type MainToStation = Static<typeof MainToStation>;

const SecretName = Type.String({ pattern: '^[a-z0-9_-]{1,64}$' });

const StationToMain = Type.Union([
  Type.Object({ kind: Type.Literal('started') }),
  /** The first import is whole, or the station needs a person. */
  Type.Object({ kind: Type.Literal('settled') }),
  Type.Object({ kind: Type.Literal('failed'), message: Type.String() }),
  /** For every screen; the page validates it against the contract. */
  Type.Object({
    kind: Type.Literal('message'),
    message: Type.Unsafe<StationMessage>(Type.Object({ kind: Type.String() })),
  }),
  Type.Object({ kind: Type.Literal('to_scanners'), message: StationToScanners }),
  Type.Object({ kind: Type.Literal('read_secret'), id: Type.Integer(), name: SecretName }),
  Type.Object({
    kind: Type.Literal('write_secret'),
    id: Type.Integer(),
    name: SecretName,
    secret: Type.String(),
  }),
]);
export type StationToMain = Static<typeof StationToMain>;

const mainToStation = Compile(MainToStation);
const stationToMain = Compile(StationToMain);

export function parseMainToStation(message: unknown): MainToStation | null {
  return mainToStation.Check(message) ? message : null;
}

export function parseStationToMain(message: unknown): StationToMain | null {
  return stationToMain.Check(message) ? message : null;
}
