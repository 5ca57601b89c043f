import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LEFT_OUT = /-shm$|\.lock$/;
/** Sizes in a write-ahead log: its header, and the header before the page of each frame. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** Offset in the log's index of the number of frames that may have been checkpointed, which were synced to disk before. */
const BACKFILL_ATTEMPTED = 128;

export type Fraction = () => number;

/**
 * Copies the files of a station whose process is stopped, then removes what a power cut may lose: `journal.log`, which is not synced, ends anywhere
 * after its first `syncedBytes`, perhaps in zeroes; the last frame of the journal's write-ahead log is torn, and that of the replica, which is not
 * synced, ends anywhere after its checkpointed frames.
 */
export function copyAsPowerCut(
  folder: string,
  copy: string,
  { random, syncedBytes }: { readonly random: Fraction; readonly syncedBytes: number },
): void {
  mkdirSync(copy, { recursive: true });
  for (const name of namesIn(folder)) copyFileSync(join(folder, name), join(copy, name));
  const lines = join(copy, 'journal.log');
  const unsynced = readFileSync(lines).length - syncedBytes;
  truncateSync(lines, syncedBytes + Math.floor(random() * (unsynced + 1)));
  if (random() < 0.5) appendFileSync(lines, Buffer.alloc(Math.floor(random() * 3_000)));
  const torn = Buffer.alloc(Math.floor(random() * 6_000)).map(() => random() * 256);
  appendFileSync(join(copy, 'journal.db-wal'), torn);
  cutLog(join(folder, 'replica.db'), join(copy, 'replica.db-wal'), random);
}

/** Copies file by file, in any order and with pauses, while the station writes, as a careless backup does. */
export async function copyWhileWritten(
  folder: string,
  copy: string,
  random: Fraction,
): Promise<void> {
  mkdirSync(copy, { recursive: true });
  const names = namesIn(folder)
    .map((name) => ({ name, place: random() }))
    .toSorted((a, b) => a.place - b.place);
  for (const { name } of names) {
    try {
      copyFileSync(join(folder, name), join(copy, name));
    } catch (error) {
      // The temporary file of the settings may be renamed between listing and copying.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    if (random() < 0.5) await sleep(random() * 40);
  }
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name))
    .map(({ name }) => name);
}

function cutLog(database: string, copiedLog: string, random: Fraction): void {
  const { length } = readFileSync(copiedLog);
  if (length === 0) return;
  const frame = FRAME_HEADER + readFileSync(copiedLog).readUInt32BE(8);
  const onDisk = readFileSync(`${database}-shm`).readUInt32LE(BACKFILL_ATTEMPTED);
  const kept = Math.min(length, LOG_HEADER + onDisk * frame);
  truncateSync(copiedLog, kept + Math.floor(random() * (length - kept)));
}
