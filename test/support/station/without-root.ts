import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const NOBODY = 65_534;

export const isRoot = process.geteuid?.() === 0;

/**
 * Runs `work` as a user to whom file permissions apply. If the process is root, to whom they do not, `folder` and its files are given to another
 * user, as whom the process runs meanwhile.
 */
export function withoutRoot<Value>(folder: string, work: () => Value): Value {
  if (!isRoot) return work();
  for (const path of ['', ...readdirSync(folder)]) chownSync(join(folder, path), NOBODY, NOBODY);
  return asNobody(work);
}

/** Runs `work` as a user who owns no files. Requires root. */
export function asNobody<Value>(work: () => Value): Value {
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
