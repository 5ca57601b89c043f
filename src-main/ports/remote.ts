import type { Instant } from '../../shared/instant.ts';
import type {
  ChangeKind,
  ConflictDetails,
  Heartbeat,
  RedemptionUpload,
  RedemptionUploadResult,
  ScanUpload,
  ScanUploadResult,
  Station,
} from '../../shared/contract/scanner.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { RemoteFailureCode } from '../../shared/station/remote-failure.ts';
import type {
  EventRecord,
  IdentityRecord,
  ListName,
  OrderLineRecord,
  OrganiserKeys,
  ScanRecord,
  SetupRecord,
  TicketRecord,
  UnreadableRow,
} from './replica.ts';

/** A server that hands out pages of somewhere else: a proxy in front of it that it does not know of, mostly. */
export interface ForeignPage {
  /** The API that this station was set up with. */
  readonly own: string;
  /** Where the next page was said to be. */
  readonly other: string;
}

/** An error in the server's own words: its contract's error body, with a code that belongs to the status. */
export interface OwnError {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface RemoteFailure {
  readonly code: RemoteFailureCode;
  /** One sentence for the log; carries no secret and no ticket code. */
  readonly message: string;
  /** `Retry-After`, where the server sent one. */
  readonly retry_after_ms: number | null;
  /** Left out where nothing answered, or where something on the way may have: nothing is settled by such an answer. */
  readonly own?: OwnError;
  /** With `unauthorized`: the server's signed statement that this client was revoked. Believed only once it is checked. */
  readonly revocation?: string;
  /** With `foreign_url`, when it was an answer that named the place. */
  readonly foreign?: ForeignPage;
}

/** A server's time beside the device's, with how far it may be off. */
export interface ClockSample {
  /** The server's time at the moment the head of its answer arrived, round trip halved. */
  readonly server_now: Instant;
  /** Half the width of the interval that surely holds the true time, microseconds. */
  readonly uncertainty: number;
  /** The device's wall clock at the same moment. */
  readonly device_now: Instant;
  /** The device's monotonic clock at the same moment: the wall clock may have been set since. */
  readonly monotonic_ms: number;
}

/** What every exchange tells beside its value. The clock is learned from answers that surely are the server's own. */
export interface ExchangeNotes {
  /**
   * API requests it took: 2 when a new token was needed, 0 when no connection was made. Token requests are not counted (§8 counts
   * REST calls).
   */
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
  readonly unreadable: readonly UnreadableRow[];
  readonly next_url: string | null;
  readonly watermark: string;
}

export interface ListQuery {
  readonly event: string;
  readonly updated_since: string;
  /** A later page of the walk; takes the place of the query. */
  readonly next_url: string | null;
}

/** The keys are kept apart from the replica, which a revocation takes away. A bare `/v1` has none. */
export interface HeardIdentity extends IdentityRecord {
  readonly organiser_keys?: OrganiserKeys;
}

/** The keys are kept apart from the rest: they are a secret. */
export interface HeardSetup extends SetupRecord {
  /** Newest first; none where the stations of the event do not talk to each other. */
  readonly venue_keys?: readonly string[];
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

/** A change at the server. `reference` null: so much changed that the list has to be asked. */
export interface Change {
  readonly kind: ChangeKind;
  readonly reference: string | null;
  /** With a scan: its row, as the feed has it. */
  readonly scan: ScanRecord | null;
}

export interface ChangeListener {
  /** The server's first word is here: what changes from now on is told at once. */
  opened(notes: ExchangeNotes): void;
  /** `position`: where to go on from after this one; null for one of several that are told together. */
  changed(change: Change, position: string | null): void;
  /** Everything that had changed at the server by `at`, its own time, was told before. */
  heartbeat(at: Instant): void;
  /** Any sign of life. */
  heard(): void;
}

/**
 * The companion server, or any server of the specification. Methods never reject: what went wrong is part of the result.
 * A 401 is answered with one new token and one retry inside.
 */
export interface Remote {
  identify(deadlineMs?: number): Promise<RemoteResult<HeardIdentity>>;
  listEvents(
    next_url: string | null,
  ): Promise<
    RemoteResult<{ readonly events: readonly EventRecord[]; readonly next_url: string | null }>
  >;
  /** `GET /scanner/events/{key}/setup`; null when the server says that `etag` is still right. */
  readSetup(event: string, etag: string | null): Promise<RemoteResult<HeardSetup | null>>;
  /** `GET /integration/events/{key}`: what a bare `/v1` tells of an event. */
  readEvent(event: string): Promise<RemoteResult<SetupRecord>>;
  listTickets(query: ListQuery): Promise<RemoteResult<RemotePage<TicketRecord>>>;
  listScans(query: ListQuery): Promise<RemoteResult<RemotePage<ScanRecord>>>;
  /** `GET /scanner/events/{key}/order-lines`. */
  listOrderLines(query: ListQuery): Promise<RemoteResult<RemotePage<OrderLineRecord>>>;
  /** How many rows the list holds, tombstones included. */
  countRows(event: string, list: ListName): Promise<RemoteResult<number>>;
  /** `GET /scanner/events/{key}/snapshot`, from `cursor` on: its bytes in order, the next only when `take` has resolved to true. */
  readSnapshot(
    event: string,
    cursor: string | null,
    take: (bytes: Uint8Array) => Promise<boolean>,
  ): Promise<RemoteResult<null>>;
  /**
   * `GET /scanner/events/{key}/stream`, behind the position `after`: resolves when the stream has ended.
   */
  followChanges(
    event: string,
    after: string | null,
    listener: ChangeListener,
  ): Promise<RemoteResult<null>>;
  findTicket(reference: string, deadlineMs: number): Promise<RemoteResult<FoundTicket>>;
  uploadScans(items: readonly ScanUpload[]): Promise<RemoteResult<readonly ScanUploadResult[]>>;
  uploadRedemptions(
    items: readonly RedemptionUpload[],
  ): Promise<RemoteResult<readonly RedemptionUploadResult[]>>;
  /** `POST /integration/scans`, `Idempotency-Key` = the scan's reference. A denial is a value, not a failure. */
  checkIn(ticket: string, idempotencyKey: string): Promise<RemoteResult<LateVerdict>>;
  /** `GET /scanner/events/{key}/conflicts`, a page of them. */
  listConflicts(
    event: string,
    state: 'open' | 'resolved',
    next_url: string | null,
  ): Promise<
    RemoteResult<{
      readonly conflicts: readonly ConflictDetails[];
      readonly next_url: string | null;
    }>
  >;
  /** `POST /scanner/conflicts/{reference}/resolve`: the conflict as it is now, whoever resolved it first. */
  resolveConflict(reference: string, note: string): Promise<RemoteResult<ConflictDetails>>;
  /** `POST /scanner/heartbeat`: what the server shows of this station. */
  sendHeartbeat(heartbeat: Heartbeat): Promise<RemoteResult<null>>;
  /** `GET /scanner/stations`: every station of the organiser. */
  listStations(): Promise<RemoteResult<readonly Station[]>>;
  /** Ends every request in flight with `aborted`. */
  abort(): void;
  close(): Promise<void>;
}

export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** A server, and as which of its clients the station comes in. */
export interface RemoteAddress extends ClientCredentials {
  /** Domain root: `/oauth/token` and `/v1` are below it. An address that ends with `/v1` is taken too. */
  readonly server_url: string;
  /** The SHA-256 of the only certificate that is the server's, in base64url; null or left out where authorities vouch for it. */
  readonly certificate?: string | null;
}

export type OpenRemote = (address: RemoteAddress) => Remote;
