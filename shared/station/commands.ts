import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import { MAX_CODE_LENGTH } from '../ticket-code/clean-code.ts';
import { locales } from '../verdict/locale.ts';
import { ScanSource } from './outcomes.ts';
import { ServerCommand } from './server.ts';
import { SyncMode } from './state.ts';

/** Of what is looked for, in characters. */
export const MAX_QUERY_LENGTH = 200;
export const MAX_ATTENTION_PAGE = 500;
export const MAX_ACTIVITY_PAGE = 200;
/** Digits, because every keypad has them. */
export const KIOSK_PIN = /^\d{4,8}$/;
/** More of one add-on at a time is a slip of the hand. */
const MAX_REDEEMED = 1_000_000;

const Short = Type.String({ maxLength: 200 });
const Query = Type.String({ maxLength: MAX_QUERY_LENGTH });
const Pin = Type.String({ pattern: KIOSK_PIN.source });
const Locale = Type.Enum([...locales]);
/** As systems name them; nothing else is ever opened. */
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

/** What is left out lets everything through. */
export const ActivityFilter = Type.Object({
  /** `unknown`: a code that named no ticket of the event. */
  result: OrUndefined(Type.Enum(['admitted', 'denied', 'unknown', 'redemption'])),
  upload: OrUndefined(Type.Enum(['waiting', 'sent', 'refused'])),
  /** As in `search_tickets`, in the holder's name, the seat, the ticket type, the ticket's reference or the entry point. */
  words: OrUndefined(Query),
});
export type ActivityFilter = ReadOnly<typeof ActivityFilter>;

const commands = [
  ScanCommand,
  Type.Object({ kind: Type.Literal('select_event'), event: Short }),
  /** Null is the box office: no entry point, so the entry-point rule does not apply. */
  Type.Object({ kind: Type.Literal('select_entry_point'), location: Nullable(Short) }),
  /**
   * Tickets of the event, up to `MAX_FOUND_TICKETS`: each word of the query is somewhere in the holder's name or email or the seat, or in
   * the end of the order's reference, whatever its letter case and accents; a word of one or two characters begins one there. A
   * whole reference of a ticket or an order finds what it names.
   */
  Type.Object({ kind: Type.Literal('search_tickets'), query: Query }),
  /** The order of a ticket: its tickets and its add-ons. */
  Type.Object({ kind: Type.Literal('read_order'), ticket: Short }),
  /** A scan of the ticket by hand, at no entry point: its outcome is shown and recorded like every other. */
  Type.Object({ kind: Type.Literal('check_in'), ticket: Short }),
  /** The add-ons of the order that a ticket belongs to. */
  Type.Object({ kind: Type.Literal('read_add_ons'), ticket: Short }),
  /** Hands out so many of an add-on; a negative quantity takes back. */
  Type.Object({
    kind: Type.Literal('redeem'),
    order: Short,
    order_line: Short,
    quantity: Type.Integer({ minimum: -MAX_REDEEMED, maximum: MAX_REDEEMED }),
  }),
  Type.Object({ kind: Type.Literal('set_mode'), mode: SyncMode }),
  /** Whether this station talks to the others nearby. */
  Type.Object({ kind: Type.Literal('set_peers'), on: Type.Boolean() }),
  /** What is left out stays as it is. */
  Type.Object({
    kind: Type.Literal('set_scanners'),
    choice: Type.Object(
      {
        serial_port: Type.Optional(Nullable(SerialPortPath)),
        camera: Type.Optional(Type.Boolean()),
        camera_device: Type.Optional(Nullable(Short)),
        beeps: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
  }),
  /** Shows the door and nothing else until `leave_kiosk` has the same PIN. */
  Type.Object({ kind: Type.Literal('enter_kiosk'), pin: Pin }),
  Type.Object({ kind: Type.Literal('leave_kiosk'), pin: Pin }),
  /** Looks for scanners and serial ports again. */
  Type.Object({ kind: Type.Literal('look_for_scanners') }),
  Type.Object({ kind: Type.Literal('set_locale'), locale: Locale }),
  /** The language of the system that a screen runs on: taken as long as nobody has chosen one. */
  Type.Object({ kind: Type.Literal('suggest_locale'), locale: Locale }),
  /** Tries everything again at once: also while the server is away, and before an event is chosen. */
  Type.Object({ kind: Type.Literal('sync_now') }),
  /** A page of what needs attention, by journal number; `after` is the `next` of the page before. */
  Type.Object({
    kind: Type.Literal('read_attention'),
    after: Nullable(Type.Integer({ minimum: 0 })),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ATTENTION_PAGE }),
  }),
  /** A page of what happened at this station for its event, newest first; `before` is the `next` of the page before. */
  Type.Object({
    kind: Type.Literal('read_activity'),
    before: Nullable(Type.Integer()),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ACTIVITY_PAGE }),
    filter: ActivityFilter,
  }),
  /** How the event goes at all doors. */
  Type.Object({ kind: Type.Literal('read_figures') }),
  /** Every station of the organiser, asked of the server. */
  Type.Object({ kind: Type.Literal('read_stations') }),
  /** Tries, before doors, what the station itself can try: clock, server, ticket data, journal, disk. Writes no scan. */
  Type.Object({ kind: Type.Literal('self_test') }),
  /** Disagreements about scans, newest first, asked of the server; `page` is the `next` of the page before. */
  Type.Object({
    kind: Type.Literal('read_conflicts'),
    state: Type.Enum(['open', 'resolved']),
    page: Nullable(Type.String({ maxLength: 2048 })),
  }),
  /** Says what became of a conflict. The first word on it stands. */
  Type.Object({
    kind: Type.Literal('resolve_conflict'),
    conflict: Short,
    note: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  /** Offers scans that were set aside to the server again; null means all of them. */
  Type.Object({
    kind: Type.Literal('resend_attention'),
    references: Nullable(Type.Array(Short, { maxItems: MAX_ATTENTION_PAGE })),
  }),
  /** Also while this station is connected: another server, or the same one with other credentials. */
  Type.Object({
    kind: Type.Literal('connect'),
    server_url: Type.String({ maxLength: 2048 }),
    client_id: Short,
    client_secret: Short,
    /**
     * The SHA-256 of the only certificate to trust, 32 bytes in base64url; null: any that an authority vouches for. Left out, what was
     * said of this server before stands.
     */
    certificate: Type.Optional(Nullable(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }))),
    /** What the organiser chose for this station; another client of the same server keeps to it, the same one to what was chosen here since. */
    event: Type.Optional(Nullable(Short)),
    location: Type.Optional(Nullable(Short)),
  }),
] as const;

/** What a screen may ask of its station. */
export const StationCommand = Type.Union([...commands, ...ServerCommand.anyOf]);
export type StationCommand = ReadOnly<typeof StationCommand>;

/** Ids are unique per screen; a repeated id is answered again, not run again. */
const RequestId = Type.String({ minLength: 1, maxLength: 100 });

/** A scan, as a page keeps it until it is answered. */
export const ScanRequest = Type.Object({ id: RequestId, command: ScanCommand });
export type ScanRequest = ReadOnly<typeof ScanRequest>;

/** A command with the id its reply carries. */
export const StationRequest = Type.Object({ id: RequestId, command: StationCommand });
export type StationRequest = ReadOnly<typeof StationRequest>;
