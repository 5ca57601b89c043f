import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { STORED_RESPONSE_CHARACTERS } from '../../shared/contract/limits.ts';

/** Enough for the stored characters in any charset; also bounds what a few compressed bytes may become. */
const MAX_DECODED_BYTES = 8 * 1024;
const SHOWN_CHARACTERS = 40;

/** The bytes may end anywhere, so each stream is flushed at their end instead of asking for its own. */
const decoders = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  zlib: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
};

export interface ResponseBody {
  /** The first bytes; they may end anywhere. */
  readonly bytes: Buffer;
  /** `Content-Encoding`; null if there is none. Deliveries accept none, but some endpoints compress anyway. */
  readonly encoding: string | null;
  /** `Content-Type`; null if there is none. */
  readonly type: string | null;
}

/**
 * The first characters of a response, for the delivery log. Never cuts a character in half, neither at the end of the bytes nor at the
 * limit. Invalid bytes become U+FFFD, and so does NUL, which not every database can store. A body that cannot be decompressed is described.
 */
export async function responseText({ bytes, encoding, type }: ResponseBody): Promise<string> {
  const plain = await decompress(bytes, encoding?.trim().toLowerCase() ?? '');
  if (plain === null) return describeBytes(bytes, encoding ?? '');
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type ?? '')?.[1] ?? 'utf-8';
  // In stream mode the decoder withholds the bytes of an incomplete character.
  const text = decoderOf(plain, charset).decode(plain, { stream: true });
  const characters = Array.from(text.replaceAll('\u0000', '\uFFFD'));
  return characters.slice(0, STORED_RESPONSE_CHARACTERS).join('');
}

function describeBytes(bytes: Buffer, encoding: string): string {
  const shown = JSON.stringify(encoding.slice(0, SHOWN_CHARACTERS));
  return `(${bytes.length} bytes that cannot be read as Content-Encoding ${shown})`;
}

/** A byte order mark takes precedence over what is declared, as in browsers. An unknown charset is read as UTF-8. */
function decoderOf(bytes: Buffer, charset: string) {
  const mark = bytes.subarray(0, 2).toString('hex');
  const marked = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : charset;
  try {
    return new TextDecoder(marked);
  } catch {
    return new TextDecoder();
  }
}

/** Returns at most `MAX_DECODED_BYTES`, or null if nothing could be decompressed. */
function decompress(bytes: Buffer, encoding: string): Promise<Buffer | null> | Buffer | null {
  if (encoding === '' || encoding === 'identity' || bytes.length === 0) return bytes;
  const decoder = decoderFor(bytes, encoding)?.();
  if (decoder === undefined) return null;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => {
      decoder.destroy();
      resolve(length === 0 ? null : Buffer.concat(chunks).subarray(0, MAX_DECODED_BYTES));
    };
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_DECODED_BYTES) finish();
    });
    decoder.on('end', finish);
    decoder.on('error', finish);
    decoder.end(bytes);
  });
}

function decoderFor(bytes: Buffer, encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return decoders.gzip;
  if (encoding === 'br') return decoders.br;
  if (encoding === 'zstd') return decoders.zstd;
  if (encoding !== 'deflate') return undefined;
  // With the header of RFC 1950, as the standard says, or without, as some endpoints do.
  const isZlib = bytes.length > 1 && bytes.readUInt16BE() % 31 === 0;
  return isZlib ? decoders.zlib : decoders.deflate;
}
