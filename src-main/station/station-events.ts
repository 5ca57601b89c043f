import type { ScanOutcome, ScanSource } from '../../shared/station/outcomes.ts';
import { Emitter } from '../core/emitter.ts';
import type { Lane } from '../core/sync/sync-state.ts';
import type { EventRecord, IdentityRecord, RowsWritten } from '../ports/replica.ts';
import type { Desk } from './door/desk.ts';

/** What the parts of a station tell each other: each event with what comes with it. */
export interface StationEvents {
  /** Something that the screens show is different. */
  changed: [];
  /** A few seconds have passed. */
  tick: [];

  /** A code was judged, and written down where it could be. */
  outcome: [outcome: ScanOutcome];
  /** An add-on was handed out or taken back, and written down. */
  redeemed: [];
  /** An enrolment code was scanned: the screens know whether a form waits for it. */
  enrolment_code: [code: string, source: ScanSource];

  /** The event, the entry point or what is known of them is different. */
  desk_changed: [desk: Desk | null, what: { readonly event: boolean; readonly place: boolean }];
  /** The replica is empty and usable again, or holds what was restored from an old one. */
  replica_rebuilt: [];

  /** There is a server to talk to, or another one than before. */
  enrolled: [];
  /** There is no server any more. */
  left: [];
  /** This station may see or do something else than before. */
  regranted: [];
  /** This station works for another organiser, or was given an event, by its server or an enrolment code. */
  choices_replaced: [];
  /** A refusal came with a statement that this station was revoked. It is to be checked. */
  revocation_claimed: [statement: string];

  /** A step of the sync engine is over: clocks and stores may be in another condition. */
  sync_stepped: [];
  /** The server said who this station is, and that was taken in. */
  identity_read: [identity: IdentityRecord];
  /** `added`: references of those that were not granted before. */
  events_listed: [events: readonly EventRecord[], added: readonly string[]];
  setup_read: [event: string];
  venue_keys_read: [event: string, keys: readonly string[]];
  /** Rows of any list were written to the replica. */
  rows_written: [event: string, written: RowsWritten];
  /** The server said how many tickets the event has. */
  tickets_counted: [event: string, tickets: number];
  /** There is something for these lanes to do. */
  lanes_due: [lanes: readonly Lane[]];
  /** The server has answered for scans or redemptions of the journal. */
  uploads_settled: [];
  /** Of so many add-ons the server says that more was handed out than bought. */
  over_redeemed: [count: number];
}

export class StationEmitter extends Emitter<StationEvents> {}
