import type { Instant } from '../../shared/instant.ts';
import type { ChangeKind } from '../../shared/resources/event-stream.ts';
import type { ConflictDetails } from '../../shared/resources/conflicts.ts';
import type { Heartbeat, ReportedStation } from '../../shared/resources/stations.ts';
import type { OrderRequest } from '../../shared/resources/orders.ts';
import type { AddedGuest } from '../../shared/station/guests.ts';
import type { ReleaseUpload } from '../../shared/resources/releases.ts';
import type { RedemptionUpload, ScanUpload } from '../../shared/resources/uploads.ts';
import type { SetupKeys } from '../../shared/sealing/trusted-keys.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { RemoteFailureCode } from '../../shared/station/remote-failure.ts';
import type {
  AnswersRecord,
  ListName,
  OrderLineRecord,
  ReleaseRecord,
  ScanRecord,
  TicketRecord,
  UnreadableRow,
} from './replica.ts';
import type {
  EventRecord,
  IdentityRecord,
  OrganiserPublicKeys,
  SetupRecord,
} from '../../shared/station/records.ts';

/** A server that links to pages elsewhere: usually behind a proxy that it does not know of. */
export interface ForeignPage {
  /** The API that this station was set up with. */
  readonly own: string;
  /** Where the next page was said to be. */
  readonly other: string;
}

/** An error from the server itself: its contract's error body, with a code that matches the status. */
export interface OwnError {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface RemoteFailure {
  readonly code: RemoteFailureCode;
  /** One sentence for the log, without secrets and ticket codes. */
  readonly message: string;
  /** `Retry-After`, if the server sent one. */
  readonly retry_after_ms: number | null;
  /** Absent if there was no response, or if something on the network path may have sent it: such a response decides nothing. */
  readonly own?: OwnError;
  /** With `unauthorized`: the server's signed statement that this client was revoked. Trusted only after verification. */
  readonly revocation?: string;
  /** With `foreign_url`, if a response named the place. */
  readonly foreign?: ForeignPage;
}

/** A server's time beside the device's, with the possible error. */
export interface ClockSample {
  /** The server's time when the head of its response arrived; half of the round trip is added. */
  readonly server_now: Instant;
  /** Half the width of the interval that certainly contains the true time, in microseconds. */
  readonly uncertainty: number;
  /** The device's wall clock at the same moment. */
  readonly device_now: Instant;
  /** The device's monotonic clock at the same moment: the wall clock may have been set since. */
  readonly monotonic_ms: number;
}

/** What every exchange reports besides its value. The clock is taken only from responses that are certainly the server's own. */
export interface ResponseMetadata {
  /**
   * The API requests it took: 2 if a new token was needed, 0 if no connection was made. Token requests are not counted (§8 counts REST
   * calls).
   */
  readonly requests: number;
  readonly clock: ClockSample | null;
  /**
   * From the `RateLimit` headers: requests a minute (null if they do not say), requests left in the server's window, and when the window
   * resets.
   */
  readonly budget: {
    readonly limit: number | null;
    readonly remaining: number;
    readonly reset_ms: number;
  } | null;
}

export type RemoteResult<Value> =
  | { readonly kind: 'ok'; readonly value: Value; readonly metadata: ResponseMetadata }
  | {
      readonly kind: 'failed';
      readonly failure: RemoteFailure;
      readonly metadata: ResponseMetadata;
    };

export interface RemotePage<Row> {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableRow[];
  readonly next_url: string | null;
  readonly watermark: string;
}

export interface WalkQuery {
  readonly event: string;
  readonly updated_since: string;
  /** A later page of the walk; replaces the query. */
  readonly next_url: string | null;
}

/** The keys are stored apart from the replica, which a revocation deletes. A bare `/v1` has none. */
export interface IdentityReply extends IdentityRecord {
  readonly organiser_keys?: OrganiserPublicKeys;
}

export interface EnrolmentReply {
  /** With the scopes that the secret gives. */
  readonly identity: IdentityReply;
  readonly client_secret: string;
}

/** Not verified yet. */
export interface SignedSetupKeys {
  readonly keys: SetupKeys;
  readonly signature: string;
}

/** The venue keys are stored apart from the rest, because they are secret. */
export interface SetupReply extends SetupRecord {
  /** Absent on a bare `/v1`. */
  readonly signed?: SignedSetupKeys;
  /** Parts that could not be read, or not completely. */
  readonly unreadable?: readonly UnreadableRow[];
  /** Names the life of the server's database; kept with the settings, because it outlives the replica. */
  readonly epoch?: string;
}

/** What the server says of an uploaded scan. A status that this version does not know is a refusal. */
export interface UploadedScan {
  readonly reference: string | null;
  readonly status: string;
  /** As the server describes it. */
  readonly conflict?: unknown;
  readonly code?: string | null;
  readonly message?: string | null;
}

export interface UploadedRelease {
  readonly reference: string | null;
  readonly status: string;
  readonly code?: string | null;
  readonly message?: string | null;
}

export interface UploadedRedemption {
  readonly client_reference: string | null;
  readonly status: string;
  readonly remaining?: number | null;
  readonly updated_at?: string | null;
  readonly over_redeemed?: boolean;
  readonly code?: string | null;
  readonly message?: string | null;
}

/** The server's late verdict on a bare `/v1` (§4.4); `answer` is its body as JSON. */
export interface LateVerdict {
  readonly allowed: boolean;
  readonly reason: string;
  readonly answer: string;
}

/** A ticket type as the server sells it now. */
export interface TypeForSale {
  readonly reference: string;
  readonly name: string;
  /** Minor units. */
  readonly price: number;
  readonly currency: string;
  readonly is_active: boolean;
  /** Null: any number. */
  readonly left: number | null;
}

/** `refused`: by the server's own rules; nothing was sold. `fields`: those that it names. */
export type PlacedGuest =
  | { readonly kind: 'placed'; readonly guest: AddedGuest }
  | { readonly kind: 'refused'; readonly code: string; readonly fields: readonly string[] };

export interface SentOrderReply {
  readonly emails: number;
  readonly refused: number;
  readonly is_complete: boolean;
}

/** Of a station's last heartbeat, what others look at. */
export interface FleetReport extends Omit<ReportedStation, 'heartbeat'> {
  readonly heartbeat: Omit<
    Heartbeat,
    'scanner' | 'peer_addresses' | 'peers' | 'station_key'
  > | null;
}

/** Of whatever kind: a later version of the server has more. */
export interface ReportedConflict extends Omit<ConflictDetails, 'kind'> {
  readonly kind: string;
}

export interface HeartbeatReceipt {
  /** Open conflicts of the heartbeat's event; null if the server does not say. */
  readonly open_conflicts: number | null;
}

export interface FoundTicket {
  readonly ticket: TicketRecord;
  readonly event: string | null;
}

/** A change at the server. `reference` null: so much changed that the list must be polled. */
export interface RemoteChange {
  readonly kind: ChangeKind;
  readonly reference: string | null;
  /** For a scan: its row, as in the feed. */
  readonly scan: ScanRecord | null;
  /** For a release likewise; left out for anything else. */
  readonly release?: ReleaseRecord;
}

export interface StreamListener {
  /** The stream is open: changes from now on are reported immediately. */
  opened(metadata: ResponseMetadata): void;
  /** `position`: where to resume after this change; null within a group of changes that are reported together. */
  changed(change: RemoteChange, position: string | null): void;
  /** Every change at the server up to `at`, by its own clock, was reported before. */
  heartbeat(at: Instant): void;
  /** Called for any data received; nothing more is read until it resolves. */
  received(): void | Promise<void>;
}

/**
 * The companion server, or any server that implements the specification. Methods never reject: failures are part of the result. A 401 is
 * handled with one new token and one retry.
 */
export interface Remote {
  identify(deadlineMs?: number): Promise<RemoteResult<IdentityReply>>;
  /** `POST /scanner/enrolment`: this station's own secret, for the one of its enrolment code. */
  completeEnrolment(): Promise<RemoteResult<EnrolmentReply>>;
  listEvents(next_url: string | null): Promise<
    RemoteResult<{
      readonly events: readonly EventRecord[];
      readonly unreadable: readonly UnreadableRow[];
      readonly next_url: string | null;
    }>
  >;
  /** `GET /scanner/events/{key}/setup`; null if the server confirms `etag`. */
  readSetup(event: string, etag: string | null): Promise<RemoteResult<SetupReply | null>>;
  /** `GET /integration/events/{key}`: the data of an event on a bare `/v1`. */
  readEvent(event: string): Promise<RemoteResult<SetupRecord>>;
  listTickets(query: WalkQuery): Promise<RemoteResult<RemotePage<TicketRecord>>>;
  listScans(query: WalkQuery): Promise<RemoteResult<RemotePage<ScanRecord>>>;
  listReleases(query: WalkQuery): Promise<RemoteResult<RemotePage<ReleaseRecord>>>;
  /** `GET /scanner/events/{key}/order-lines`. */
  listOrderLines(query: WalkQuery): Promise<RemoteResult<RemotePage<OrderLineRecord>>>;
  /** `GET /scanner/events/{key}/answers`. */
  listAnswers(query: WalkQuery): Promise<RemoteResult<RemotePage<AnswersRecord>>>;
  /** How many rows the list holds, including tombstones. */
  countRows(event: string, list: ListName): Promise<RemoteResult<number>>;
  /** `GET /scanner/events/{key}/snapshot` from `cursor` on: its bytes in order; the next chunk is read once `take` has resolved to true. */
  readSnapshot(
    event: string,
    cursor: string | null,
    take: (bytes: Uint8Array) => Promise<boolean>,
  ): Promise<RemoteResult<null>>;
  /** `GET /scanner/events/{key}/stream` after the position `after`; resolves when the stream has ended. */
  followChanges(
    event: string,
    after: string | null,
    listener: StreamListener,
  ): Promise<RemoteResult<null>>;
  findTicket(reference: string, deadlineMs: number): Promise<RemoteResult<FoundTicket>>;
  /** `GET /integration/events/{key}/tickets?code=`: the event's ticket that was sold elsewhere under the code in a reading; null for none. */
  findSoldTicket(
    event: string,
    reading: string,
    deadlineMs: number,
  ): Promise<RemoteResult<TicketRecord | null>>;
  uploadScans(items: readonly ScanUpload[]): Promise<RemoteResult<readonly UploadedScan[]>>;
  uploadReleases(
    items: readonly ReleaseUpload[],
  ): Promise<RemoteResult<readonly UploadedRelease[]>>;
  uploadRedemptions(
    items: readonly RedemptionUpload[],
  ): Promise<RemoteResult<readonly UploadedRedemption[]>>;
  /** `POST /integration/scans`, `Idempotency-Key` = the scan's reference. A denial is a value, not a failure. */
  checkIn(ticket: string, idempotencyKey: string): Promise<RemoteResult<LateVerdict>>;
  /** The ticket types of `GET /integration/events/{key}`. */
  readTypesForSale(event: string): Promise<RemoteResult<readonly TypeForSale[]>>;
  /** `POST /integration/events/{key}/orders`. A refusal is a value, not a failure. */
  placeOrder(
    event: string,
    order: OrderRequest,
    idempotencyKey: string,
  ): Promise<RemoteResult<PlacedGuest>>;
  /** `POST /integration/orders/{reference}/send`. */
  sendOrder(order: string): Promise<RemoteResult<SentOrderReply>>;
  /** A page of `GET /scanner/events/{key}/conflicts`. */
  listConflicts(
    event: string,
    state: 'open' | 'resolved',
    next_url: string | null,
  ): Promise<
    RemoteResult<{
      readonly conflicts: readonly ReportedConflict[];
      readonly next_url: string | null;
    }>
  >;
  /** `POST /scanner/conflicts/{reference}/resolve`: the resolved conflict, whoever resolved it first. */
  resolveConflict(reference: string, note: string): Promise<RemoteResult<ReportedConflict>>;
  /** `POST /scanner/heartbeat`: the status that the server shows of this station. */
  sendHeartbeat(heartbeat: Heartbeat): Promise<RemoteResult<HeartbeatReceipt>>;
  /** `GET /scanner/stations`: every station of the organiser. */
  listStations(): Promise<RemoteResult<readonly FleetReport[]>>;
  /** Ends every request in progress with `aborted`. */
  abort(): void;
  close(): Promise<void>;
}

export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** A server and the client credentials used there. */
export interface RemoteAddress extends ClientCredentials {
  /** Domain root: `/oauth/token` and `/v1` are below it. An address that ends with `/v1` is accepted too. */
  readonly server_url: string;
  /** The SHA-256 of the server's only trusted certificate, in base64url; null or absent if authorities vouch for it. */
  readonly certificate?: string | null;
}

export type OpenRemote = (address: RemoteAddress) => Remote;
