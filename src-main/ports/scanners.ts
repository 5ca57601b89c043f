import type { DeviceScanners } from '../../shared/station/scanners.ts';

/** A code that a scanner read, whether or not a screen is open. */
export interface DeviceRead {
  /** Unique; the same one again is the same read, told twice. */
  readonly id: string;
  readonly source: 'hid' | 'serial';
  /** Which scanner of its kind: for `beep`. */
  readonly device: string;
  readonly code: string;
  readonly symbology: string | null;
}

export interface ScannerEvents {
  /** Resolves once the code was judged and the outcome is in the journal; until then it is told again after a crash. */
  read(read: DeviceRead): Promise<void>;
  changed(devices: DeviceScanners): void;
}

/** Scanners that are no keyboard: USB HID POS and serial. Whatever keeps them from working is a state, and is tried again. */
export interface Scanners {
  /** `serialPort`: null for none. Called once. */
  open(events: ScannerEvents, serialPort: string | null): void;
  chooseSerial(port: string | null): void;
  /** Looks again for scanners and ports; otherwise that is done only while one is missing. */
  look(): void;
  /** Sounds yes or no on a scanner that can. */
  beep(device: string, isGood: boolean): void;
  close(): Promise<void>;
}
