import type { CDPSession, Page } from '@playwright/test';

const KEY_GAP_SECONDS = 0.003;

export interface Scanner {
  /** Types a code as a keyboard-wedge scanner does. */
  readonly scan: (
    code: string,
    options?: { readonly terminator?: 'Enter' | 'none' },
  ) => Promise<void>;
}

/**
 * A keyboard-wedge scanner: real key events through the browser's input, three milliseconds apart by their own time stamps, so
 * that a slow machine does not turn a scan into somebody's typing.
 */
export async function plugInScanner(page: Page): Promise<Scanner> {
  const session = await page.context().newCDPSession(page);
  return {
    scan: async (code, { terminator = 'Enter' } = {}) => {
      const strokes = Array.from(code, strokeOf);
      if (terminator === 'Enter') strokes.push(enter);
      // Sent without waiting for each answer: the browser takes them in order.
      const first = Date.now() / 1000;
      await Promise.all(
        strokes.map((stroke, place) => press(session, stroke, first + place * KEY_GAP_SECONDS)),
      );
    },
  };
}

interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly text: string;
  readonly windowsVirtualKeyCode: number;
  readonly shift: boolean;
}

const enter: Stroke = {
  key: 'Enter',
  code: 'Enter',
  text: '\r',
  windowsVirtualKeyCode: 13,
  shift: false,
};

/** A US keyboard, which is what scanners are set to. */
function strokeOf(character: string): Stroke {
  const upper = character.toUpperCase();
  const base = { key: character, text: character, windowsVirtualKeyCode: upper.charCodeAt(0) };
  if (/[a-z]/.test(character)) return { ...base, code: `Key${upper}`, shift: false };
  if (/[A-Z]/.test(character)) return { ...base, code: `Key${upper}`, shift: true };
  if (/\d/.test(character)) return { ...base, code: `Digit${character}`, shift: false };
  if (character === '_') return { ...base, code: 'Minus', windowsVirtualKeyCode: 189, shift: true };
  if (character === '-')
    return { ...base, code: 'Minus', windowsVirtualKeyCode: 189, shift: false };
  if (character === '.')
    return { ...base, code: 'Period', windowsVirtualKeyCode: 190, shift: false };
  throw new Error(`no key for ${character}`);
}

async function press(session: CDPSession, stroke: Stroke, timestamp: number): Promise<void> {
  const { key, code, text, windowsVirtualKeyCode, shift } = stroke;
  const common = { key, code, windowsVirtualKeyCode, modifiers: shift ? 8 : 0, timestamp };
  await Promise.all([
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...common }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common }),
  ]);
}
