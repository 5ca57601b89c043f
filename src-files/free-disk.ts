import { statfsSync } from 'node:fs';

/** In bytes. With less than this free, neither logs nor what a server sends are written: the rest belongs to the journal. */
export const JOURNAL_RESERVE = 50_000_000;

/** Free space for this user where the folder is, in bytes; null if the drive does not report it, as some network drives do not. */
export function freeDisk(folder: string): number | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return blocks === 0 ? null : bavail * bsize;
  } catch {
    return null;
  }
}
