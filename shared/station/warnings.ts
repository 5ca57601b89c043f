import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';

/** What was found stands beside the code; the screen has the words. `problem` is the store's own message. */
export const StationWarning = Type.Union([
  Type.Object({
    code: Type.Literal('journal_replaced'),
    kept_as: Type.String(),
    carried_over: Type.Number(),
  }),
  /** Scans are gone from the end of the journal: all that came after `since`, the newest one that is left. */
  Type.Object({
    code: Type.Literal('journal_end_lost'),
    scans: Type.Number(),
    since: Nullable(Type.String()),
    kept_as: Nullable(Type.String()),
  }),
  /** Rows of the journal are not what was written. */
  Type.Object({ code: Type.Literal('journal_changed'), scans: Type.Number() }),
  Type.Object({
    code: Type.Literal('journal_failed'),
    doing: Type.Enum(['read', 'write']),
    problem: Type.String(),
  }),
  /** `settings.json` was missing or damaged; the copy beside it is in use. */
  Type.Object({ code: Type.Literal('settings_restored') }),
  /** There was no usable copy either: the station chose anew. */
  Type.Object({ code: Type.Literal('settings_lost') }),
  /** They hold for this run only. `problem` names the file. */
  Type.Object({ code: Type.Literal('settings_not_kept'), problem: Type.String() }),
  /** The server says that more was handed out than bought: two stations could not know of each other. `times`: in this run. */
  Type.Object({ code: Type.Literal('over_redeemed'), times: Type.Number() }),
  Type.Object({ code: Type.Literal('disk_full') }),
  /** `carried_over`: tickets of the old store that are used until the server's are here. */
  Type.Object({ code: Type.Literal('replica_rebuilt'), carried_over: Type.Number() }),
  /** The replica was removed or emptied: no ticket is known until the server's are here. */
  Type.Object({ code: Type.Literal('replica_missing') }),
  Type.Object({ code: Type.Literal('replica_unreadable') }),
  /** What the server says cannot be stored: the disk is full, or the file may not be written. It is tried again. */
  Type.Object({ code: Type.Literal('replica_unwritable') }),
  /** The server at `own` hands out next pages at `other`. */
  Type.Object({ code: Type.Literal('foreign_pages'), own: Type.String(), other: Type.String() }),
  Type.Object({ code: Type.Literal('clock_off'), seconds: Type.Number() }),
  Type.Object({ code: Type.Literal('clock_jumped') }),
  /** The clock was this far off when a server was last heard, in an earlier run. */
  Type.Object({ code: Type.Literal('clock_unconfirmed'), seconds: Type.Number() }),
  /** The connection to another machine is not encrypted. */
  Type.Object({ code: Type.Literal('plain_http'), server: Type.String() }),
  /** The client secret lies in a file, unencrypted. */
  Type.Object({ code: Type.Literal('secret_unprotected') }),
  /** `problem` is the keychain's or the file's own message; null when it does not answer at all. Reading is tried again. */
  Type.Object({ code: Type.Literal('secret_unreadable'), problem: Nullable(Type.String()) }),
  /** This station belongs to a server, and its secret is not in this host's store. */
  Type.Object({ code: Type.Literal('secret_missing') }),
  /** The secret is used for this run only. */
  Type.Object({ code: Type.Literal('secret_not_kept'), problem: Type.String() }),
]);
export type StationWarning = ReadOnly<typeof StationWarning>;
