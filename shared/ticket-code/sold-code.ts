import { cleanCode, plainText } from './clean-code.ts';
import { codeCandidates } from './around-code.ts';
import { lowerAscii } from './find-codes.ts';

/**
 * Codes of tickets that were sold elsewhere: any text, known only from the shop's list. A reading is one of them as it is, or, with what a
 * scanner adds or loses (an AIM identifier, a prefix, a suffix, a check digit, zeros in front, letter case, swapped letters), if exactly one known code remains.
 */

/** A known code, as sold. */
export interface SoldCode {
  readonly code: string;
}

/** `ambiguous`: several known codes remain, or one that is too short to be told from chance. */
export type FoundSoldCode<Known extends SoldCode> =
  { readonly kind: 'found'; readonly sold: Known } | { readonly kind: 'unknown' | 'ambiguous' };

/** Between the characters of a code that is printed, or typed, in groups. */
const GAPS = /[ \u00a0\u202f\p{Pd}]/gu;

/** What equal codes have in common, however a scanner or a person writes them: without what is invisible around and in them and without gaps, in lower case. */
export function soldCodeKey(code: string): string {
  const text = folded(code);
  return text.replaceAll(GAPS, '') || text;
}

function folded(code: string): string {
  return lowerAscii(plainText(code).trim().normalize('NFC'));
}

/** The keys that a reading has as it is: as it came, and without an AIM identifier and framing. */
export function soldCodeKeys(reading: string): readonly string[] {
  return keysOf([reading, cleanCode(reading)]);
}

/** The keys of everything in a reading that may be a code with something around it; without those of `soldCodeKeys`. */
export function forgivenCodeKeys(reading: string): readonly string[] {
  const known = new Set(soldCodeKeys(reading));
  const candidates = codeCandidates(cleanCode(reading));
  return keysOf(candidates.map(({ text }) => text)).filter((key) => !known.has(key));
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
  return forgiven.length === 0 ? exact : chooseForgiven(reading, find(forgiven));
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

/** The one that was read as it is, or in another letter case or other groups if there is only one. */
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
  const left = asItCame.length > 0 ? asItCame : known;
  const grouped = left.filter(({ code }) =>
    spellings.some((text) => folded(text) === folded(code)),
  );
  return chooseOnly(grouped.length > 0 ? grouped : left);
}

/** The only one that remains when something around it is forgiven. Unknown if a longer number is around it. */
export function chooseForgiven<Known extends SoldCode>(
  reading: string,
  known: readonly Known[],
): FoundSoldCode<Known> {
  const chosen = chooseOnly(known);
  if (chosen.kind !== 'found') return chosen;
  const { code } = chosen.sold;
  const key = soldCodeKey(code);
  const ways = codeCandidates(cleanCode(reading)).filter(({ text }) => soldCodeKey(text) === key);
  const least = Math.min(...ways.map((way) => way.least));
  if (code.length >= least) return chosen;
  return { kind: Number.isFinite(least) ? 'ambiguous' : 'unknown' };
}

function chooseOnly<Known extends SoldCode>(known: readonly Known[]): FoundSoldCode<Known> {
  const [only, another] = known;
  if (only === undefined) return { kind: 'unknown' };
  return another === undefined ? { kind: 'found', sold: only } : { kind: 'ambiguous' };
}

function keysOf(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map(soldCodeKey))].filter((key) => key !== '');
}
