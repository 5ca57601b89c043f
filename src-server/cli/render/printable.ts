/** Control characters, line breaks of every kind, and bidirectional overrides. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns `text` on one line with unprintable characters escaped as in JSON. Names, notes and remote messages are untrusted, and
 * terminals interpret control sequences.
 */
export function printable(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
