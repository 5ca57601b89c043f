import type { Instant } from '../../shared/instant.ts';
import type { ScanUpload, ScanUploadResult } from '../../shared/contract/scanner.ts';
import type { RemoteFailureCode } from '../../shared/station/remote-failure.ts';
import type {
  EventRecord,
  IdentityRecord,
  ScanRecord,
  SetupRecord,
  TicketRecord,
} from './replica.ts';

/** A server that hands out pages of somewhere else: a proxy in front of it that it does not know of, mostly. */
export interface ForeignPage {
  /** The API that this station was set up with. */
  readonly own: string;
  /** Where the next page was said to be. */
  readonly other: string;
}

export interface RemoteFailure {
  readonly code: RemoteFailureCode;
  /** One sentence for the log; carries no secret and no ticket code. */
  readonly message: string;
  /** `Retry-After`, where the server sent one. */
  readonly retry_after_ms: number | null;
  /** With `foreign_url`, when it was an answer that named the place. */
  readonly foreign?: ForeignPage;
}

/** A server's time beside the device's, with how far it may be off. */
export interface ClockSample {
  /** The server's time at the moment the answer arrived, round trip halved. */
  readonly server_now: Instant;
  /** Half the width of the interval that surely holds the true time, microseconds. */
  readonly uncertainty: number;
  /** The device's wall clock at the same moment. */
  readonly device_now: Instant;
}

/** What every exchange tells beside its value. */
export interface ExchangeNotes {
  /** API requests it took: 2 when a new token was needed. Token requests are not counted (§8 counts REST calls). */
  readonly requests: number;
  readonly clock: ClockSample | null;
  /** From the `RateLimit` header: requests left in the server's window, and when the window is fresh again. */
  readonly budget: { readonly remaining: number; readonly reset_ms: number } | null;
}

export type RemoteResult<Value> =
  | { readonly kind: 'ok'; readonly value: Value; readonly notes: ExchangeNotes }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure; readonly notes: ExchangeNotes };

export interface RemotePage<Row> {
  readonly rows: readonly Row[];
  /** Rows that could not be read: reported, never in the way of the others. */
  readonly unreadable: readonly { readonly reference: string | null; readonly problem: string }[];
  readonly next_url: string | null;
  readonly watermark: string;
}

export interface ListQuery {
  readonly event: string;
  readonly updated_since: string;
  /** A later page of the walk; takes the place of the query. */
  readonly next_url: string | null;
}

/** The server's late verdict on a bare `/v1` (§4.4); `answer` is its body as JSON. */
export interface LateVerdict {
  readonly allowed: boolean;
  readonly reason: string;
  readonly answer: string;
}

export interface FoundTicket {
  readonly ticket: TicketRecord;
  readonly event: string | null;
}

/**
 * The companion server, or any server of the specification. Methods never reject: what went wrong is part of the result.
 * A 401 is answered with one new token and one retry inside.
 */
export interface Remote {
  identify(): Promise<RemoteResult<IdentityRecord>>;
  listEvents(
    next_url: string | null,
  ): Promise<
    RemoteResult<{ readonly events: readonly EventRecord[]; readonly next_url: string | null }>
  >;
  /** `GET /scanner/events/{key}/setup`; null when the server says that `etag` is still right. */
  readSetup(event: string, etag: string | null): Promise<RemoteResult<SetupRecord | null>>;
  /** `GET /integration/events/{key}`: what a bare `/v1` tells of an event. */
  readEvent(event: string): Promise<RemoteResult<SetupRecord>>;
  listTickets(query: ListQuery): Promise<RemoteResult<RemotePage<TicketRecord>>>;
  listScans(query: ListQuery): Promise<RemoteResult<RemotePage<ScanRecord>>>;
  /** How many tickets the list holds, tombstones included. */
  countTickets(event: string): Promise<RemoteResult<number>>;
  findTicket(reference: string, deadlineMs: number): Promise<RemoteResult<FoundTicket>>;
  uploadScans(items: readonly ScanUpload[]): Promise<RemoteResult<readonly ScanUploadResult[]>>;
  /** `POST /integration/scans`, `Idempotency-Key` = the scan's reference. A denial is a value, not a failure. */
  checkIn(ticket: string, idempotencyKey: string): Promise<RemoteResult<LateVerdict>>;
  /** Ends every request in flight with `aborted`. */
  abort(): void;
  close(): Promise<void>;
}

export interface RemoteAddress {
  /** Domain root: `/oauth/token` and `/v1` are below it. */
  readonly server_url: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export type OpenRemote = (address: RemoteAddress) => Remote;
