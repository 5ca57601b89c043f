// Why: docs/decisions/0009-one-mailbox-one-key.md
/**
 * Text of people, as it may stand beside other text: on a screen, in a mail, on paper. What turns a line around, ends it, or grows out of it is
 * either normalised or reported where the text is entered, and left out where text that is already stored is shown.
 */

/** More in a row are no writing: the highest Tibetan stack, with its vowel, has nine. */
const MAX_MARKS = 10;

const PLAIN = /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/;
/** Already printable, in any script: letters, digits, punctuation and symbols, with spaces between them. */
const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{N}\p{P}\p{S} ]*[\p{L}\p{N}\p{P}\p{S}])?$/u;
const SPACES = /[\s\u0085]+/gu;
const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/u;
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
/** Around a text nobody means them; copying leaves them there. */
const AROUND = /^[\s\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]$/u;
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/** Controls, halves of surrogate pairs, and what overrides or embeds a direction of writing. */
const HARMFUL = /(?![\n\t])[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u206F]/u;
const ALL_HARMFUL = new RegExp(HARMFUL, 'gu');
const FLOOD = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'u');
/** More than a flood, even where composing would leave fewer (Stream-Safe Text Format, UAX 15). */
const TORRENT = /\p{M}{31}/u;
const ALL_FLOODS = new RegExp(FLOOD, 'gu');

/** As one line: composed (NFC), with spaces for tabs and line ends, and trimmed. */
export function asLine(text: string): string {
  if (PLAIN.test(text)) return text;
  const line = text.replaceAll(SPACES, (spaces) => (BREAK.test(spaces) ? ' ' : spaces));
  return composed(trimmed(line, AROUND));
}

/** Likewise, but of as many lines as it has, each ended by `\n`. */
export function asLines(text: string): string {
  if (PLAIN.test(text)) return text;
  return composed(trimmed(text.replaceAll(LINE_END, '\n'), AROUND));
}

/** Sorting a flood of marks takes time that grows with its square; it is refused or cut anyway. */
function composed(text: string): string {
  return TORRENT.test(text) ? text : text.normalize('NFC');
}

/** Whether nobody could see anything of it. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** What a normalised text may not contain, to follow "Expected … without"; null if there is nothing. */
export function findHarmful(text: string): string | null {
  if (PLAIN.test(text)) return null;
  const [character] = HARMFUL.exec(text) ?? [];
  if (character !== undefined) return codePointOf(character);
  return FLOOD.test(text) ? `more than ${MAX_MARKS} combining marks in a row` : null;
}

/** For text that was stored or sent by others: never fails, and leaves out what {@link findHarmful} would report. */
export function printableLine(text: string): string {
  if (PLAIN.test(text)) return text;
  if (PRINTABLE.test(text)) return text.normalize('NFC');
  return asLine(asLine(text).replaceAll(ALL_HARMFUL, '').replaceAll(ALL_FLOODS, '$1'));
}

/** The same for a text that may be missing; null if nothing is left to see. */
export function printableOrNull(text: string | null): string | null {
  const line = text === null ? '' : printableLine(text);
  return isBlank(line) ? null : line;
}

/** Such as U+200B. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Without characters of that kind at its ends, and without looking at those between. */
export function trimmed(text: string, kind: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end) {
    const first = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (!kind.test(first)) break;
    start += first.length;
  }
  while (start < end) {
    const last = Array.from(text.slice(Math.max(start, end - 2), end)).at(-1) ?? '';
    if (!kind.test(last)) break;
    end -= last.length;
  }
  return text.slice(start, end);
}
