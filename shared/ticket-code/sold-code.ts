import { cleanCode, plainText } from './clean-code.ts';
import { lowerAscii } from './find-codes.ts';

/**
 * Codes of tickets that were sold elsewhere: any text, known only from the shop's list. A reading is one of them as it is, or, with what a
 * scanner adds (an AIM identifier, a prefix, a suffix, a check digit, another letter case), if exactly one known code remains.
 */

/** A known code, as sold. */
export interface SoldCode {
  readonly code: string;
}

/** `ambiguous`: several known codes remain, or one that is too short to be told from chance. */
export type FoundSoldCode<Known extends SoldCode> =
  { readonly kind: 'found'; readonly sold: Known } | { readonly kind: 'unknown' | 'ambiguous' };

/** Most characters that a scanner adds before a code, and after it. */
const MOST_ADDED = 8;
/** A shorter code is only accepted as it is: what is around it may be another code. */
const SHORTEST_FORGIVEN = 6;
/** Most parts of a URL, or of a list of fields, in which a code is sought. */
const MOST_PARTS = 16;
/** Longer readings hold no code with something around it. */
const LONGEST_FORGIVEN = 2_000;

/** What equal codes have in common, however a scanner writes them: without what is invisible around and in them, in lower case. */
export function soldCodeKey(code: string): string {
  return lowerAscii(plainText(code).trim().normalize('NFC'));
}

/** The keys that a reading has as it is: as it came, and without an AIM identifier and framing. */
export function soldCodeKeys(reading: string): readonly string[] {
  return keysOf([reading, cleanCode(reading)]);
}

/** The keys of everything in a reading that may be a code with something around it; without those of `soldCodeKeys`. */
export function forgivenCodeKeys(reading: string): readonly string[] {
  const text = cleanCode(reading);
  if (text.length > LONGEST_FORGIVEN) return [];
  const known = new Set(soldCodeKeys(reading));
  return keysOf([...trimmedAtEnds(text), ...partsOf(text)]).filter((key) => !known.has(key));
}

/**
 * Finds the code of a reading among known ones. `find` returns those with one of these keys; it is asked once for a known code.
 */
export function findSoldCode<Known extends SoldCode>(
  reading: string,
  find: (keys: readonly string[]) => readonly Known[],
): FoundSoldCode<Known> {
  const exact = chooseSoldCode(reading, find(soldCodeKeys(reading)));
  if (exact.kind !== 'unknown') return exact;
  const forgiven = forgivenCodeKeys(reading);
  return forgiven.length === 0 ? exact : chooseForgiven(find(forgiven));
}

/** Whether a reading may be this code, with something around it. */
export function isSoldCode(reading: string, code: string): boolean {
  const key = soldCodeKey(code);
  return soldCodeKeys(reading).includes(key) || forgivenCodeKeys(reading).includes(key);
}

/** Whether a reading, as it is, has the form of this code: as many characters, of the same kinds. */
export function resemblesSoldCode(reading: string, code: string): boolean {
  const form = formOf(soldCodeKey(code));
  return soldCodeKeys(reading).some((key) => formOf(key) === form);
}

function formOf(key: string): string {
  const signs = new Set(key.replaceAll(/[\p{L}\p{M}\p{N}]/gu, ''));
  return [key.length, /\p{L}/u.test(key), /\p{N}/u.test(key), ...[...signs].toSorted()].join(' ');
}

/** The one that was read as it is, or in another letter case if there is only one. */
export function chooseSoldCode<Known extends SoldCode>(
  reading: string,
  known: readonly Known[],
): FoundSoldCode<Known> {
  const spellings = [reading, cleanCode(reading)];
  for (const spelling of spellings) {
    const exact = known.find(({ code }) => code === spelling);
    if (exact !== undefined) return { kind: 'found', sold: exact };
  }
  const [first] = soldCodeKeys(reading);
  const asItCame = known.filter(({ code }) => soldCodeKey(code) === first);
  return chooseOnly(asItCame.length > 0 ? asItCame : known);
}

/** The only one that remains when something around it is forgiven. */
export function chooseForgiven<Known extends SoldCode>(
  known: readonly Known[],
): FoundSoldCode<Known> {
  const chosen = chooseOnly(known);
  const isShort = chosen.kind === 'found' && chosen.sold.code.length < SHORTEST_FORGIVEN;
  return isShort ? { kind: 'ambiguous' } : chosen;
}

function chooseOnly<Known extends SoldCode>(known: readonly Known[]): FoundSoldCode<Known> {
  const [only, another] = known;
  if (only === undefined) return { kind: 'unknown' };
  return another === undefined ? { kind: 'found', sold: only } : { kind: 'ambiguous' };
}

function keysOf(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map(soldCodeKey))].filter((key) => key !== '');
}

function trimmedAtEnds(text: string): readonly string[] {
  const ends = Array.from({ length: MOST_ADDED + 1 }, (_, count) => count);
  return ends.flatMap((before) =>
    ends.flatMap((after) =>
      before + after < text.length ? [text.slice(before, text.length - after)] : [],
    ),
  );
}

/** Every run of neighbouring parts, so that a code that is several of them is among those from which one has to remain. */
function partsOf(text: string): readonly string[] {
  const parts = [...text.matchAll(/[^\s/?&=#:;,|"<>()[\]{}]+/g)];
  if (parts.length < 2 || parts.length > MOST_PARTS) return [];
  return parts.flatMap((first, from) =>
    parts.slice(from).map((last) => text.slice(first.index, last.index + last[0].length)),
  );
}
