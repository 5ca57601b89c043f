import type { DoorRules, EntryPointDirection } from '../verdict/terms/door-policy.ts';
import type { ReEntry, ReleaseKind } from '../verdict/terms/releases.ts';
import type { Attendance } from '../resources/attendance.ts';
import type { Contact } from '../resources/contacts.ts';
import type { EventWithTicketTypes, TicketType } from '../resources/events.ts';
import type { OrderWithEvent } from '../resources/orders.ts';
import type { ConflictDetails } from '../resources/conflicts.ts';
import type { Release } from '../resources/releases.ts';
import type { EntryScan } from '../resources/scans.ts';
import type { ReportedStation } from '../resources/stations.ts';
import type { Ticket, TicketWithEvent } from '../resources/tickets.ts';
import type { WebhookDelivery } from '../resources/webhook-deliveries.ts';
import type { WebhookSubscription } from '../resources/webhooks.ts';
import type { ImportDelimiter, ImportProblemGroup } from './import-problems.ts';
import type { MemberRole } from './session-results.ts';

/** Of rows on a page of a list. */
export const MAX_LIST_LIMIT = 200;

/** A page of a list, in the order that was asked for. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  /** The `cursor` of the next page; null at the end. */
  readonly next: string | null;
  readonly total: { readonly count: number; readonly isExact: boolean };
}

/** With the reference of its event, below which the API shows it. */
type OfEvent<Row> = Row & { readonly event: string | null };

/** The same of what is about a ticket: with who holds it. */
export type OfHolder<Row> = OfEvent<Row> & { readonly holder: Ticket['contact'] };

/** `ended`: what its admission ended as; null for one that stands, and for a refusal. */
export type ScanDescribed = OfHolder<EntryScan> & { readonly ended: ReleaseKind | null };

/** `released_by`: a station, or a person; null if nobody knows. */
export type ReleaseDescribed = Release & { readonly released_by: string | null };

export type EventDescribed = EventWithTicketTypes &
  DoorRules & {
    readonly opens_before_minutes: number;
    readonly peers: boolean;
  };

export interface SessionDescribed {
  readonly reference: string;
  readonly name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly cancelled_at: string | null;
  readonly updated_at: string;
  readonly event: string;
}

export interface LocationDescribed {
  readonly reference: string;
  readonly name: string;
  readonly direction: EntryPointDirection;
  readonly archived_at: string | null;
  readonly event: string;
}

export type TicketTypeDescribed = TicketType & {
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  /** Null: every one of the event. */
  readonly entry_points: readonly string[] | null;
  readonly re_entry: ReEntry;
  readonly event: string;
};

export interface AddOnDescribed {
  readonly reference: string;
  readonly name: string;
  readonly price: number;
  readonly currency: string;
  readonly total: number | null;
  readonly sold: number;
  readonly archived_at: string | null;
  readonly event: string;
}

export interface QuestionDescribed {
  readonly reference: string;
  readonly field: string;
  readonly key: string;
  readonly label: string;
  readonly type: QuestionType;
  readonly options: readonly string[] | null;
  readonly show_at_door: boolean;
  readonly archived_at: string | null;
  readonly event: string;
}

export type QuestionType = 'text' | 'select' | 'multiselect' | 'date' | 'country';

export interface OrderLineDescribed {
  readonly reference: string;
  readonly kind: 'ticket' | 'add_on';
  readonly sellable: string;
  readonly name: string;
  readonly unit_price: number;
  readonly quantity: number;
  readonly amount: number;
  readonly redeemed: number;
  readonly remaining: number;
}

export type OrderListed = OrderWithEvent & {
  readonly buyer: string | null;
  readonly refunded_total: number;
};

export type OrderDescribed = OrderListed & {
  readonly lines: readonly OrderLineDescribed[];
  readonly tickets: readonly TicketWithEvent[];
};

export interface MailedTickets {
  readonly reference: string;
  readonly emails: number;
  readonly tickets: number;
  readonly refused: readonly { readonly to: string; readonly why: string }[];
  readonly stopped: string | null;
  readonly without_email: number;
  readonly without_code: number;
}

export interface HistoryEntry {
  readonly at: string;
  readonly actor: string;
  readonly operation: string;
  readonly resource: string;
}

/** A ticket with its signed code, also drawn. */
export type TicketWithCode = TicketWithEvent & {
  readonly code: string;
  readonly qr: { readonly size: number; readonly path: string };
};

export type ContactDescribed = Contact & { readonly orders: number; readonly tickets: number };

export interface ClientDescribed {
  readonly client_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null for all of them. */
  readonly events: readonly string[] | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
}

export type ClientWithSecret = ClientDescribed & { readonly client_secret: string };

export type ClientShown = ClientDescribed & {
  readonly webhooks: readonly {
    readonly reference: string;
    readonly url: string;
    readonly is_active: boolean;
  }[];
  /** Since the client was created, the latest first. */
  readonly calls: readonly {
    readonly operation: string;
    readonly calls: number;
    readonly last_at: string;
  }[];
};

export type StationShown = ClientDescribed &
  Pick<ReportedStation, 'heartbeat' | 'last_heartbeat_at'>;

export interface StationEnrolled {
  readonly enrolment_code: string;
  readonly expires_at: string;
  readonly client_id: string;
  readonly name: string;
  /** The API that the code leads to. */
  readonly server_url: string;
}

/** `client`: which made it; null for one of the console or the command line. */
export type WebhookDescribed = WebhookSubscription & {
  readonly client: { readonly client_id: string; readonly name: string } | null;
};

export type WebhookWithSecret = WebhookSubscription & { readonly secret: string };

/** A delivery with what its requests hold. */
export type DeliveryShown = WebhookDelivery & {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export interface WaitlistEntryDescribed {
  readonly reference: string;
  readonly status: 'waiting' | 'offered' | 'converted' | 'expired';
  /** Empty once the person was erased. */
  readonly email: string;
  readonly quantity: number;
  readonly event: string;
  readonly sellable: string;
  readonly sellable_name: string;
  readonly order: string | null;
  readonly offer_expires_at: string | null;
  readonly created_at: string;
}

/** With who waits, if they have bought or held anything, and what happened when. */
export interface WaitlistEntryShown extends WaitlistEntryDescribed {
  readonly contact: Ticket['contact'];
  readonly offered_at: string | null;
  /** When the order was placed, or the entry ended otherwise. */
  readonly closed_at: string | null;
}

/** The names are the processor's; null for what it did not say. */
export interface DisputeDescribed {
  readonly dispute: string | null;
  readonly charge: string | null;
  /** Minor units. */
  readonly amount: number | null;
  /** Null if nobody named it. */
  readonly currency: string | null;
  readonly reason: string | null;
  readonly order: string | null;
  readonly created_at: string;
}

/** What the columns of a file are taken for, and its first lines. */
export interface ImportColumns {
  /** Null for what is no such file. */
  readonly encoding: string | null;
  readonly delimiter: ImportDelimiter | null;
  readonly columns: readonly { readonly column: string; readonly field: string | null }[];
  /** What a column may be taken for; of those that are not repeated, one column is. */
  readonly targets: readonly { readonly field: string; readonly is_repeated: boolean }[];
  readonly sample: readonly (readonly string[])[];
  readonly problems: readonly ImportProblemGroup[];
}

/** What came of a file, or would. */
export interface ImportCounts {
  readonly new_tickets: number;
  readonly without_code: number;
  readonly new_orders: number;
  readonly pending_orders: number;
  readonly changed: number;
  readonly cancelled: number;
  readonly unchanged: number;
  readonly differs: number;
  /** Lines of `differs`, or of `changed`, by what differs. */
  readonly parts: Readonly<Record<string, number>>;
  readonly skipped: number;
  readonly skipped_because: Readonly<Record<string, number>>;
  /** Lines that say something else of their order than it has or gets, by what. */
  readonly order_parts: Readonly<Record<string, number>>;
  readonly kept_prices: number;
  readonly lines: number;
  readonly checked_in: number;
  readonly own_codes: number;
  readonly rounded_codes: number;
  readonly not_kept: number;
  readonly other_names: number;
}

export interface ImportReport extends ImportCounts {
  readonly event: string;
  /** Null for a file that was only tried, or that has problems. */
  readonly import: string | null;
  /** Values that somebody has to explain before the file can be imported, and columns. */
  readonly unknown_statuses: readonly string[];
  readonly silent_columns: readonly string[];
  readonly problem_count: number;
  /** Those that say the same together; of very many kinds the first. */
  readonly problems: readonly ImportProblemGroup[];
}

/** An import that was begun. `stopped`: not all of it; the same file can be imported again. */
export interface ImportDescribed {
  readonly reference: string;
  readonly event: string;
  readonly file: string;
  readonly status: 'running' | 'done' | 'stopped' | 'undoing' | 'undone';
  readonly lines: number;
  readonly lines_done: number;
  readonly created_at: string;
  /** Null while it runs, and where it stopped; then `stopped_because` says why, if that is known. */
  readonly report: ImportCounts | null;
  readonly stopped_because: string | null;
}

/** Where a file can be fetched, once. */
export interface Download {
  readonly path: string;
  readonly expires_at: string;
}

export interface MemberDescribed {
  readonly reference: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly organiser: string;
  readonly status: 'active' | 'invited';
  readonly has_second_factor: boolean;
  readonly created_at: string;
}

export interface AuditEntry {
  readonly at: string;
  readonly actor: string;
  readonly address: string | null;
  readonly operation: string;
  readonly resource: string | null;
  readonly organiser: string | null;
  readonly input: unknown;
}

export interface OrganiserDescribed {
  readonly reference: string;
  readonly display_name: string;
  readonly plan: string;
  readonly email: string | null;
  readonly created_at: string;
}

export interface CodeKeyDescribed {
  readonly kid: string;
  readonly created_at: string;
  readonly retired_at: string | null;
}

type WithLink = MemberDescribed & { readonly link: string | null };

export interface Found {
  readonly kind: 'event' | 'order' | 'ticket' | 'contact' | 'waiting';
  readonly reference: string;
  readonly title: string;
  readonly subtitle: string;
}

interface EveningDescribed {
  readonly reference: string;
  readonly name: string;
  readonly timezone: string;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly is_today: boolean;
}

export interface HomeShown {
  readonly at: string;
  readonly events: readonly EveningDescribed[];
  readonly tonight:
    | (EveningDescribed & {
        readonly sold: number;
        readonly admitted: number;
        readonly inside: number;
        /** How many may be inside; null for any number. */
        readonly capacity: number | null;
        readonly sessions: readonly {
          readonly reference: string;
          readonly name: string;
          readonly starts_at: string;
          readonly sold: number;
          readonly admitted: number;
        }[];
        /** Who passed each entry point; null for what named none. */
        readonly doors: readonly {
          readonly entry_point: string | null;
          readonly admitted: number;
          readonly exits: number;
        }[];
        /** How many were inside at the end of each five minutes in which that changed, oldest first: of the last hours that had any. */
        readonly presence: readonly { readonly from: string; readonly inside: number }[];
        readonly arrivals: readonly {
          readonly from: string;
          readonly entry_point: string | null;
          readonly admitted: number;
        }[];
        readonly denials: readonly { readonly reason: string; readonly scans: number }[];
      })
    | null;
  readonly stations: readonly {
    readonly client_id: string;
    readonly name: string;
    readonly last_heartbeat_at: string | null;
    readonly is_silent: boolean;
    readonly queued: number | null;
    readonly needs_attention: number | null;
    readonly data_at: string | null;
    readonly clock_offset_ms: number | null;
  }[];
  readonly attention: readonly {
    readonly kind:
      | 'conflicts'
      | 'dispute'
      | 'webhook_disabled'
      | 'webhook_failing'
      | 'station_silent'
      | 'station_attention';
    readonly reference: string | null;
    readonly name: string | null;
    readonly count: number;
    readonly since: string | null;
  }[];
}

/** What each operation and view returns that a page uses, by its name. */
export interface OperationResults {
  'home.show': HomeShown;
  'event.list': ListPage<EventDescribed & { readonly organiser: string }>;
  'event.show': EventDescribed & { readonly organiser: string };
  'event.attendance': Attendance;
  'event.create': EventDescribed;
  'event.update': EventDescribed;
  'event.copy': EventDescribed;
  'event.archive': EventDescribed;
  'ticket-type.list': readonly TicketTypeDescribed[];
  'ticket-type.create': TicketTypeDescribed;
  'ticket-type.update': TicketTypeDescribed;
  'session.list': readonly SessionDescribed[];
  'session.show': SessionDescribed & { readonly tickets: number };
  'session.create': SessionDescribed;
  'session.update': SessionDescribed;
  'session.cancel': SessionDescribed;
  'location.list': readonly LocationDescribed[];
  'add-on.list': readonly AddOnDescribed[];
  'add-on.create': AddOnDescribed;
  'add-on.update': AddOnDescribed;
  'add-on.archive': AddOnDescribed;
  'question.list': readonly QuestionDescribed[];
  'question.create': QuestionDescribed;
  'question.update': QuestionDescribed;
  'question.archive': QuestionDescribed;
  'export.tickets': Download;
  'export.orders': Download;
  'export.attendance': Download;
  'export.scans': Download;
  'location.create': LocationDescribed;
  'location.update': LocationDescribed;
  'location.archive': LocationDescribed;
  'order.list': ListPage<OrderListed>;
  'order.show': OrderDescribed;
  'order.create': OrderDescribed;
  'order.confirm': OrderDescribed;
  'order.cancel': OrderDescribed;
  'order.refund': OrderDescribed;
  'order.mail': MailedTickets;
  'order.history': readonly HistoryEntry[];
  'ticket.list': ListPage<TicketWithEvent>;
  'ticket.show': TicketWithEvent;
  'ticket.update': TicketWithEvent;
  'ticket.reassign': TicketWithEvent;
  'ticket.transfer': TicketWithEvent;
  'ticket.resell': TicketWithEvent;
  'ticket.reissue': TicketWithEvent;
  'ticket.cancel': TicketWithEvent;
  'ticket.code': TicketWithCode;
  'scan.list': ListPage<ScanDescribed>;
  'scan.show': ScanDescribed & { readonly releases: readonly ReleaseDescribed[] };
  'scan.release': Release;
  'release.list': ListPage<OfHolder<ReleaseDescribed>>;
  'conflict.list': ListPage<OfHolder<ConflictDetails>>;
  'conflict.show': OfHolder<ConflictDetails>;
  'conflict.resolve': OfHolder<ConflictDetails>;
  'contact.list': ListPage<Contact>;
  'contact.show': ContactDescribed;
  'contact.update': Contact;
  'contact.erase': Contact;
  'export.contacts': Download;
  'client.list': ListPage<ClientDescribed>;
  'client.show': ClientShown;
  'client.create': ClientWithSecret;
  'client.scopes': ClientDescribed;
  'client.events': ClientDescribed;
  'client.revoke': ClientDescribed;
  'station.list': ListPage<ReportedStation>;
  'station.show': StationShown;
  'station.enrol': StationEnrolled;
  'station.update': ClientDescribed;
  'station.revoke': ClientDescribed;
  'webhook.list': ListPage<WebhookDescribed>;
  'webhook.show': WebhookDescribed;
  'webhook.create': WebhookWithSecret;
  'webhook.update': WebhookDescribed;
  'webhook.enable': WebhookDescribed;
  'webhook.rotate-secret': { readonly secret: string };
  'webhook.remove': WebhookDescribed;
  'webhook.test': WebhookDelivery;
  'webhook.deliveries': ListPage<WebhookDelivery>;
  'webhook.delivery': DeliveryShown;
  'webhook.redeliver': WebhookDelivery;

  'dispute.list': ListPage<DisputeDescribed>;
  'dispute.show': DisputeDescribed;
  'dispute.create': DisputeDescribed;
  'waitlist.list': ListPage<WaitlistEntryDescribed>;
  'waitlist.show': WaitlistEntryShown;
  'waitlist.join': WaitlistEntryDescribed;
  'waitlist.offer': WaitlistEntryDescribed;
  'waitlist.convert': WaitlistEntryDescribed;
  'waitlist.remove': WaitlistEntryDescribed;
  'order.import-columns': ImportColumns;
  'order.import': ImportReport;
  'order.import-list': ListPage<ImportDescribed>;
  'order.import-show': ImportDescribed;
  'order.import-undo': ImportDescribed;
  'member.list': ListPage<MemberDescribed>;
  'member.invite': WithLink;
  'member.role': MemberDescribed;
  'member.remove': MemberDescribed;
  'member.reset': WithLink;
  'audit.list': ListPage<AuditEntry>;
  'export.audit': Download;
  'organiser.show': OrganiserDescribed & { readonly mail: { readonly from: string } | null };
  'organiser.update': OrganiserDescribed;
  'organiser.mail-test': { readonly sent: boolean; readonly why: string | null };
  'code-key.list': readonly CodeKeyDescribed[];
  'code-key.rotate': CodeKeyDescribed;
  'code-key.remove': CodeKeyDescribed;
  'find.anything': readonly Found[];
}

export type OperationName = keyof OperationResults;
