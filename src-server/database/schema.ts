import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { AdmissionSource, ConflictKind } from '../../shared/contract/scanner.ts';
import type { OrderStatus, ScanResult } from '../../shared/contract/resources.ts';
import type { WebhookEventName } from '../../shared/contract/webhooks.ts';
import type { Instant } from '../../shared/instant.ts';
import type { TicketStatus } from '../../shared/verdict/facts.ts';
import type { Reason } from '../../shared/verdict/reason.ts';

/**
 * The tables of `server.db`. Columns carry the contract's names; times are whole microseconds; booleans are 0 or 1; columns named
 * `*_json` and the others that say so hold JSON text. Check constraints in the migrations hold what these types say.
 *
 * `id` is internal and never leaves the server; `reference` is what the outside sees. Every row reaches its organiser.
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
  readonly webhook_settings: WebhookSettingsTable;
  readonly server_address: ServerAddressTable;
}

export type Flag = 0 | 1;
export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** One row: the last stamp that was given out, by any process. */
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

/** Secrets of this installation, made on first use: list cursors, the hash of erased emails. */
export interface KeysTable {
  readonly name: string;
  readonly value: Buffer;
  readonly created_at: Instant;
}

/** Ed25519 keys that sign an organiser's ticket codes: one signs, and codes of retired ones are still accepted. */
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

/** What every stamped row has. `updated_at` comes from `WriteTransaction.stamp()` and nowhere else. */
interface Stamped {
  readonly id: Generated<number>;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

interface Referenced extends Stamped {
  readonly reference: string;
}

export interface OrganisersTable extends Referenced {
  readonly display_name: string;
  readonly email: string | null;
  readonly plan: Plan;
}

/** A machine client (§5). The secret is 32 random bytes, so a plain SHA-256 of it is enough. */
export interface ClientsTable extends Stamped {
  readonly client_id: string;
  readonly organiser_id: number;
  readonly name: string;
  readonly secret_hash: Buffer;
  /** Scope names, separated by spaces. */
  readonly scopes: string;
  /** 1: every event of the organiser; 0: those in `client_events`. */
  readonly all_events: Flag;
  readonly revoked_at: Instant | null;
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

/** What a station last said of itself: the JSON of its heartbeat. */
export interface StationsTable {
  /** The client's row. */
  readonly client_id: number;
  readonly heartbeat: string;
  readonly received_at: Instant;
}

/** What stations of an event trust each other's words by. The newest is used, and the one before it still accepted. */
export interface VenueKeysTable {
  readonly id: Generated<number>;
  readonly event_id: number;
  readonly value: Buffer;
  readonly created_at: Instant;
}

/** The keys that a station has signed with, each a public Ed25519 key. */
export interface StationKeysTable {
  /** The client's row. */
  readonly client_id: number;
  readonly public_key: Buffer;
  readonly last_seen_at: Instant;
}

/** Ed25519 for what the server states, X25519 for what is sealed for it. */
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
  /** Entry policy: how long before a session's start its doors open. */
  readonly opens_before_minutes: number;
  /** Whether its stations tell each other of admissions. */
  readonly peers: Generated<Flag>;
  readonly deleted_at: Instant | null;
}

export interface LocationsTable extends Referenced {
  readonly event_id: number;
  readonly name: string;
}

/** Facts of admission that a ticket type gives its tickets, and that one ticket may override. */
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

export interface AddOnsTable extends Referenced {
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
export interface QuestionsTable extends Referenced {
  readonly event_id: number;
  readonly field_id: number;
  readonly label: string;
}

export interface ContactsTable extends Referenced {
  readonly organiser_id: number;
  /** As first spelled; null once erased. */
  readonly email: string | null;
  /** The normalised email, unique per organiser; null once erased. */
  readonly email_key: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly mobile: string | null;
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
  /** Minor units returned so far. */
  readonly refunded_total: number;
  readonly fee_reversed_total: number;
  readonly cancel_reason: string | null;
  readonly confirmed_at: Instant | null;
  /** What an imported order is called where it comes from, unique per event; a keyed hash once its buyer is erased. */
  readonly external_id: string | null;
}

/** What was bought: exactly one of `ticket_type_id` and `add_on_id`, as `kind` says. */
export interface OrderLinesTable extends Referenced {
  readonly order_id: number;
  readonly event_id: number;
  readonly kind: 'ticket' | 'add_on';
  readonly ticket_type_id: number | null;
  readonly add_on_id: number | null;
  readonly session_id: number | null;
  readonly quantity: number;
  readonly unit_price: number;
  /** Units handed out; may pass `quantity` when two offline stations did so. */
  readonly redeemed: number;
  /** JSON list of seat labels that the tickets get when the order confirms. */
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
  /** What a plain barcode says; null: the reference itself. */
  readonly code: string | null;
  /** The number of its newest code, from 1. */
  readonly code_issue: Generated<number>;
  /** Counts edits; 1 when issued. */
  readonly revision: number;
  /** When it became cancelled or refunded, so that a scan made offline is judged by what held at its time. */
  readonly voided_at: Instant | null;
  /** The ticket that took this one's place by transfer or resale. */
  readonly superseded_by: number | null;
  readonly deleted_at: Instant | null;
}

/** When each code of a ticket but the first was issued. */
export interface TicketReissuesTable {
  readonly ticket_id: number;
  readonly issue: number;
  readonly reissued_at: Instant;
}

/** The last code of a ticket that was mailed, and to whom: what is there is not mailed again. */
export interface MailedCodesTable {
  readonly ticket_id: number;
  readonly issue: number;
  readonly contact_id: number;
  readonly mailed_at: Instant;
}

/** A handover for money, settled between its two people: the seller's ticket was superseded by the one issued to the buyer. */
export interface TicketResalesTable extends Stamped {
  readonly seller_ticket_id: number;
  readonly issued_ticket_id: number;
  readonly price: number;
  readonly currency: string;
}

/** One registration per order: every ticket of the order shows these. */
export interface AnswersTable {
  readonly order_id: number;
  readonly question_id: number;
  /** JSON; `null` is asked but unanswered. */
  readonly value: string;
  readonly answered_at: Instant | null;
}

export const scanSources = ['online', 'upload', 'box_office'] as const;
export type ScanSource = (typeof scanSources)[number];

/** Never changed after it landed. The columns after `source` are what an uploading station said. */
export interface EntryScansTable extends Referenced {
  readonly event_id: number;
  readonly ticket_id: number;
  readonly session_id: number | null;
  readonly location_id: number | null;
  readonly client_id: number | null;
  readonly result: ScanResult;
  readonly reason: Reason;
  readonly scanned_at: Instant;
  readonly source: ScanSource;
  readonly clock_offset_ms: number | null;
  readonly sequence: number | null;
  readonly snapshot_watermark: Instant | null;
  /** SHA-256 of the uploaded item, which tells a repetition from a mismatch. */
  readonly content_hash: Buffer | null;
  readonly clock_suspect: Flag;
  /** Which of the ticket's codes the door read; null where that is not known, or none was read. */
  readonly code_issue: number | null;
  /** Where the door knew of the earlier admission from that it denied for; null for the server's data, or its own journal. */
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
  /** Set when later uploads showed that there is no disagreement after all. */
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

/** The processor's identifiers, not the service's (§6.4). */
export interface DisputesTable extends Stamped {
  readonly organiser_id: number;
  readonly dispute: string | null;
  readonly charge: string | null;
  readonly amount: number | null;
  readonly reason: string | null;
}

export interface RedemptionsTable extends Stamped {
  readonly order_line_id: number;
  /** Names the action, so that a retry is recognised; unique per line. */
  readonly client_reference: string | null;
  /** Negative undoes. */
  readonly quantity: number;
  readonly location_id: number | null;
  readonly client_id: number | null;
  readonly redeemed_at: Instant;
  readonly over_redeemed: Flag;
}

/** A stored answer (§4.5). `contact_id` marks bodies that hold a person's data, to be scrubbed on erasure. */
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

/** §2.10. `client_id` null: made in the console. `event_id` null: organisation-wide. */
export interface WebhookSubscriptionsTable extends Referenced {
  readonly organiser_id: number;
  readonly client_id: number | null;
  readonly event_id: number | null;
  readonly url: string;
  /** JSON list of event names. */
  readonly events: string;
  /** The signing secret; empty once deleted. */
  readonly secret: string;
  readonly is_active: Flag;
  readonly disabled_reason: string | null;
  /** Goes up when deliveries that are pending must no longer be made. */
  readonly epoch: number;
  /** Whether its last attempt failed: such endpoints share few slots. */
  readonly is_failing: Flag;
  /** When its earliest pending delivery is due; null when there is none. */
  readonly next_due_at: Instant | null;
  /** When deliveries were last claimed: whoever waited longest comes first. */
  readonly served_at: Instant;
  /** 1: pending deliveries of earlier epochs are still to be marked cancelled. */
  readonly needs_sweep: Flag;
  readonly deleted_at: Instant | null;
}

/** What happened: the bytes that every subscription gets. */
export interface WebhookMessagesTable {
  readonly id: Generated<number>;
  readonly name: WebhookEventName;
  readonly event_id: number | null;
  readonly organiser_id: number;
  readonly body: string;
  /** The normalised email that the body holds, so that an erasure finds it. */
  readonly email_key: string | null;
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
  /** The subscription's epoch when it was recorded. */
  readonly epoch: number;
  /** Requests made so far, those on demand included. */
  readonly attempts: number;
  /** Requests made so far by the schedule. */
  readonly scheduled_attempts: number;
  /** When it may be claimed: while an attempt is under way, when its lease ends. Null unless pending. */
  readonly due_at: Instant | null;
  /** Names the attempt under way; null when none is. */
  readonly claim: number | null;
  readonly created_at: Instant;
}

export interface WebhookAttemptsTable {
  readonly delivery_id: number;
  readonly number: number;
  readonly at: Instant;
  readonly status: 'delivered' | 'failed';
  readonly response_code: number | null;
  /** The first 2,000 characters; null when no response came. */
  readonly response_body: string | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

/** A delivery that somebody asked to make once more. The row goes with its attempt. */
export interface WebhookRedeliveriesTable {
  readonly id: Generated<number>;
  readonly delivery_id: number;
  readonly due_at: Instant;
  readonly claim: number | null;
  readonly created_at: Instant;
}

/** An email to an organiser, still to be sent: a subscription was deactivated. */
export interface WebhookNoticesTable {
  readonly id: Generated<number>;
  readonly subscription_id: number;
  readonly email: string;
  readonly reason: string;
  readonly attempts: number;
  readonly due_at: Instant;
  readonly created_at: Instant;
}

/** One row: what the server last ran with. */
export interface WebhookSettingsTable {
  readonly id: number;
  /** JSON list of the ranges that webhooks may reach although they are not public. */
  readonly allow: string;
}

/** One row: where the server was reached when it last ran. */
export interface ServerAddressTable {
  readonly id: number;
  readonly url: string;
  /** The SHA-256 of its certificate, in base64url, where no authority vouches for it. */
  readonly certificate: string | null;
}

/** Tables whose `updated_at` a stamp wrote: the ones that a long transaction moves to its end. */
export const stampedTables = [
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
