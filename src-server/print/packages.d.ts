/** The parts in use of packages that bring no types, or types that Node's resolution does not understand. */

declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels: (text: string, base: 'auto') => { readonly levels: Uint8Array };
    /** Null for a character that has no mirror image. */
    getMirroredCharacter: (character: string) => string | null;
  }
  export default function bidiFactory(): Bidi;
}

declare module 'fontkit' {
  interface Path {
    readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[];
    readonly bbox: {
      readonly minX: number;
      readonly minY: number;
      readonly maxX: number;
      readonly maxY: number;
    };
  }
  interface Glyph {
    readonly path: Path;
    readonly advanceWidth: number;
  }
  /** What a PDF embeds of a font: the glyphs that it uses. */
  interface Subset {
    glyf: Uint8Array[];
    loca: { offsets: number[]; version: number };
    hmtx: { metrics: { readonly advance: number; readonly bearing: number }[] };
    /** Bytes of glyphs so far. */
    offset: number;
    _addGlyph: (id: number) => number;
    /** Takes a glyph of the font, and returns its number in the subset. */
    includeGlyph: (id: number) => number;
    encode: () => Uint8Array;
  }
  export interface Font {
    hasGlyphForCodePoint: (codePoint: number) => boolean;
    getGlyph: (id: number) => Glyph;
    /** `features` turns features of the font on or off. */
    layout: (
      text: string,
      features?: Readonly<Record<string, boolean>>,
    ) => { readonly glyphs: readonly { readonly id: number }[] };
    getVariation: (axes: Readonly<Record<string, number>>) => Font;
    createSubset: () => Subset;
  }
  export function create(bytes: Uint8Array): Font;
}

declare module 'pdfkit' {
  import type { Font } from 'fontkit';
  import type { Readable } from 'node:stream';

  export interface TextOptions {
    readonly lineBreak?: boolean;
    readonly baseline?: 'alphabetic';
    readonly stroke?: boolean;
    readonly fill?: boolean;
  }
  export class PDFDocument extends Readable {
    constructor(options: {
      readonly size: string;
      readonly margin: number;
      readonly font: null;
      readonly lang: string;
      readonly displayTitle: boolean;
      readonly info: Readonly<Record<string, string | Date>>;
    });
    registerFont(name: string, font: Font): this;
    font(name: string): this;
    fontSize(points: number): this;
    widthOfString(text: string): number;
    text(text: string, x: number, y: number, options: TextOptions): this;
    fillColor(colour: string): this;
    strokeColor(colour: string): this;
    lineWidth(points: number): this;
    path(svg: string): this;
    stroke(): this;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    scale(factor: number): this;
    end(): void;
  }
}
