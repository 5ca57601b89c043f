/** What stands around a code in a reading, and what was lost of it. Everything here is text; nothing is known of an event's codes. */

/** A text that may be the code in a reading. */
export interface CodeCandidate {
  readonly text: string;
  /** How many characters a code needs to be told from chance with what is around it; `Infinity` if it cannot be. */
  readonly least: number;
}

/** Most characters that a scanner adds before a code, and after it; and most zeros that it loses. */
const MOST_ADDED = 8;
/** A shorter code is only accepted as it is: what is around it may be another code. */
const SHORTEST_FORGIVEN = 6;
/** Most parts of a URL, or of a list of fields, in which a code is sought. */
const MOST_PARTS = 16;
/** Longer readings hold no code with something around it. */
const LONGEST_FORGIVEN = 2_000;

/** Letters that change places when a scanner types for a US keyboard and the computer's is QWERTZ, or AZERTY. */
const swappedLetters = [/[yz]/gi, /[aqwz]/gi];
const swapped: Readonly<Record<string, string>>[] = [
  { y: 'z', z: 'y' },
  { a: 'q', q: 'a', w: 'z', z: 'w' },
];

/** Everything in a cleaned reading that may be a code with something around it, or of which something was lost. */
export function codeCandidates(reading: string): readonly CodeCandidate[] {
  if (reading.length > LONGEST_FORGIVEN) return [];
  return [
    ...withLostDigits(reading),
    ...trimmedAtEnds(reading),
    ...[...partsOf(reading), ...withSwappedLetters(reading)].map((text) => ({
      text,
      least: SHORTEST_FORGIVEN,
    })),
  ];
}

/**
 * A number without its zeros in front, which spreadsheets drop, with zeros that readers of EAN-13 and UPC-A drop, and each with the check digit that
 * they may drop as well.
 */
function withLostDigits(text: string): readonly CodeCandidate[] {
  const number = /^0*([1-9]\d*)$/.exec(text)?.[1];
  if (number === undefined) return [];
  const check = gs1CheckDigit(number);
  const mostZeros = Math.min(text.length - number.length, MOST_ADDED) + MOST_ADDED;
  return Array.from({ length: mostZeros + 1 }, (_, zeros) => '0'.repeat(zeros) + number).flatMap(
    (padded) => [
      { text: padded, least: 1 },
      { text: padded + check, least: SHORTEST_FORGIVEN },
    ],
  );
}

function trimmedAtEnds(text: string): readonly CodeCandidate[] {
  const ends = Array.from({ length: MOST_ADDED + 1 }, (_, count) => count);
  return ends.flatMap((before) =>
    ends.flatMap((after) => {
      if (before + after >= text.length) return [];
      const isApart = !cutsAtStart(text, before) && !cutsAtEnd(text, before, text.length - after);
      const least = isApart ? SHORTEST_FORGIVEN : Number.POSITIVE_INFINITY;
      return [{ text: text.slice(before, text.length - after), least }];
    }),
  );
}

const DIGIT = /\d/;

/** Whether a number is cut, and not only its zeros: a longer number is another code, or no code. */
function cutsAtStart(text: string, start: number): boolean {
  if (start === 0 || !DIGIT.test(text.charAt(start)) || !DIGIT.test(text.charAt(start - 1)))
    return false;
  return !/(?:^|\D)0+$/.test(text.slice(0, start));
}

/** Likewise, and not only a check digit. */
function cutsAtEnd(text: string, start: number, end: number): boolean {
  if (end === text.length || !DIGIT.test(text.charAt(end)) || !DIGIT.test(text.charAt(end - 1)))
    return false;
  if (DIGIT.test(text.charAt(end + 1))) return true;
  const kept = text.slice(start, end);
  const checks = [/^\d+$/.test(kept) ? gs1CheckDigit(kept) : null, code39CheckSign(kept)];
  return !checks.includes(text.charAt(end));
}

/** Modulo 10 with weights 3 and 1 from the right: of EAN, UPC and Interleaved 2 of 5. Zeros in front do not change it. */
function gs1CheckDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

const CODE_39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';

/** Modulo 43, of Code 39; null for a text that Code 39 does not have. */
function code39CheckSign(text: string): string | null {
  const values = Array.from(text.toUpperCase(), (sign) => CODE_39.indexOf(sign));
  if (values.includes(-1)) return null;
  return CODE_39.charAt(values.reduce((total, value) => total + value, 0) % CODE_39.length);
}

/** Every run of neighbouring parts, so that a code that is several of them is among those from which one has to remain. */
function partsOf(text: string): readonly string[] {
  const parts = [...text.matchAll(/[^\s/?&=#:;,|"<>()[\]{}]+/g)];
  if (parts.length < 2 || parts.length > MOST_PARTS) return [];
  return parts.flatMap((first, from) =>
    parts.slice(from).map((last) => text.slice(first.index, last.index + last[0].length)),
  );
}

function withSwappedLetters(text: string): readonly string[] {
  return swappedLetters.map((letters, at) =>
    text.replaceAll(letters, (letter) => swapped[at]?.[letter.toLowerCase()] ?? letter),
  );
}
