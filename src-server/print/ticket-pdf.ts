// Why: docs/decisions/0032-tickets-on-paper.md
import { PDFDocument } from 'pdfkit';
import type { Ticket } from '../../shared/resources/tickets.ts';
import { printableLine } from '../../shared/plain-text.ts';
import { qrSymbol, type QrSymbol } from '../mail/qr-image.ts';
import { KEEP_CODE, ticketFacts, ticketTime, type TicketEvent } from './ticket-facts.ts';
import { Typefaces } from './typefaces.ts';
import { breakLines, runsOf, writeText, type Sign, type WrittenText } from './written-text.ts';

/** Lengths are in points. */
const PAGE = { width: 297.64, height: 419.53, margin: 22 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
/** With its quiet zone, as wide as on a sheet of tickets. */
const QR_SIZE = 153;
const GAP = 10;
const LINE = 1.25;
/** Above the code and its two lines. */
const BOTTOM = PAGE.height - PAGE.margin - QR_SIZE - 22;
const INK = '#111111';
const FAINT = '#555555';

/** A text in the page: at most `most` lines of `size`. */
interface Block {
  readonly text: WrittenText;
  readonly size: number;
  readonly most: number;
  readonly colour: string;
  readonly isBold?: boolean;
}

/** A block, or a row of two of them with their labels. */
type Row = readonly (readonly Block[])[];

let typefaces: Promise<Typefaces> | null = null;

/** Tried again after a failure. */
async function openTypefaces(): Promise<Typefaces> {
  try {
    return await (typefaces ??= Typefaces.open());
  } catch (error) {
    typefaces = null;
    throw error;
  }
}

/** One page of A6, on which a phone shows the code large enough. The same bytes for the same ticket. */
export async function ticketPdf(event: TicketEvent, ticket: Ticket, code: string): Promise<Buffer> {
  const faces = await openTypefaces();
  const rows = await rowsOf(faces, event, ticket);
  const below = await Promise.all(
    [ticket.reference, KEEP_CODE].map((text) => writeText(faces, text)),
  );
  const isPartial = rows.flat(2).some(({ text }) => text.isPartial);
  const note = isPartial ? await writeText(faces, PARTIAL) : null;
  const page = new Page({
    title: `Ticket: ${printableLine(event.name)}`,
    created: new Date(ticket.created_at),
    ellipsis: (await writeText(faces, '…')).signs,
  });
  page.write(rows);
  page.draw(await qrSymbol(code), { x: (PAGE.width - QR_SIZE) / 2, y: BOTTOM });
  const [reference, advice] = below;
  if (reference !== undefined)
    page.centre(reference, { size: 8, y: PAGE.height - PAGE.margin - 12, colour: INK });
  if (advice !== undefined)
    page.centre(advice, { size: 7, y: PAGE.height - PAGE.margin - 2, colour: FAINT });
  if (note !== null) page.centre(note, { size: 6, y: PAGE.height - 9, colour: FAINT });
  return page.end();
}

const PARTIAL = '? stands for a letter that cannot be printed here. The code is whole.';

async function rowsOf(
  faces: Typefaces,
  event: TicketEvent,
  ticket: Ticket,
): Promise<readonly Row[]> {
  const block = async (text: string, style: Omit<Block, 'text'>): Promise<Block> => ({
    text: await writeText(faces, text),
    ...style,
  });
  const when = ticketTime(event, ticket);
  const head = [
    await block(event.organiser, { size: 8, most: 1, colour: FAINT }),
    await block(event.name, { size: 17, most: 3, colour: INK, isBold: true }),
    ...(when === null ? [] : [await block(when, { size: 10.5, most: 2, colour: INK })]),
  ];
  const rows: (readonly Block[])[][] = head.map((one) => [[one]]);
  let isOpen = false;
  for (const { label, value, otherwise = '', isWide = false } of ticketFacts(event, ticket)) {
    const written = await block(value, { size: 10, most: 2, colour: INK });
    const isBetter = written.text.isPartial && otherwise !== '';
    const cell = [
      await block(label, { size: 6.5, most: 1, colour: FAINT }),
      isBetter ? await block(otherwise, { size: 10, most: 2, colour: INK }) : written,
    ];
    if (isOpen && !isWide) rows.at(-1)?.push(cell);
    else rows.push([cell]);
    isOpen = !isWide && !isOpen;
  }
  return rows;
}

/** Smaller than this nobody reads a ticket. */
const SMALLEST = 0.55;
const SMALLER = 0.93;

interface PageOptions {
  readonly title: string;
  readonly created: Date;
  readonly ellipsis: readonly Sign[];
}

class Page {
  readonly #document: PDFDocument;
  readonly #bytes: Promise<Buffer>;
  readonly #known = new Set<string>();
  /** Where a text is cut. */
  readonly #ellipsis: readonly Sign[];

  constructor({ title, created, ellipsis }: PageOptions) {
    this.#ellipsis = ellipsis;
    this.#document = new PDFDocument({
      size: 'A6',
      margin: 0,
      font: null,
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Producer: 'Gatehouse', Creator: 'Gatehouse', CreationDate: created },
    });
    this.#bytes = this.#document.toArray().then((parts) => Buffer.concat(parts));
  }

  /** From the top, as large as there is room for above the code. */
  write(rows: readonly Row[]): void {
    let factor = 1;
    while (factor > SMALLEST && this.#height(rows, factor) > BOTTOM - PAGE.margin)
      factor *= SMALLER;
    let y = PAGE.margin;
    for (const row of rows) {
      const width = widthIn(row);
      for (const [index, cell] of row.entries()) {
        let top = y;
        for (const block of cell) {
          const size = block.size * factor;
          for (const line of this.#linesOf(block, width, factor)) {
            this.#line(line, {
              x: PAGE.margin + index * (width + GAP),
              y: top + size,
              ...block,
              size,
            });
            top += size * LINE;
          }
        }
      }
      y += this.#rowHeight(row, factor);
    }
  }

  /** A line between the margins. */
  centre(
    { signs }: WrittenText,
    { size, y, colour }: { readonly size: number; readonly y: number; readonly colour: string },
  ): void {
    const x = (PAGE.width - this.#widthOf(signs, size)) / 2;
    this.#line(signs, { x, y, size, colour });
  }

  draw({ size, path }: QrSymbol, { x, y }: { readonly x: number; readonly y: number }): void {
    this.#document
      .save()
      .translate(x, y)
      .scale(QR_SIZE / size);
    // A little wider than a module, so that no seam shows between rows.
    this.#document.strokeColor('#000000').lineWidth(1.02).path(path).stroke().restore();
  }

  end(): Promise<Buffer> {
    this.#document.end();
    return this.#bytes;
  }

  #height(rows: readonly Row[], factor: number): number {
    return rows.reduce((sum, row) => sum + this.#rowHeight(row, factor), 0);
  }

  #rowHeight(row: Row, factor: number): number {
    const heights = row.map((cell) =>
      cell.reduce((sum, block) => {
        const lines = this.#linesOf(block, widthIn(row), factor).length;
        return sum + lines * block.size * factor * LINE;
      }, 0),
    );
    return Math.max(...heights) + 6 * factor;
  }

  /** The last one ends with an ellipsis where more would follow. */
  #linesOf(
    { text, size, most }: Block,
    width: number,
    factor: number,
  ): readonly (readonly Sign[])[] {
    const measure = (signs: readonly Sign[]) => this.#widthOf(signs, size * factor);
    const { signs } = text;
    const lines = breakLines(signs, width, measure);
    const last = lines[most - 1];
    if (last === undefined || lines.length === most) return lines;
    const cut = [...last];
    while (cut.length > 1 && measure([...cut, ...this.#ellipsis]) > width) cut.pop();
    return [...lines.slice(0, most - 1), [...cut, ...this.#ellipsis]];
  }

  #widthOf(signs: readonly Sign[], size: number): number {
    return runsOf(signs).reduce((sum, { text, face }) => {
      this.#use(face.path, face.font);
      return sum + this.#document.fontSize(size).widthOfString(text);
    }, 0);
  }

  #line(
    signs: readonly Sign[],
    {
      x,
      y,
      size,
      colour,
      isBold = false,
    }: {
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly colour: string;
      readonly isBold?: boolean;
    },
  ): void {
    let at = x;
    for (const { text, face } of runsOf(signs)) {
      this.#use(face.path, face.font);
      this.#document
        .fontSize(size)
        .fillColor(colour)
        .strokeColor(colour)
        .lineWidth(size * 0.025);
      const options = {
        lineBreak: false,
        baseline: 'alphabetic',
        fill: true,
        stroke: isBold,
      } as const;
      this.#document.text(text, at, y, options);
      at += this.#document.widthOfString(text);
    }
  }

  #use(path: string, font: Sign['face']['font']): void {
    if (!this.#known.has(path)) this.#document.registerFont(path, font);
    this.#known.add(path);
    this.#document.font(path);
  }
}

function widthIn(row: Row): number {
  return row.length === 1 ? WIDTH : (WIDTH - GAP) / 2;
}
