import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';
import { ScanSource } from './outcomes.ts';

/** What a device or the system says: as long as it may get on a screen. */
const DeviceText = Type.String({ maxLength: 1_000 });

/**
 * Where scans come from besides the keyboard. `off`: nobody chose it, or this station cannot have it. `no_library`: the program that
 * reads such scanners is not installed or does not fit this system. `no_permission`: the system does not let this user open it.
 * `busy`: another program has it.
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
  /** It can sound yes and no. */
  beeps: Type.Boolean(),
});
export type UsbScanner = ReadOnly<typeof UsbScanner>;

export const SerialPortOption = Type.Object({
  path: DeviceText,
  /** What is plugged in there, as far as the system says. */
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

/** What the process that reads scanners says of them. */
export const DeviceScanners = Type.Object({ usb: UsbScanners, serial: SerialScanner });
export type DeviceScanners = ReadOnly<typeof DeviceScanners>;

/** What a person chose for this station. */
export const ScannerChoice = Type.Object({
  /** The serial port of a scanner; null for none. */
  serial_port: Nullable(Type.String()),
  camera: Type.Boolean(),
  /** The browser's id of the camera; null for the one that it takes by itself. */
  camera_device: Nullable(Type.String()),
  /** Scanners that can do so sound yes and no after each verdict. */
  beeps: Type.Boolean(),
});
export type ScannerChoice = ReadOnly<typeof ScannerChoice>;

export const noScannerChoice: ScannerChoice = {
  serial_port: null,
  camera: false,
  camera_device: null,
  beeps: true,
};

/** The last thing that was read from a source: to see that it arrives, and as what. */
export const LastRead = Type.Object({
  source: ScanSource,
  /** Corrected time. */
  at: Type.String(),
  kind: Type.Enum(['reference', 'signed', 'enrolment', 'training', 'unrecognised']),
  /** Its beginning; empty for an enrolment code, which carries a secret. */
  text: Type.String(),
  /** The AIM identifier, such as `]Q1`; null where the source does not tell. */
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

/** A host that starts no process for scanners. */
export const noDevices: DeviceScanners = {
  usb: { status: 'off', problem: null, devices: [] },
  serial: { status: 'off', problem: null, ports: [] },
};

export const NO_SCANNERS: ScannersState = { ...noDevices, choice: noScannerChoice, last: [] };
