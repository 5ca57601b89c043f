import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';

/** Conditions found beside the code; the screen has the texts. `problem` is the store's own message. */
export const StationWarning = Type.Union([
  Type.Object({
    code: Type.Literal('journal_replaced'),
    kept_as: Type.String(),
    carried_over: Type.Number(),
  }),
  /** Rows are missing at the end of the journal: everything after `since`, the newest remaining one. */
  Type.Object({
    code: Type.Literal('journal_end_lost'),
    scans: Type.Number(),
    since: Nullable(Type.String()),
    kept_as: Nullable(Type.String()),
  }),
  /** Rows of the journal were modified after they were written. */
  Type.Object({ code: Type.Literal('journal_changed'), scans: Type.Number() }),
  Type.Object({
    code: Type.Literal('journal_failed'),
    doing: Type.Enum(['read', 'write']),
    problem: Type.String(),
  }),
  /** `settings.json` was missing or damaged; the copy beside it is in use. */
  Type.Object({ code: Type.Literal('settings_restored') }),
  /** No usable copy existed either: the station started with new settings. */
  Type.Object({ code: Type.Literal('settings_lost') }),
  /** The entry point that this station works for. Its scans are still recorded. */
  Type.Object({ code: Type.Literal('entry_point_archived'), name: Type.String() }),
  /** Changes are lost at the end of this run. `problem` names the file. */
  Type.Object({ code: Type.Literal('settings_not_kept'), problem: Type.String() }),
  /** The server reports that more was handed out than bought, because two stations did not know of each other. `times`: in this run. */
  Type.Object({ code: Type.Literal('over_redeemed'), times: Type.Number() }),
  Type.Object({ code: Type.Literal('disk_full') }),
  /** `carried_over`: tickets of the old store, used until the server's arrive. */
  Type.Object({ code: Type.Literal('replica_rebuilt'), carried_over: Type.Number() }),
  /** The replica was removed or emptied: no ticket is known until the server's arrive. */
  Type.Object({ code: Type.Literal('replica_missing') }),
  Type.Object({ code: Type.Literal('replica_unreadable') }),
  /** The server's data cannot be stored: the disk is full, or the file is not writable. The station retries. */
  Type.Object({ code: Type.Literal('replica_unwritable') }),
  /** The server at `own` returns links to next pages at `other`. */
  Type.Object({ code: Type.Literal('foreign_pages'), own: Type.String(), other: Type.String() }),
  /** Rows of the server that this version cannot read, or not completely: `read_unreadable` lists them. */
  Type.Object({ code: Type.Literal('rows_unreadable'), rows: Type.Number() }),
  Type.Object({ code: Type.Literal('clock_off'), seconds: Type.Number() }),
  Type.Object({ code: Type.Literal('clock_jumped') }),
  /** The clock was this far off when a server last responded, in an earlier run. */
  Type.Object({ code: Type.Literal('clock_unconfirmed'), seconds: Type.Number() }),
  /** The connection to another machine is not encrypted. */
  Type.Object({ code: Type.Literal('plain_http'), server: Type.String() }),
  /** The client secret is stored in a file, unencrypted. */
  Type.Object({ code: Type.Literal('secret_unprotected') }),
  /** `problem` is the message of the keychain or the file system; null if it does not respond. The station retries. */
  Type.Object({ code: Type.Literal('secret_unreadable'), problem: Nullable(Type.String()) }),
  /** This station belongs to a server, but its secret is not in this host's store. */
  Type.Object({ code: Type.Literal('secret_missing') }),
  /** The secret is used for this run only. */
  Type.Object({ code: Type.Literal('secret_not_kept'), problem: Type.String() }),
]);
export type StationWarning = ReadOnly<typeof StationWarning>;
