import { closeSync, openSync, readSync, statSync } from 'node:fs';

const MAGIC = 'SQLite format 3\0';
const DEFAULT_PAGE_BYTES = 4_096;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** The location of one image of a page: in the database file, or in a frame of its write-ahead log. */
interface Place {
  readonly file: number;
  readonly offset: number;
  readonly number: number;
}

/**
 * The raw pages of a database that SQLite can no longer open: its file, which may be truncated, empty or missing, and its write-ahead log,
 * whose checksums may be invalid. Format: https://www.sqlite.org/fileformat.html
 */
export class PageImages implements Disposable {
  readonly pageBytes: number;
  /** `user_version` in the header; null if the header is gone. */
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

  /** The newest image of a page; null if none is left. */
  page(number: number): Buffer | null {
    const place = this.#newest.get(number);
    return place === undefined ? null : readAt(place.file, place.offset, this.pageBytes);
  }

  [Symbol.dispose](): void {
    this.#files.forEach((file) => closeSync(file));
  }
}

/** Null if there is no file: nothing, or a folder in its place. */
function openOrNull(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? openSync(path, 'r') : null;
}

/** Up to `length` bytes, as many as there are. */
function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}

/** From the file's header, or the log's; otherwise SQLite's default. */
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

/** A log is rewritten from its beginning after a checkpoint: frames of the present round have its header's salts. */
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
