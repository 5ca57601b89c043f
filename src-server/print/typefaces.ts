// Why: docs/decisions/0032-tickets-on-paper.md
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import decompress from 'woff2-encoder/decompress';
import { builtPages } from '../../src-files/built-page.ts';
import { embeddable } from './font-subset.ts';

/** A file of letters. */
export interface Typeface {
  readonly name: string;
  readonly font: Font;
  /** Whether a word of its letters can be set: fontkit throws where a mark has no place on its letter. */
  readonly canSet: (word: string) => boolean;
}

interface Face {
  readonly name: string;
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
  readonly #folder: string;
  readonly #faces: readonly Face[];
  readonly #read = new Map<string, Promise<Typeface>>();

  private constructor(folder: string, faces: readonly Face[]) {
    this.#folder = folder;
    this.#faces = faces;
  }

  /** From the styles of the built pages. */
  static async open(): Promise<Typefaces> {
    const pages = builtPages();
    if (pages === null) throw new Error('expected built pages: run "npm run build"');
    const folder = join(pages, 'assets');
    const styles = (await readdir(folder)).filter((name) => name.endsWith('.css')).sort();
    const texts = await Promise.all(styles.map((name) => readFile(join(folder, name), 'utf8')));
    const faces = new Map(texts.flatMap(readFaces).map((face) => [face.name, face]));
    const sorted = [...faces.values()].toSorted(
      (one, other) => Number(isPreferred(other)) - Number(isPreferred(one)),
    );
    return new Typefaces(folder, sorted);
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
    for (const { name, ranges } of this.#faces) {
      if (!ranges.some(([from, to]) => from <= first && first <= to)) continue;
      const face = await this.#open(name);
      if (draws(face, points)) return face;
    }
    return null;
  }

  /** The least recently used is dropped first. */
  #open(name: string): Promise<Typeface> {
    const face = this.#read.get(name) ?? readTypeface(this.#folder, name);
    this.#read.delete(name);
    this.#read.set(name, face);
    const [oldest] = this.#read.keys();
    if (this.#read.size > MAX_FONTS && oldest !== undefined) this.#read.delete(oldest);
    // One that could not be read is tried again.
    face.catch(() => this.#read.delete(name));
    return face;
  }
}

async function readTypeface(folder: string, name: string): Promise<Typeface> {
  const font = create(await decompress(await readFile(join(folder, name))));
  const weighted = embeddable(font.getVariation({ wght: WEIGHT }));
  const layout = weighted.layout.bind(weighted);
  // Without marks nothing throws: a line may end within a word that could be set whole.
  weighted.layout = (text, features) =>
    attempt(() => layout(text, features)) ?? layout(text, NO_MARKS);
  return { name, font: weighted, canSet: (word) => attempt(() => layout(word)) !== null };
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

function readFaces(style: string): readonly Face[] {
  return [
    ...style.matchAll(/@font-face\{[^}]*url\(\.\/([^)]+\.woff2)\)[^}]*unicode-range:([^;}]+)/g),
  ].map(([, name = '', ranges = '']) => ({ name, ranges: ranges.split(',').map(readRange) }));
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

function isPreferred({ name }: Pick<Face, 'name'>): boolean {
  return name.startsWith('inter-');
}
