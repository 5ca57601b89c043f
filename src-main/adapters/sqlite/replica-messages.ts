import type {
  EventCounts,
  EventRecord,
  EventTotals,
  IdentityRecord,
  ListName,
  ListPage,
  PageApplied,
  RowsWritten,
  ScanRecord,
  SetupRecord,
  SnapshotApplied,
  SnapshotBytes,
  TicketRecord,
} from '../../ports/replica.ts';

/** What the station's thread asks the ingest worker to write. Answered in the order asked. */
export type ReplicaWrite =
  | { readonly kind: 'apply_page'; readonly page: ListPage }
  | { readonly kind: 'apply_snapshot'; readonly snapshot: SnapshotBytes }
  | { readonly kind: 'restart_snapshot' | 'abandon_snapshot'; readonly event: string }
  | { readonly kind: 'write_scans'; readonly event: string; readonly scans: readonly ScanRecord[] }
  | { readonly kind: 'count'; readonly event: string; readonly list: ListName }
  | { readonly kind: 'restart_walk'; readonly event: string; readonly list: ListName }
  | { readonly kind: 'rewalk'; readonly events: readonly string[] | null }
  | { readonly kind: 'replace_events'; readonly events: readonly EventRecord[] }
  | { readonly kind: 'write_setup'; readonly setup: SetupRecord }
  | { readonly kind: 'write_identity'; readonly identity: IdentityRecord }
  | { readonly kind: 'write_ticket'; readonly ticket: TicketRecord }
  /** `from`: a replica that was moved aside. */
  | { readonly kind: 'carry_over'; readonly from: string }
  | { readonly kind: 'count_event'; readonly event: string }
  /** Some of the tickets that cannot be found yet. */
  | { readonly kind: 'index_tickets' }
  /** Changes nothing: answered when everything before it is done. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'mark_clean' };

export type ReplicaWritten =
  | { readonly kind: 'page'; readonly applied: PageApplied }
  | { readonly kind: 'snapshot'; readonly applied: SnapshotApplied }
  | { readonly kind: 'rows'; readonly written: RowsWritten }
  | { readonly kind: 'counted'; readonly rows: number }
  | { readonly kind: 'totals'; readonly totals: EventTotals }
  | { readonly kind: 'carried'; readonly tickets: number }
  | { readonly kind: 'event_counted'; readonly counts: EventCounts }
  | { readonly kind: 'indexed'; readonly more: boolean }
  | { readonly kind: 'done' };

export interface WorkerRequest {
  readonly id: number;
  readonly write: ReplicaWrite;
}

export type WorkerReply =
  | { readonly id: number; readonly kind: 'written'; readonly written: ReplicaWritten }
  | {
      readonly id: number;
      readonly kind: 'failed';
      readonly message: string;
      readonly damaged: boolean;
    };
