import {
  LAYOUT_CODE,
  SHORT_LAYOUT_CODE,
} from '../../../../shared/ticket-code/parse-ticket-code.ts';
import { isText, type KeyStroke, usCharacter } from './us-layout.ts';
import { wedgeDefaults } from './wedge-decoder.ts';

/**
 * The result of scanning a printed code that contains every character of a ticket code. `slow`: all of them arrive, at a person's pace.
 * `num_lock`: digits arrive as the other keys of the keypad. `lost`: characters are missing or doubled. `unknown`: neither the characters nor the key positions match the print.
 */
export type LayoutFinding =
  | 'same'
  | 'slow'
  | 'num_lock'
  | 'caps_lock'
  | 'qwertz'
  | 'azerty'
  | 'other_layout'
  | 'lost'
  | 'unknown';

const printed = [LAYOUT_CODE, SHORT_LAYOUT_CODE];
/** A code whose length differs by more than this is a different code. */
const TOLERANCE = 0.2;

/** Compares what a keyboard scanner typed with the printed code; returns null if the keys are not of such a code. */
export function testLayout(keys: readonly KeyStroke[]): LayoutFinding | null {
  const typed = keys.map(({ key }) => (isText(key) ? key : '')).join('');
  const places = keys.map(usCharacter).join('');
  const code = printed.find((one) => isAbout(places, one) || isAbout(typed, one));
  if (code === undefined) return null;
  const isWhole = [typed, places].some((text) => text.toLowerCase() === code.toLowerCase());
  if (isWhole && averageGap(keys) > wedgeDefaults.averageGapMs) return 'slow';
  if (typed === code) return 'same';
  if (isWhole && keys.some(isKeypadWithoutNumLock)) return 'num_lock';
  if (typed.toLowerCase() === code.toLowerCase()) return 'caps_lock';
  if (places.toLowerCase() === code.toLowerCase()) return nameLayout(keys);
  return typed.length === code.length ? 'unknown' : 'lost';
}

function averageGap(keys: readonly KeyStroke[]): number {
  const [first, last] = [keys[0], keys.at(-1)];
  return first === undefined || last === undefined ? 0 : (last.at - first.at) / (keys.length - 1);
}

function isKeypadWithoutNumLock({ code, key }: KeyStroke): boolean {
  return code.startsWith('Numpad') && !isText(key);
}

function isAbout(text: string, code: string): boolean {
  if (Math.abs(text.length - code.length) > code.length * TOLERANCE) return false;
  // Only letters that no common layout moves, so that a ticket is never mistaken for it.
  const start = text.toLowerCase().slice(0, 9);
  return /^g.?.{0,2}t.?e?.?h?.?o/.test(start);
}

/** Identifies the layout by the letters that it swaps. */
function nameLayout(keys: readonly KeyStroke[]): LayoutFinding {
  const written = (code: string) => keys.find((one) => one.code === code)?.key.toLowerCase();
  if (written('KeyA') === 'q' || written('KeyW') === 'z') return 'azerty';
  return written('KeyY') === 'z' ? 'qwertz' : 'other_layout';
}
