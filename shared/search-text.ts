/**
 * Text as it is searched for: letter case, accents, width and the apostrophes in names do not count, in any script. Used where tickets are indexed,
 * where a query is read and where the screen marks what was found, so that the three agree.
 */
export function searchWords(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Letters that Unicode does not take apart, though people type them without their stroke. */
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

/** Where in a text a word was found: from the first to behind the last UTF-16 unit. */
export type Found = readonly [from: number, until: number];

/**
 * Where each word of a query is in a text, for the marks on the screen: anywhere in a word, or at its beginning where it has one or two
 * characters. In order, and apart from each other.
 */
export function findWords(text: string, query: string): readonly Found[] {
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  // What is searched in, and for each unit of it the letter that it comes from.
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

/** Found at the beginning of words only: anywhere would be everywhere. */
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
