import bidiFactory from 'bidi-js';
import { printableLine } from '../../shared/plain-text.ts';
import type { Typeface, Typefaces } from './typefaces.ts';

/** A character as readers count them, and what draws it. */
export interface Sign {
  readonly text: string;
  readonly face: Typeface;
}

/** Part of a line with one typeface and one direction. */
export interface Run {
  readonly text: string;
  readonly face: Typeface;
}

/** Text whose every character has a typeface. */
export interface WrittenText {
  readonly signs: readonly Sign[];
  /** Whether a character had none, and a question mark stands for it. */
  readonly isPartial: boolean;
}

/** More than a page shows of one text. */
const MOST_UNITS = 200;
/** A text with more of them is no name, and each takes some milliseconds to read. */
const MOST_FACES = 24;

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
/** Nobody misses them in a name. */
const DECORATION =
  /^(?:[\p{Extended_Pictographic}\p{RI}\p{Default_Ignorable_Code_Point}]|\p{M}(?!\p{L}))+$/u;
/** What every font sets. */
const LATIN = /^[\p{Script=Latin}\p{Script=Common}]*$/u;
/** Scripts that put no spaces between words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Finds a typeface for each character. Emoji are left out where none draws them. */
export async function writeText(typefaces: Typefaces, text: string): Promise<WrittenText> {
  const line = printableLine(text).normalize('NFC').slice(0, MOST_UNITS);
  const mark = await typefaces.find('?', null);
  if (mark === null) throw new Error('expected a typeface for Latin');
  const question = { text: '?', face: mark };
  const found: Sign[] = [];
  const faces = new Set<Typeface>();
  for (const { segment } of graphemes.segment(line)) {
    const before = found.at(-1)?.face ?? null;
    const face = faces.size < MOST_FACES ? await typefaces.find(segment, before) : null;
    if (face !== null) {
      found.push({ text: segment, face });
      faces.add(face);
    } else if (!DECORATION.test(segment)) found.push(question);
  }
  const signs = partsOf(found).flatMap((part) => (canSet(part) ? part : part.map(() => question)));
  return { signs, isPartial: signs.includes(question) };
}

function canSet(word: readonly Sign[]): boolean {
  return LATIN.test(textOf(word)) || runsOf(word).every(({ text, face }) => face.canSet(text));
}

const textOf = (signs: readonly Sign[]): string => signs.map(({ text }) => text).join('');

/** Breaks text into lines no wider than `width`, between words where it can. `measure` gives the width of signs. */
export function breakLines(
  signs: readonly Sign[],
  width: number,
  measure: (signs: readonly Sign[]) => number,
): readonly (readonly Sign[])[] {
  const lines: Sign[][] = [];
  let line: Sign[] = [];
  let filled = 0;
  const add = (part: readonly Sign[], length: number) => {
    const isSpace = part.every(({ text }) => text === ' ');
    if (filled > 0 && !isSpace && filled + length > width) {
      lines.push(line);
      line = [];
      filled = 0;
    }
    if (isSpace && filled === 0) return;
    line.push(...part);
    filled += length;
  };
  for (const part of partsOf(signs)) {
    const length = measure(part);
    if (length <= width) add(part, length);
    else for (const sign of part) add([sign], measure([sign]));
  }
  return line.length === 0 ? lines : [...lines, line];
}

/** What no line break divides: words with what follows them up to a space, and spaces. */
function partsOf(signs: readonly Sign[]): readonly (readonly Sign[])[] {
  const starts = new Set(Array.from(words.segment(textOf(signs)), ({ index }) => index));
  const parts: Sign[][] = [];
  let at = 0;
  for (const sign of signs) {
    const last = parts.at(-1);
    const before = last?.at(-1)?.text ?? ' ';
    const isSpace = sign.text === ' ';
    const mayBreak =
      isSpace ||
      before === ' ' ||
      (starts.has(at) &&
        (UNSPACED.test(sign.text) || (UNSPACED.test(before) && /^[\p{L}\p{N}]/u.test(sign.text))));
    if (last === undefined || mayBreak) parts.push([sign]);
    else last.push(sign);
    at += sign.text.length;
  }
  return parts;
}

/** The runs of a line from left to right (UAX 9). */
export function runsOf(signs: readonly Sign[]): readonly Run[] {
  const text = textOf(signs);
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  const runs: { text: string; face: Typeface; level: number }[] = [];
  let at = 0;
  for (const { text: sign, face } of signs) {
    const level = levels[at] ?? 0;
    const isRightToLeft = level % 2 === 1;
    const drawn = isRightToLeft ? (bidi.getMirroredCharacter(sign) ?? sign) : sign;
    const last = runs.at(-1);
    // The PDF library sets words from left to right.
    const endsWord = isRightToLeft && (sign === ' ' || last?.text === ' ');
    if (last?.face === face && last.level === level && !endsWord) last.text += drawn;
    else runs.push({ text: drawn, face, level });
    at += sign.length;
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) reverseFrom(runs, level);
  return runs;
}

/** Reverses each sequence of runs that have this level or a higher one. */
function reverseFrom(runs: { readonly level: number }[], level: number): void {
  for (let start = 0; start < runs.length; start += 1) {
    let end = start;
    while ((runs[end]?.level ?? -1) >= level) end += 1;
    if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end;
  }
}
