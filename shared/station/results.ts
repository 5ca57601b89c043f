import { Type } from 'typebox';
import type { ReadOnly } from '../schema.ts';
import { AddOnState, FoundTickets, OrderView } from './box-office.ts';
import { Printer } from './labels.ts';
import { AddedGuest, GuestOptions, SentTicket } from './guests.ts';
import { ActivityPage, AttentionPage, UnreadableItem } from './journal-pages.ts';
import { ScanOutcome, ScanRelease } from './outcomes.ts';
import { SelfTestReport } from './self-test.ts';
import { serverResults } from './server.ts';
import { ConflictPage, ConflictView, EventFigures, Fleet } from './supervision.ts';

export const CommandErrorCode = Type.Enum([
  'command.invalid',
  'command.unknown_event',
  'command.unknown_entry_point',
  'connect.unreachable',
  'connect.certificate_not_trusted',
  'connect.certificate_changed',
  'connect.keys_changed',
  'connect.server_error',
  'connect.refused',
  /** The enrolment code has expired or was used already. */
  'connect.code_ended',
  /** The client is accepted, but its organiser has no access. */
  'connect.forbidden',
  'connect.not_a_server',
  'connect.unsent_scans',
  /** An enrolment code with an entry point and no event. */
  'connect.location_without_event',
  'search.unread',
  /** The server was not reached, or could not answer. */
  'conflicts.unreachable',
  /** A server without the scanner surface. */
  'conflicts.not_offered',
  'conflicts.forbidden',
  /** It was withdrawn, or belongs to another organiser. */
  'conflicts.unknown',
  /** The server was not reached, or its answer was lost: the same key may be tried again. */
  'guests.unreachable',
  /** A server that takes no orders. */
  'guests.not_offered',
  'guests.forbidden',
  'guests.sold_out',
  /** The guest was erased under a data-protection request. */
  'guests.erased',
  'guests.email_invalid',
  /** The server did not accept something else of it. */
  'guests.refused',
  /** A guest was added under this key before, with other details. */
  'guests.added_before',
  'stations.unreachable',
  /** A server without the scanner surface. */
  'stations.not_offered',
  'stations.forbidden',
  'kiosk.is_on',
  /** Only the door is open to this screen. */
  'kiosk.locked',
  /** The change lock asks for its PIN. */
  'pin.required',
  'pin.wrong',
  /** Too many wrong PINs: `kiosk.wait_until` says until when. */
  'pin.wait',
  'order.unknown_ticket',
  'order.unread',
  /** The change lock has no PIN, so nobody can show that they are a supervisor. */
  'pin.not_set',
  /** No admission that this station knows. */
  'undo.unknown',
  /** It has ended already. */
  'undo.ended',
  /** No denial of this station, or one that cannot be overruled. */
  'overrule.unknown',
  /** The organiser does not allow it. */
  'overrule.not_allowed',
  /** Nothing is held under this ticket. */
  'held.unknown',
  /** The journal could not record it: it has not happened. */
  'release.not_recorded',
  'redeem.unknown_ticket',
  'redeem.unknown_line',
  /** The order was cancelled or refunded, or is not paid. */
  'redeem.order_ended',
  /** Fewer are left than requested. */
  'redeem.not_enough',
  'redeem.nothing_to_undo',
  /** The journal could not record it: nothing may be handed over. */
  'redeem.not_recorded',
  'redeem.unread',
  /** This host runs no server. */
  'server.not_here',
  'server.port_taken',
  'server.disk_full',
  /** Demo data was requested, but the database already holds other data. */
  'server.not_empty',
  /** The server holds demo data, and opening it to the network was not confirmed. */
  'server.demo_closed',
  'server.failed',
  /** This host cannot be started at login. */
  'start_at_login.not_offered',
  'start_at_login.failed',
  /** This host prints only by the browser's dialog. */
  'printing.not_offered',
  /** The system or its printer did not take the labels. */
  'printing.failed',
  'station.not_enrolled',
  'station.failed',
]);
export type CommandErrorCode = ReadOnly<typeof CommandErrorCode>;

/** The result of a command: the requested data in one field, or no field for a command that returns nothing. */
const Done = Type.Object({
  ok: Type.Literal(true),
  /** `read_attention`. */
  attention: Type.Optional(AttentionPage),
  /** `read_unreadable`. */
  unreadable: Type.Optional(Type.Array(UnreadableItem)),
  /** `search_tickets`. */
  found: Type.Optional(FoundTickets),
  /** `read_order`. */
  order: Type.Optional(OrderView),
  /** `read_add_ons`. */
  add_ons: Type.Optional(Type.Array(AddOnState)),
  /** `undo`: the admission's end. */
  released: Type.Optional(ScanRelease),
  /** `check_in`, `overrule`, `admit_held`, `admit_order`: what was shown. */
  outcomes: Type.Optional(Type.Array(ScanOutcome)),
  /** `redeem`: the line after the redemption was recorded in the journal. */
  add_on: Type.Optional(AddOnState),
  /** `read_guest_options`. */
  guest_options: Type.Optional(GuestOptions),
  /** `add_guest`. */
  guest: Type.Optional(AddedGuest),
  /** `send_guest_ticket`. */
  sent: Type.Optional(SentTicket),
  /** `read_activity`. */
  activity: Type.Optional(ActivityPage),
  /** `read_figures`. */
  figures: Type.Optional(EventFigures),
  /** `read_stations`. */
  fleet: Type.Optional(Fleet),
  /** `self_test`. */
  self_test: Type.Optional(SelfTestReport),
  /** `read_conflicts`. */
  conflicts: Type.Optional(ConflictPage),
  /** `resolve_conflict`: the resolved conflict. */
  conflict: Type.Optional(ConflictView),
  ...serverResults,
  /** `read_start_at_login`, `set_start_at_login`: whether it is on. */
  start_at_login: Type.Optional(Type.Boolean()),
  /** `read_printers`. */
  printers: Type.Optional(Type.Array(Printer)),
  /** `resend_attention`: how many of the rows are queued now. */
  queued: Type.Optional(Type.Number()),
});

const Refused = Type.Object({
  ok: Type.Literal(false),
  code: CommandErrorCode,
  message: Type.String(),
});

/** The station's answer to a command. */
export const CommandResult = Type.Union([Done, Refused]);
export type CommandResult = ReadOnly<typeof CommandResult>;

export function refused(code: CommandErrorCode, message: string): CommandResult {
  return { ok: false, code, message };
}

export const NOT_STARTED_AT_LOGIN = refused(
  'start_at_login.not_offered',
  'This host cannot be started at login.',
);

export const NOT_PRINTED_HERE = refused(
  'printing.not_offered',
  'This host prints nothing by itself.',
);
