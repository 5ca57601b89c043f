import type Database from 'better-sqlite3';
import type { IndexedRow } from './journal-index.ts';
import { contentColumns, uploadColumns, type JournalRow } from './journal-schema.ts';

const columns = [...contentColumns, 'hash', ...uploadColumns];
const ENTRY = columns.join(', ');

/** The values of a row, in the order of its columns. */
export type EntryParameters = (string | number | null)[];

/** Every question that is asked of the journal, compiled once. */
export function prepareJournal(database: Database.Database) {
  return {
    insert: database.prepare<EntryParameters>(
      `INSERT INTO entries (${ENTRY}) VALUES (${columns.map(() => '?').join(', ')})`,
    ),
    last: database.prepare<[], { sequence: number; hash: string }>(
      'SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1',
    ),
    chain: database.prepare<[], { genesis: string; first_sequence: number }>(
      'SELECT genesis, first_sequence FROM chain',
    ),
    rows: database.prepare<[], JournalRow>(`SELECT ${ENTRY} FROM entries ORDER BY sequence`),
    page: database.prepare<[number, number], JournalRow>(
      `SELECT ${ENTRY} FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    ),
    indexed: database.prepare<[], IndexedRow>(
      `SELECT sequence, reference, organiser, event, kind, ticket, scanned_at, location_reference, location_name,
         upload_state, upload_attempts FROM entries ORDER BY sequence`,
    ),
    admissionsSince: database.prepare<[string, number], { ticket: string; scanned_at: number }>(
      `SELECT ticket, min(scanned_at) AS scanned_at FROM entries
       WHERE kind = 'admitted' AND ticket IS NOT NULL AND event = ?
       GROUP BY ticket HAVING min(scanned_at) >= ?`,
    ),
    recent: database.prepare<[number], { sequence: number; shown: string }>(
      'SELECT sequence, shown FROM entries ORDER BY sequence DESC LIMIT ?',
    ),
    recentRequests: database
      .prepare<[number], string>('SELECT request_id FROM entries ORDER BY sequence DESC LIMIT ?')
      .pluck(),
    row: database.prepare<[number], JournalRow>(`SELECT ${ENTRY} FROM entries WHERE sequence = ?`),
    acknowledge: database.prepare<[string | null, number]>(
      `UPDATE entries SET upload_state = 'acknowledged', upload_answer = ?
       WHERE sequence = ? AND upload_state = 'pending'`,
    ),
    refuse: database.prepare<[string, string, number]>(
      `UPDATE entries SET upload_state = 'attention', upload_code = ?, upload_message = ?
       WHERE sequence = ? AND upload_state = 'pending'`,
    ),
    postpone: database.prepare<[number]>(
      `UPDATE entries SET upload_attempts = upload_attempts + 1
       WHERE sequence = ? AND upload_state = 'pending'`,
    ),
  };
}

export type JournalStatements = ReturnType<typeof prepareJournal>;
