import type {
  CommandResult,
  ScanOutcome,
  StationMessage,
  StationState,
  StationWarning,
} from '../../shared/station/api.ts';
import { locales } from '../../shared/verdict/locale.ts';
import { reasons } from '../../shared/verdict/reason.ts';
import { either, flag, list, literal, nullable, number, oneOf, shape, text } from './guard.ts';
import type { Guard } from './guard.ts';

const named = shape({ reference: text, name: text });
const eventOption = shape({
  reference: text,
  name: text,
  starts_at: nullable(text),
  timezone: text,
});

const outcome: Guard<ScanOutcome> = shape({
  reference: text,
  number,
  kind: oneOf('admitted', 'denied', 'unknown_ticket', 'unreadable', 'not_recorded'),
  ticket: nullable(text),
  reason: nullable(oneOf(...reasons)),
  message: text,
  scanned_at: text,
  source: oneOf('keyboard', 'hid', 'serial', 'camera', 'typed'),
  repeated: flag,
  holder: nullable(text),
  ticket_type: nullable(text),
  seat_label: nullable(text),
  session: nullable(shape({ name: nullable(text), starts_at: text })),
  first_admission: nullable(shape({ scanned_at: text, entry_point: nullable(text) })),
  window: nullable(shape({ from: nullable(text), until: nullable(text) })),
  right_entry_points: list(text),
  entry_point: nullable(text),
});

const phase = either(
  shape({ kind: oneOf('starting', 'unenrolled', 'choosing_event', 'ready') }),
  shape({ kind: literal('importing'), applied: number, total: nullable(number) }),
  shape({ kind: literal('failed'), message: text }),
);

const connection = either(
  shape({ kind: oneOf('connecting', 'live') }),
  shape({ kind: literal('syncing'), applied: number, total: nullable(number) }),
  shape({
    kind: literal('offline'),
    since: text,
    reason: oneOf(
      'chosen',
      'unreachable',
      'timeout',
      'server_error',
      'unauthorized',
      'rate_limited',
      'forbidden',
    ),
  }),
);

const warning: Guard<StationWarning> = either(
  shape({
    code: oneOf('disk_full', 'replica_unreadable', 'clock_jumped', 'secret_unprotected'),
  }),
  shape({ code: literal('journal_replaced'), kept_as: text, carried_over: number }),
  shape({ code: literal('journal_failed'), doing: oneOf('read', 'write'), problem: text }),
  shape({ code: literal('replica_rebuilt'), carried_over: number }),
  shape({ code: literal('foreign_pages'), own: text, other: text }),
  shape({ code: literal('clock_off'), seconds: number }),
);

const state: Guard<StationState> = shape({
  revision: number,
  phase,
  locale: oneOf(...locales),
  server_url: nullable(text),
  organiser: nullable(text),
  event: nullable(eventOption),
  events: list(eventOption),
  entry_point: nullable(named),
  entry_points: list(named),
  counters: shape({
    admitted_here: number,
    admitted_total: number,
    expected: number,
    per_minute: list(number),
  }),
  sync: shape({
    mode: oneOf('automatic', 'offline'),
    connection,
    fresh_at: shape({ scans: nullable(text), tickets: nullable(text), setup: nullable(text) }),
    queued: number,
    oldest_queued_at: nullable(text),
    needs_attention: number,
  }),
  clock: shape({ offset_ms: nullable(number), suspect: flag }),
  warnings: list(warning),
});

const result: Guard<CommandResult> = either(
  shape({ ok: literal(true) }),
  shape({
    ok: literal(false),
    code: oneOf(
      'command.invalid',
      'command.unknown_event',
      'command.unknown_entry_point',
      'connect.unreachable',
      'connect.refused',
      'connect.not_a_server',
      'connect.unsent_scans',
      'station.not_enrolled',
      'station.failed',
    ),
    message: text,
  }),
);

const message: Guard<StationMessage> = either(
  shape({ kind: literal('outcome'), outcome }),
  shape({ kind: literal('state'), state }),
  shape({ kind: literal('reply'), id: text, result }),
  shape({ kind: literal('welcome'), state, recent: list(outcome) }),
);

/** The message that a value from the wire is, or null when it is none: such a frame is dropped. */
export function checkMessage(value: unknown): StationMessage | null {
  return message(value) ? value : null;
}
