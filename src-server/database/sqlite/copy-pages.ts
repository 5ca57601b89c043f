import type BetterSqlite from 'better-sqlite3';
import type { OnCopied } from '../database.ts';

/** 400 kB: others read and write between them. */
const PAGES_AT_ONCE = 100;

/** Copies all of an open database into `file`, some pages at a time. */
export async function copyPages(
  sqlite: BetterSqlite.Database,
  file: string,
  onCopied: OnCopied = () => undefined,
): Promise<void> {
  const pageSize = Number(sqlite.pragma('page_size', { simple: true }));
  await sqlite.backup(file, {
    progress: ({ totalPages, remainingPages }) => {
      onCopied({ bytes: (totalPages - remainingPages) * pageSize, of: totalPages * pageSize });
      return PAGES_AT_ONCE;
    },
  });
}
