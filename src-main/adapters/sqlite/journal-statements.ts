import type Database from 'better-sqlite3';
import type { IndexedRow } from './journal-index.ts';
import type { JournalRow } from './journal-schema.ts';

const CONTENT = `sequence, reference, request_id, organiser, event, kind, ticket, reason, session, location_reference,
  location_name, scanned_at, clock_offset_ms, watermark, code, symbology, source, shown, hash`;
const UPLOAD = 'upload_state, upload_attempts, upload_code, upload_message, upload_answer';

type Text = string | null;
export type EntryParameters = [
  ...content: [
    sequence: number,
    reference: string,
    request_id: string,
    organiser: string,
    event: string,
    kind: string,
    ticket: Text,
    reason: Text,
    session: Text,
    location_reference: Text,
    location_name: Text,
    scanned_at: number,
    clock_offset_ms: number,
    watermark: Text,
    code: string,
    symbology: Text,
    source: string,
    shown: string,
    hash: string,
  ],
  ...upload: [state: string, attempts: number, code: Text, message: Text, answer: Text],
];

/** Every question that is asked of the journal, compiled once. */
export function prepareJournal(database: Database.Database) {
  return {
    insert: database.prepare<EntryParameters>(
      `INSERT INTO entries (${CONTENT}, ${UPLOAD}) VALUES (${'?, '.repeat(23)}?)`,
    ),
    last: database.prepare<[], { sequence: number; hash: string }>(
      'SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1',
    ),
    chain: database.prepare<[], { genesis: string; first_sequence: number }>(
      'SELECT genesis, first_sequence FROM chain',
    ),
    rows: database.prepare<[], JournalRow>(
      `SELECT ${CONTENT}, ${UPLOAD} FROM entries ORDER BY sequence`,
    ),
    page: database.prepare<[number, number], JournalRow>(
      `SELECT ${CONTENT}, ${UPLOAD} FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?`,
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
    row: database.prepare<[number], JournalRow>(
      `SELECT ${CONTENT}, ${UPLOAD} FROM entries WHERE sequence = ?`,
    ),
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
