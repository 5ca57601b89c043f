import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable } from '../../../shared/contract/fields.ts';
import { DeviceScanners } from '../../../shared/station/scanners.ts';
import { MAX_CODE_LENGTH } from '../../../shared/ticket-code/clean-code.ts';

/**
 * What a station and the process that reads its scanners say to each other; in the desktop app the main process passes it on.
 * Phases: process says `hello` → station sends `start` → `devices` whenever something changes, `read` for each code until `taken` →
 * `stop`. After another `start` everything that was not taken is told again.
 */
const Text = Type.String({ maxLength: 1_000 });
const Path = Type.String({ minLength: 1, maxLength: 200 });
export const StationToScanners = Type.Union([
  Type.Object({ kind: Type.Literal('start'), serial_port: Nullable(Path) }),
  Type.Object({ kind: Type.Literal('choose_serial'), port: Nullable(Path) }),
  Type.Object({ kind: Type.Literal('look') }),
  Type.Object({ kind: Type.Literal('taken'), id: Path }),
  Type.Object({ kind: Type.Literal('beep'), device: Text, good: Type.Boolean() }),
  Type.Object({ kind: Type.Literal('stop') }),
]);
export type StationToScanners = Static<typeof StationToScanners>;

export const ScannersToStation = Type.Union([
  Type.Object({ kind: Type.Literal('hello') }),
  Type.Object({ kind: Type.Literal('devices'), devices: DeviceScanners }),
  Type.Object({
    kind: Type.Literal('read'),
    read: Type.Object({
      id: Path,
      source: Type.Enum(['hid', 'serial']),
      device: Text,
      code: Type.String({ minLength: 1, maxLength: MAX_CODE_LENGTH }),
      symbology: Nullable(Type.String({ maxLength: 10 })),
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
