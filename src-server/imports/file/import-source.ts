import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from './import-error.ts';

/** The bytes of a file, which is read more than once. */
export interface ImportSource {
  /** As it is shown. */
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Reading it fails with an `ImportError` once the file is another one than when it was opened first: a program may be writing it. */
export function fileSource(path: string, name: string): ImportSource {
  let first: string | null = null;
  const check = async () => {
    const found = await stat(path).catch(() => null);
    const now = found === null ? 'gone' : `${found.ino} ${found.size} ${found.mtimeMs}`;
    first ??= now;
    if (now !== first) throw refused(1, { kind: 'changed', values: {} });
  };
  async function* open() {
    await check();
    yield* createReadStream(path);
    await check();
  }
  return { name, open };
}

export function bytesSource(bytes: Uint8Array, name: string): ImportSource {
  return { name, open: () => partsOf(bytes) };
}

const PART = 16 * 1024;

async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART) {
    yield bytes.subarray(at, at + PART);
    await letOthersWork();
  }
}

const PAUSE_MS = 2;

/**
 * A server has other work to do in the meantime. A request takes several turns of the event loop, which fit into the pause: with a single turn between
 * two parts, it would wait for several parts.
 */
export function letOthersWork(): Promise<void> {
  return sleep(PAUSE_MS);
}
