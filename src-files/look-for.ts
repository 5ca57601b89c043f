import { lstatSync, statSync } from 'node:fs';

/** A path that cannot be inspected: in another user's folder, or behind a loop of links. */
export class UnseenError extends Error {
  override readonly name = 'UnseenError';
}

/**
 * Whether anything exists at `path`. A path that cannot be inspected must not be reported as missing.
 * @throws {UnseenError} with a sentence that names `folder`.
 */
export function isFound(path: string, folder: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    const code =
      error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    const why =
      code === 'EACCES' || code === 'EPERM'
        ? 'this user may not look into it. Run the command as the user whom it belongs to'
        : `the system reports ${code}`;
    throw new UnseenError(`What ${folder} holds cannot be seen: ${why}.`, { cause: error });
  }
}

/**
 * The wanted name with the first free number: `NAME-1`, `NAME-2`. With suffixes, the number must be free for all of them, so that
 * files that belong together stay together.
 */
export function freeName(wanted: string, suffixes: readonly string[] = ['']): string {
  const isTaken = (number: number) =>
    suffixes.some((suffix) => isThere(`${wanted}-${number}${suffix}`));
  let number = 1;
  while (isTaken(number)) number += 1;
  return `${wanted}-${number}`;
}

/** True also for a broken link. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
