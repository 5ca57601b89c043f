import { journalColumns, type JournalLine } from '../../../../shared/sealing/journal-line.ts';
import type { JournalKind } from '../../../../shared/station/journal-pages.ts';

/** Incremented with every change of the tables: a journal of another version is not opened. */
export const JOURNAL_VERSION = 5;

/**
 * One row per scan, redemption or release; for a redemption, `shown` contains what was handed out, for a release what it ended. The columns down to `shown` never change after
 * the insert and are covered by `hash`, together with the previous row's hash; the `upload_` columns are the state of the row's upload.
 * Apart from the sequence there is no index: an append writes one page, and `JournalIndex` does lookups by other columns. `refusals`
 * records since when the server has refused a row; a row recovered from a damaged file has none.
 */
export const journalTables = `
  CREATE TABLE chain (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    genesis TEXT NOT NULL
  ) STRICT;

  CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY,
    reference TEXT NOT NULL,
    request_id TEXT NOT NULL,
    organiser TEXT NOT NULL,
    event TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('admitted', 'denied', 'unknown_ticket', 'unreadable', 'redemption', 'release')),
    ticket TEXT,
    reason TEXT,
    session TEXT,
    location_reference TEXT,
    location_name TEXT,
    scanned_at INTEGER NOT NULL,
    clock_offset_ms INTEGER NOT NULL,
    watermark TEXT,
    code TEXT NOT NULL,
    symbology TEXT,
    source TEXT NOT NULL,
    shown TEXT NOT NULL,
    hash TEXT NOT NULL,
    upload_state TEXT NOT NULL CHECK (upload_state IN ('pending', 'acknowledged', 'attention', 'local')),
    upload_attempts INTEGER NOT NULL DEFAULT 0,
    upload_code TEXT,
    upload_message TEXT,
    upload_answer TEXT
  ) STRICT;

  CREATE TABLE refusals (
    sequence INTEGER PRIMARY KEY,
    since INTEGER NOT NULL
  ) STRICT;

  PRAGMA user_version = ${JOURNAL_VERSION};
`;

/** `upload_code` of a modified row: it is never sent. */
export const CHANGED = 'journal.changed';

/** The columns that the chain covers, in hashing order. */
export const contentColumns = journalColumns;

export const uploadColumns = [
  'upload_state',
  'upload_attempts',
  'upload_code',
  'upload_message',
  'upload_answer',
] as const satisfies readonly (keyof JournalUpload)[];

/** The columns of one row that the chain covers, as SQLite stores them. */
export interface JournalContent extends Readonly<
  Pick<JournalLine, (typeof journalColumns)[number]>
> {
  readonly kind: JournalKind;
}

/** The state of a row's upload. */
export interface JournalUpload {
  readonly upload_state: 'pending' | 'acknowledged' | 'attention' | 'local';
  readonly upload_attempts: number;
  readonly upload_code: string | null;
  readonly upload_message: string | null;
  readonly upload_answer: string | null;
}

export interface JournalRow extends JournalContent, JournalUpload {
  readonly hash: string;
}

/** A whole row with the hash of its predecessor. */
export type ChainedRow = JournalRow & ChainedContent;

/** The columns that the chain covers, with the hashes that link them to it. */
export interface ChainedContent extends JournalContent {
  /** Of the row before; of the beginning of the chain for the first one. */
  readonly previous_hash: string;
  readonly hash: string;
}
