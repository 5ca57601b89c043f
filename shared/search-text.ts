/**
 * Normalises text for search: ignores letter case, accents, width and apostrophes, in any script. Used for indexing tickets,
 * parsing queries and highlighting matches, so that the three agree.
 */
export function searchWords(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Letters that Unicode does not decompose, although people type them without the stroke. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const strokes = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');
const unheard = /[\p{Mn}'’ʼ‘`´]/gu;

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(unheard, '')
    .replace(strokes, (letter) => plain[letter] ?? letter);
}

/** A match in a text: from its first to after its last UTF-16 unit. */
export type Found = readonly [from: number, until: number];

/**
 * Finds each word of a query in a text, for highlighting: anywhere in a word, or only at its beginning if the query word has one or
 * two characters. Matches are in order and do not overlap.
 */
export function findWords(text: string, query: string): readonly Found[] {
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  // The folded text, and for each of its units the letter that it comes from.
  const folded = letters.map(({ segment }) => fold(segment));
  const sources = folded.flatMap((part, place) => Array.from({ length: part.length }, () => place));
  const whole = folded.join('');
  const found = searchWords(query).flatMap((word) =>
    placesOf(word, whole).flatMap((at) => {
      const first = letters[sources[at] ?? -1];
      const last = letters[sources[at + word.length - 1] ?? -1];
      if (first === undefined || last === undefined) return [];
      return [[first.index, last.index + last.segment.length] as const];
    }),
  );
  return apart(found);
}

function placesOf(word: string, folded: string): readonly number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    if (!isShort(word) || !endsWithWord.test(folded.slice(0, at))) places.push(at);
  }
  return places;
}

const endsWithWord = /[\p{L}\p{N}]$/u;

/** Matched at the beginning of words only, because anywhere would match nearly everything. */
export function isShort(word: string): boolean {
  return Array.from(word).length < 3;
}

function apart(found: readonly Found[]): readonly Found[] {
  const joined: Found[] = [];
  for (const [from, until] of found.toSorted((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last === undefined || from > last[1]) joined.push([from, until]);
    else joined.splice(-1, 1, [last[0], Math.max(last[1], until)]);
  }
  return joined;
}
