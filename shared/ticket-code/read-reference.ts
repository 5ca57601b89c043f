import { referenceOf, type TicketReference } from '../references.ts';

/** Crockford's alphabet in lower case, with the letters read as digits (o, i, l). It has no U. */
const ULID = '[0-7oil][0-9a-tv-z]{25}';
const PREFIXED = `tkt[^](${ULID})`;

const bare = new RegExp(`^${PREFIXED}$`, 'u');
const inUrl = new RegExp(`(?:/|[?&]ticket=)${PREFIXED}(?=$|[/?#&])`, 'u');

/** The shape of a reference in lower case: any one character may stand for `_`. */
export const REFERENCE_SHAPE = PREFIXED;

/**
 * The ticket named by a cleaned text: a bare reference, or one in a URL's path or `ticket` parameter. Accepts any letter case, any one
 * character for `_` (keyboard layouts), o for 0 and i or l for 1. Null if it names none.
 */
export function readReference(text: string): TicketReference | null {
  const lower = lowerAscii(text);
  const match = bare.exec(lower) ?? inUrl.exec(lower) ?? inUrl.exec(percentDecoded(lower));
  return match?.[1] === undefined ? null : referenceOf('ticket', canonicalUlid(match[1]));
}

/** ASCII letters only: elsewhere one character may become two, or the Kelvin sign an ordinary k. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function canonicalUlid(tail: string): string {
  return tail.replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
