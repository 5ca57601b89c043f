import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { TextColumn } from '../../shared/resources/contacts.ts';
import type { AdmissionSource, ScanResult } from '../../shared/resources/scans.ts';
import type { ConflictKind } from '../../shared/resources/conflicts.ts';
import type { OrderStatus } from '../../shared/resources/orders.ts';
import type { WebhookEventName } from '../../shared/resources/webhook-events.ts';
import type { Instant } from '../../shared/instant.ts';
import type { TicketStatus } from '../../shared/verdict/facts.ts';
import type { Reason } from '../../shared/verdict/reason.ts';

/**
 * The tables of the database. Columns have the contract's names; times are whole microseconds; booleans are 0 or 1; columns named `*_json`,
 * and those documented so, hold JSON text. Check constraints in the migrations enforce what these types say.
 *
 * `id` is internal and never leaves the server; `reference` is public. Every row belongs to an organiser, directly or through its parents.
 */
export interface Tables {
  readonly clock: ClockTable;
  readonly change_versions: ChangeVersionsTable;
  readonly keys: KeysTable;
  readonly code_keys: CodeKeysTable;
  readonly organisers: OrganisersTable;
  readonly clients: ClientsTable;
  readonly client_events: ClientEventsTable;
  readonly access_tokens: AccessTokensTable;
  readonly stations: StationsTable;
  readonly venue_keys: VenueKeysTable;
  readonly station_keys: StationKeysTable;
  readonly organiser_keys: OrganiserKeysTable;
  readonly events: EventsTable;
  readonly locations: LocationsTable;
  readonly ticket_types: TicketTypesTable;
  readonly add_ons: AddOnsTable;
  readonly sessions: SessionsTable;
  readonly fields: FieldsTable;
  readonly questions: QuestionsTable;
  readonly contacts: ContactsTable;
  readonly erased_emails: ErasedEmailsTable;
  readonly orders: OrdersTable;
  readonly order_lines: OrderLinesTable;
  readonly tickets: TicketsTable;
  readonly ticket_resales: TicketResalesTable;
  readonly ticket_reissues: TicketReissuesTable;
  readonly mailed_codes: MailedCodesTable;
  readonly answers: AnswersTable;
  readonly entry_scans: EntryScansTable;
  readonly conflicts: ConflictsTable;
  readonly refunds: RefundsTable;
  readonly waitlist_entries: WaitlistEntriesTable;
  readonly disputes: DisputesTable;
  readonly redemptions: RedemptionsTable;
  readonly idempotency_keys: IdempotencyKeysTable;
  readonly webhook_subscriptions: WebhookSubscriptionsTable;
  readonly webhook_messages: WebhookMessagesTable;
  readonly webhook_deliveries: WebhookDeliveriesTable;
  readonly webhook_attempts: WebhookAttemptsTable;
  readonly webhook_redeliveries: WebhookRedeliveriesTable;
  readonly webhook_notices: WebhookNoticesTable;
  readonly webhook_wakes: WebhookWakesTable;
  readonly webhook_settings: WebhookSettingsTable;
  readonly server_address: ServerAddressTable;
  readonly audit_log: AuditLogTable;
}

export type Flag = 0 | 1;
export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** One row: the last timestamp assigned by any process. */
export interface ClockTable {
  readonly id: number;
  readonly last_stamp: Instant;
}

/** One row: the version of each topic of `topics.ts`. */
export interface ChangeVersionsTable {
  readonly id: number;
  readonly access: number;
  readonly deliveries: number;
  readonly setup: number;
}

/** Secrets of this installation, created on first use: for list cursors and for the hash of erased emails. */
export interface KeysTable {
  readonly name: string;
  readonly value: Buffer;
  readonly created_at: Instant;
}

/** Ed25519 keys that sign an organiser's ticket codes: one signs; codes of retired keys are still accepted. */
export interface CodeKeysTable {
  readonly id: Generated<number>;
  readonly organiser_id: number;
  /** Four characters of base64url, unique per organiser. */
  readonly kid: string;
  readonly public_key: Buffer;
  readonly secret_key: Buffer;
  readonly created_at: Instant;
  readonly retired_at: Instant | null;
}

/** Columns of every timestamped row. `updated_at` is only ever set from `WriteTransaction.timestamp()`. */
interface Timestamped {
  readonly id: Generated<number>;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

interface Referenced extends Timestamped {
  readonly reference: string;
}

export interface OrganisersTable extends Referenced {
  readonly display_name: string;
  readonly email: string | null;
  readonly plan: Plan;
}

/** A machine client (§5). The secret is 32 random bytes, so a plain SHA-256 of it is enough. */
export interface ClientsTable extends Timestamped {
  readonly client_id: string;
  readonly organiser_id: number;
  readonly name: string;
  readonly secret_hash: Buffer;
  /** Scope names, separated by spaces. */
  readonly scopes: string;
  /** 1: every event of the organiser; 0: those in `client_events`. */
  readonly all_events: Flag;
  readonly revoked_at: Instant | null;
  /** Of the secret in its enrolment code; null if it was made without one. */
  readonly enrolment_hash: Buffer | null;
  /** When its enrolment code stops working: after the given days, or once the station has a token with a secret of its own. */
  readonly enrolment_ends_at: Instant | null;
}

export interface ClientEventsTable {
  readonly client_id: number;
  readonly event_id: number;
}

export interface AccessTokensTable {
  readonly token_hash: Buffer;
  readonly client_id: number;
  readonly scopes: string;
  readonly created_at: Instant;
  readonly expires_at: Instant;
}

/** The last heartbeat of each station, as JSON. */
export interface StationsTable {
  /** The client's row. */
  readonly client_id: number;
  readonly heartbeat: string;
  readonly received_at: Instant;
}

/** Keys with which the stations of an event authenticate each other's messages. The newest is used; the one before it is still accepted. */
export interface VenueKeysTable {
  readonly id: Generated<number>;
  readonly event_id: number;
  readonly value: Buffer;
  readonly created_at: Instant;
}

/** Every public Ed25519 key that a station has signed with. */
export interface StationKeysTable {
  /** The client's row. */
  readonly client_id: number;
  readonly public_key: Buffer;
  readonly last_seen_at: Instant;
}

/** An Ed25519 key for the server's signed statements and an X25519 key for files sealed for it. */
export interface OrganiserKeysTable {
  readonly organiser_id: number;
  readonly statement_public: Buffer;
  readonly statement_secret: Buffer;
  readonly sealing_public: Buffer;
  readonly sealing_secret: Buffer;
  readonly created_at: Instant;
}

export interface EventsTable extends Referenced {
  readonly organiser_id: number;
  /** Unique per organiser, never in the form of a reference. */
  readonly slug: string;
  readonly name: string;
  readonly status: 'draft' | 'published';
  readonly starts_at: Instant | null;
  readonly ends_at: Instant | null;
  readonly timezone: string;
  readonly currency: string;
  /** Entry policy: minutes before a session's start at which its doors open. */
  readonly opens_before_minutes: number;
  /** Whether its stations exchange admissions with each other. */
  readonly peers: Generated<Flag>;
  readonly deleted_at: Instant | null;
}

/** Something that is never deleted once it was used; archived, it is not offered any more. */
interface Archivable {
  readonly archived_at: Instant | null;
}

export interface LocationsTable extends Referenced, Archivable {
  readonly event_id: number;
  readonly name: string;
}

/** Admission rules of a ticket type, which a single ticket may override. */
interface AdmissionColumns {
  /** Half-open validity window; null is open on that side. */
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  /** JSON list of `loc_` references; null admits anywhere, an empty list nowhere. */
  readonly entry_points: string | null;
}

export interface TicketTypesTable extends Referenced, AdmissionColumns {
  readonly event_id: number;
  readonly name: string;
  readonly price: number;
  readonly total: number | null;
  readonly sold: number;
  readonly is_active: Flag;
}

export interface AddOnsTable extends Referenced, Archivable {
  readonly event_id: number;
  readonly name: string;
  readonly price: number;
  readonly total: number | null;
  readonly sold: number;
}

export interface SessionsTable extends Referenced {
  readonly event_id: number;
  readonly name: string | null;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly cancelled_at: Instant | null;
}

export const fieldTypes = ['text', 'select', 'multiselect', 'date', 'country'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A registration field, shared by the events of an organiser. */
export interface FieldsTable extends Referenced {
  readonly organiser_id: number;
  readonly key: string;
  readonly type: FieldType;
  /** JSON list of the options' texts, for the choice types. */
  readonly options: string | null;
}

/** A field as one event asks it. */
export interface QuestionsTable extends Referenced, Archivable {
  readonly event_id: number;
  readonly field_id: number;
  readonly label: string;
}

/** Its texts: `shared/resources/contacts.ts`. The email is as it was first spelled. */
export interface ContactsTable extends Referenced, Readonly<Record<TextColumn, string | null>> {
  readonly organiser_id: number;
  /** The mailbox, unique per organiser; null once erased. */
  readonly email_key: string | null;
  readonly unsubscribed_at: Instant | null;
  readonly erased_at: Instant | null;
}

/** Emails that may never be recreated, as keyed hashes. */
export interface ErasedEmailsTable {
  readonly organiser_id: number;
  readonly email_hash: Buffer;
  readonly created_at: Instant;
}

export interface OrdersTable extends Referenced {
  readonly organiser_id: number;
  readonly event_id: number;
  readonly contact_id: number | null;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly subtotal: number;
  readonly discount_total: number;
  readonly tax_total: number;
  readonly total: number;
  readonly application_fee: number;
  /** Total refunded so far, in minor units. */
  readonly refunded_total: number;
  readonly fee_reversed_total: number;
  readonly cancel_reason: string | null;
  readonly confirmed_at: Instant | null;
  /** The order's id in the system it was imported from, unique per event; a keyed hash once its buyer is erased. */
  readonly external_id: string | null;
}

/** A purchased item: exactly one of `ticket_type_id` and `add_on_id` is set, as `kind` says. */
export interface OrderLinesTable extends Referenced {
  readonly order_id: number;
  readonly event_id: number;
  readonly kind: 'ticket' | 'add_on';
  readonly ticket_type_id: number | null;
  readonly add_on_id: number | null;
  readonly session_id: number | null;
  readonly quantity: number;
  readonly unit_price: number;
  /** Units handed out; may exceed `quantity` if two offline stations handed out the same ones. */
  readonly redeemed: number;
  /** JSON list of seat labels assigned to the tickets when the order confirms. */
  readonly seat_labels: string | null;
}

export interface TicketsTable extends Referenced, AdmissionColumns {
  readonly event_id: number;
  readonly order_id: number | null;
  readonly order_line_id: number | null;
  readonly ticket_type_id: number;
  readonly contact_id: number | null;
  readonly session_id: number | null;
  readonly status: TicketStatus;
  readonly seat_label: string | null;
  /** The content of a plain barcode; null: the reference itself. */
  readonly code: string | null;
  /** The number of its current code, from 1. */
  readonly code_issue: Generated<number>;
  /** Counts edits; 1 when issued. */
  readonly revision: number;
  /** When it was cancelled or refunded, so that an offline scan is judged by the state at its time. */
  readonly voided_at: Instant | null;
  /** The ticket that replaced this one by transfer or resale. */
  readonly superseded_by: number | null;
  readonly deleted_at: Instant | null;
}

/** When each code of a ticket, except the first, was issued. */
export interface TicketReissuesTable {
  readonly ticket_id: number;
  readonly issue: number;
  readonly reissued_at: Instant;
}

/** The last code of a ticket that was mailed, and to whom; it is not mailed again. */
export interface MailedCodesTable {
  readonly ticket_id: number;
  readonly issue: number;
  readonly contact_id: number;
  readonly mailed_at: Instant;
}

/** A paid handover between two people: the seller's ticket was superseded by the one issued to the buyer. */
export interface TicketResalesTable extends Timestamped {
  readonly seller_ticket_id: number;
  readonly issued_ticket_id: number;
  readonly price: number;
  readonly currency: string;
}

/** One registration per order: all of its tickets show these answers. */
export interface AnswersTable {
  readonly order_id: number;
  readonly question_id: number;
  /** JSON; `null` means asked but unanswered. */
  readonly value: string;
  readonly answered_at: Instant | null;
}

export const scanOrigins = ['online', 'upload', 'box_office'] as const;
export type ScanOrigin = (typeof scanOrigins)[number];

/** Immutable once inserted. The columns after `source` are what an uploading station reported. */
export interface EntryScansTable extends Referenced {
  readonly event_id: number;
  readonly ticket_id: number;
  readonly session_id: number | null;
  readonly location_id: number | null;
  readonly client_id: number | null;
  readonly result: ScanResult;
  readonly reason: Reason;
  readonly scanned_at: Instant;
  readonly source: ScanOrigin;
  readonly clock_offset_ms: number | null;
  readonly sequence: number | null;
  readonly snapshot_watermark: Instant | null;
  /** SHA-256 of the uploaded item, which distinguishes a repetition from a mismatch. */
  readonly content_hash: Buffer | null;
  readonly clock_suspect: Flag;
  /** Which of the ticket's codes was scanned; null if unknown, or if no code was read. */
  readonly code_issue: number | null;
  /** Where the door knew the earlier admission from that it denied for; null for the server's data or its own journal. */
  readonly admission_source: AdmissionSource | null;
}

/** At most one of a kind per scan. `double_admission`: `other_scan_id` is the earliest admission of the ticket. */
export interface ConflictsTable extends Referenced {
  readonly event_id: number;
  readonly ticket_id: number;
  readonly kind: ConflictKind;
  readonly scan_id: number;
  readonly other_scan_id: number | null;
  readonly expected_reason: Reason;
  readonly state: 'open' | 'resolved';
  readonly note: string | null;
  readonly resolved_by: string | null;
  readonly resolved_at: Instant | null;
  /** Set when later uploads showed that there was no disagreement after all. */
  readonly deleted_at: Instant | null;
}

export interface RefundsTable extends Referenced {
  readonly order_id: number;
  readonly amount: number;
  readonly fee_reversed: number;
  readonly via: 'console' | 'processor';
}

export const waitlistStatuses = ['waiting', 'offered', 'converted', 'expired'] as const;
export type WaitlistStatus = (typeof waitlistStatuses)[number];

export interface WaitlistEntriesTable extends Referenced {
  readonly event_id: number;
  readonly ticket_type_id: number | null;
  readonly add_on_id: number | null;
  readonly email: string;
  readonly quantity: number;
  readonly status: WaitlistStatus;
  readonly offered_at: Instant | null;
  readonly offer_expires_at: Instant | null;
  readonly order_id: number | null;
}

/** The payment processor's identifiers, not the service's (§6.4). */
export interface DisputesTable extends Timestamped {
  readonly organiser_id: number;
  readonly dispute: string | null;
  readonly charge: string | null;
  readonly amount: number | null;
  readonly reason: string | null;
}

export interface RedemptionsTable extends Timestamped {
  readonly order_line_id: number;
  /** Identifies the action, so that a retry is recognised; unique per line. */
  readonly client_reference: string | null;
  /** Negative for an undo. */
  readonly quantity: number;
  readonly location_id: number | null;
  readonly client_id: number | null;
  readonly redeemed_at: Instant;
  readonly over_redeemed: Flag;
}

/** A stored response (§4.5). `contact_id` marks bodies that contain a person's data; they are scrubbed on erasure. */
export interface IdempotencyKeysTable {
  readonly id: Generated<number>;
  readonly client_id: number;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
  readonly contact_id: number | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
}

/** §2.10. `client_id` null: created in the console. `event_id` null: organisation-wide. */
export interface WebhookSubscriptionsTable extends Referenced {
  readonly organiser_id: number;
  readonly client_id: number | null;
  readonly event_id: number | null;
  readonly url: string;
  /** JSON list of event names. */
  readonly events: string;
  /** The signing secret; empty once deleted. */
  readonly secret: string;
  /** JSON list: secrets that it had before and until when they sign as well. */
  readonly former_secrets: string;
  readonly is_active: Flag;
  readonly disabled_reason: string | null;
  /** Incremented when pending deliveries must be cancelled. */
  readonly epoch: number;
  /** Whether its last attempt failed: failing endpoints share a few slots. */
  readonly is_failing: Flag;
  /** When its earliest pending delivery is due; null if there is none. Deliveries in `webhook_wakes` are not included. */
  readonly next_due_at: Instant | null;
  /** When deliveries were last claimed: the subscription that waited longest is served first. */
  readonly served_at: Instant;
  /** 1: pending deliveries of earlier epochs still have to be marked cancelled. */
  readonly needs_sweep: Flag;
  readonly deleted_at: Instant | null;
}

/** The recorded event: the bytes sent to every subscription. */
export interface WebhookMessagesTable {
  readonly id: Generated<number>;
  readonly name: WebhookEventName;
  readonly event_id: number | null;
  readonly organiser_id: number;
  readonly body: string;
  /** The normalised email in the body, so that an erasure finds the message. */
  readonly email_key: string | null;
  /** 1: a requested test rather than an event that happened. */
  readonly is_test: Flag;
  readonly created_at: Instant;
}

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface WebhookDeliveriesTable {
  readonly id: Generated<number>;
  readonly reference: string;
  readonly subscription_id: number;
  readonly message_id: number;
  readonly status: DeliveryStatus;
  /** The subscription's epoch when the delivery was recorded. */
  readonly epoch: number;
  /** Requests made so far, including those on demand. */
  readonly attempts: number;
  /** Scheduled requests made so far. */
  readonly scheduled_attempts: number;
  /** When it may be claimed; during an attempt, when the lease ends. Null unless pending. */
  readonly due_at: Instant | null;
  /** Identifies the attempt in progress; null if there is none. */
  readonly claim: number | null;
  readonly created_at: Instant;
}

export interface WebhookAttemptsTable {
  readonly delivery_id: number;
  readonly number: number;
  readonly at: Instant;
  readonly status: 'delivered' | 'failed';
  readonly response_code: number | null;
  /** The first 2,000 characters; null if no response arrived. */
  readonly response_body: string | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

/** A requested redelivery. The row is deleted with its attempt. */
export interface WebhookRedeliveriesTable {
  readonly id: Generated<number>;
  readonly delivery_id: number;
  readonly due_at: Instant;
  readonly claim: number | null;
  readonly created_at: Instant;
}

/** An email to an organiser that is still to be sent: a subscription was deactivated. */
export interface WebhookNoticesTable {
  readonly id: Generated<number>;
  readonly subscription_id: number;
  readonly email: string;
  readonly reason: string;
  readonly attempts: number;
  readonly due_at: Instant;
  readonly created_at: Instant;
}

/** A pending delivery was queued for the subscription. A trigger inserts the row; the next look at the queue takes it. */
export interface WebhookWakesTable {
  readonly id: Generated<number>;
  readonly subscription_id: number;
}

/** One row: the settings the server last ran with. */
export interface WebhookSettingsTable {
  readonly id: number;
  /** JSON list of the non-public ranges that webhooks may reach. */
  readonly allow: string;
}

/** One row: the address at which the server was reached when it last ran. */
export interface ServerAddressTable {
  readonly id: number;
  readonly url: string;
  /** The SHA-256 of its certificate, in base64url, if no authority vouches for it. */
  readonly certificate: string | null;
}

/** What was done by an operation. Holds nothing that names a guest, and no secret. */
export interface AuditLogTable {
  readonly id: Generated<number>;
  /** Null for what belongs to no organiser. */
  readonly organiser_id: number | null;
  readonly at: Instant;
  /** `command_line:` and the name of the operating system's user. */
  readonly actor: string;
  /** Such as `order.refund`. */
  readonly operation: string;
  readonly resource: string | null;
  /** A JSON object. */
  readonly input: string;
}

/** Tables whose `updated_at` comes from the timestamp sequence. A long transaction moves their timestamps to its end. */
export const timestampedTables = [
  'organisers',
  'clients',
  'events',
  'locations',
  'ticket_types',
  'add_ons',
  'sessions',
  'fields',
  'questions',
  'contacts',
  'orders',
  'order_lines',
  'tickets',
  'ticket_resales',
  'entry_scans',
  'conflicts',
  'refunds',
  'waitlist_entries',
  'disputes',
  'redemptions',
  'webhook_subscriptions',
] as const satisfies readonly (keyof Tables)[];

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
export type Changes<Name extends keyof Tables> = Updateable<Tables[Name]>;
