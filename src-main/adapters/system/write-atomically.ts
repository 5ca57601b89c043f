import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Replaces a file in one step: after a crash either the old text is there or the new one, whole. */
export function writeAtomically(path: string, text: string, mode = 0o644): void {
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, 'w', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
