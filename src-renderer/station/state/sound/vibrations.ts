import type { Signal } from '../verdict/outcome-signal.ts';

/** Milliseconds of vibration and rest in turn, matching the tone: one short for yes, long ones for no. */
export const vibrations: Readonly<Record<Signal, readonly number[]>> = {
  admit: [60],
  already_in: [160, 80, 160],
  just_in: [40],
  wrong_entrance: [200, 260, 200],
  wrong_event: [200, 260, 200],
  not_now: [160, 60, 240],
  check_id: [80, 80, 80],
  full: [240, 100, 240],
  left: [60, 60, 60],
  undone: [120],
  date_cancelled: [160, 60, 320],
  not_valid: [600],
  unknown: [260],
  unreadable: [100, 80, 100],
  scan_again: [180],
  scanner_works: [80],
  system: [],
};

/** The part of a `Navigator` that is used. */
export interface MovingDevice {
  readonly userActivation: { readonly hasBeenActive: boolean };
  vibrate?(pattern: number[]): boolean;
}

/** Null if the browser cannot vibrate. Before the first gesture it may not, and logs a complaint about an attempt. */
export function vibrator(device: MovingDevice): ((pattern: readonly number[]) => void) | null {
  if (device.vibrate === undefined) return null;
  return (pattern) => {
    if (pattern.length > 0 && device.userActivation.hasBeenActive) device.vibrate?.([...pattern]);
  };
}
