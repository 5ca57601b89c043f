import type { PageImages } from './page-images.ts';

/** A value of a record. Blobs count as unreadable: none of our tables has any. */
export type RecordValue = string | number | null;

export interface FoundRecord {
  readonly rowid: number;
  /** In column order; the row id's column is null too. */
  readonly values: readonly RecordValue[];
}

const TABLE_LEAF = 0x0d;
const FILE_HEADER_BYTES = 100;
const LEAF_HEADER_BYTES = 8;
/** No row of our stores comes near this; a damaged length must not exhaust memory. */
const LARGEST_RECORD_BYTES = 8_000_000;

const text = new TextDecoder('utf-8', { fatal: true });

/**
 * Every row of any table that is intact in an image of a page, oldest image first, so that the last occurrence of a row is the newest. A
 * page does not say which table its rows belong to.
 */
export function* recordsIn(images: PageImages): Generator<FoundRecord> {
  for (const { number, bytes } of images.all()) {
    const header = number === 1 ? FILE_HEADER_BYTES : 0;
    if (bytes[header] !== TABLE_LEAF) continue;
    const cells = bytes.readUInt16BE(header + 3);
    for (let cell = 0; cell < cells; cell += 1) {
      const record = intactOrNull(() => {
        const at = bytes.readUInt16BE(header + LEAF_HEADER_BYTES + cell * 2);
        return readCell(images, bytes, at);
      });
      if (record !== null) yield record;
    }
  }
}

/** It extends beyond its page, or contains what no record does: it is damaged. */
class UnreadableRecordError extends Error {}

function intactOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    const isDamage =
      error instanceof UnreadableRecordError ||
      error instanceof RangeError ||
      error instanceof TypeError;
    if (isDamage) return null;
    throw error;
  }
}

function readCell(images: PageImages, page: Buffer, at: number): FoundRecord {
  const [length, afterLength] = readVarint(page, at);
  const [rowid, start] = readVarint(page, afterLength);
  return { rowid, values: readRecord(payloadOf(images, page, start, length)) };
}

/** A row that does not fit continues in a chain of overflow pages. */
function payloadOf(images: PageImages, page: Buffer, start: number, length: number): Buffer {
  if (length > LARGEST_RECORD_BYTES) throw new UnreadableRecordError();
  const usable = images.pageBytes;
  const local = localBytes(length, usable);
  const parts = [slice(page, start, local)];
  let missing = length - local;
  let next = missing === 0 ? 0 : page.readUInt32BE(start + local);
  while (missing > 0) {
    const overflow = images.page(next);
    if (overflow === null) throw new UnreadableRecordError();
    next = overflow.readUInt32BE(0);
    const part = slice(overflow, 4, Math.min(missing, usable - 4));
    parts.push(part);
    missing -= part.length;
  }
  return parts.length === 1 ? slice(page, start, length) : Buffer.concat(parts);
}

function localBytes(length: number, usable: number): number {
  const largest = usable - 35;
  if (length <= largest) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = least + ((length - least) % (usable - 4));
  return wanted <= largest ? wanted : least;
}

function readRecord(payload: Buffer): readonly RecordValue[] {
  const [headerEnd, first] = readVarint(payload, 0);
  const values: RecordValue[] = [];
  let at = headerEnd;
  for (let header = first; header < headerEnd;) {
    const [type, next] = readVarint(payload, header);
    const [value, end] = readValue(payload, at, type);
    values.push(value);
    header = next;
    at = end;
  }
  if (at !== payload.length) throw new UnreadableRecordError();
  return values;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6];

function readValue(payload: Buffer, at: number, type: number): readonly [RecordValue, number] {
  if (type === 0) return [null, at];
  if (type === 8 || type === 9) return [type - 8, at];
  if (type === 6) return [Number(payload.readBigInt64BE(at)), at + 8];
  if (type === 7) return [payload.readDoubleBE(at), at + 8];
  const bytes = INTEGER_BYTES[type];
  if (bytes !== undefined) return [payload.readIntBE(at, bytes), at + bytes];
  // Odd from 13 on is text; even from 12 on would be a blob.
  if (type < 13 || type % 2 === 0) throw new UnreadableRecordError();
  const length = (type - 13) / 2;
  return [text.decode(slice(payload, at, length)), at + length];
}

/** One to nine bytes, seven bits each, eight in the ninth. */
function readVarint(bytes: Buffer, at: number): readonly [value: number, next: number] {
  let value = 0n;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes.readUInt8(at + index);
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [Number(value), at + index + 1];
  }
  value = (value << 8n) | BigInt(bytes.readUInt8(at + 8));
  return [Number(BigInt.asIntN(64, value)), at + 9];
}

function slice(bytes: Buffer, start: number, length: number): Buffer {
  if (start + length > bytes.length) throw new UnreadableRecordError();
  return bytes.subarray(start, start + length);
}
