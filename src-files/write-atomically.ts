import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAlive } from './is-alive.ts';

/**
 * Replaces a file atomically: after a crash or a power cut either the old or the new content is there, complete. Only its owner
 * can read it. The folder must exist. Without `flush` nothing waits for the disk, and a power cut may truncate the content.
 */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  { flush = true }: { readonly flush?: boolean } = {},
): void {
  const draft = draftOf(path);
  try {
    // A draft left by a killed process would keep its mode, and writing to a pipe would block.
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw unwritten(error, path);
  }
  if (flush) flushFolder(dirname(path));
}

/** The same for content that `fill` writes and flushes: it gets the path of an empty file. */
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

/** Reports the failure under the file's own name: its readers do not know about the draft. */
function unwritten(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  const { code } = error;
  const named = new Error(`${path} cannot be written (${String(code)})`, { cause: error });
  return Object.assign(named, { code, path });
}

function draftOf(path: string): string {
  return `${path}.${process.pid}.new`;
}

/**
 * Removes the file if it is a draft, or SQLite's journal of one, whose writer is gone; returns whether it was. Call before
 * anything is written.
 */
export function removeLeftDraft(path: string): boolean {
  const writer = /\.(\d+)\.new(?:-journal)?$/.exec(path)?.[1];
  if (writer === undefined) return false;
  // In a container this process may have the killed one's id.
  if (Number(writer) !== process.pid && isAlive(Number(writer))) return false;
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The rename is durable only once its folder is flushed. Windows cannot flush folders. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
