import { constants, gzipSync, zstdCompressSync } from 'node:zlib';

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

/** Rows are so similar that level 1 compresses better than the default, level 3, in half the time. */
export const ZSTD_LEVEL = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Below this a body fits into one packet anyway. */
const LEAST_BYTES = 1_024;

export function isLong(text: string): boolean {
  return text.length >= LEAST_BYTES;
}

/** Compresses synchronously: another thread would cost more than the work. */
export function compressText(text: string, encoding: QuickEncoding): Buffer {
  return encoding === 'zstd'
    ? zstdCompressSync(text, { params: ZSTD_LEVEL })
    : gzipSync(text, { level: 1 });
}
