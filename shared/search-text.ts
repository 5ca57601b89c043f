/**
 * Normalises text for search: ignores letter case, accents, width, apostrophes and which kana, in any script. Used for indexing tickets,
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
const katakana = /[\u30a1-\u30f6]/gu;
const KATAKANA_SHIFT = 0x60;
const unheard = /[\p{Mn}'’ʼ‘`´]/gu;
const ascii = /^[\0-\x7f]*$/;

function fold(text: string): string {
  // Most texts, in a quarter of the time.
  if (ascii.test(text)) return text.toLowerCase().replace(/['`]/g, '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(unheard, '')
    .replace(strokes, (letter) => plain[letter] ?? letter)
    .replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA_SHIFT));
}

/**
 * The words of a name with the other ways to write them: Müller as muller, mueller and Mueller as muller; Åse as ase and aase. People
 * spell a name as they hear it, or as their keyboard permits.
 */
export function spelledWords(text: string): readonly string[] {
  return [...new Set(spellings(text).flat().flatMap(shortened))];
}

/** A word of a query that may be several words of a name. */
export const SHORTEST_JOINED = 5;

/** The names without the spaces and hyphens between their words: Anne-Marie as annemarie. None if there is only one word. */
export function joinedWords(texts: readonly string[]): readonly string[] {
  const all = texts.join(' ');
  const ways = spellings(all).filter((words) => words.length > 1);
  return [...new Set(ways.map((words) => words.join('')))];
}

/** The words of a seat, with its letters and numbers apart and together: "Row C, 14" also as c14, "C14" also as 14. */
export function seatWords(label: string): readonly string[] {
  const words = searchWords(label);
  const parts = words.flatMap((word) => word.match(/\p{N}+|\p{L}+/gu) ?? []);
  const apart = parts.filter((part) => !words.some((word) => word.startsWith(part)));
  const together = parts.flatMap((part, place) => {
    const [next, ...later] = parts.slice(place + 1);
    if (next === undefined) return [];
    if (isNumber(part)) return isNumber(next) || !isShort(next) ? [] : [part + next];
    if (isNumber(next)) return [part + next];
    const number = isShort(part) ? later.find(isNumber) : undefined;
    return number === undefined ? [] : [part + number];
  });
  return [...new Set([...words, ...apart, ...together])];
}

function isNumber(part: string): boolean {
  return /^\p{N}/u.test(part);
}

/** Letters that are also written as two. */
const pairs: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
};

const paired = /[äöüåø]/gu;

function inPairs(text: string): string {
  return composed(text).replaceAll(paired, (letter) => pairs[letter] ?? letter);
}

function composed(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The words, and if they have such letters, the words with them written as two. */
function spellings(text: string): readonly (readonly string[])[] {
  const words = searchWords(text);
  return composed(text).search(paired) === -1 ? [words] : [words, searchWords(inPairs(text))];
}

/** So many pairs of a word are tried one by one. */
const MOST_PAIRS = 3;

function isPair(letters: string): boolean {
  return /^(ae|oe|ue|aa)$/.test(letters);
}

/** The word, and the word with each choice of its pairs written as one letter. */
function shortened(word: string): readonly string[] {
  const places = [...word.matchAll(/ae|oe|ue|aa/g)].slice(0, MOST_PAIRS).map(({ index }) => index);
  return places.reduceRight<readonly string[]>(
    (ways, at) => [...ways, ...ways.map((way) => way.slice(0, at + 1) + way.slice(at + 2))],
    [word],
  );
}

/** A match in a text: from its first to after its last UTF-16 unit. */
export type Found = readonly [from: number, until: number];

/**
 * Finds each word of a query in a text, for highlighting: anywhere in a word, or only at its beginning if the query word has one or
 * two characters; spelled as in `spelledWords`, and without the spaces of the text. Matches are in order and do not overlap.
 */
export function findWords(text: string, query: string): readonly Found[] {
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  const found = searchWords(query).flatMap((word) => {
    for (const read of readings) {
      if (read.isJoined && !isLikelyJoined(word)) continue;
      const places = placesOf(word, read.of(letters.map(({ segment }) => segment)));
      if (places.length > 0) return places;
    }
    return [];
  });
  return apart(
    found.flatMap(([from, until]) => {
      const [first, last] = [letters[from], letters[until]];
      if (first === undefined || last === undefined) return [];
      return [[first.index, last.index + last.segment.length] as const];
    }),
  );
}

/** A unit of folded text, and the letter that it comes from. */
interface Unit {
  readonly text: string;
  readonly letter: number;
}

/** The ways in which a text is read, until a word is found in it. */
const readings: readonly {
  readonly isJoined: boolean;
  readonly of: (letters: readonly string[]) => readonly Unit[];
}[] = [
  { isJoined: false, of: plainUnits },
  { isJoined: false, of: pairUnits },
  { isJoined: false, of: (letters) => withoutSeconds(plainUnits(letters)) },
  { isJoined: true, of: (letters) => withoutSpaces(plainUnits(letters)) },
  { isJoined: true, of: (letters) => withoutSpaces(pairUnits(letters)) },
];

/** Shorter words would be found across the boundary of others. */
function isLikelyJoined(word: string): boolean {
  return word.length >= SHORTEST_JOINED || /\p{N}/u.test(word);
}

function plainUnits(letters: readonly string[]): readonly Unit[] {
  return letters.flatMap((text, letter) => unitsOf(fold(text), letter));
}

function pairUnits(letters: readonly string[]): readonly Unit[] {
  return letters.flatMap((text, letter) => unitsOf(fold(inPairs(text)), letter));
}

/** By UTF-16 units, as words are. */
function unitsOf(folded: string, letter: number): readonly Unit[] {
  return Array.from({ length: folded.length }, (_, at) => ({ text: folded.charAt(at), letter }));
}

function withoutSeconds(units: readonly Unit[]): readonly Unit[] {
  return units.filter(({ text }, at) => !(at > 0 && isPair((units[at - 1]?.text ?? '') + text)));
}

function withoutSpaces(units: readonly Unit[]): readonly Unit[] {
  return units.filter(({ text }) => !/^[^\p{L}\p{N}\ud800-\udfff]$/u.test(text));
}

/** The first and last letters of each place. */
function placesOf(word: string, units: readonly Unit[]): readonly (readonly [number, number])[] {
  const folded = units.map(({ text }) => text).join('');
  const places: (readonly [number, number])[] = [];
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    const [first, last] = [units[at], units[at + word.length - 1]];
    if (first === undefined || last === undefined) continue;
    if (!isShort(word) || !endsWithWord.test(folded.slice(0, at)))
      places.push([first.letter, last.letter]);
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
