import type { DeviceScanners, SerialChoice } from '../../shared/station/scanners.ts';

/** A code that a scanner read, whether or not a screen is open. */
export interface DeviceRead {
  /** Unique; the same id again is the same reading, delivered twice. */
  readonly id: string;
  readonly source: 'hid' | 'serial';
  /** Which scanner of its kind: for `beep`. */
  readonly device: string;
  readonly code: string;
  readonly symbology: string | null;
}

export interface ScannerEvents {
  /** Resolves once the code was judged and the outcome is in the journal; until then it is delivered again after a crash. */
  read(read: DeviceRead): Promise<void>;
  changed(devices: DeviceScanners): void;
}

/** Scanners other than keyboards: USB HID POS and serial. Whatever keeps them from working is part of the state, and is retried. */
export interface Scanners {
  /** Called once. */
  open(events: ScannerEvents, serial: SerialChoice): void;
  chooseSerial(serial: SerialChoice): void;
  /** Looks for scanners and ports again; otherwise that happens only while one is missing. */
  look(): void;
  /** Beeps yes or no on a scanner that can. */
  beep(device: string, isGood: boolean): void;
  close(): Promise<void>;
}
