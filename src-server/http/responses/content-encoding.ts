import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { assertNever } from '../../../shared/assert-never.ts';

/** The first of `offered` that an `Accept-Encoding` allows (RFC 9110 §12.5.3); null means none. */
export function encodingFor<Encoding extends string>(
  acceptEncoding: string | null | undefined,
  offered: readonly Encoding[],
): Encoding | null {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', quality = ''] = part.split(';');
      return [name.trim().toLowerCase(), !/^\s*q=0(?:\.0*)?\s*$/.test(quality)];
    }),
  );
  return offered.find((name) => accepted.get(name) === true) ?? null;
}

/** Encodings of what is written anew for each response. */
export const quickEncodings = ['zstd', 'gzip'] as const;
export type QuickEncoding = (typeof quickEncodings)[number];

/** Those of a page of a list. Brotli is slower than the others at this, so it comes last. */
export const pageEncodings = [...quickEncodings, 'br'] as const;
type PageEncoding = (typeof pageEncodings)[number];

/** Rows are so similar that level 1 compresses better than the default, level 3, in half the time. */
export const ZSTD_LEVEL = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Below this a body fits into one packet anyway. */
const LEAST_BYTES = 1_024;

export function isLong(bytes: Uint8Array): boolean {
  return bytes.length >= LEAST_BYTES;
}

/** Compresses synchronously: another thread would cost more than the work. */
export function compress(bytes: Uint8Array, encoding: PageEncoding): Buffer {
  switch (encoding) {
    case 'zstd':
      return zstdCompressSync(bytes, { params: ZSTD_LEVEL });
    case 'gzip':
      return gzipSync(bytes, { level: 1 });
    case 'br':
      return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    default:
      return assertNever(encoding);
  }
}
