import { closeSync, openSync, readSync, statSync } from 'node:fs';

const MAGIC = 'SQLite format 3\0';
const DEFAULT_PAGE_BYTES = 4_096;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Where one image of a page is: in the database file, or in a frame of its write-ahead log. */
interface Place {
  readonly file: number;
  readonly offset: number;
  readonly number: number;
}

/**
 * The pages of a database that SQLite does not open any more, as the bytes lie there: its file, which may be cut short, empty or missing,
 * and its write-ahead log, whose checksums may no longer hold. The format: https://www.sqlite.org/fileformat.html
 */
export class PageImages implements Disposable {
  readonly pageBytes: number;
  /** `user_version` of the header; null where there is no header any more. */
  readonly version: number | null;
  readonly #files: readonly number[];
  /** Oldest first: frames that an earlier round left in the log, the file itself, then the frames of the present round. */
  readonly #places: readonly Place[];
  readonly #newest = new Map<number, Place>();

  private constructor(main: number | null, log: number | null) {
    this.#files = [main, log].filter((file) => file !== null);
    const head = main === null ? Buffer.alloc(0) : readAt(main, 0, 100);
    const logHead = log === null ? Buffer.alloc(0) : readAt(log, 0, LOG_HEADER_BYTES);
    this.pageBytes = pageBytesOf(head, logHead);
    const frames = log === null ? [] : framesOf(log, logHead, this.pageBytes);
    const pages = main === null ? [] : pagesOf(main, this.pageBytes);
    this.#places = [
      ...frames.filter(({ isCurrent }) => !isCurrent),
      ...pages,
      ...frames.filter(({ isCurrent }) => isCurrent),
    ];
    for (const place of this.#places) this.#newest.set(place.number, place);
    this.version = versionOf(this.page(1));
  }

  static open(path: string): PageImages {
    return new PageImages(openOrNull(path), openOrNull(`${path}-wal`));
  }

  /** Every image of every page, oldest first. */
  *all(): Generator<{ readonly number: number; readonly bytes: Buffer }> {
    for (const place of this.#places) {
      yield { number: place.number, bytes: readAt(place.file, place.offset, this.pageBytes) };
    }
  }

  /** The newest image of a page; null where none is left. */
  page(number: number): Buffer | null {
    const place = this.#newest.get(number);
    return place === undefined ? null : readAt(place.file, place.offset, this.pageBytes);
  }

  [Symbol.dispose](): void {
    this.#files.forEach((file) => closeSync(file));
  }
}

/** Null where there is no file: nothing, or a folder in its place. */
function openOrNull(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? openSync(path, 'r') : null;
}

/** As many bytes as there are, at most `length`. */
function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}

/** The header of the file says it, or that of the log; where neither is left it is what SQLite takes by itself. */
function pageBytesOf(head: Buffer, logHead: Buffer): number {
  const said = [
    head.length >= 18 && head.toString('latin1', 0, 16) === MAGIC ? head.readUInt16BE(16) : 0,
    logHead.length >= 12 ? logHead.readUInt32BE(8) : 0,
  ];
  return said.find(isPageSize) ?? DEFAULT_PAGE_BYTES;
}

function isPageSize(bytes: number): boolean {
  return bytes >= 512 && bytes <= 32_768 && Number.isInteger(Math.log2(bytes));
}

function versionOf(first: Buffer | null): number | null {
  if (first === null || first.length < 100) return null;
  return first.toString('latin1', 0, 16) === MAGIC ? first.readInt32BE(60) : null;
}

function pagesOf(file: number, pageBytes: number): readonly Place[] {
  const places: Place[] = [];
  for (let number = 1; readAt(file, number * pageBytes - 1, 1).length === 1; number += 1) {
    places.push({ file, number, offset: (number - 1) * pageBytes });
  }
  return places;
}

/** A log is written from its beginning again after a checkpoint: frames of the present round carry the salts of its header. */
function framesOf(
  file: number,
  logHead: Buffer,
  pageBytes: number,
): readonly (Place & { readonly isCurrent: boolean })[] {
  const frames: (Place & { readonly isCurrent: boolean })[] = [];
  const salts = logHead.subarray(16, 24);
  for (let at = LOG_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageBytes) {
    const head = readAt(file, at, FRAME_HEADER_BYTES);
    const offset = at + FRAME_HEADER_BYTES;
    if (readAt(file, offset + pageBytes - 1, 1).length === 0) return frames;
    const isCurrent = head.subarray(8, 16).equals(salts);
    frames.push({ file, number: head.readUInt32BE(0), offset, isCurrent });
  }
}
