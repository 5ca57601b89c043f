import { existsSync, renameSync } from 'node:fs';
import { freeName } from './free-name.ts';
import { readRegularFile } from './read-regular-file.ts';
import { writeAtomically } from './write-atomically.ts';

/** `copy`: the file is missing or damaged, and the value was read from the copy beside it. */
export type KeptRead<Value> =
  | { readonly from: 'file' | 'copy'; readonly value: Value }
  | { readonly from: 'damaged' | 'absent' };

/** Returns null for a text that is not what was written. */
type Parse<Value> = (text: string) => Value | null;

/** Reads a small file that is kept twice, as `NAME` and `NAME.bak`. Changes nothing, so that it may be read before it is taken over. */
export function readKept<Value>(path: string, parse: Parse<Value>): KeptRead<Value> {
  const value = readOne(path, parse);
  if (value !== null) return { from: 'file', value };
  const copy = readOne(copyOf(path), parse);
  if (copy !== null) return { from: 'copy', value: copy };
  return { from: existsSync(path) ? 'damaged' : 'absent' };
}

/** Writes the file and then its copy, each in one step. What says nothing any more is kept as `NAME.damaged-1`, and so on. */
export function writeKept<Value>(path: string, text: string, parse: Parse<Value>): void {
  for (const one of [path, copyOf(path)]) {
    if (existsSync(one) && readOne(one, parse) === null)
      renameSync(one, freeName(`${one}.damaged`));
    writeAtomically(one, text);
  }
}

/** Null also for what cannot be read at all: a folder, a pipe, another user's file, a bad block. */
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
