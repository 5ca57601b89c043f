// Why: docs/decisions/0014-two-databases.md
import type { Insertable, Selectable, Updateable } from 'kysely';
import { conflictKinds, orderStatuses, paymentMethods } from '../../shared/contract/statuses.ts';
import { admissionSources, scanResults } from '../../shared/resources/scans.ts';
import type { WebhookEventName } from '../../shared/resources/webhook-events.ts';
import { ticketStatuses } from '../../shared/verdict/terms/facts.ts';
import { entryPointDirections, overruleRules } from '../../shared/verdict/terms/door-policy.ts';
import type { DenialReason, Reason } from '../../shared/verdict/terms/reason.ts';
import { reEntryRules, releaseKinds } from '../../shared/verdict/terms/releases.ts';
import {
  blob,
  count,
  currency,
  flag,
  id,
  instant,
  integer,
  json,
  key32,
  oneOf,
  onlyRow,
  reference,
  table,
  text,
  type RowsOf,
} from './column.ts';

export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

export const fieldTypes = ['text', 'select', 'multiselect', 'date', 'country'] as const;
export type FieldType = (typeof fieldTypes)[number];

export const waitlistStatuses = ['waiting', 'offered', 'converted', 'expired'] as const;
export type WaitlistStatus = (typeof waitlistStatuses)[number];

/** From the one who may do everything to the one who may only look. */
export const roles = ['owner', 'manager', 'box_office', 'viewer'] as const;
export type Role = (typeof roles)[number];

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** `running` and not written to for a minute: the process that did it has ended; the file can be imported again. */
export const importStatuses = ['running', 'done', 'stopped', 'undoing', 'undone'] as const;

/** `id` is internal and never leaves the server; `reference` is public. */
const referenced = { id, reference: text.unique() };
/** `updated_at` is only ever set from `WriteTransaction.timestamp()`. */
const timestamps = { created_at: instant, updated_at: instant };

/** Admission rules of a ticket type, which a single ticket may override. */
const admission = {
  /** Half-open validity window; null is open on that side. */
  valid_from: instant.orNull(),
  valid_until: instant.orNull(),
  /** JSON list of `loc_` references; null admits anywhere, an empty list nowhere. */
  entry_points: json.orNull(),
};

/** Set on what is never deleted once it was used; archived, it is not offered any more. */
const archivable = { archived_at: instant.orNull() };

/**
 * The tables of the database, referenced ones first, and the types of their rows. Columns have the contract's names. Every row belongs to an
 * organiser, directly or through its parents.
 */
export const tables = {
  /** The last timestamp assigned by any process. */
  clock: table({ id: onlyRow, last_stamp: instant }),

  /** The version of each topic of `topics.ts`. */
  change_versions: table({ id: onlyRow, access: integer, deliveries: integer, setup: integer }),

  /** Secrets of this installation, created on first use: for list cursors and for the hash of erased emails. */
  keys: table({ name: text.key(), value: blob, created_at: instant }),

  /** The address at which the server was reached when it last ran. */
  server_address: table({
    id: onlyRow,
    url: text,
    /** The SHA-256 of its certificate, in base64url, if no authority vouches for it. */
    certificate: text.orNull(),
  }),

  /** The settings the server last ran with. */
  webhook_settings: table({
    id: onlyRow,
    /** JSON list of the non-public ranges that webhooks may reach. */
    allow: json,
  }),

  organisers: table({
    ...referenced,
    display_name: text,
    email: text.orNull(),
    plan: oneOf(plans),
    ...timestamps,
  }),

  /** An Ed25519 key for the server's signed statements and an X25519 key for files sealed for it. */
  organiser_keys: table({
    organiser_id: reference('organisers').key(),
    statement_public: key32,
    statement_secret: key32,
    sealing_public: key32,
    sealing_secret: key32,
    created_at: instant,
  }),

  /** Ed25519 keys that sign an organiser's ticket codes: one signs; codes of retired keys are still accepted. */
  code_keys: table(
    {
      id,
      organiser_id: reference('organisers'),
      /** Four characters of base64url. */
      kid: text,
      public_key: key32,
      secret_key: key32,
      created_at: instant,
      retired_at: instant.orNull(),
    },
    {
      unique: ['organiser_id', 'kid'],
      indexes: {
        code_keys_current: { on: ['organiser_id'], where: 'retired_at is null', isUnique: true },
      },
    },
  ),

  /** A machine client (§5). The secret is 32 random bytes, so a plain SHA-256 of it is enough. */
  clients: table(
    {
      id,
      client_id: text.unique(),
      organiser_id: reference('organisers'),
      name: text,
      secret_hash: blob,
      /** Scope names, separated by spaces. */
      scopes: text,
      /** 1: every event of the organiser; 0: those in `client_events`. */
      all_events: flag,
      revoked_at: instant.orNull(),
      ...timestamps,
      /** Of the secret in its enrolment code; null if it was made without one. */
      enrolment_hash: key32.orNull(),
      /** When its enrolment code stops working: after the given days, or once the station has a token with a secret of its own. */
      enrolment_ends_at: instant
        .orNull()
        .check((column) => `(${column} is null) = (enrolment_hash is null)`),
    },
    { indexes: { clients_by_organiser: { on: ['organiser_id'] } } },
  ),

  access_tokens: table(
    {
      token_hash: blob.key(),
      client_id: reference('clients'),
      scopes: text,
      created_at: instant,
      expires_at: instant,
    },
    {
      indexes: {
        access_tokens_by_client: { on: ['client_id'] },
        access_tokens_by_expiry: { on: ['expires_at'] },
      },
    },
  ),

  /** What each client has called, for whoever looks after it. */
  client_calls: table({
    client_id: reference('clients').key(),
    /** An `operationId` of the API. */
    operation: text.key(),
    calls: count,
    last_at: instant,
  }),

  /** The last heartbeat of each station, as JSON. */
  stations: table({
    client_id: reference('clients').key(),
    heartbeat: text,
    received_at: instant,
  }),

  /** Every public Ed25519 key that a station has signed with. */
  station_keys: table({
    client_id: reference('clients').key(),
    public_key: key32.key(),
    last_seen_at: instant,
  }),

  events: table(
    {
      ...referenced,
      organiser_id: reference('organisers'),
      /** Never in the form of a reference. */
      slug: text,
      name: text,
      status: oneOf(['draft', 'published']),
      starts_at: instant.orNull(),
      ends_at: instant.orNull(),
      timezone: text,
      currency,
      /** Entry policy: minutes before a session's start at which its doors open. */
      opens_before_minutes: count,
      ...timestamps,
      deleted_at: instant.orNull(),
      /** Whether its stations exchange admissions with each other. */
      peers: flag.defaultsTo('0'),
      /** How many guests may be inside at once; null for any number. */
      capacity: count.orNull(),
      undo_minutes: count,
      overrule: oneOf(overruleRules),
    },
    {
      unique: ['organiser_id', 'slug'],
      indexes: {
        events_newest: { on: ['organiser_id', 'created_at', 'reference'] },
        events_changed: { on: ['organiser_id', 'updated_at', 'reference'] },
      },
    },
  ),

  client_events: table({
    client_id: reference('clients').key(),
    event_id: reference('events').key(),
  }),

  /** Keys with which the stations of an event authenticate each other's messages. The newest is used; the one before it is still accepted. */
  venue_keys: table(
    { id, event_id: reference('events'), value: key32, created_at: instant },
    { indexes: { venue_keys_event: { on: ['event_id', 'id'] } } },
  ),

  locations: table(
    {
      ...referenced,
      event_id: reference('events'),
      name: text,
      direction: oneOf(entryPointDirections),
      ...timestamps,
      ...archivable,
    },
    { indexes: { locations_by_event: { on: ['event_id'] } } },
  ),

  ticket_types: table(
    {
      ...referenced,
      event_id: reference('events'),
      name: text,
      price: count,
      total: count.orNull(),
      sold: count,
      is_active: flag,
      ...admission,
      re_entry: oneOf(reEntryRules),
      ...timestamps,
    },
    {
      checks: ['total is null or sold <= total'],
      indexes: { ticket_types_by_event: { on: ['event_id'] } },
    },
  ),

  add_ons: table(
    {
      ...referenced,
      event_id: reference('events'),
      name: text,
      price: count,
      total: count.orNull(),
      sold: count,
      ...timestamps,
      ...archivable,
    },
    {
      checks: ['total is null or sold <= total'],
      indexes: { add_ons_by_event: { on: ['event_id'] } },
    },
  ),

  sessions: table(
    {
      ...referenced,
      event_id: reference('events'),
      name: text.orNull(),
      starts_at: instant,
      ends_at: instant,
      cancelled_at: instant.orNull(),
      ...timestamps,
    },
    {
      checks: ['starts_at < ends_at'],
      indexes: { sessions_changed: { on: ['event_id', 'updated_at', 'reference'] } },
    },
  ),

  /** A registration field, shared by the events of an organiser. */
  fields: table(
    {
      ...referenced,
      organiser_id: reference('organisers'),
      key: text,
      type: oneOf(fieldTypes),
      /** JSON list of the options' texts, for the choice types. */
      options: json.orNull(),
      ...timestamps,
    },
    { unique: ['organiser_id', 'key'] },
  ),

  /** A field as one event asks it. */
  questions: table(
    {
      ...referenced,
      event_id: reference('events'),
      field_id: reference('fields'),
      label: text,
      /** Whether stations show the answers under the guest's name. */
      show_at_door: flag,
      ...timestamps,
      ...archivable,
    },
    { unique: ['event_id', 'field_id'] },
  ),

  /** What it holds of a person: `shared/resources/contacts.ts`. */
  contacts: table(
    {
      ...referenced,
      organiser_id: reference('organisers'),
      /** As it was first spelled. */
      email: text.orNull(),
      /** The mailbox; null once erased. */
      email_key: text.orNull(),
      first_name: text.orNull(),
      last_name: text.orNull(),
      mobile: text.orNull(),
      unsubscribed_at: instant.orNull(),
      erased_at: instant.orNull(),
      /** The words of the name, by which it is found and sorted (`store/lists/name-words.ts`). */
      name_words: text.orNull(),
      ...timestamps,
    },
    {
      unique: ['organiser_id', 'email_key'],
      checks: [
        '(email is null) = (email_key is null)',
        'erased_at is null or (email is null and first_name is null and last_name is null and mobile is null and name_words is null)',
      ],
      indexes: {
        contacts_newest: { on: ['organiser_id', 'created_at', 'reference', 'erased_at'] },
        contacts_changed: { on: ['organiser_id', 'updated_at', 'reference'] },
        contacts_by_name: { on: ['organiser_id', 'name_words', 'reference'] },
      },
    },
  ),

  /** Each word of `contacts.name_words`. */
  contact_words: table({
    organiser_id: reference('organisers').key(),
    word: text.key(),
    contact_id: reference('contacts').key(),
  }),

  /** Emails that may never be recreated, as keyed hashes. */
  erased_emails: table({
    organiser_id: reference('organisers').key(),
    email_hash: blob.key(),
    created_at: instant,
  }),

  orders: table(
    {
      ...referenced,
      organiser_id: reference('organisers'),
      event_id: reference('events'),
      contact_id: reference('contacts').orNull(),
      status: oneOf(orderStatuses),
      currency,
      subtotal: count,
      discount_total: count,
      tax_total: count,
      total: count,
      application_fee: count,
      /** Total refunded so far, in minor units. */
      refunded_total: count,
      fee_reversed_total: count,
      cancel_reason: text.orNull(),
      confirmed_at: instant.orNull(),
      ...timestamps,
      /** The order's id in the system it was imported from; a keyed hash once its buyer is erased. */
      external_id: text.orNull(),
      /** When what the door shows of its answers last changed; null if nothing ever was shown. */
      door_answers_at: instant.orNull(),
      /** Of an order that was placed at a box office. */
      payment_method: oneOf(paymentMethods).orNull(),
    },
    {
      checks: ['refunded_total <= total', 'fee_reversed_total <= application_fee'],
      indexes: {
        orders_newest: { on: ['event_id', 'created_at', 'reference'] },
        orders_changed: { on: ['event_id', 'updated_at', 'reference'] },
        door_answers_changed: {
          on: ['event_id', 'door_answers_at', 'reference'],
          where: 'door_answers_at is not null',
        },
        organiser_orders_newest: { on: ['organiser_id', 'created_at', 'reference'] },
        organiser_orders_changed: { on: ['organiser_id', 'updated_at', 'reference'] },
        orders_by_contact: { on: ['contact_id'] },
        orders_by_status: { on: ['event_id', 'status', 'created_at', 'reference'] },
        orders_by_total: { on: ['organiser_id', 'total', 'reference'] },
        orders_by_external_id: {
          on: ['event_id', 'external_id'],
          where: 'external_id is not null',
          isUnique: true,
        },
      },
    },
  ),

  /** A purchased item: exactly one of `ticket_type_id` and `add_on_id` is set, as `kind` says. */
  order_lines: table(
    {
      ...referenced,
      order_id: reference('orders'),
      event_id: reference('events'),
      kind: oneOf(['ticket', 'add_on']),
      ticket_type_id: reference('ticket_types').orNull(),
      add_on_id: reference('add_ons').orNull(),
      session_id: reference('sessions').orNull(),
      /** 0 once the import that brought it was undone: stations are told so by the line. */
      quantity: count,
      unit_price: count,
      /** So many of its tickets cost one minor unit more: what was paid for all of them together is not always a multiple. */
      rounding: count,
      /** Units handed out; may exceed `quantity` if two offline stations handed out the same ones. */
      redeemed: count,
      /** JSON list of seat labels assigned to the tickets when the order confirms. */
      seat_labels: json.orNull(),
      /** JSON list: what else each ticket gets when the order confirms (`domain/sales/ticket-details.ts`); null from then on. */
      ticket_details: json.orNull(),
      ...timestamps,
    },
    {
      checks: [
        "(kind = 'ticket') = (ticket_type_id is not null)",
        "(kind = 'add_on') = (add_on_id is not null)",
      ],
      indexes: {
        order_lines_by_order: { on: ['order_id'] },
        order_lines_changed: { on: ['event_id', 'updated_at', 'reference'] },
        add_on_lines_newest: {
          on: ['event_id', 'created_at', 'reference'],
          where: "kind = 'add_on'",
        },
        add_on_lines_changed: {
          on: ['event_id', 'updated_at', 'reference'],
          where: "kind = 'add_on'",
        },
      },
    },
  ),

  tickets: table(
    {
      ...referenced,
      event_id: reference('events'),
      order_id: reference('orders').orNull(),
      order_line_id: reference('order_lines').orNull(),
      ticket_type_id: reference('ticket_types'),
      contact_id: reference('contacts').orNull(),
      session_id: reference('sessions').orNull(),
      status: oneOf(ticketStatuses),
      seat_label: text.orNull(),
      /** The content of the barcode under which it was sold elsewhere, unique in the event; null: its reference is its plain code. */
      code: text.orNull(),
      /** Counts edits; 1 when issued. */
      revision: integer.check((column) => `${column} > 0`),
      ...admission,
      /** When it was cancelled or refunded, so that an offline scan is judged by the state at its time. */
      voided_at: instant.orNull(),
      /** The ticket that replaced this one by transfer or resale. */
      superseded_by: reference('tickets').orNull(),
      ...timestamps,
      deleted_at: instant.orNull(),
      /** The number of its current code, from 1. */
      code_issue: integer.check((column) => `${column} >= 1`).defaultsTo('1'),
      /** The seat as it is found and sorted (`store/lists/name-words.ts`). */
      seat_key: text.orNull(),
      /** `code` as it is looked up (`shared/ticket-code/sold-code.ts`). */
      code_key: text.orNull(),
      /** The ticket's number in the system it was imported from, which several tickets may share; a keyed hash once its holder is erased. */
      external_id: text.orNull(),
      /** What the organiser wants said at the door; of the holder, and erased with them. */
      door_note: text.orNull(),
      /** JSON list of words for the door; null for none. */
      flags: json.orNull(),
    },
    {
      checks: [
        "(status in ('cancelled', 'refunded')) = (voided_at is not null)",
        '(code is null) = (code_key is null)',
      ],
      indexes: {
        tickets_newest: { on: ['event_id', 'created_at', 'reference', 'deleted_at'] },
        tickets_changed: { on: ['event_id', 'updated_at', 'reference'] },
        tickets_by_status: { on: ['event_id', 'status', 'created_at', 'reference', 'deleted_at'] },
        tickets_by_order: { on: ['order_id'] },
        tickets_by_contact: { on: ['contact_id'] },
        tickets_by_type: { on: ['ticket_type_id', 'created_at', 'reference', 'deleted_at'] },
        tickets_by_session: {
          on: ['session_id', 'created_at', 'reference', 'deleted_at'],
          where: 'session_id is not null',
        },
        tickets_by_seat: {
          on: ['event_id', 'seat_key', 'reference'],
          where: 'seat_key is not null',
        },
        tickets_by_code: {
          on: ['event_id', 'code_key', 'code'],
          where: 'code_key is not null',
          isUnique: true,
        },
        tickets_by_external_id: {
          on: ['event_id', 'external_id'],
          where: 'external_id is not null',
        },
      },
    },
  ),

  /** A paid handover between two people: the seller's ticket was superseded by the one issued to the buyer. */
  ticket_resales: table(
    {
      id,
      seller_ticket_id: reference('tickets'),
      issued_ticket_id: reference('tickets'),
      price: count,
      currency,
      ...timestamps,
    },
    { checks: ['seller_ticket_id <> issued_ticket_id'] },
  ),

  /** When each code of a ticket, except the first, was issued. */
  ticket_reissues: table({
    ticket_id: reference('tickets').key(),
    issue: integer.key(),
    reissued_at: instant,
  }),

  /** The last code of a ticket that was mailed, and to whom; it is not mailed again. */
  mailed_codes: table({
    ticket_id: reference('tickets').key(),
    issue: integer,
    contact_id: reference('contacts'),
    mailed_at: instant,
  }),

  /** One registration per order: all of its tickets show these answers. */
  answers: table({
    order_id: reference('orders').key(),
    question_id: reference('questions').key(),
    /** JSON; `null` means asked but unanswered. */
    value: json,
    answered_at: instant.orNull(),
  }),

  /** Immutable once inserted. The columns after `source` are what an uploading station reported. */
  entry_scans: table(
    {
      ...referenced,
      event_id: reference('events'),
      ticket_id: reference('tickets'),
      session_id: reference('sessions').orNull(),
      location_id: reference('locations').orNull(),
      client_id: reference('clients').orNull(),
      result: oneOf(scanResults),
      reason: text.of<Reason>(),
      scanned_at: instant,
      source: oneOf(['online', 'upload', 'box_office']),
      clock_offset_ms: integer.orNull(),
      sequence: integer.orNull(),
      snapshot_watermark: instant.orNull(),
      /** SHA-256 of the uploaded item, which distinguishes a repetition from a mismatch. */
      content_hash: blob.orNull(),
      clock_suspect: flag,
      ...timestamps,
      /** Which of the ticket's codes was scanned; null if unknown, or if no code was read. */
      code_issue: integer.orNull(),
      /** Where the door knew the earlier admission from that it denied for; null for the server's data or its own journal. */
      admission_source: oneOf(admissionSources).orNull(),
      /** The reason to refuse that a supervisor overruled, and why. */
      overruled_reason: text.of<DenialReason>().orNull(),
      overruled_note: text.orNull(),
    },
    {
      checks: [
        "(result = 'allowed') = (reason = 'scanning.allowed')",
        "overruled_reason is null or result = 'allowed'",
        '(overruled_reason is null) = (overruled_note is null)',
      ],
      indexes: {
        entry_scans_newest: { on: ['event_id', 'created_at', 'reference'] },
        entry_scans_by_ticket: { on: ['ticket_id'] },
        entry_scans_overruled: {
          on: ['event_id', 'created_at', 'reference'],
          where: 'overruled_reason is not null',
        },
      },
    },
  ),

  /** What ended an admission. It names a scan by reference, since it may arrive before that scan. */
  releases: table(
    {
      ...referenced,
      event_id: reference('events'),
      ticket_id: reference('tickets'),
      /** The admission that it ends; null while it ends none that is known. */
      scan: text.orNull(),
      /** Whether the door named the scan. Otherwise it is the one that was open, by what is known now. */
      is_named: flag,
      kind: oneOf(releaseKinds),
      note: text.orNull(),
      location_id: reference('locations').orNull(),
      client_id: reference('clients').orNull(),
      released_at: instant,
      source: oneOf(['online', 'upload', 'box_office']),
      clock_offset_ms: integer.orNull(),
      sequence: integer.orNull(),
      /** SHA-256 of the uploaded item, as with scans. */
      content_hash: blob.orNull(),
      ...timestamps,
    },
    {
      checks: ['is_named = 0 or scan is not null'],
      indexes: {
        releases_by_ticket: { on: ['ticket_id'] },
        releases_newest: { on: ['event_id', 'created_at', 'reference'] },
        releases_changed: { on: ['event_id', 'updated_at', 'reference'] },
      },
    },
  ),

  /** At most one of a kind per scan. `double_admission`: `other_scan_id` is the earliest admission of the ticket. */
  conflicts: table(
    {
      ...referenced,
      event_id: reference('events'),
      ticket_id: reference('tickets'),
      kind: oneOf(conflictKinds),
      scan_id: reference('entry_scans'),
      other_scan_id: reference('entry_scans').orNull(),
      expected_reason: text.of<Reason>(),
      state: oneOf(['open', 'resolved']),
      note: text.orNull(),
      resolved_by: text.orNull(),
      resolved_at: instant.orNull(),
      ...timestamps,
      /** Set when later uploads showed that there was no disagreement after all. */
      deleted_at: instant.orNull(),
    },
    {
      checks: [
        "(kind = 'double_admission') = (other_scan_id is not null)",
        "(state = 'resolved') = (resolved_at is not null)",
      ],
      indexes: {
        conflicts_once: { on: ['scan_id', 'kind'], isUnique: true },
        conflicts_by_ticket: { on: ['ticket_id'] },
        conflicts_newest: { on: ['event_id', 'created_at', 'reference'] },
        conflicts_changed: { on: ['event_id', 'updated_at', 'reference'] },
      },
    },
  ),

  refunds: table(
    {
      ...referenced,
      order_id: reference('orders'),
      amount: count,
      fee_reversed: count,
      via: oneOf(['console', 'processor']),
      ...timestamps,
    },
    { indexes: { refunds_by_order: { on: ['order_id'] } } },
  ),

  waitlist_entries: table(
    {
      ...referenced,
      event_id: reference('events'),
      ticket_type_id: reference('ticket_types').orNull(),
      add_on_id: reference('add_ons').orNull(),
      email: text,
      quantity: integer.check((column) => `${column} > 0`),
      status: oneOf(waitlistStatuses),
      offered_at: instant.orNull(),
      offer_expires_at: instant.orNull(),
      order_id: reference('orders').orNull(),
      ...timestamps,
    },
    {
      checks: [
        '(ticket_type_id is null) <> (add_on_id is null)',
        "status <> 'offered' or offer_expires_at is not null",
        "(status = 'converted') = (order_id is not null)",
      ],
      indexes: {
        waitlist_by_ticket_type: {
          on: ['ticket_type_id', 'status', 'created_at'],
          where: 'ticket_type_id is not null',
        },
        waitlist_by_add_on: {
          on: ['add_on_id', 'status', 'created_at'],
          where: 'add_on_id is not null',
        },
        waitlist_by_event: { on: ['event_id', 'status'] },
        waitlist_offers: { on: ['offer_expires_at'], where: "status = 'offered'" },
      },
    },
  ),

  /** The payment processor's identifiers, not the service's (§6.4). */
  disputes: table(
    {
      id,
      organiser_id: reference('organisers'),
      dispute: text.orNull(),
      charge: text.orNull(),
      amount: integer.orNull(),
      /** Of the amount, where whoever recorded it knew. */
      currency: text.orNull(),
      reason: text.orNull(),
      /** What was paid for, where whoever recorded it knew. */
      order_id: reference('orders').orNull(),
      ...timestamps,
    },
    {
      indexes: {
        disputes_by_organiser: { on: ['organiser_id'] },
        disputes_by_order: { on: ['order_id'], where: 'order_id is not null' },
      },
    },
  ),

  redemptions: table(
    {
      id,
      order_line_id: reference('order_lines'),
      /** Identifies the action, so that a retry is recognised. */
      client_reference: text.orNull(),
      /** Negative for an undo. */
      quantity: integer.check((column) => `${column} <> 0`),
      location_id: reference('locations').orNull(),
      client_id: reference('clients').orNull(),
      redeemed_at: instant,
      over_redeemed: flag,
      ...timestamps,
    },
    { unique: ['order_line_id', 'client_reference'] },
  ),

  /**
   * A stored response (§4.5). `contact_id` marks bodies that contain a person's data; they are scrubbed on erasure. Keys are random, so that a
   * table in their order would be written all over: only the small index entry is.
   */
  idempotency_keys: table(
    {
      id,
      client_id: reference('clients'),
      key: text,
      fingerprint: blob,
      status: integer,
      body: text,
      contact_id: reference('contacts').orNull(),
      created_at: instant,
      expires_at: instant,
    },
    {
      indexes: {
        idempotency_keys_by_key: { on: ['client_id', 'key'], isUnique: true },
        idempotency_keys_by_contact: { on: ['contact_id'], where: 'contact_id is not null' },
        idempotency_keys_by_expiry: { on: ['expires_at'] },
      },
    },
  ),

  /** §2.10. `client_id` null: created in the console. `event_id` null: organisation-wide. */
  webhook_subscriptions: table(
    {
      ...referenced,
      organiser_id: reference('organisers'),
      client_id: reference('clients').orNull(),
      event_id: reference('events').orNull(),
      url: text.check((column) => `length(${column}) <= 2048`),
      /** JSON list of event names. */
      events: json,
      /** The signing secret; empty once deleted. */
      secret: text,
      is_active: flag,
      disabled_reason: text.orNull(),
      /** Incremented when pending deliveries must be cancelled, however many they are; they are marked so afterwards in small steps. */
      epoch: count,
      /** Whether its last attempt failed: failing endpoints share a few slots. */
      is_failing: flag,
      /** When its earliest pending delivery is due; null if there is none. Deliveries in `webhook_wakes` are not included. */
      next_due_at: instant.orNull(),
      /** When deliveries were last claimed: the subscription that waited longest is served first. */
      served_at: instant,
      /** 1: pending deliveries of earlier epochs still have to be marked cancelled. */
      needs_sweep: flag,
      ...timestamps,
      deleted_at: instant.orNull(),
      /** JSON list: secrets that it had before and until when they sign as well. */
      former_secrets: json.defaultsTo("'[]'"),
      /** What its client wants sent with every request, encrypted (`webhooks/own-headers.ts`). */
      own_headers: blob.orNull(),
    },
    {
      checks: ['is_active = 1 or next_due_at is null', 'deleted_at is null or is_active = 0'],
      indexes: {
        webhooks_matching: { on: ['organiser_id'], where: 'is_active = 1' },
        webhooks_by_client: { on: ['client_id', 'created_at', 'reference'] },
        webhooks_due: {
          on: ['is_failing', 'next_due_at', 'id', 'served_at'],
          where: 'next_due_at is not null',
        },
        webhooks_to_sweep: { on: ['id'], where: 'needs_sweep = 1' },
      },
    },
  ),

  /** The recorded event: the bytes sent to every subscription. */
  webhook_messages: table(
    {
      id,
      name: text.of<WebhookEventName>(),
      event_id: reference('events').orNull(),
      organiser_id: reference('organisers'),
      body: text,
      /** The normalised email in the body, so that an erasure finds the message. */
      email_key: text.orNull(),
      created_at: instant,
      /** 1: a requested test rather than an event that happened. */
      is_test: flag.defaultsTo('0'),
    },
    {
      indexes: {
        webhook_messages_by_person: {
          on: ['organiser_id', 'email_key'],
          where: 'email_key is not null',
        },
        webhook_messages_by_age: { on: ['created_at'] },
      },
    },
  ),

  /** A message for one subscription. */
  webhook_deliveries: table(
    {
      ...referenced,
      subscription_id: reference('webhook_subscriptions'),
      message_id: reference('webhook_messages'),
      status: oneOf(deliveryStatuses),
      /** The subscription's epoch when the delivery was recorded. */
      epoch: integer,
      /** Requests made so far, including those on demand. */
      attempts: count,
      /** Scheduled requests made so far. */
      scheduled_attempts: count,
      /** When it may be claimed; during an attempt, when the lease ends. Null unless pending. */
      due_at: instant.orNull(),
      /** Identifies the attempt in progress; null if there is none. */
      claim: integer.orNull(),
      created_at: instant,
    },
    {
      checks: ["(status = 'pending') = (due_at is not null)"],
      indexes: {
        webhook_queue: {
          on: ['subscription_id', 'epoch', 'due_at', 'id'],
          where: "status = 'pending'",
        },
        webhook_retries: {
          on: ['subscription_id', 'epoch', 'scheduled_attempts', 'due_at', 'id'],
          where: "status = 'pending' and scheduled_attempts > 0",
        },
        webhook_deliveries_newest: { on: ['subscription_id', 'created_at'] },
        webhook_deliveries_missed: {
          on: ['subscription_id', 'created_at', 'id'],
          where: "status in ('failed', 'cancelled')",
        },
        webhook_deliveries_by_message: { on: ['message_id'] },
      },
    },
  ),

  /** One request of a delivery. */
  webhook_attempts: table({
    delivery_id: reference('webhook_deliveries').key(),
    number: integer.key().check((column) => `${column} > 0`),
    at: instant,
    status: oneOf(['delivered', 'failed']),
    response_code: integer.orNull(),
    /** The first 2,000 characters; null if no response arrived. */
    response_body: text.orNull(),
    error: text.orNull(),
    duration_ms: count,
  }),

  /** A requested redelivery. The row is deleted with its attempt. */
  webhook_redeliveries: table(
    {
      id,
      delivery_id: reference('webhook_deliveries').unique(),
      due_at: instant,
      claim: integer.orNull(),
      created_at: instant,
    },
    { indexes: { webhook_redeliveries_due: { on: ['due_at'] } } },
  ),

  /** An email to an organiser that is still to be sent: a subscription was deactivated. */
  webhook_notices: table(
    {
      id,
      subscription_id: reference('webhook_subscriptions'),
      email: text,
      reason: text,
      attempts: count,
      due_at: instant,
      created_at: instant,
    },
    { indexes: { webhook_notices_due: { on: ['due_at'] } } },
  ),

  /**
   * A pending delivery was queued for the subscription. A trigger inserts the row, because concurrent events would wait for each other to update
   * `next_due_at`; the next look at the queue takes it.
   */
  webhook_wakes: table({ id, subscription_id: integer }),

  /** A file of tickets that were sold elsewhere, as it was imported. */
  imports: table(
    {
      ...referenced,
      event_id: reference('events'),
      file_name: text,
      status: oneOf(importStatuses),
      /** Lines of the file, and those that were done when the row was last written. */
      lines: count,
      lines_done: count,
      /** What came of it (`imports/report/import-report.ts`). */
      report: json,
      ...timestamps,
    },
    { indexes: { imports_by_event: { on: ['event_id', 'id'] } } },
  ),

  /** What a line of a file became, so that the same line is known again. */
  imported_lines: table(
    {
      id,
      event_id: reference('events'),
      /** A keyed hash of what lines have in common: their order in the shop, or whom they are for. */
      line_key: text,
      /** Among the lines with that key, from 1. */
      position: count,
      order_id: reference('orders'),
      order_line_id: reference('order_lines'),
      /** Null: every ticket of the order's line. */
      ticket_id: reference('tickets').orNull(),
      /** A keyed hash of what the line said when it was last applied. */
      content: text,
      /** The import that made its tickets; null if they were there before. */
      import_id: reference('imports').orNull(),
    },
    {
      unique: ['event_id', 'line_key', 'position'],
      indexes: {
        imported_lines_by_import: { on: ['import_id', 'id'], where: 'import_id is not null' },
      },
    },
  ),

  /** What a ticket or an order was before an import changed it, or an admission that it recorded, to undo the import. */
  import_changes: table(
    {
      id,
      import_id: reference('imports'),
      ticket_id: reference('tickets').orNull(),
      order_id: reference('orders').orNull(),
      /** Columns of the row as a JSON object; `admission` is the reference of a scan, `said` what a line of the file before had said. */
      before: json,
    },
    {
      checks: ['(ticket_id is null) <> (order_id is null)'],
      indexes: { import_changes_by_import: { on: ['import_id', 'id'] } },
    },
  ),

  /** Somebody who signs in to the console. */
  accounts: table({
    id,
    /** Under which a passkey knows the account. */
    handle: key32.unique(),
    email: text,
    /** What two spellings of one mailbox have in common. */
    email_key: text.unique(),
    /** Argon2id, as PHC writes it; null until one is set. */
    password_hash: text.orNull(),
    /** Of the authenticator app; null without one. */
    totp_secret: blob.orNull(),
    /** The step of the last code that was accepted: it and those before it work no more. */
    totp_step: integer.orNull(),
    created_at: instant,
  }),

  /** What an account may do for an organiser. */
  members: table(
    {
      ...referenced,
      organiser_id: reference('organisers'),
      account_id: reference('accounts'),
      role: oneOf(roles),
      ...timestamps,
    },
    {
      unique: ['organiser_id', 'account_id'],
      indexes: { members_account: { on: ['account_id'] } },
    },
  ),

  /** One-time links to set a password. */
  account_links: table(
    {
      token_hash: key32.key(),
      /** Null for the link of the first owner, whose account it makes. */
      account_id: reference('accounts').orNull(),
      purpose: oneOf(['first_owner', 'invitation', 'reset']),
      created_at: instant,
      expires_at: instant,
    },
    { indexes: { account_links_account: { on: ['account_id'] } } },
  ),

  passkeys: table(
    {
      id,
      account_id: reference('accounts'),
      credential_id: blob.unique(),
      /** COSE. */
      public_key: blob,
      counter: count,
      /** JSON list of texts. */
      transports: json,
      name: text,
      created_at: instant,
      used_at: instant.orNull(),
    },
    { indexes: { passkeys_account: { on: ['account_id'] } } },
  ),

  /** Each works once, and is deleted then. */
  recovery_codes: table(
    { code_hash: key32.key(), account_id: reference('accounts') },
    { indexes: { recovery_codes_account: { on: ['account_id'] } } },
  ),

  console_sessions: table(
    {
      id,
      token_hash: key32.unique(),
      account_id: reference('accounts'),
      /** The thumbprint (RFC 7638) of the key that every request proves. */
      key_thumbprint: key32,
      /** Where it was begun, and with what. */
      address: text,
      agent: text,
      created_at: instant,
      seen_at: instant,
      /** Null until a second factor was shown. */
      second_factor_at: instant.orNull(),
    },
    { indexes: { console_sessions_account: { on: ['account_id'] } } },
  ),

  /** Proofs of possession that were used (RFC 9449 §11.1), and challenges that a passkey answered, until they would have expired. */
  console_nonces: table(
    { nonce_hash: key32.key(), expires_at: instant },
    { indexes: { console_nonces_expiry: { on: ['expires_at'] } } },
  ),

  /** Wrong sign-ins, by a hash of what is throttled. */
  sign_in_failures: table(
    {
      subject: key32.key(),
      failures: count,
      failed_at: instant,
      /** Null for those that only a success ends. */
      forgotten_at: instant.orNull(),
    },
    { indexes: { sign_in_failures_forgotten: { on: ['forgotten_at'] } } },
  ),

  /** What was done by an operation. Holds nothing that names a guest, and no secret. */
  audit_log: table(
    {
      id,
      /** Null for what belongs to no organiser. */
      organiser_id: reference('organisers').orNull(),
      at: instant,
      /** `command_line:` and the name of the operating system's user, `member:` and its reference, or `client:` and its id. */
      actor: text,
      /** From where, where that is known. */
      address: text.orNull(),
      /** Such as `order.refund`. */
      operation: text,
      resource: text.orNull(),
      /** A JSON object. */
      input: text,
    },
    {
      indexes: {
        audit_log_by_organiser: { on: ['organiser_id', 'id'] },
        audit_log_by_resource: { on: ['resource', 'id'], where: 'resource is not null' },
      },
    },
  ),
};

export type Tables = RowsOf<typeof tables>;
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
export type Changes<Name extends keyof Tables> = Updateable<Tables[Name]>;

/** Tables whose `updated_at` comes from the timestamp sequence. A long transaction moves their timestamps to its end. */
export const timestampedTables: readonly string[] = Object.entries(tables)
  .filter(([, { columns }]) => 'updated_at' in columns)
  .map(([name]) => name);
