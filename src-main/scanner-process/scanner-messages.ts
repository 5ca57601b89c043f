import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable } from '../../shared/contract/fields.ts';
import { DeviceScanners, SerialSettings } from '../../shared/station/scanners.ts';
import { MAX_CODE_LENGTH } from '../../shared/contract/limits.ts';

/**
 * The messages between a station and its scanner process; in the desktop app the main process relays them.
 * Phases: process sends `hello` → station sends `start` → `devices` on every change, `read` for each code until `taken`.
 * After another `start`, every read that was not taken is sent again.
 */
const Text = Type.String({ maxLength: 1_000 });
const Path = Type.String({ minLength: 1, maxLength: 200 });
const Serial = Type.Object({ port: Nullable(Path), settings: SerialSettings });
export const StationToScanners = Type.Union([
  Type.Object({ kind: Type.Literal('start'), serial: Serial }),
  Type.Object({ kind: Type.Literal('choose_serial'), serial: Serial }),
  Type.Object({ kind: Type.Literal('look') }),
  Type.Object({ kind: Type.Literal('taken'), id: Path }),
  Type.Object({ kind: Type.Literal('beep'), device: Text, good: Type.Boolean() }),
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
  /** Sent by the process's supervisor: it ended, and another one starts soon. */
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
