import { MAX_CODE_LENGTH } from '../contract/limits.ts';

/** Byte order mark, soft hyphen, zero-width and direction marks: invisible, and never part of a code. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_SHIFT = 0xfee0;

/**
 * Prefixes of a code: white space and control characters (framing by a scanner), the AIM symbology identifier (`]Q1`), the extended channel
 * that a decoder reports (`\000026`).
 */
const LEADING = /^(?:[\s\p{Cc}]|\][A-Za-z][0-9A-Za-z]|\\\d{6})+/u;
const FRAMING = /[\s\p{Cc}]/u;

/** Removes what scanners, channels and keyboards add to a code; keeps letter case. Overlong text is cut. */
export function cleanCode(raw: string): string {
  return withoutTerminators(plainText(raw).replace(LEADING, ''));
}

/** Without invisible characters. Full-width ones become ASCII, unpaired surrogates U+FFFD; overlong text is cut. */
export function plainText(raw: string): string {
  return raw
    .slice(0, MAX_CODE_LENGTH)
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_SHIFT));
}

/** Walks back from the end: a pattern anchored there would take quadratic time on a hostile code. */
function withoutTerminators(text: string): string {
  let end = text.length;
  while (end > 0 && FRAMING.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
