// Why: docs/decisions/0016-journal.md
import type Database from 'better-sqlite3';
import { hashEntry } from './journal-chain.ts';
import type { JournalLog } from './journal-log.ts';
import { firstUpload } from './journal-rows.ts';
import { contentColumns, type ChainedContent, type JournalRow } from './journal-schema.ts';
import { openToRescue, readOr } from '../open-database.ts';

/** What is left of an unusable journal. */
export interface RecoveredJournal {
  /** Empty if the beginning of the chain is lost. */
  readonly genesis: string;
  /** By sequence, each as found: with its own hash, modified or not. */
  readonly rows: readonly JournalRow[];
}

/**
 * Recovers every row of a damaged journal that SQLite can still read, from the front until an error and from the back, and every intact row
 * of its log. The upload state of a row is only in the database: without it, the row is sent again, and the server recognises it.
 */
export function recoverJournal(path: string, log: JournalLog): RecoveredJournal {
  const found = new FoundRows();
  const read = readWithSqlite(path);
  const logged = log.read().rows;
  const isOwn = sharesChain(logged, read.genesis, read.rows);
  // First, so that the upload state in the database counts.
  if (isOwn) for (const row of logged) found.add({ ...row, ...firstUpload(row.kind) });
  else log.replaceLater();
  for (const row of read.rows) found.add(row);
  const first = isOwn ? logged.find(({ sequence }) => sequence === 1) : undefined;
  const genesis = read.genesis ?? first?.previous_hash ?? '';
  return { genesis, rows: found.chained(genesis) };
}

/** Whether the log is that of these rows and not of another journal. Anything may belong to a database that is lost. */
export function sharesChain(
  logged: readonly ChainedContent[],
  genesis: string | null,
  rows: readonly { readonly hash: string }[],
): boolean {
  const hashes = new Set([...rows.map(({ hash }) => hash), ...(genesis === null ? [] : [genesis])]);
  if (hashes.size === 0) return true;
  return logged.some((row) => hashes.has(row.hash) || hashes.has(row.previous_hash));
}

function readWithSqlite(path: string) {
  const rows: JournalRow[] = [];
  const database = openToRescue(path);
  if (database === null) return { genesis: null, rows };
  try {
    for (const order of ['ASC', 'DESC'] as const) {
      readOr(null, () => readRows(database, order, rows));
    }
    const begin = "SELECT genesis FROM chain WHERE genesis <> ''";
    const genesis = readOr(null, () => database.prepare<[], string>(begin).pluck().get());
    return { genesis: genesis ?? null, rows };
  } finally {
    database.close();
  }
}

function readRows(database: Database.Database, order: 'ASC' | 'DESC', found: JournalRow[]): void {
  const rows = database.prepare<[], JournalRow>(
    `SELECT * FROM entries NOT INDEXED ORDER BY sequence ${order}`,
  );
  for (const row of rows.iterate()) found.push(row);
}

/** A row may be found in both, and in one of them modified. */
class FoundRows {
  readonly #bySequence = new Map<number, Map<string, JournalRow>>();

  add(row: JournalRow): void {
    const content = JSON.stringify([row.hash, ...contentColumns.map((column) => row[column])]);
    const candidates = this.#bySequence.get(row.sequence) ?? new Map<string, JournalRow>();
    candidates.set(content, row);
    this.#bySequence.set(row.sequence, candidates);
  }

  /** One row per sequence: if there are several, the one that fits the chain. */
  chained(genesis: string): readonly JournalRow[] {
    const rows: JournalRow[] = [];
    const sequences = [...this.#bySequence.keys()].sort((one, other) => one - other);
    for (const sequence of sequences) {
      const before = rows.at(-1);
      const previous =
        sequence === 1 ? genesis : before?.sequence === sequence - 1 ? before.hash : null;
      const candidates = [...(this.#bySequence.get(sequence)?.values() ?? [])];
      const follows = (row: JournalRow) =>
        previous !== null && hashEntry(previous, row) === row.hash;
      const chosen = candidates.find(follows) ?? candidates[0];
      if (chosen !== undefined) rows.push(chosen);
    }
    return rows;
  }
}
