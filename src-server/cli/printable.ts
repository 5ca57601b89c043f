/** Control characters, line breaks of every kind, and what turns the direction of all text behind it. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * `text` on one line, what cannot be printed spelled out as in JSON. Names, notes and what other machines say are anybody's to write, and a
 * terminal obeys what it is sent.
 */
export function printable(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
