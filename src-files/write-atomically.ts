import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAlive } from './is-alive.ts';

/**
 * Replaces a file in one step: after a crash or a power cut either the old content is there or the new one, whole. Only its owner
 * can read it. The folder must exist. Without `flush` nothing waits for the disk, and a power cut may leave half of the content.
 */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  { flush = true }: { readonly flush?: boolean } = {},
): void {
  const draft = draftOf(path);
  try {
    // A draft that a killed process left would keep its own mode, and writing to a pipe would wait.
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw unwritten(error, path);
  }
  if (flush) flushFolder(dirname(path));
}

/** The same for a file that somebody else writes: `fill` gets the path of an empty one, and flushes what it writes there. */
export async function fillAtomically(
  path: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = draftOf(path);
  try {
    rmSync(draft, { force: true });
    closeSync(openSync(draft, 'wx', 0o600));
    await fill(draft);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw unwritten(error, path);
  }
  flushFolder(dirname(path));
}

/** The failure under the name that its reader knows: the draft is no concern of theirs. */
function unwritten(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  const { code } = error;
  const named = new Error(`${path} cannot be written (${String(code)})`, { cause: error });
  return Object.assign(named, { code, path });
}

function draftOf(path: string): string {
  return `${path}.${process.pid}.new`;
}

/** Removes the file if it is a draft whose writer is gone, or SQLite's journal of one, and says whether it was. Call before anything is written. */
export function removeLeftDraft(path: string): boolean {
  const writer = /\.(\d+)\.new(?:-journal)?$/.exec(path)?.[1];
  if (writer === undefined) return false;
  // In a container this process may have the id of the one that was killed.
  if (Number(writer) !== process.pid && isAlive(Number(writer))) return false;
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The rename itself is only certain once its folder is on the disk. Windows cannot flush folders. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
