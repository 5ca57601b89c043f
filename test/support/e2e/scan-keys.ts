import type { CDPSession, Page } from '@playwright/test';
import { usKey } from '../scanner-keys.ts';

const KEY_GAP_MS = 3;
/** No scanner reads the next code sooner. The timestamps of a scan may end after it was sent. */
const BETWEEN_SCANS_MS = 150;

type Key = ReturnType<typeof usKey>;

export interface ScanOptions {
  readonly terminator?: 'Enter' | 'none';
  /** The key that the computer's layout produces for a character of the scanner. */
  readonly key?: (character: string) => Key;
  /** Milliseconds between the previous key and the one at this position. */
  readonly gapMs?: (place: number) => number;
}

export interface Scanner {
  /** Types a code like a keyboard-wedge scanner; a CR in it is Enter, an HT is Tab. */
  readonly scan: (code: string, options?: ScanOptions) => Promise<void>;
}

/**
 * A keyboard-wedge scanner: real key events through the browser's input, with timestamps three milliseconds apart, so that a scan on a slow machine
 * is not taken for typing.
 */
export async function plugInScanner(page: Page): Promise<Scanner> {
  const session = await page.context().newCDPSession(page);
  let ready = 0;
  return {
    scan: async (code, { terminator = 'Enter', key = usKey, gapMs = () => KEY_GAP_MS } = {}) => {
      const strokes = Array.from(code, (character) => controls[character] ?? key(character));
      if (terminator === 'Enter') strokes.push(enter);
      let at = Math.max(Date.now(), ready);
      // Sent without waiting for each answer, because the browser handles them in order.
      await Promise.all(
        strokes.map((stroke, place) => {
          at += place === 0 ? 0 : gapMs(place);
          return press(session, stroke, at / 1000);
        }),
      );
      ready = at + BETWEEN_SCANS_MS;
    },
  };
}

const enter: Key = { key: 'Enter', code: 'Enter', shift: false };
const controls: Readonly<Record<string, Key>> = {
  '\r': enter,
  '\t': { key: 'Tab', code: 'Tab', shift: false },
};

async function press(
  session: CDPSession,
  { key, code, shift }: Key,
  timestamp: number,
): Promise<void> {
  const common = {
    key,
    code,
    windowsVirtualKeyCode: virtualKeys[code] ?? code.charCodeAt(code.length - 1),
    modifiers: shift ? 8 : 0,
    timestamp,
  };
  const text = { Enter: '\r', Tab: '\t' }[key] ?? key;
  await Promise.all([
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...common }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common }),
  ]);
}

/** Virtual key codes of keys other than letters and digits. */
const virtualKeys: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  Space: 32,
  Semicolon: 186,
  Equal: 187,
  Minus: 189,
  Period: 190,
  Slash: 191,
};
