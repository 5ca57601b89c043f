import { statSync } from 'node:fs';

/** A path behind which nobody can say what there is: another user's folder, links that lead in a circle. */
export class UnseenError extends Error {
  override readonly name = 'UnseenError';
}

/**
 * Whether there is something at `path`. To whom nothing is shown, nothing may be said to be missing.
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
