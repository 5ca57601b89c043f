import type {
  AccessState,
  ActivityItem,
  AddOnState,
  AttentionItem,
  CommandResult,
  ConflictView,
  Fleet,
  ScanOutcome,
  SelfTestReport,
  StationMessage,
  StationState,
  StationWarning,
  TicketSummary,
} from '../../shared/station/api.ts';
import type { ScannersState } from '../../shared/station/scanners.ts';
import type {
  EnrolmentChoice,
  JoiningStation,
  ServerBackup,
  ServerState,
} from '../../shared/station/server.ts';
import { locales } from '../../shared/verdict/locale.ts';
import { reasons } from '../../shared/verdict/reason.ts';
import {
  absent,
  either,
  flag,
  list,
  literal,
  nullable,
  number,
  oneOf,
  shape,
  text,
} from './guard.ts';
import type { Guard } from './guard.ts';

const named = shape({ reference: text, name: text });
const eventOption = shape({
  reference: text,
  name: text,
  starts_at: nullable(text),
  timezone: text,
});

const source = oneOf('keyboard', 'hid', 'serial', 'camera', 'typed');
const note = either(
  absent,
  oneOf('replaced', 'code_replaced', 'from_code', 'training', 'enrolment', 'unread'),
);
const session = nullable(shape({ name: nullable(text), starts_at: text }));
const firstAdmission = nullable(
  shape({
    scanned_at: text,
    entry_point: nullable(text),
    source: either(absent, literal('peer')),
  }),
);
const window = nullable(shape({ from: nullable(text), until: nullable(text) }));

const outcome: Guard<ScanOutcome> = shape({
  reference: text,
  number,
  kind: oneOf('admitted', 'denied', 'unknown_ticket', 'unreadable', 'not_recorded'),
  ticket: nullable(text),
  reason: nullable(oneOf(...reasons)),
  note,
  message: text,
  scanned_at: text,
  source,
  repeated: flag,
  holder: nullable(text),
  ticket_type: nullable(text),
  seat_label: nullable(text),
  session,
  first_admission: firstAdmission,
  window,
  right_entry_points: list(text),
  entry_point: nullable(text),
});

const phase = either(
  shape({ kind: oneOf('unenrolled', 'undecided', 'choosing_event', 'ready') }),
  shape({ kind: literal('starting'), waiting_for: nullable(oneOf('server', 'station')) }),
  shape({ kind: literal('importing'), applied: number, total: nullable(number) }),
  shape({ kind: literal('failed'), message: text }),
  shape({
    kind: literal('revoked'),
    revoked_at: text,
    unsent: number,
    sealed_as: nullable(text),
  }),
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
      'certificate_not_trusted',
      'certificate_changed',
      'not_the_server',
      'store_failed',
      'timeout',
      'server_error',
      'unauthorized',
      'rate_limited',
      'forbidden',
      'no_secret',
    ),
  }),
);

const warning: Guard<StationWarning> = either(
  shape({
    code: oneOf(
      'disk_full',
      'replica_missing',
      'replica_unreadable',
      'replica_unwritable',
      'settings_restored',
      'settings_lost',
      'clock_jumped',
      'secret_unprotected',
      'secret_missing',
    ),
  }),
  shape({ code: literal('journal_replaced'), kept_as: text, carried_over: number }),
  shape({
    code: literal('journal_end_lost'),
    scans: number,
    since: nullable(text),
    kept_as: nullable(text),
  }),
  shape({ code: literal('journal_changed'), scans: number }),
  shape({ code: literal('over_redeemed'), times: number }),
  shape({ code: literal('journal_failed'), doing: oneOf('read', 'write'), problem: text }),
  shape({ code: literal('replica_rebuilt'), carried_over: number }),
  shape({ code: literal('foreign_pages'), own: text, other: text }),
  shape({ code: oneOf('clock_off', 'clock_unconfirmed'), seconds: number }),
  shape({ code: literal('plain_http'), server: text }),
  shape({ code: literal('secret_unreadable'), problem: nullable(text) }),
  shape({ code: literal('secret_not_kept'), problem: text }),
  shape({ code: literal('settings_not_kept'), problem: text }),
);

const access: Guard<AccessState> = either(
  shape({ kind: oneOf('unknown', 'granted', 'no_event_granted', 'event_not_granted') }),
  shape({ kind: literal('scope_missing'), scopes: list(text) }),
);

const scannerStatus = oneOf(
  'off',
  'starting',
  'ready',
  'missing',
  'no_library',
  'no_permission',
  'busy',
  'failed',
);

const scanners: Guard<ScannersState> = shape({
  usb: shape({
    status: scannerStatus,
    problem: nullable(text),
    devices: list(
      shape({ name: text, status: scannerStatus, problem: nullable(text), beeps: flag }),
    ),
  }),
  serial: shape({
    status: scannerStatus,
    problem: nullable(text),
    ports: list(shape({ path: text, name: nullable(text) })),
  }),
  choice: shape({
    serial_port: nullable(text),
    camera: flag,
    camera_device: nullable(text),
    beeps: flag,
  }),
  last: list(
    shape({
      source,
      at: text,
      kind: oneOf('reference', 'signed', 'enrolment', 'training', 'unrecognised'),
      text,
      symbology: nullable(text),
    }),
  ),
});

const clock = shape({ offset_ms: nullable(number), suspect: flag, remembered: flag });

const state: Guard<StationState> = shape({
  revision: number,
  phase,
  locale: oneOf(...locales),
  server_url: nullable(text),
  client_id: nullable(text),
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
  access,
  sync: shape({
    mode: oneOf('automatic', 'offline'),
    connection,
    next_attempt_at: nullable(text),
    fresh_at: shape({ scans: nullable(text), tickets: nullable(text), setup: nullable(text) }),
    queued: number,
    oldest_queued_at: nullable(text),
    needs_attention: number,
  }),
  clock,
  peers: shape({
    chosen: flag,
    allowed: nullable(flag),
    running: flag,
    addresses: list(text),
    port: nullable(number),
    near: list(shape({ entry_point: nullable(text), address: text, heard_at: text })),
    known: number,
    refused: number,
    silent: number,
    ignored: number,
  }),
  scanners,
  kiosk: shape({ on: flag, wait_until: nullable(text) }),
  warnings: list(warning),
});

const attentionItem: Guard<AttentionItem> = shape({
  reference: text,
  number,
  kind: oneOf('admitted', 'denied', 'unknown_ticket', 'unreadable', 'redemption'),
  ticket: nullable(text),
  reason: nullable(oneOf(...reasons)),
  scanned_at: text,
  entry_point: nullable(text),
  code: text,
  message: text,
  since: nullable(text),
  offered: number,
  waiting: flag,
});

const addOn: Guard<AddOnState> = shape({
  order_line: text,
  order: text,
  order_status: oneOf(
    'draft',
    'pending_payment',
    'awaiting_approval',
    'paid',
    'free_confirmed',
    'cancelled',
    'refunded',
  ),
  add_on: text,
  name: nullable(text),
  session: nullable(text),
  quantity: number,
  redeemed: number,
  remaining: number,
});

const ticket: Guard<TicketSummary> = shape({
  ticket: text,
  order: nullable(text),
  holder: nullable(text),
  email: nullable(text),
  ticket_type: nullable(text),
  seat_label: nullable(text),
  session,
  entry_points: nullable(list(text)),
  check_in: shape({
    kind: oneOf('admitted', 'denied'),
    reason: nullable(oneOf(...reasons)),
    note,
    message: text,
    first_admission: firstAdmission,
    window,
  }),
});

const activityItem: Guard<ActivityItem> = shape({
  number,
  reference: text,
  kind: oneOf('admitted', 'denied', 'unknown_ticket', 'unreadable', 'redemption'),
  reason: nullable(oneOf(...reasons)),
  note,
  message: nullable(text),
  scanned_at: text,
  source: nullable(source),
  ticket: nullable(text),
  holder: nullable(text),
  ticket_type: nullable(text),
  seat_label: nullable(text),
  entry_point: nullable(text),
  redemption: nullable(shape({ order: text, order_line: text, quantity: number })),
  upload: oneOf('waiting', 'sent', 'refused', 'local'),
});

const conflict: Guard<ConflictView> = shape({
  reference: text,
  kind: oneOf('double_admission', 'stale_admission', 'rule_admission', 'false_denial'),
  state: oneOf('open', 'resolved'),
  ticket: text,
  holder: nullable(text),
  ticket_type: nullable(text),
  expected_reason: oneOf(...reasons),
  scans: list(
    shape({
      reference: text,
      admitted: flag,
      reason: oneOf(...reasons),
      scanned_at: text,
      entry_point: nullable(text),
      station: nullable(text),
      clock_offset_ms: nullable(number),
      clock_suspect: flag,
      on_word_of_station: flag,
    }),
  ),
  note: nullable(text),
  resolved_by: nullable(text),
  resolved_at: nullable(text),
  created_at: text,
});

const fleet: Guard<Fleet> = shape({
  at: text,
  stations: list(
    shape({
      client_id: text,
      name: text,
      is_this: flag,
      heard_at: nullable(text),
      health: nullable(
        shape({
          place: either(
            shape({ kind: literal('none') }),
            shape({ kind: literal('here'), entry_point: nullable(text) }),
            shape({ kind: literal('elsewhere'), event: nullable(text) }),
          ),
          version: text,
          queued: number,
          needs_attention: number,
          oldest_unsent_at: nullable(text),
          data_at: nullable(text),
          clock_offset_ms: number,
          warnings: list(text),
        }),
      ),
    }),
  ),
});

const comparedList = shape({ here: number, server: nullable(number), fresh_at: nullable(text) });

export const checkSelfTest: Guard<SelfTestReport> = shape({
  at: text,
  version: text,
  clock,
  server: either(
    shape({ kind: oneOf('answered', 'away') }),
    shape({ kind: literal('failed'), problem: text }),
  ),
  tickets: comparedList,
  scans: comparedList,
  journal: either(
    shape({ kind: literal('written'), milliseconds: number }),
    shape({ kind: literal('failed'), cause: oneOf('disk_full', 'io_error'), problem: text }),
  ),
  free_bytes: nullable(number),
});

const backup: Guard<ServerBackup> = shape({ file: text, at: text });

const server: Guard<ServerState> = either(
  shape({ kind: oneOf('undecided', 'elsewhere') }),
  shape({
    kind: literal('here'),
    address: text,
    health: oneOf('ready', 'unready', 'away'),
    bytes: nullable(number),
    data: text,
    last_backup: nullable(backup),
    demo: flag,
    network: either(
      shape({ kind: oneOf('closed', 'opening') }),
      shape({
        kind: literal('open'),
        port: number,
        hosts: list(text),
        lost_host: nullable(text),
        expires_at: text,
      }),
      shape({
        kind: literal('failed'),
        problem: oneOf('port_taken', 'certificate_lost', 'certificate_expired', 'failed'),
        port: number,
        message: text,
      }),
    ),
  }),
);

const enrolmentChoice: Guard<EnrolmentChoice> = shape({
  event: text,
  name: text,
  organiser: text,
  organiser_name: text,
  entry_points: list(named),
});

const joining: Guard<JoiningStation> = shape({
  name: text,
  client_id: text,
  code: text,
  qr: text,
});

const result: Guard<CommandResult> = either(
  shape({
    ok: literal(true),
    attention: absent,
    queued: absent,
    add_ons: absent,
    add_on: absent,
    found: absent,
    activity: absent,
    conflicts: absent,
    figures: absent,
    fleet: absent,
    self_test: absent,
    server: absent,
    backup: absent,
    enrolment_choices: absent,
    joining: absent,
    conflict: absent,
    order: absent,
  }),
  shape({ ok: literal(true), found: shape({ tickets: list(ticket), more: flag, complete: flag }) }),
  shape({
    ok: literal(true),
    order: shape({
      order: nullable(text),
      tickets: list(ticket),
      add_ons: list(addOn),
      complete: flag,
    }),
  }),
  shape({ ok: literal(true), add_ons: list(addOn) }),
  shape({ ok: literal(true), add_on: addOn }),
  shape({
    ok: literal(true),
    attention: shape({ total: number, items: list(attentionItem), next: nullable(number) }),
  }),
  shape({
    ok: literal(true),
    activity: shape({ items: list(activityItem), next: nullable(number) }),
  }),
  shape({
    ok: literal(true),
    conflicts: shape({ items: list(conflict), next: nullable(text) }),
  }),
  shape({ ok: literal(true), conflict }),
  shape({
    ok: literal(true),
    figures: shape({
      at: text,
      arrivals: list(shape({ from: text, entry_point: nullable(text), admitted: number })),
      ticket_types: list(shape({ name: nullable(text), admitted: number, expected: number })),
      denials: list(shape({ reason: nullable(oneOf(...reasons)), scans: number })),
    }),
  }),
  shape({ ok: literal(true), fleet }),
  shape({ ok: literal(true), self_test: checkSelfTest }),
  shape({ ok: literal(true), server }),
  shape({ ok: literal(true), backup }),
  shape({ ok: literal(true), enrolment_choices: list(enrolmentChoice) }),
  shape({ ok: literal(true), joining }),
  shape({ ok: literal(true), queued: number }),
  shape({
    ok: literal(false),
    code: oneOf(
      'command.invalid',
      'command.unknown_event',
      'command.unknown_entry_point',
      'connect.unreachable',
      'connect.certificate_not_trusted',
      'connect.certificate_changed',
      'connect.server_error',
      'connect.refused',
      'connect.forbidden',
      'connect.not_a_server',
      'connect.unsent_scans',
      'search.unread',
      'conflicts.unreachable',
      'conflicts.not_offered',
      'conflicts.forbidden',
      'conflicts.unknown',
      'stations.unreachable',
      'stations.not_offered',
      'stations.forbidden',
      'kiosk.is_on',
      'kiosk.wrong_pin',
      'kiosk.wait',
      'kiosk.locked',
      'order.unknown_ticket',
      'order.unread',
      'redeem.unknown_ticket',
      'redeem.unknown_line',
      'redeem.order_ended',
      'redeem.not_enough',
      'redeem.nothing_to_undo',
      'redeem.not_recorded',
      'redeem.unread',
      'server.not_here',
      'server.port_taken',
      'server.disk_full',
      'server.not_empty',
      'server.demo_closed',
      'server.failed',
      'station.not_enrolled',
      'station.failed',
    ),
    message: text,
  }),
);

const message: Guard<StationMessage> = either(
  shape({ kind: literal('outcome'), outcome }),
  shape({ kind: literal('enrolment_code'), code: text, source }),
  shape({ kind: literal('state'), state }),
  shape({ kind: literal('reply'), id: text, result }),
  shape({ kind: literal('welcome'), state, recent: list(outcome) }),
);

/** The message that a value from the wire is, or null when it is none: such a frame is dropped. */
export function checkMessage(value: unknown): StationMessage | null {
  return message(value) ? value : null;
}
