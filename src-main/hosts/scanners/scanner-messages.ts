import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * What a station and the process that reads its scanners say to each other; in the desktop app the main process passes it on.
 * Phases: process says `hello` → station sends `start` → `devices` whenever something changes, `read` for each code until `taken` →
 * `stop`. After another `start` everything that was not taken is told again.
 */
const Text = Type.String({ maxLength: 1_000 });
const Path = Type.String({ minLength: 1, maxLength: 200 });
const TextOrNull = Type.Union([Text, Type.Null()]);
const PathOrNull = Type.Union([Path, Type.Null()]);
const Status = Type.Enum([
  'off',
  'starting',
  'ready',
  'missing',
  'no_library',
  'no_permission',
  'busy',
  'failed',
]);

export const StationToScanners = Type.Union([
  Type.Object({ kind: Type.Literal('start'), serial_port: PathOrNull }),
  Type.Object({ kind: Type.Literal('choose_serial'), port: PathOrNull }),
  Type.Object({ kind: Type.Literal('look') }),
  Type.Object({ kind: Type.Literal('taken'), id: Path }),
  Type.Object({ kind: Type.Literal('beep'), device: Text, good: Type.Boolean() }),
  Type.Object({ kind: Type.Literal('stop') }),
]);
export type StationToScanners = Static<typeof StationToScanners>;

const Devices = Type.Object({
  usb: Type.Object({
    status: Status,
    problem: TextOrNull,
    devices: Type.Array(
      Type.Object({ name: Text, status: Status, problem: TextOrNull, beeps: Type.Boolean() }),
    ),
  }),
  serial: Type.Object({
    status: Status,
    problem: TextOrNull,
    ports: Type.Array(Type.Object({ path: Text, name: TextOrNull })),
  }),
});

export const ScannersToStation = Type.Union([
  Type.Object({ kind: Type.Literal('hello') }),
  Type.Object({ kind: Type.Literal('devices'), devices: Devices }),
  Type.Object({
    kind: Type.Literal('read'),
    read: Type.Object({
      id: Path,
      source: Type.Enum(['hid', 'serial']),
      device: Text,
      code: Type.String({ minLength: 1, maxLength: 8_192 }),
      symbology: Type.Union([Type.String({ maxLength: 10 }), Type.Null()]),
    }),
  }),
  /** Said in place of the process, by whoever started it: it ended, and another one is started soon. */
  Type.Object({ kind: Type.Literal('lost') }),
]);
export type ScannersToStation = Static<typeof ScannersToStation>;

const stationToScanners = Compile(StationToScanners);
const scannersToStation = Compile(ScannersToStation);

export function parseStationToScanners(message: unknown): StationToScanners | null {
  return stationToScanners.Check(message) ? message : null;
}

export function parseScannersToStation(message: unknown): ScannersToStation | null {
  return scannersToStation.Check(message) ? message : null;
}
