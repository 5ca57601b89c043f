import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import {
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_RELEASE_NOTE_LENGTH,
  MIN_REASON_LENGTH,
} from '../contract/limits.ts';
import { paymentMethods } from '../contract/statuses.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import { locales } from '../languages.ts';
import { LabelChoice, PrintCommand } from './labels.ts';
import { ScanSource } from './outcomes.ts';
import { SerialSettings } from './scanners.ts';
import { ServerCommand } from './server.ts';
import { StartAtLoginCommand } from './start-at-login.ts';
import { ChangeLock, directions, SyncMode } from './state.ts';

/** Maximum length of a search query in characters. */
export const MAX_QUERY_LENGTH = 200;
export const MAX_ATTENTION_PAGE = 500;
export const MAX_ACTIVITY_PAGE = 200;
/** Digits, because every keypad has them. */
export const PIN = /^\d{4,8}$/;
/** A larger quantity is a typing error. */
const MAX_REDEEMED = 1_000_000;

const Short = Type.String({ maxLength: 200 });
const Query = Type.String({ maxLength: MAX_QUERY_LENGTH });
const Pin = Type.String({ pattern: PIN.source });
/** Why something out of the ordinary was done, in the words of whoever did it. */
const Why = Type.String({
  minLength: MIN_REASON_LENGTH,
  maxLength: MAX_RELEASE_NOTE_LENGTH,
  pattern: '\\S',
});
const Locale = Type.Enum([...locales]);
/** The system's name of a port; nothing else is ever opened. */
const SerialPortPath = Type.String({
  maxLength: 200,
  pattern: String.raw`^(?:COM\d{1,3}|/dev/(?:[\w-][\w.-]*/)*[\w-][\w.-]*)$`,
});

const ScanCommand = Type.Object({
  kind: Type.Literal('scan'),
  code: Type.String({ maxLength: MAX_CODE_LENGTH }),
  symbology: Nullable(Short),
  source: ScanSource,
});

/** A filter that is left out matches everything. */
export const ActivityFilter = Type.Object({
  /** `unknown`: a code that named no ticket of the event. */
  result: OrUndefined(Type.Enum(['admitted', 'denied', 'unknown', 'redemption', 'release'])),
  upload: OrUndefined(Type.Enum(['waiting', 'sent', 'refused'])),
  /** Searched like `search_tickets`, in the holder's name, the seat, the ticket type, the ticket's reference and the entry point. */
  words: OrUndefined(Query),
});
export type ActivityFilter = ReadOnly<typeof ActivityFilter>;

const commands = [
  ScanCommand,
  /** `pin`: if the change lock has one, and the command changes an open door; see `changesDoor`. */
  Type.Object({ kind: Type.Literal('select_event'), event: Short, pin: Type.Optional(Pin) }),
  /** Null is the box office: it has no entry point, so the entry-point rule does not apply. */
  Type.Object({
    kind: Type.Literal('select_entry_point'),
    location: Nullable(Short),
    pin: Type.Optional(Pin),
  }),
  /**
   * Finds up to `MAX_FOUND_TICKETS` tickets of the event. Each word of the query must occur in the holder's name or email, in the seat, or
   * at the end of the order's or the ticket's reference, ignoring letter case and accents; a word of one or two characters must begin a
   * word there. Mueller finds Müller, annemarie Anne-Marie, c14 the seat C 14. A code or a complete reference finds its ticket or order;
   * the beginning of a code finds its tickets.
   */
  Type.Object({ kind: Type.Literal('search_tickets'), query: Query }),
  /** The order of a ticket: its tickets and its add-ons. */
  Type.Object({ kind: Type.Literal('read_order'), ticket: Short }),
  /** Checks the ticket in by hand, named by its reference or a code, at no entry point; the outcome is shown and recorded like that of a scan. */
  Type.Object({
    kind: Type.Literal('check_in'),
    ticket: Type.String({ maxLength: MAX_CODE_LENGTH }),
  }),
  /** What a guest without a ticket can be sold, requested from the server. */
  Type.Object({ kind: Type.Literal('read_guest_options') }),
  /** Sells a guest a ticket at the server. Repeated with its `key`, it is sold once: nobody knows whether it was when an answer is lost. */
  Type.Object({
    kind: Type.Literal('add_guest'),
    key: Type.String({ minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH }),
    ticket_type: Short,
    session: Nullable(Short),
    first_name: Type.String({ maxLength: MAX_NAME_LENGTH }),
    last_name: Type.String({ maxLength: MAX_NAME_LENGTH }),
    email: Type.String({ maxLength: MAX_EMAIL_LENGTH }),
    payment_method: Type.Enum([...paymentMethods]),
  }),
  /** Has the server email the code of a guest who was added. */
  Type.Object({ kind: Type.Literal('send_guest_ticket'), order: Short }),
  /**
   * Undoes an admission of the event: the ticket admits again. Of this station's own within `policy.undo_minutes` anybody may; later, and of
   * another station's, it takes the supervisor's PIN and a note.
   */
  Type.Object({
    kind: Type.Literal('undo'),
    scan: Short,
    note: Type.Optional(Why),
    pin: Type.Optional(Pin),
  }),
  /** Admits the ticket of one of this station's denials, as far as `policy.overrule` allows it. */
  Type.Object({ kind: Type.Literal('overrule'), scan: Short, note: Why, pin: Pin }),
  /** Admits the ticket of a scan that was held because the house is full. */
  Type.Object({ kind: Type.Literal('admit_held'), ticket: Short, pin: Pin }),
  /** Scans the ticket of one of this station's admissions that was undone, by the code that was read then. */
  Type.Object({ kind: Type.Literal('admit_again'), scan: Short }),
  /** Scans the other tickets of the order of one of this station's admissions; each gets a verdict of its own. */
  Type.Object({ kind: Type.Literal('admit_order'), scan: Short }),
  /** Whether a scan lets guests in or out. `null`: what the entry point is for. */
  Type.Object({
    kind: Type.Literal('set_direction'),
    direction: Nullable(Type.Enum([...directions])),
  }),
  /** The add-ons of the order that a ticket belongs to. */
  Type.Object({ kind: Type.Literal('read_add_ons'), ticket: Short }),
  /** Hands out units of an add-on; a negative quantity takes units back. */
  Type.Object({
    kind: Type.Literal('redeem'),
    order: Short,
    order_line: Short,
    quantity: Type.Integer({ minimum: -MAX_REDEEMED, maximum: MAX_REDEEMED }),
  }),
  Type.Object({ kind: Type.Literal('set_mode'), mode: SyncMode, pin: Type.Optional(Pin) }),
  /** `pin`: the present one; if there is none, the one to set. */
  Type.Object({
    kind: Type.Literal('set_change_lock'),
    lock: ChangeLock,
    pin: Type.Optional(Pin),
  }),
  /** Whether this station exchanges admissions with others nearby. */
  Type.Object({ kind: Type.Literal('set_peers'), on: Type.Boolean() }),
  /** Which label is printed for an admission. */
  Type.Object({ kind: Type.Literal('set_label'), label: LabelChoice }),
  /** Fields that are left out stay as they are. */
  Type.Object({
    kind: Type.Literal('set_scanners'),
    choice: Type.Object(
      {
        serial_port: Type.Optional(Nullable(SerialPortPath)),
        serial: Type.Optional(SerialSettings),
        camera: Type.Optional(Type.Boolean()),
        camera_device: Type.Optional(Nullable(Short)),
        beeps: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
  }),
  /** Shows only the door until `leave_kiosk` is sent with the same PIN, which is that of the change lock if it has one. */
  Type.Object({ kind: Type.Literal('enter_kiosk'), pin: Pin }),
  Type.Object({ kind: Type.Literal('leave_kiosk'), pin: Pin }),
  /** Looks for scanners and serial ports again. */
  Type.Object({ kind: Type.Literal('look_for_scanners') }),
  Type.Object({ kind: Type.Literal('set_locale'), locale: Locale }),
  /** The language of the system that the screen runs on; used until somebody chooses one. */
  Type.Object({ kind: Type.Literal('suggest_locale'), locale: Locale }),
  /** Retries everything immediately, even while the server is unreachable or no event is chosen. */
  Type.Object({ kind: Type.Literal('sync_now') }),
  /** A page of the rows that need attention, by journal number; `after` is the previous page's `next`. */
  Type.Object({
    kind: Type.Literal('read_attention'),
    after: Nullable(Type.Integer({ minimum: 0 })),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ATTENTION_PAGE }),
  }),
  /** The first `MAX_ATTENTION_PAGE` rows of the server that could not be read, or not completely. */
  Type.Object({ kind: Type.Literal('read_unreadable') }),
  /** A page of this station's activity at its event, newest first; `before` is the previous page's `next`. */
  Type.Object({
    kind: Type.Literal('read_activity'),
    before: Nullable(Type.Integer()),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ACTIVITY_PAGE }),
    filter: ActivityFilter,
  }),
  /** Figures of the event over all doors. */
  Type.Object({ kind: Type.Literal('read_figures') }),
  /** All stations of the organiser, requested from the server. */
  Type.Object({ kind: Type.Literal('read_stations') }),
  /** Tests what the station can test by itself before doors open: clock, server, ticket data, journal, disk. Records no scan. */
  Type.Object({ kind: Type.Literal('self_test') }),
  /** Conflicts between scans, newest first, requested from the server; `page` is the previous page's `next`. */
  Type.Object({
    kind: Type.Literal('read_conflicts'),
    state: Type.Enum(['open', 'resolved']),
    page: Nullable(Type.String({ maxLength: 2048 })),
  }),
  /** Resolves a conflict with a note. The first resolution stands. */
  Type.Object({
    kind: Type.Literal('resolve_conflict'),
    conflict: Short,
    note: Type.String({ minLength: 1, maxLength: MAX_NOTE_LENGTH }),
  }),
  /** Queues rows that were set aside again; null means all of them. */
  Type.Object({
    kind: Type.Literal('resend_attention'),
    references: Nullable(Type.Array(Short, { maxItems: MAX_ATTENTION_PAGE })),
  }),
  /** Also allowed while this station is connected: to another server, or to the same one with other credentials. */
  Type.Object({
    kind: Type.Literal('connect'),
    server_url: Type.String({ maxLength: 2048 }),
    client_id: Short,
    client_secret: Short,
    /**
     * The SHA-256 of the only trusted certificate, 32 bytes in base64url; null: any certificate that an authority vouches for. If left out,
     * the earlier setting for this server stays.
     */
    certificate: Type.Optional(Nullable(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }))),
    /**
     * The fingerprint of the organiser's keys from an enrolment code, 32 bytes in base64url: only then may they differ from those that this
     * station trusts.
     */
    keys: Type.Optional(Nullable(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }))),
    /**
     * The organiser's choice for this station. Another client of the same server adopts it; the same client keeps a later choice made here.
     */
    event: Type.Optional(Nullable(Short)),
    location: Type.Optional(Nullable(Short)),
  }),
] as const;

/** Commands that a screen may send to its station. */
export const StationCommand = Type.Union([
  ...commands,
  ...ServerCommand.anyOf,
  ...StartAtLoginCommand.anyOf,
  ...PrintCommand.anyOf,
]);
export type StationCommand = ReadOnly<typeof StationCommand>;

/** The commands that change and record nothing. */
export const readingCommands: ReadonlySet<StationCommand['kind']> = new Set([
  'read_attention',
  'read_unreadable',
  'read_add_ons',
  'read_activity',
  'read_conflicts',
  'read_enrolment_choices',
  'read_figures',
  'read_printers',
  'read_guest_options',
  'read_server',
  'read_start_at_login',
  'read_stations',
  'self_test',
  'search_tickets',
  'read_order',
]);

/** Unique per screen. A repeated id returns the earlier reply; the command does not run again unless it only reads. */
const RequestId = Type.String({ minLength: 1, maxLength: 100 });

/** A scan, kept by the page until it is answered. */
export const ScanRequest = Type.Object({ id: RequestId, command: ScanCommand });
export type ScanRequest = ReadOnly<typeof ScanRequest>;

/** A command with the id that its reply carries. */
export const StationRequest = Type.Object({ id: RequestId, command: StationCommand });
export type StationRequest = ReadOnly<typeof StationRequest>;
