import type Database from 'better-sqlite3';
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

interface AdmissionRow {
  readonly scanned_at: number;
  readonly location_reference: string | null;
  readonly location_name: string | null;
}

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
    admission: database.prepare<[string], AdmissionRow>(
      `SELECT scanned_at, location_reference, location_name FROM entries
       WHERE ticket = ? AND kind = 'admitted' ORDER BY scanned_at, sequence LIMIT 1`,
    ),
    admittedHere: database.prepare<[string], { count: number }>(
      "SELECT count(*) AS count FROM entries WHERE event = ? AND kind = 'admitted'",
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
    pending: database.prepare<[string, number], JournalRow>(
      `SELECT ${CONTENT}, ${UPLOAD} FROM entries
       WHERE upload_state = 'pending' AND organiser = ?
       ORDER BY upload_attempts, sequence LIMIT ?`,
    ),
    countByState: database.prepare<[], { upload_state: string; count: number }>(
      `SELECT upload_state, count(*) AS count FROM entries
       WHERE upload_state = 'pending' GROUP BY upload_state
       UNION ALL
       SELECT upload_state, count(*) FROM entries WHERE upload_state = 'attention' GROUP BY upload_state`,
    ),
    oldestPending: database.prepare<[], { scanned_at: number | null }>(
      `SELECT min(scanned_at) AS scanned_at FROM entries
       WHERE sequence = (SELECT min(sequence) FROM entries WHERE upload_state = 'pending')`,
    ),
    acknowledge: database.prepare<[string | null, string]>(
      `UPDATE entries SET upload_state = 'acknowledged', upload_answer = ?
       WHERE reference = ? AND upload_state = 'pending'`,
    ),
    refuse: database.prepare<[string, string, string]>(
      `UPDATE entries SET upload_state = 'attention', upload_code = ?, upload_message = ?
       WHERE reference = ? AND upload_state = 'pending'`,
    ),
    postpone: database.prepare<[string]>(
      `UPDATE entries SET upload_attempts = upload_attempts + 1
       WHERE reference = ? AND upload_state = 'pending'`,
    ),
  };
}

export type JournalStatements = ReturnType<typeof prepareJournal>;
