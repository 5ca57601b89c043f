// Why: docs/decisions/0016-journal.md
import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { JournalKind } from '../../../../shared/station/journal-pages.ts';
import { chainStart, hashEntry, type ChainStart } from './journal-chain.ts';
import { contentColumns, uploadColumns, type JournalRow } from './journal-schema.ts';
import { openStationDatabase, readOr } from '../open-database.ts';
import { PageImages } from '../page-images.ts';
import { recordsIn, type FoundRecord } from '../page-records.ts';

/** What is left of an unusable journal. */
export interface RecoveredJournal {
  /** Null if the beginning of the chain is lost. */
  readonly start: ChainStart | null;
  /** By sequence, each as found: with its own hash, modified or not. */
  readonly rows: readonly JournalRow[];
}

/**
 * Recovers every row of a damaged journal: those that SQLite reads from the front until an error, and from the back, and those in the pages
 * of the file and its write-ahead log, where SQLite stops at the first error.
 */
export function recoverJournal(path: string): RecoveredJournal {
  const found = new FoundRows();
  const read = readWithSqlite(path, found);
  using images = PageImages.open(path);
  let start = read;
  for (const record of recordsIn(images)) {
    const row = rowOf(record);
    if (row !== null) found.add(row);
    else start ??= startOf(record);
  }
  return { start, rows: found.chained(start) };
}

function readWithSqlite(path: string, rows: FoundRows): ChainStart | null {
  // SQLite would take the log of an empty database for a leftover and delete it; a pipe would block it.
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0) return null;
  return readOr(null, () => {
    const database = openStationDatabase(path, { synchronous: 'FULL', readonly: true });
    try {
      for (const order of ['ASC', 'DESC'] as const) {
        readOr(null, () => readRows(database, order, rows));
      }
      return database.prepare<[], ChainStart>(chainStart).get() ?? null;
    } finally {
      database.close();
    }
  });
}

function readRows(database: Database.Database, order: 'ASC' | 'DESC', found: FoundRows): void {
  const rows = database.prepare(`SELECT * FROM entries NOT INDEXED ORDER BY sequence ${order}`);
  for (const row of rows.iterate()) {
    if (Row.Check(row)) found.add(row);
  }
}

const TextOrNull = () => Type.Union([Type.String(), Type.Null()]);
const Row = Compile(
  Type.Object({
    sequence: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    reference: Type.String(),
    request_id: Type.String(),
    organiser: Type.String(),
    event: Type.String(),
    kind: JournalKind,
    ticket: TextOrNull(),
    reason: TextOrNull(),
    session: TextOrNull(),
    location_reference: TextOrNull(),
    location_name: TextOrNull(),
    scanned_at: Type.Number(),
    clock_offset_ms: Type.Number(),
    watermark: TextOrNull(),
    code: Type.String(),
    symbology: TextOrNull(),
    source: Type.String(),
    shown: Type.String(),
    hash: Type.String(),
    upload_state: Type.Enum(['pending', 'acknowledged', 'attention', 'local']),
    upload_attempts: Type.Integer(),
    upload_code: TextOrNull(),
    upload_message: TextOrNull(),
    upload_answer: TextOrNull(),
  }),
);

const columns = [...contentColumns, 'hash', ...uploadColumns] as const;

/** Null for a row of another table. */
function rowOf({ rowid, values }: FoundRecord): JournalRow | null {
  if (values.length !== columns.length) return null;
  const named = columns.map((column, index) => [column, values[index]] as const);
  const row: unknown = { ...Object.fromEntries(named), sequence: rowid };
  return Row.Check(row) ? row : null;
}

const Start = Compile(
  Type.Tuple([Type.Null(), Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Integer()]),
);

function startOf({ rowid, values }: FoundRecord): ChainStart | null {
  if (rowid !== 1 || !Start.Check(values)) return null;
  return { genesis: values[1], first_sequence: values[2] };
}

/** A row may be found more than once: in older upload states, or damaged in one place and intact in another. */
class FoundRows {
  readonly #bySequence = new Map<number, Map<string, JournalRow>>();

  add(row: JournalRow): void {
    const content = JSON.stringify([row.hash, ...contentColumns.map((column) => row[column])]);
    const candidates = this.#bySequence.get(row.sequence) ?? new Map<string, JournalRow>();
    const known = candidates.get(content);
    // An acknowledged row stays acknowledged, whatever an older page says.
    if (known?.upload_state !== 'acknowledged') candidates.set(content, row);
    this.#bySequence.set(row.sequence, candidates);
  }

  /** One row per sequence: if there are several, the one that fits the chain. */
  chained(start: ChainStart | null): readonly JournalRow[] {
    const rows: JournalRow[] = [];
    const sequences = [...this.#bySequence.keys()].sort((one, other) => one - other);
    for (const sequence of sequences) {
      const before = rows.at(-1);
      const previous = before?.sequence === sequence - 1 ? before.hash : null;
      const chosen = this.#choose(
        sequence,
        previous ?? (sequence === start?.first_sequence ? start.genesis : null),
      );
      if (chosen !== undefined) rows.push(chosen);
    }
    return rows;
  }

  #choose(sequence: number, previous: string | null): JournalRow | undefined {
    const candidates = [...(this.#bySequence.get(sequence)?.values() ?? [])];
    const follows = (row: JournalRow) => previous !== null && hashEntry(previous, row) === row.hash;
    return candidates.find(follows) ?? candidates.at(-1);
  }
}
