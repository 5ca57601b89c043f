import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const NOBODY = 65_534;

export const isRoot = process.geteuid?.() === 0;

/**
 * Runs `work` as a user whom the modes of files bind. Root is bound by none, so there `folder` and the files in it are given to another user,
 * and the process acts as that one meanwhile.
 */
export function withoutRoot<Value>(folder: string, work: () => Value): Value {
  if (!isRoot) return work();
  for (const path of ['', ...readdirSync(folder)]) chownSync(join(folder, path), NOBODY, NOBODY);
  return asNobody(work);
}

/** Runs `work` as a user to whom every file is another's. Only root can. */
export function asNobody<Value>(work: () => Value): Value {
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
