import { locales } from '../../shared/languages.ts';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The nine fuses of Electron 45 as distributed: `1` on, `0` off. */
const AS_DISTRIBUTED = '101100010';
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Creates a folder with the files that electron-builder takes from an Electron distribution for Linux, for machines without Electron's binary. Its
 * `electron` is not a program: it only contains the fuse wire, which @electron/fuses finds by its sentinel and changes as in the real one.
 */
export async function makeDistribution(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  for (const locale of ['en-US', 'ja', ...locales.filter((one) => one !== 'en')]) {
    await writeFile(join(folder, 'locales', `${locale}.pak`), '');
  }
  const wire = Buffer.from([1, AS_DISTRIBUTED.length]);
  await writeFile(
    join(folder, 'electron'),
    Buffer.concat([
      Buffer.from('#!/bin/false\n'),
      Buffer.from(SENTINEL),
      wire,
      Buffer.from(AS_DISTRIBUTED),
    ]),
  );
  await chmod(join(folder, 'electron'), 0o755);
  await writeFile(join(folder, 'chrome-sandbox'), '');
  await writeFile(join(folder, 'LICENSE'), '');
}

/** The fuses of a binary, in Electron's order. */
export function readFuses(binary: Buffer): string {
  const at = binary.indexOf(SENTINEL);
  if (at === -1) throw new Error('expected the sentinel of a fuse wire');
  const wire = at + SENTINEL.length;
  return binary.toString('latin1', wire + 2, wire + 2 + binary.readUInt8(wire + 1));
}
