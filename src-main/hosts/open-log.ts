import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST_BYTES = 5_000_000;

/** Opens a log for appending. The file before it is kept as `NAME.1` once it is larger than 5 MB. */
export function openLog(folder: string, name: string): (line: string) => void {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_BYTES) {
    renameSync(path, `${path}.1`);
  }
  return (line) => {
    try {
      appendFileSync(path, line);
    } catch {
      // A full disk must not stop the server for want of its log.
    }
  };
}
