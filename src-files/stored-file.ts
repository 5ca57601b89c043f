// Why: docs/decisions/0003-private-files.md
import { existsSync, renameSync } from 'node:fs';
import { freeName } from './look-for.ts';
import { readRegularFile } from './read-regular-file.ts';
import { writeAtomically } from './write-atomically.ts';

/** `copy`: the file was missing or damaged, and the value comes from its copy. */
export type StoredRead<Value> =
  | { readonly from: 'file' | 'copy'; readonly value: Value }
  | { readonly from: 'damaged' | 'absent' };

/** Returns null for damaged text. */
type Parse<Value> = (text: string) => Value | null;

/** Reads a small file that is stored twice, as `NAME` and `NAME.bak`. Changes nothing, so it may be called before the folder is locked. */
export function readStored<Value>(path: string, parse: Parse<Value>): StoredRead<Value> {
  const value = readOne(path, parse);
  if (value !== null) return { from: 'file', value };
  const copy = readOne(copyOf(path), parse);
  if (copy !== null) return { from: 'copy', value: copy };
  return { from: existsSync(path) ? 'damaged' : 'absent' };
}

/** Writes the file and then its copy, each atomically. A damaged file is kept as `NAME.damaged-1`, and so on. */
export function writeStored<Value>(path: string, text: string, parse: Parse<Value>): void {
  for (const one of [path, copyOf(path)]) {
    if (existsSync(one) && readOne(one, parse) === null)
      renameSync(one, freeName(`${one}.damaged`));
    writeAtomically(one, text);
  }
}

/** Returns null also for anything unreadable: a folder, a pipe, another user's file, a bad block. */
function readOne<Value>(path: string, parse: Parse<Value>): Value | null {
  try {
    return parse(readRegularFile(path).toString());
  } catch {
    return null;
  }
}

function copyOf(path: string): string {
  return `${path}.bak`;
}
