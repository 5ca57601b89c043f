import type Database from 'better-sqlite3';
import type { OwnAdmission } from '../../../ports/journal.ts';
import type { IndexedRow } from './journal-index.ts';
import {
  CHANGED,
  contentColumns,
  uploadColumns,
  type ChainedRow,
  type JournalRow,
} from './journal-schema.ts';

const columns = [...contentColumns, 'hash', ...uploadColumns];
const ENTRY = columns.join(', ');

/** The values of a row, in the order of its columns. */
export type EntryParameters = (string | number | null)[];

/** A field of what a release stores in `shown`; null if damage made it unintelligible. */
function ofRelease(field: string): string {
  return `CASE WHEN json_valid(shown) THEN json_extract(shown, '$.${field}') END`;
}

/** Every query of the journal, compiled once. */
export function prepareJournal(database: Database.Database) {
  return {
    insert: database.prepare<EntryParameters>(
      `INSERT INTO entries (${ENTRY}) VALUES (${columns.map(() => '?').join(', ')})`,
    ),
    last: database.prepare<[], { sequence: number; hash: string }>(
      'SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1',
    ),
    hashes: database.prepare<[], { hash: string }>('SELECT hash FROM entries'),
    lastTime: database
      .prepare<[], number>('SELECT scanned_at FROM entries ORDER BY sequence DESC LIMIT 1')
      .pluck(),
    /** The beginning of the chain: random, so that no two journals share one; empty if it was lost. */
    genesis: database.prepare<[], string>('SELECT genesis FROM chain').pluck(),
    begin: database.prepare<[string]>('INSERT INTO chain (id, genesis) VALUES (1, ?)'),
    rows: database.prepare<[], JournalRow>(`SELECT ${ENTRY} FROM entries ORDER BY sequence`),
    page: database.prepare<[after: number, limit: number], ChainedRow>(
      `SELECT ${ENTRY}, coalesce(
         (SELECT before.hash FROM entries AS before WHERE before.sequence < entries.sequence ORDER BY before.sequence DESC LIMIT 1),
         (SELECT genesis FROM chain)) AS previous_hash
       FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    ),
    indexed: database.prepare<[], IndexedRow>(
      `SELECT sequence, reference, organiser, event, kind, ticket, scanned_at, location_reference, location_name,
         upload_state, upload_attempts, upload_code, CASE WHEN kind IN ('redemption', 'release') THEN shown ELSE '' END AS shown,
         CASE kind WHEN 'redemption' THEN upload_answer END AS upload_answer FROM entries ORDER BY sequence`,
    ),
    admissionsSince: database.prepare<[string, number], { ticket: string; scanned_at: number }>(
      `SELECT ticket, min(scanned_at) AS scanned_at FROM entries
       WHERE kind = 'admitted' AND ticket IS NOT NULL AND event = ?
       GROUP BY ticket HAVING min(scanned_at) >= ?`,
    ),
    admittedAfter: database.prepare<
      [string, number, number],
      Omit<OwnAdmission, 'scanned_at'> & { scanned_at: number }
    >(
      `SELECT sequence, ticket, location_reference AS location, CASE kind WHEN 'release' THEN ${ofRelease('kind')} END AS ends,
         CASE kind WHEN 'release' THEN ${ofRelease('admitted_at')} ELSE scanned_at END AS scanned_at
       FROM entries WHERE (kind = 'admitted' OR (kind = 'release' AND ${ofRelease('admitted_at')} IS NOT NULL))
         AND ticket IS NOT NULL AND event = ? AND sequence > ?
       ORDER BY sequence LIMIT ?`,
    ),
    releasedHere: database
      .prepare<[string], string>(
        "SELECT DISTINCT ticket FROM entries WHERE kind = 'release' AND ticket IS NOT NULL AND event = ?",
      )
      .pluck(),
    recent: database.prepare<[number], Pick<JournalRow, 'sequence' | 'kind' | 'shown'>>(
      'SELECT sequence, kind, shown FROM entries ORDER BY sequence DESC LIMIT ?',
    ),
    history: database.prepare<[string, number, number], JournalRow>(
      `SELECT ${ENTRY} FROM entries WHERE event = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
    ),
    /** Without an index: asked for by a person, now and then. */
    found: database.prepare<[string], JournalRow>(
      `SELECT ${ENTRY} FROM entries WHERE reference = ? ORDER BY sequence DESC LIMIT 1`,
    ),
    recentRequests: database
      .prepare<[number], string>('SELECT request_id FROM entries ORDER BY sequence DESC LIMIT ?')
      .pluck(),
    /** Rows to be sent, or that may be queued again, each with the hash of its predecessor. */
    unsent: database.prepare<[], JournalRow & { readonly previous: string | null }>(
      `SELECT ${ENTRY}, (SELECT before.hash FROM entries AS before WHERE before.sequence = entries.sequence - 1) AS previous
       FROM entries WHERE upload_state IN ('pending', 'attention') AND upload_code IS NOT '${CHANGED}' ORDER BY sequence`,
    ),
    row: database.prepare<[number], JournalRow>(`SELECT ${ENTRY} FROM entries WHERE sequence = ?`),
  };
}

export type JournalStatements = ReturnType<typeof prepareJournal>;

/** Updates of the `upload_` columns. They need the newest schema, so they are not prepared for a journal that is only read. */
export function prepareSettling(database: Database.Database) {
  const clearing = [
    database.prepare('DELETE FROM entries'),
    database.prepare('DELETE FROM refusals'),
  ];
  const beginAnew = database.prepare<[string]>('UPDATE chain SET genesis = ?');
  return {
    clear: (genesis: string) => {
      for (const statement of clearing) statement.run();
      beginAnew.run(genesis);
    },
    refuseChanged: database.prepare<[string, number]>(
      `UPDATE entries SET upload_state = 'attention', upload_code = '${CHANGED}', upload_message = ?
       WHERE sequence = ?`,
    ),
    acknowledge: database.prepare<[string | null, number]>(
      `UPDATE entries SET upload_state = 'acknowledged', upload_answer = ?
       WHERE sequence = ? AND upload_state = 'pending'`,
    ),
    setAside: database.prepare<[number]>(
      `UPDATE entries SET upload_state = 'attention' WHERE sequence = ? AND upload_state = 'pending'`,
    ),
    countAttempt: database.prepare<[number]>(
      `UPDATE entries SET upload_attempts = upload_attempts + 1
       WHERE sequence = ? AND upload_state = 'pending'`,
    ),
    noteRefusal: database.prepare<[string, string, number]>(
      `UPDATE entries SET upload_code = ?, upload_message = ?
       WHERE sequence = ? AND upload_state = 'pending'`,
    ),
    noteSince: database.prepare<[number, number]>(
      'INSERT INTO refusals (sequence, since) VALUES (?, ?) ON CONFLICT (sequence) DO NOTHING',
    ),
    since: database
      .prepare<[number], number>('SELECT since FROM refusals WHERE sequence = ?')
      .pluck(),
    /** The answer to a check-in on a bare `/v1` is a verdict. */
    offerSentAgain: database.prepare<[string]>(
      `UPDATE entries SET upload_state = 'pending', upload_attempts = 0, upload_code = NULL, upload_message = NULL, upload_answer = NULL
       WHERE upload_state = 'acknowledged' AND organiser = ?
         AND NOT coalesce(json_valid(upload_answer) AND json_extract(upload_answer, '$.allowed') IS NOT NULL, 0)`,
    ),
    offerAgain: database.prepare<[number]>(
      `UPDATE entries SET upload_state = 'pending' WHERE sequence = ? AND upload_state = 'attention'`,
    ),
  };
}

export type SettlingStatements = ReturnType<typeof prepareSettling>;
