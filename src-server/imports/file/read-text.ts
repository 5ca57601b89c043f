import { TextDecoder } from 'node:util';
import { ImportError, refused } from './import-error.ts';
import type { ImportSource } from './import-source.ts';

/** As people know them. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

interface Found {
  readonly encoding: Encoding;
  /** As `TextDecoder` takes it. */
  readonly label: string;
}

/**
 * How the file is encoded: UTF-16 if it begins with a byte order mark of it, UTF-8 if all of it can be, and Windows-1252 otherwise. Throws an
 * `ImportError` for a spreadsheet or an archive, for what is no text, and for UTF-8 with some bytes that are none: every accent would be read wrongly.
 */
export async function findEncoding(source: ImportSource): Promise<Found> {
  let found: Found | null = null;
  let isMarked = false;
  let utf8: TextDecoder | null = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder('utf-8');
  let [whole, broken] = [0, 0];
  for await (const part of source.open()) {
    isMarked ||= found === null && begins(part, [0xef, 0xbb, 0xbf]);
    found ??= foundInMark(part);
    if (found?.encoding === 'UTF-16') return found;
    if (part.includes(0)) throw refused(1, noText);
    utf8 = isValid(utf8, part) ? utf8 : null;
    const text = lenient.decode(part, { stream: true });
    broken += text.match(/\ufffd/g)?.length ?? 0;
    whole += text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  }
  const isUtf8 = utf8 !== null && isValid(utf8, null);
  // In Windows-1252, hardly two signs together are a character of UTF-8.
  if ((isMarked || whole > broken) && !isUtf8) throw refused(1, { kind: 'cut', values: {} });
  return isUtf8
    ? { encoding: 'UTF-8', label: 'utf-8' }
    : { encoding: 'Windows-1252', label: 'windows-1252' };
}

/** The text of the file, without its byte order mark. Throws an `ImportError` for what is not of this encoding. */
export async function* readText(
  source: ImportSource,
  { label }: Pick<Found, 'label'>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    for await (const part of source.open()) {
      const text = decoder.decode(part, { stream: true });
      if (text.includes('\0')) throw refused(1, noText);
      if (text !== '') yield text;
    }
    const last = decoder.decode();
    if (last !== '') yield last;
  } catch (error) {
    if (error instanceof ImportError || !(error instanceof TypeError)) throw error;
    throw refused(1, noText);
  }
}

const noText = { kind: 'no_text', values: {} } as const;

/** A ZIP archive, as XLSX and ODS are too, the compound file of XLS, and gzip. */
const spreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1f, 0x8b],
];

/** The web page, or XML, that some shops call XLS. */
const MARKUP = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|meta|table|\?xml)\b/i;

function foundInMark(part: Uint8Array): Found | null {
  const isMarkup = MARKUP.test(Buffer.from(part.subarray(0, 256)).toString('latin1'));
  if (isMarkup || spreadsheets.some((bytes) => begins(part, bytes)))
    throw refused(1, { kind: 'spreadsheet', values: {} });
  if (begins(part, [0xff, 0xfe])) return { encoding: 'UTF-16', label: 'utf-16le' };
  if (begins(part, [0xfe, 0xff])) return { encoding: 'UTF-16', label: 'utf-16be' };
  return { encoding: 'UTF-8', label: 'utf-8' };
}

function begins(part: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => part[at] === byte);
}

function isValid(decoder: TextDecoder | null, part: Uint8Array | null): boolean {
  if (decoder === null) return false;
  try {
    decoder.decode(part ?? undefined, { stream: part !== null });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
