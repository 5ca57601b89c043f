/** The journal was written by another version of this program. */
export class JournalVersionError extends Error {
  readonly code = 'journal.unknown_version';
  readonly path: string;
  readonly isNewer: boolean;
  constructor(path: string, { found, known }: { readonly found: number; readonly known: number }) {
    super(`expected ${path} to have schema version ${known}, it has ${found}`);
    this.name = 'JournalVersionError';
    this.path = path;
    this.isNewer = found > known;
  }
}
