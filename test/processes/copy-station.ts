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
/** A write-ahead log: its header, and before the page of each frame the frame's own. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** Where the index of the log says how many of its frames may have been moved into the database: those were on the disk before. */
const BACKFILL_ATTEMPTED = 128;

export type Fraction = () => number;

/**
 * Copies the files of a station whose process is stopped: what a killed process leaves. Then it takes back what a power cut may
 * take: the mark stands where `olderMark` says, a frame of the journal's log that was being written is there in part, and the log
 * of the replica, which waits for no disk, ends anywhere behind what is in the database already.
 */
export function copyAsPowerCut(
  folder: string,
  copy: string,
  { random, olderMark }: { readonly random: Fraction; readonly olderMark: Buffer | null },
): void {
  mkdirSync(copy, { recursive: true });
  for (const name of namesIn(folder)) copyFileSync(join(folder, name), join(copy, name));
  if (olderMark !== null) {
    truncateSync(join(copy, 'journal.mark'), 0);
    appendFileSync(join(copy, 'journal.mark'), olderMark);
  }
  const torn = Buffer.alloc(Math.floor(random() * 6_000)).map(() => random() * 256);
  appendFileSync(join(copy, 'journal.db-wal'), torn);
  cutLog(join(folder, 'replica.db'), join(copy, 'replica.db-wal'), random);
}

/** Copies file by file, in any order, with any pause between, while the station writes: what a careless backup does. */
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
      // Settings are replaced by a rename, whose first name is gone in a moment.
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
