/** Why a file or a folder cannot be used, and what a person can do about it: a clause, and the beginning of a sentence. */
export interface DiskTrouble {
  readonly cause: string;
  readonly remedy: string;
}

export const OR_ELSEWHERE = 'or name another folder with --data.';

const NO_RIGHT = 'this user may not read or write there';
const GIVE_RIGHT = 'Allow this user to read and write there';

/** By the codes of Node and of SQLite. This loads no database, which may be what is wrong. */
const troubles: readonly (readonly [RegExp, DiskTrouble])[] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/, { cause: 'the disk is full', remedy: 'Make room there' }],
  [/^EROFS/, { cause: 'the disk can only be read', remedy: 'Make it possible to write there' }],
  [/^(?:EACCES|EPERM|SQLITE_PERM|SQLITE_READONLY)/, { cause: NO_RIGHT, remedy: GIVE_RIGHT }],
  [
    /^SQLITE_CANTOPEN/,
    {
      cause: 'a file there cannot be opened',
      remedy: `${GIVE_RIGHT}, move away what stands in the place of a file`,
    },
  ],
  [/^(?:EIO|SQLITE_IOERR)/, { cause: 'the disk reports a failure', remedy: 'Check the disk' }],
];

/** What stands in the way of one file or folder. */
const obstacles: Readonly<Record<string, DiskTrouble>> = {
  ENOENT: { cause: 'it is not there and cannot be made', remedy: 'Make it by hand' },
  ENOTDIR: { cause: 'there is a file where a folder should be', remedy: 'Move that file away' },
  EEXIST: { cause: 'there is a file where a folder should be', remedy: 'Move that file away' },
  EISDIR: { cause: 'there is a folder where a file should be', remedy: 'Move that folder away' },
};

/** Null for a code that says nothing of the disk. */
export function diskTrouble(code: string): DiskTrouble | null {
  return troubles.find(([codes]) => codes.test(code))?.[1] ?? null;
}

/** For the place that an error names. */
export function troubleAt(code: string): DiskTrouble {
  return (
    diskTrouble(code) ??
    obstacles[code] ?? { cause: `the system reports ${code}`, remedy: 'Check the disk' }
  );
}

/** `said`: what the system says itself, where that tells more. */
export function cannotBeUsed(
  place: string,
  { cause, remedy }: DiskTrouble,
  said: string | null,
): string {
  const detail = said === null ? '' : ` (${said})`;
  return `${place} cannot be used: ${cause}${detail}. ${remedy}, ${OR_ELSEWHERE}`;
}
