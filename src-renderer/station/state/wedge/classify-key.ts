import { textFieldOf } from './text-target.ts';
import { isText, keypadDigit, writesByPosition } from './us-layout.ts';
import type { Burst, WedgeInput } from './wedge-decoder.ts';

const silent = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
]);

/** Keys that have a character, but not from whoever reports them: an input method, a broken driver, an accent that waits for its letter. */
const unnamed = new Set(['Process', 'Unidentified', 'Dead']);

export function isModifier({ key }: KeyboardEvent): boolean {
  return silent.has(key);
}

/** What a key means to the decoder; null for modifiers, which scanners press and release around characters. */
export function classifyKey(event: KeyboardEvent, burst: Burst): WedgeInput | null {
  if (isModifier(event)) return null;
  if (burst.last === null && isPersons(event)) return null;
  const at = event.timeStamp;
  const inField = textFieldOf(event.target) !== null;
  if (event.repeat) {
    const { code = event.code } = burst.last?.stroke ?? {};
    return { kind: code === event.code ? 'repeat' : 'other', at };
  }
  if (isTerminator(event, burst)) return { kind: 'terminator', at, isTab: event.key === 'Tab' };
  if (isShortcut(event) || !writes(event, { burst, inField })) return { kind: 'other', at };
  const { key, code, shiftKey } = event;
  const stroke = { key: keypadDigit(code) ?? key, code, shift: shiftKey, at };
  return { kind: 'character', stroke, inField };
}

/** Keys that no scanner sends around a code: a person may press them right after a scan. */
function isPersons({ key, code, altKey, ctrlKey }: KeyboardEvent): boolean {
  if (key === 'Escape') return true;
  return altKey ? code.startsWith('Key') : ctrlKey && /^(?:Digit[1-4]|Comma)$/.test(code);
}

/** Scanners may send CR and LF as Ctrl+M and Ctrl+J. */
function isTerminator(event: KeyboardEvent, burst: Burst): boolean {
  if (event.isComposing) return false;
  if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) return true;
  const isControl = event.ctrlKey && !event.altKey && !event.metaKey;
  return burst.last !== null && isControl && (event.code === 'KeyM' || event.code === 'KeyJ');
}

/**
 * A space or an unnamed key on its own belongs to the person at the keyboard, and so does a keypad without NumLock in a field: it moves
 * the caret. Inside a burst they are characters of the code.
 */
function writes(
  { key, code, isComposing }: KeyboardEvent,
  { burst, inField }: { readonly burst: Burst; readonly inField: boolean },
): boolean {
  const isInside = burst.length > 0;
  if (isText(key)) return !isComposing && (key !== ' ' || isInside);
  if (unnamed.has(key)) return writesByPosition(code) && (key === 'Dead' ? isInside : !inField);
  return keypadDigit(code) !== null && (isInside || !inField);
}

/** AltGr writes characters; some systems report it as Ctrl+Alt. */
function isShortcut(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
}

/** A function key that the browser does nothing with, so that it can be held back and given again. */
export function isFunctionKey(event: KeyboardEvent): boolean {
  return /^F(?:[1-46-9]|10)$/.test(event.key) && !isShortcut(event) && !event.shiftKey;
}

/**
 * Ctrl and a letter or sign as which scanners send a control character (STX, LF, GS) that nobody presses at a door: the browser would
 * open its downloads, bookmarks or history over it. In a text field they belong to the person.
 */
export function isControlCharacter(event: KeyboardEvent): boolean {
  if (
    !event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    event.shiftKey ||
    textFieldOf(event.target) !== null
  ) {
    return false;
  }
  return /^(?:Key[BDEGHIJKLMNOQSU]|Bracket(?:Left|Right)|Backslash)$/.test(event.code);
}
