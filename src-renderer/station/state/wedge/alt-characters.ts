import { HOLD_MS } from './held-keys.ts';
import { keypadDigit } from './us-layout.ts';

export interface AltCharacters {
  /** Takes a digit of the keypad that is pressed while Alt is down; false for any other key. */
  readonly addDigit: (event: KeyboardEvent) => boolean;
  /** The character that the digits compose once Alt goes up; null if there is none. */
  readonly compose: (event: KeyboardEvent) => string | null;
  /** Windows writes the composed character by itself, after Alt has gone up. */
  readonly isOwnWriting: (keyPress: KeyboardEvent) => boolean;
}

/** Composes the characters that a scanner sends as Alt and digits of the keypad. */
export function createAltCharacters(): AltCharacters {
  let digits = '';
  let composedAt = Number.NEGATIVE_INFINITY;
  return {
    addDigit: ({ altKey, code }) => {
      const digit = altKey ? keypadDigit(code) : null;
      digits += digit ?? '';
      return digit !== null;
    },
    compose: ({ key, timeStamp }) => {
      if (key !== 'Alt' || digits === '') return null;
      const character = altCharacter(digits);
      digits = '';
      composedAt = timeStamp;
      return character;
    },
    isOwnWriting: ({ timeStamp }) => {
      const isSoonAfter = timeStamp - composedAt <= HOLD_MS;
      composedAt = Number.NEGATIVE_INFINITY;
      return isSoonAfter;
    },
  };
}

/** The character that Windows composes: of the system's own character set, in which only ASCII is certain. */
function altCharacter(digits: string): string {
  const number = Number(digits);
  const isLatin = digits.startsWith('0') && number >= 0xa0 && number <= 0xff;
  return number < 0x80 || isLatin ? String.fromCharCode(number) : '\ufffd';
}
