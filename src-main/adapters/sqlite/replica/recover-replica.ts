import type Database from 'better-sqlite3';
import { openToRescue, readOr } from '../open-database.ts';
import type { StoredTicket } from './replica-reader.ts';
import { REPLICA_VERSION } from './replica-schema.ts';
import type { ScanRow } from './scan-upsert.ts';

export interface DocumentRow {
  readonly kind: string;
  readonly key: string;
  readonly body: string;
}

/** Receives recovered rows. Each function returns whether it could store every row. */
export interface RecoveredRows {
  documents(rows: readonly DocumentRow[]): boolean;
  scans(rows: readonly ScanRow[]): boolean;
  tickets(rows: readonly StoredTicket[]): boolean;
}

/** Rows are read in ranges; an unreadable range is halved, so that damage costs no neighbouring row. */
const RANGE = 1_024;
/** A damaged file may claim any row as its last. */
const LAST_POSSIBLE = 100_000_000;

/**
 * Reads what SQLite can still read of a quarantined replica. Admissions come before tickets, and without all of them no ticket is restored:
 * a lost admission would let its ticket in twice.
 */
export function recoverReplica(path: string, take: RecoveredRows): void {
  const kept = openToRescue(path);
  if (kept === null) return;
  try {
    const tables = readOr(null, () => tablesOf(kept));
    if (tables === null) return;
    recoverTable(tables.documents, (rows) => take.documents(rows));
    const isWhole = recoverTable(tables.scans, (rows) => take.scans(rows));
    if (isWhole) recoverTable(tables.tickets, (rows) => take.tickets(rows));
  } finally {
    kept.close();
  }
}

interface RescuedTable<Row> {
  readonly last: Database.Statement<[], number | null>;
  readonly range: Database.Statement<[from: number, until: number], Row>;
}

/** Null for a file of another version: its rows may mean something else. */
function tablesOf(kept: Database.Database) {
  if (kept.pragma('user_version', { simple: true }) !== REPLICA_VERSION) return null;
  const last = (table: string) =>
    kept.prepare<[], number | null>(`SELECT max(rowid) FROM ${table}`).pluck();
  return {
    documents: {
      last: last('documents'),
      range: kept.prepare<[number, number], DocumentRow>(rangeOf('documents')),
    },
    scans: {
      last: last('scans'),
      range: kept.prepare<[number, number], ScanRow>(rangeOf('scans')),
    },
    tickets: {
      last: last('tickets'),
      range: kept.prepare<[number, number], StoredTicket>(rangeOf('tickets')),
    },
  };
}

function rangeOf(table: string): string {
  return `SELECT * FROM ${table} NOT INDEXED WHERE rowid >= ? AND rowid < ?`;
}

/** Whether every row of the table was read and stored. */
function recoverTable<Row>(
  table: RescuedTable<Row>,
  take: (rows: readonly Row[]) => boolean,
): boolean {
  const last = readOr('unreadable', () => table.last.get() ?? 0);
  if (last === 'unreadable') return false;
  const recoverRange = (from: number, until: number): boolean => {
    const rows = readOr(null, () => table.range.all(from, until));
    if (rows !== null) return take(rows);
    if (until - from === 1) return false;
    const middle = Math.floor((from + until) / 2);
    const isWhole = recoverRange(from, middle);
    return recoverRange(middle, until) && isWhole;
  };
  let isWhole = last <= LAST_POSSIBLE;
  for (let from = 1; from <= Math.min(last, LAST_POSSIBLE); from += RANGE) {
    if (!recoverRange(from, from + RANGE)) isWhole = false;
  }
  return isWhole;
}
