import { createReadStream } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';

/** The bytes of a file, which is read more than once. */
export interface ImportSource {
  /** As it is shown. */
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

export function fileSource(path: string, name: string): ImportSource {
  return { name, open: () => createReadStream(path) };
}

export function bytesSource(bytes: Uint8Array, name: string): ImportSource {
  return { name, open: () => partsOf(bytes) };
}

const PART = 64 * 1024;

async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART) {
    yield bytes.subarray(at, at + PART);
    // A server has other work to do in the meantime.
    await turn();
  }
}
