/** A key that writes a character, as the browser reports it. `at` is in milliseconds on the page's monotonic clock. */
export interface KeyStroke {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  readonly at: number;
}

/** The plain and shifted character of each key position on a US keyboard, which scanners emulate. */
const positions: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  Digit1: '1!',
  Digit2: '2@',
  Digit3: '3#',
  Digit4: '4$',
  Digit5: '5%',
  Digit6: '6^',
  Digit7: '7&',
  Digit8: '8*',
  Digit9: '9(',
  Digit0: '0)',
};

/** The same with and without NumLock, which makes arrows of the digits. */
const keypad: Readonly<Record<string, string>> = {
  NumpadDecimal: '.',
  NumpadComma: ',',
  NumpadSubtract: '-',
  NumpadAdd: '+',
  NumpadMultiply: '*',
  NumpadDivide: '/',
  NumpadEqual: '=',
};

/** The digit of a key of the keypad, whatever NumLock makes of it; null for any other key. */
export function keypadDigit(code: string): string | null {
  return /^Numpad(\d)$/.exec(code)?.[1] ?? null;
}

/** Whether the key is what it writes, and not a name such as `Enter`: some keys write two letters (Arabic lam-alef) or one of two units. */
export function isText(key: string): boolean {
  return key.length === 1 || !/^[A-Z][A-Za-z0-9]*$/.test(key);
}

/** Whether the key writes a character, even if an input method or a driver does not say which (`Process`, `Unidentified`, `Dead`). */
export function writesByPosition(code: string): boolean {
  return (
    /^Key[A-Z]$/.test(code) || code in positions || code in keypad || keypadDigit(code) !== null
  );
}

/** The plain character of the key's position, for a keyboard whose Shift is stuck. */
export function withoutShift(stroke: KeyStroke): string {
  return usCharacter({ ...stroke, shift: false });
}

/** The character of the key's position on a US keyboard, whatever layout or Caps Lock made of it; otherwise the key itself. */
export function usCharacter({ code, shift, key }: KeyStroke): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shift ? letter : letter.toLowerCase();
  const pair = positions[code];
  if (pair !== undefined) return pair.charAt(shift ? 1 : 0);
  const onKeypad = keypadDigit(code) ?? keypad[code];
  if (onKeypad !== undefined) return onKeypad;
  return key.length === 1 ? key : '';
}
