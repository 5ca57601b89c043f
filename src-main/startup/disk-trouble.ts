/** Why a file or folder cannot be used (a clause), and what a person can do about it (the beginning of a sentence). */
export interface DiskTrouble {
  readonly cause: string;
  readonly remedy: string;
}

export const OR_ELSEWHERE = 'or name another folder with --data.';

const NO_RIGHT = 'this user may not read or write there';
const GIVE_RIGHT = 'Allow this user to read and write there';

/** By error codes of Node and SQLite. Does not load the database module, which may be what is broken. */
const troubles: readonly (readonly [RegExp, DiskTrouble])[] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/, { cause: 'the disk is full', remedy: 'Free up space there' }],
  [/^EROFS/, { cause: 'the disk is read-only', remedy: 'Make it writable' }],
  [/^(?:EACCES|EPERM|SQLITE_PERM|SQLITE_READONLY)/, { cause: NO_RIGHT, remedy: GIVE_RIGHT }],
  [
    /^SQLITE_CANTOPEN/,
    {
      cause: 'a file there cannot be opened',
      remedy: `${GIVE_RIGHT}, move away anything that is in the file's place`,
    },
  ],
  [/^(?:EIO|SQLITE_IOERR)/, { cause: 'the disk reports a failure', remedy: 'Check the disk' }],
];

/** Problems with a single file or folder. */
const obstacles: Readonly<Record<string, DiskTrouble>> = {
  ENOENT: { cause: 'it is missing and cannot be created', remedy: 'Create it by hand' },
  ENOTDIR: { cause: 'there is a file where a folder should be', remedy: 'Move that file away' },
  EEXIST: { cause: 'there is a file where a folder should be', remedy: 'Move that file away' },
  EISDIR: { cause: 'there is a folder where a file should be', remedy: 'Move that folder away' },
};

/** Returns null for a code that does not concern the disk. */
export function diskTrouble(code: string): DiskTrouble | null {
  return troubles.find(([codes]) => codes.test(code))?.[1] ?? null;
}

/** For the path that an error names. */
export function troubleAt(code: string): DiskTrouble {
  return (
    diskTrouble(code) ??
    obstacles[code] ?? { cause: `the system reports ${code}`, remedy: 'Check the disk' }
  );
}

/** `said`: the system's own message, if it adds anything. */
export function cannotBeUsed(
  place: string,
  { cause, remedy }: DiskTrouble,
  said: string | null,
): string {
  const detail = said === null ? '' : ` (${said})`;
  return `${place} cannot be used: ${cause}${detail}. ${remedy}, ${OR_ELSEWHERE}`;
}
