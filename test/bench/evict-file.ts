import { spawnSync } from 'node:child_process';

/** Asks the system to drop a file from its memory, as if it had not been read for long. Does nothing where `dd` cannot, as on macOS. */
export function evictFile(path: string): void {
  // posix_fadvise(DONTNEED) for the whole file: GNU dd, "Discarding cached data".
  spawnSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
}
