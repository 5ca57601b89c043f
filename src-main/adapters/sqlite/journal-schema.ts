import type { Migrations } from './migrate.ts';

/**
 * One row per thing that happened. The columns down to `shown` never change after the insert and are what `hash` covers, together
 * with the hash of the row before; the `upload_` columns are what became of the row at the server. There is no index beside the
 * sequence: an append writes one page, and `JournalIndex` answers the questions that are asked by other columns.
 */
export const journalMigrations: Migrations = [
  `
  CREATE TABLE chain (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    genesis TEXT NOT NULL,
    first_sequence INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY,
    reference TEXT NOT NULL,
    request_id TEXT NOT NULL,
    organiser TEXT NOT NULL,
    event TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('admitted', 'denied', 'unknown_ticket', 'unreadable')),
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
  `,
];

/** The columns that the chain covers, in the order in which it does: one more or another order, and no older journal is whole. */
export const contentColumns = [
  'sequence',
  'reference',
  'request_id',
  'organiser',
  'event',
  'kind',
  'ticket',
  'reason',
  'session',
  'location_reference',
  'location_name',
  'scanned_at',
  'clock_offset_ms',
  'watermark',
  'code',
  'symbology',
  'source',
  'shown',
] as const satisfies readonly (keyof JournalContent)[];

export const uploadColumns = [
  'upload_state',
  'upload_attempts',
  'upload_code',
  'upload_message',
  'upload_answer',
] as const satisfies readonly (keyof JournalUpload)[];

/** The columns of one row that the chain covers, as SQLite holds them. */
export interface JournalContent {
  readonly sequence: number;
  readonly reference: string;
  readonly request_id: string;
  readonly organiser: string;
  readonly event: string;
  readonly kind: 'admitted' | 'denied' | 'unknown_ticket' | 'unreadable';
  readonly ticket: string | null;
  readonly reason: string | null;
  readonly session: string | null;
  readonly location_reference: string | null;
  readonly location_name: string | null;
  readonly scanned_at: number;
  readonly clock_offset_ms: number;
  readonly watermark: string | null;
  readonly code: string;
  readonly symbology: string | null;
  readonly source: string;
  readonly shown: string;
}

/** What became of a row at the server. */
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
