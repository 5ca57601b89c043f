// Why: docs/decisions/0032-tickets-on-paper.md
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import decompress from 'woff2-encoder/decompress';
import { builtPages } from '../../src-files/built-page.ts';
import { embeddable } from './font-subset.ts';

/** A file of letters. */
export interface Typeface {
  readonly path: string;
  readonly font: Font;
  /** Whether a word of its letters can be set: fontkit throws where a mark has no place on its letter. */
  readonly canSet: (word: string) => boolean;
}

interface Face {
  readonly path: string;
  /** First and last code points. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** Of all text: pages have one weight, as each is embedded apart. */
const WEIGHT = 500;
/** Read at a time. One has up to half a megabyte, and a name in Chinese needs four. */
const MAX_FONTS = 64;
/** Digits, spaces and punctuation go with the letters before them. */
const COMMON = /^\p{Script=Common}+$/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** The typefaces of the pages, for paper: Inter, then those for names that Inter lacks. */
export class Typefaces {
  readonly #faces: readonly Face[];
  readonly #read = new Map<string, Promise<Typeface>>();

  private constructor(faces: readonly Face[]) {
    this.#faces = faces;
  }

  /** From the style sheets that name them. */
  static async open(styles?: readonly string[]): Promise<Typefaces> {
    const sheets = await Promise.all((styles ?? (await findStyles())).map(readSheet));
    const faces = new Map(sheets.flat().map((face) => [face.path, face]));
    const sorted = [...faces.values()].toSorted(
      (one, other) => Number(isPreferred(other)) - Number(isPreferred(one)),
    );
    return new Typefaces(sorted);
  }

  /** The one before where that will do, else the first that draws all of a character; null if none does. */
  async find(character: string, before: Typeface | null): Promise<Typeface | null> {
    const points = Array.from(character)
      .filter((sign) => !INVISIBLE.test(sign))
      .map((sign) => sign.codePointAt(0) ?? 0);
    const [first] = points;
    if (first === undefined) return null;
    const goesOn = before !== null && (isPreferred(before) || COMMON.test(character));
    if (goesOn && draws(before, points)) return before;
    for (const { path, ranges } of this.#faces) {
      if (!ranges.some(([from, to]) => from <= first && first <= to)) continue;
      const face = await this.#open(path);
      if (draws(face, points)) return face;
    }
    return null;
  }

  /** The least recently used is dropped first. */
  #open(path: string): Promise<Typeface> {
    const face = this.#read.get(path) ?? readTypeface(path);
    this.#read.delete(path);
    this.#read.set(path, face);
    const [oldest] = this.#read.keys();
    if (this.#read.size > MAX_FONTS && oldest !== undefined) this.#read.delete(oldest);
    // One that could not be read is tried again.
    face.catch(() => this.#read.delete(path));
    return face;
  }
}

async function readTypeface(path: string): Promise<Typeface> {
  const font = create(await decompress(await readFile(path)));
  const weighted = embeddable(font.getVariation({ wght: WEIGHT }));
  const layout = weighted.layout.bind(weighted);
  // Without marks nothing throws: a line may end within a word that could be set whole.
  weighted.layout = (text, features) =>
    attempt(() => layout(text, features)) ?? layout(text, NO_MARKS);
  return { path, font: weighted, canSet: (word) => attempt(() => layout(word)) !== null };
}

const NO_MARKS = { mark: false, mkmk: false };

/** Null where it throws. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const packages = fileURLToPath(new URL('../../node_modules/@fontsource-variable', import.meta.url));

/** Of the packages when run from source, of the built pages otherwise. */
async function findStyles(): Promise<readonly string[]> {
  if (existsSync(packages)) {
    return (await readdir(packages)).sort().map((name) => join(packages, name, 'wght.css'));
  }
  const pages = builtPages();
  if (pages === null) throw new Error('expected the pages beside the program');
  return stylesIn(join(pages, 'assets'));
}

export async function stylesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css'));
  return names.sort().map((name) => join(folder, name));
}

const FACE = /@font-face ?\{[^}]*url\(\.\/([^)]+\.woff2)\)[^}]*unicode-range: ?([^;}]+)/g;

async function readSheet(style: string): Promise<readonly Face[]> {
  const text = await readFile(style, 'utf8');
  return Array.from(text.matchAll(FACE), ([, file = '', ranges = '']) => {
    return { path: join(dirname(style), file), ranges: ranges.split(',').map(readRange) };
  });
}

/** Such as `U+41`, `U+0-FF` or `U+4??` (CSS Fonts §11.1). */
function readRange(text: string): readonly [number, number] {
  const [from = '', to = from] = text.trim().slice('U+'.length).split('-');
  return [boundOf(from, '0'), boundOf(to, 'F')];
}

function boundOf(digits: string, wildcard: string): number {
  return parseInt(digits.replaceAll('?', wildcard), 16);
}

function draws({ font }: Typeface, points: readonly number[]): boolean {
  return points.every((point) => font.hasGlyphForCodePoint(point));
}

function isPreferred({ path }: Pick<Face, 'path'>): boolean {
  return basename(path).startsWith('inter-');
}
