import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import { ScanSource } from './outcomes.ts';

/** Text reported by a device or the system, limited to what fits on a screen. */
const DeviceText = Type.String({ maxLength: 1_000 });

/**
 * A source of scans besides the keyboard. `off`: not chosen, or not available at this station. `no_library`: the library that reads such
 * scanners is not installed or does not fit this system. `no_permission`: the system does not let this user open it. `busy`: another
 * program has opened it.
 */
export const ScannerStatus = Type.Enum([
  'off',
  'starting',
  'ready',
  'missing',
  'no_library',
  'no_permission',
  'busy',
  'failed',
]);
export type ScannerStatus = ReadOnly<typeof ScannerStatus>;

export const UsbScanner = Type.Object({
  name: DeviceText,
  status: ScannerStatus,
  /** The system's own message. */
  problem: Nullable(DeviceText),
  /** Whether it can beep for yes and no. */
  beeps: Type.Boolean(),
});
export type UsbScanner = ReadOnly<typeof UsbScanner>;

export const SerialPortOption = Type.Object({
  path: DeviceText,
  /** The device at the port, if the system knows it. */
  name: Nullable(DeviceText),
});
export type SerialPortOption = ReadOnly<typeof SerialPortOption>;

export const UsbScanners = Type.Object({
  status: ScannerStatus,
  problem: Nullable(DeviceText),
  devices: Type.Array(UsbScanner),
});
export type UsbScanners = ReadOnly<typeof UsbScanners>;

export const SerialScanner = Type.Object({
  status: ScannerStatus,
  problem: Nullable(DeviceText),
  ports: Type.Array(SerialPortOption),
});
export type SerialScanner = ReadOnly<typeof SerialScanner>;

/** Status reported by the process that reads scanners. */
export const DeviceScanners = Type.Object({ usb: UsbScanners, serial: SerialScanner });
export type DeviceScanners = ReadOnly<typeof DeviceScanners>;

/** Bits a second. */
export const SERIAL_SPEEDS = [1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200] as const;
/** Data bits, parity (none, even, odd), stop bits. */
export const SERIAL_FORMATS = ['8N1', '8E1', '8O1', '7E1', '7O1'] as const;
/** `automatic`: CR or LF, and a pause as long as the scanner has sent neither. */
export const SERIAL_ENDINGS = ['automatic', 'line', 'pause'] as const;
/** The longest gap within a code whose end is a pause, in milliseconds. */
export const SERIAL_PAUSES_MS = [100, 250, 500, 1_000] as const;

export const SerialSettings = Type.Object(
  {
    speed: Type.Enum([...SERIAL_SPEEDS]),
    format: Type.Enum([...SERIAL_FORMATS]),
    ending: Type.Enum([...SERIAL_ENDINGS]),
    pause_ms: Type.Enum([...SERIAL_PAUSES_MS]),
  },
  { additionalProperties: false },
);
export type SerialSettings = ReadOnly<typeof SerialSettings>;

/** What scanners are set to when they come out of the box. */
export const serialDefaults: SerialSettings = {
  speed: 9_600,
  format: '8N1',
  ending: 'automatic',
  pause_ms: 250,
};

/** The scanner at a serial port; no port for none. */
export interface SerialChoice {
  readonly port: string | null;
  readonly settings: SerialSettings;
}

/** Choices made by a person for this station. */
export const ScannerChoice = Type.Object({
  /** The serial port of a scanner; null for none. */
  serial_port: Nullable(Type.String()),
  /** As the scanner is set. Absent: as it comes out of the box. */
  serial: OrUndefined(SerialSettings),
  camera: Type.Boolean(),
  /** The browser's id of the camera; null for its default. */
  camera_device: Nullable(Type.String()),
  /** Whether scanners that can do so beep for yes or no after each verdict. */
  beeps: Type.Boolean(),
});
export type ScannerChoice = ReadOnly<typeof ScannerChoice>;

export const noScannerChoice: ScannerChoice = {
  serial_port: null,
  camera: false,
  camera_device: null,
  beeps: true,
};

/** The last reading of a source, to see that it arrives and as what. */
export const LastRead = Type.Object({
  source: ScanSource,
  /** Corrected time. */
  at: Type.String(),
  kind: Type.Enum(['reference', 'signed', 'enrolment', 'training', 'partial', 'unrecognised']),
  /** The first characters; empty for an enrolment code, which contains a secret. */
  text: Type.String(),
  /** The AIM identifier, such as `]Q1`; null if the source does not report it. */
  symbology: Nullable(Type.String()),
});
export type LastRead = ReadOnly<typeof LastRead>;

export const ScannersState = Type.Object({
  ...DeviceScanners.properties,
  choice: ScannerChoice,
  /** One for each source, the latest first. */
  last: Type.Array(LastRead),
});
export type ScannersState = ReadOnly<typeof ScannersState>;

/** For a host that starts no process for scanners. */
export const noDevices: DeviceScanners = {
  usb: { status: 'off', problem: null, devices: [] },
  serial: { status: 'off', problem: null, ports: [] },
};

export const NO_SCANNERS: ScannersState = { ...noDevices, choice: noScannerChoice, last: [] };
