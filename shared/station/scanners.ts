import type { ScanSource } from './api.ts';

/**
 * Where scans come from besides the keyboard. `off`: nobody chose it, or this station cannot have it. `no_library`: the program that
 * reads such scanners is not installed or does not fit this system. `no_permission`: the system does not let this user open it.
 * `busy`: another program has it.
 */
export type ScannerStatus =
  'off' | 'starting' | 'ready' | 'missing' | 'no_library' | 'no_permission' | 'busy' | 'failed';

export interface UsbScanner {
  readonly name: string;
  readonly status: ScannerStatus;
  /** The system's own message. */
  readonly problem: string | null;
  /** It can sound yes and no. */
  readonly beeps: boolean;
}

export interface UsbScanners {
  readonly status: ScannerStatus;
  readonly problem: string | null;
  readonly devices: readonly UsbScanner[];
}

export interface SerialPortOption {
  readonly path: string;
  /** What is plugged in there, as far as the system says. */
  readonly name: string | null;
}

export interface SerialScanner {
  readonly status: ScannerStatus;
  readonly problem: string | null;
  readonly ports: readonly SerialPortOption[];
}

/** What the process that reads scanners says of them. */
export interface DeviceScanners {
  readonly usb: UsbScanners;
  readonly serial: SerialScanner;
}

/** What a person chose for this station. */
export interface ScannerChoice {
  /** The serial port of a scanner; null for none. */
  readonly serial_port: string | null;
  readonly camera: boolean;
  /** The browser's id of the camera; null for the one that it takes by itself. */
  readonly camera_device: string | null;
  /** Scanners that can do so sound yes and no after each verdict. */
  readonly beeps: boolean;
}

export const noScannerChoice: ScannerChoice = {
  serial_port: null,
  camera: false,
  camera_device: null,
  beeps: true,
};

/** The last thing that was read from a source: to see that it arrives, and as what. */
export interface LastRead {
  readonly source: ScanSource;
  /** Corrected time. */
  readonly at: string;
  readonly kind: 'reference' | 'signed' | 'enrolment' | 'training' | 'unrecognised';
  /** Its beginning; empty for an enrolment code, which carries a secret. */
  readonly text: string;
  /** The AIM identifier, such as `]Q1`; null where the source does not tell. */
  readonly symbology: string | null;
}

export interface ScannersState extends DeviceScanners {
  readonly choice: ScannerChoice;
  /** One for each source, the latest first. */
  readonly last: readonly LastRead[];
}

/** A host that starts no process for scanners. */
export const noDevices: DeviceScanners = {
  usb: { status: 'off', problem: null, devices: [] },
  serial: { status: 'off', problem: null, ports: [] },
};

export const NO_SCANNERS: ScannersState = { ...noDevices, choice: noScannerChoice, last: [] };
