import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  AccessState,
  AddOnState,
  CommandErrorCode,
  Fleet,
  OfflineReason,
  OutcomeNote,
  ScanSource,
  SelfTestReport,
  StationMessage,
  StationPhase,
  StationWarning,
  SyncState,
} from '../../shared/station/api.ts';
import {
  attentionItem,
  attentionPage,
  evening,
  heardPeers,
  kinds,
  outcome,
  readyState,
} from '../../test/support/door-script.ts';
import { aFleet } from '../../test/support/tonight-script.ts';
import type {
  EnrolmentChoice,
  JoiningStation,
  ServerNetwork,
  ServerState,
} from '../../shared/station/server.ts';
import { checkMessage } from './check-message.ts';
import { reconnectDelay } from './reconnect-delay.ts';

/** One of each, typed so that a new one does not compile until it is added here: the screen would silently drop a message with it. */
const warnings: { readonly [Code in WarningCode]: Extract<StationWarning, { code: Code }> } = {
  journal_replaced: { code: 'journal_replaced', kept_as: 'journal.db.damaged-1', carried_over: 3 },
  journal_end_lost: { code: 'journal_end_lost', scans: 9, since: evening(), kept_as: null },
  journal_changed: { code: 'journal_changed', scans: 1 },
  journal_failed: { code: 'journal_failed', doing: 'write', problem: 'disk I/O error' },
  settings_restored: { code: 'settings_restored' },
  settings_lost: { code: 'settings_lost' },
  settings_not_kept: { code: 'settings_not_kept', problem: 'settings.json: read-only' },
  over_redeemed: { code: 'over_redeemed', times: 2 },
  disk_full: { code: 'disk_full' },
  replica_rebuilt: { code: 'replica_rebuilt', carried_over: 0 },
  replica_missing: { code: 'replica_missing' },
  replica_unreadable: { code: 'replica_unreadable' },
  replica_unwritable: { code: 'replica_unwritable' },
  foreign_pages: { code: 'foreign_pages', own: 'https://a.example/v1', other: 'http://b.example' },
  clock_off: { code: 'clock_off', seconds: 90 },
  clock_jumped: { code: 'clock_jumped' },
  clock_unconfirmed: { code: 'clock_unconfirmed', seconds: 90 },
  plain_http: { code: 'plain_http', server: 'http://tickets.example.org' },
  secret_unprotected: { code: 'secret_unprotected' },
  secret_unreadable: { code: 'secret_unreadable', problem: 'the keyring is locked' },
  secret_missing: { code: 'secret_missing' },
  secret_not_kept: { code: 'secret_not_kept', problem: 'no space left on device' },
};
const phases: { readonly [Kind in PhaseKind]: Extract<StationPhase, { kind: Kind }> } = {
  starting: { kind: 'starting', waiting_for: 'server' },
  unenrolled: { kind: 'unenrolled' },
  undecided: { kind: 'undecided' },
  revoked: { kind: 'revoked', revoked_at: evening(), unsent: 3, sealed_as: 'journal.sealed-1' },
  choosing_event: { kind: 'choosing_event' },
  importing: { kind: 'importing', applied: 500, total: null },
  ready: { kind: 'ready' },
  failed: { kind: 'failed', message: 'No.' },
};
const accesses: { readonly [Kind in AccessKind]: Extract<AccessState, { kind: Kind }> } = {
  unknown: { kind: 'unknown' },
  granted: { kind: 'granted' },
  scope_missing: { kind: 'scope_missing', scopes: ['events:read'] },
  no_event_granted: { kind: 'no_event_granted' },
  event_not_granted: { kind: 'event_not_granted' },
};
const connections: { readonly [Kind in ConnectionKind]: Extract<Connection, { kind: Kind }> } = {
  connecting: { kind: 'connecting' },
  live: { kind: 'live' },
  syncing: { kind: 'syncing', applied: 500, total: 2_000 },
  offline: { kind: 'offline', since: evening(), reason: 'not_the_server' },
};
const offlineReasons: { readonly [Name in OfflineReason]: Name } = {
  chosen: 'chosen',
  unreachable: 'unreachable',
  certificate_not_trusted: 'certificate_not_trusted',
  certificate_changed: 'certificate_changed',
  not_the_server: 'not_the_server',
  timeout: 'timeout',
  server_error: 'server_error',
  store_failed: 'store_failed',
  unauthorized: 'unauthorized',
  rate_limited: 'rate_limited',
  forbidden: 'forbidden',
  no_secret: 'no_secret',
};
const errorCodes: { readonly [Name in CommandErrorCode]: Name } = {
  'command.invalid': 'command.invalid',
  'command.unknown_event': 'command.unknown_event',
  'command.unknown_entry_point': 'command.unknown_entry_point',
  'connect.unreachable': 'connect.unreachable',
  'connect.certificate_not_trusted': 'connect.certificate_not_trusted',
  'connect.certificate_changed': 'connect.certificate_changed',
  'connect.server_error': 'connect.server_error',
  'connect.refused': 'connect.refused',
  'connect.forbidden': 'connect.forbidden',
  'connect.not_a_server': 'connect.not_a_server',
  'connect.unsent_scans': 'connect.unsent_scans',
  'search.unread': 'search.unread',
  'conflicts.unreachable': 'conflicts.unreachable',
  'conflicts.not_offered': 'conflicts.not_offered',
  'conflicts.forbidden': 'conflicts.forbidden',
  'conflicts.unknown': 'conflicts.unknown',
  'stations.unreachable': 'stations.unreachable',
  'stations.not_offered': 'stations.not_offered',
  'stations.forbidden': 'stations.forbidden',
  'kiosk.is_on': 'kiosk.is_on',
  'kiosk.wrong_pin': 'kiosk.wrong_pin',
  'kiosk.wait': 'kiosk.wait',
  'kiosk.locked': 'kiosk.locked',
  'order.unknown_ticket': 'order.unknown_ticket',
  'order.unread': 'order.unread',
  'redeem.unknown_ticket': 'redeem.unknown_ticket',
  'redeem.unknown_line': 'redeem.unknown_line',
  'redeem.order_ended': 'redeem.order_ended',
  'redeem.not_enough': 'redeem.not_enough',
  'redeem.nothing_to_undo': 'redeem.nothing_to_undo',
  'redeem.not_recorded': 'redeem.not_recorded',
  'redeem.unread': 'redeem.unread',
  'server.not_here': 'server.not_here',
  'server.port_taken': 'server.port_taken',
  'server.disk_full': 'server.disk_full',
  'server.not_empty': 'server.not_empty',
  'server.demo_closed': 'server.demo_closed',
  'server.failed': 'server.failed',
  'station.not_enrolled': 'station.not_enrolled',
  'station.failed': 'station.failed',
};
const notes: { readonly [Name in OutcomeNote]: Name } = {
  replaced: 'replaced',
  code_replaced: 'code_replaced',
  from_code: 'from_code',
  training: 'training',
  enrolment: 'enrolment',
  unread: 'unread',
};
const sources: { readonly [Name in ScanSource]: Name } = {
  keyboard: 'keyboard',
  hid: 'hid',
  serial: 'serial',
  camera: 'camera',
  typed: 'typed',
};

type WarningCode = StationWarning['code'];
type PhaseKind = StationPhase['kind'];
type AccessKind = AccessState['kind'];
type Connection = SyncState['connection'];
type ConnectionKind = Connection['kind'];

function connected(connection: Connection): StationMessage {
  const state = readyState();
  return { kind: 'state', state: { ...state, sync: { ...state.sync, connection } } };
}

const messages: readonly StationMessage[] = [
  { kind: 'welcome', state: readyState(), recent: [outcome(1)] },
  { kind: 'state', state: { ...readyState(), warnings: Object.values(warnings) } },
  { kind: 'state', state: { ...readyState(), peers: heardPeers } },
  ...Object.values(phases).map((phase) => ({
    kind: 'state' as const,
    state: { ...readyState(), phase },
  })),
  ...Object.values(accesses).map((access) => ({
    kind: 'state' as const,
    state: { ...readyState(), access },
  })),
  ...Object.values(connections).map(connected),
  ...Object.values(offlineReasons).map((reason) =>
    connected({ kind: 'offline', since: evening(), reason }),
  ),
  ...Object.values(kinds).map((change) => ({
    kind: 'outcome' as const,
    outcome: outcome(2, change),
  })),
  ...Object.values(sources).map((source) => ({
    kind: 'outcome' as const,
    outcome: outcome(2, { source }),
  })),
  { kind: 'reply', id: 'a', result: { ok: true } },
  ...Object.values(errorCodes).map((code) => ({
    kind: 'reply' as const,
    id: 'a',
    result: { ok: false as const, code, message: 'No.' },
  })),
];

it('every message of the contract is let through as it is', () => {
  for (const message of messages) expect(checkMessage(message)).toEqual(message);
});

it('a list of what needs attention is let through whole, or not at all', () => {
  const attention = attentionPage([attentionItem(7)]);
  const reply = { kind: 'reply', id: 'a', result: { ok: true, attention } };
  expect(checkMessage(reply)).toEqual(reply);
  for (const cut of withoutEachKey(attention)) {
    expect(checkMessage({ ...reply, result: { ok: true, attention: cut } })).toBeNull();
  }
});

it('add-ons are let through whole, or not at all', () => {
  const addOn: AddOnState = {
    order_line: 'oln_01hzzzzzzzzzzzzzzzzzzzzzz1',
    order: 'ord_01hzzzzzzzzzzzzzzzzzzzzzz1',
    order_status: 'paid',
    add_on: 'adn_01hzzzzzzzzzzzzzzzzzzzzzz1',
    name: 'Drink',
    session: null,
    quantity: 3,
    redeemed: 1,
    remaining: 2,
  };
  for (const answer of [{ add_on: addOn }, { add_ons: [addOn] }]) {
    const reply = { kind: 'reply', id: 'a', result: { ok: true, ...answer } };
    expect(checkMessage(reply)).toEqual(reply);
  }
  for (const cut of withoutEachKey(addOn)) {
    expect(checkMessage({ kind: 'reply', id: 'a', result: { ok: true, add_on: cut } })).toBeNull();
  }
});

it('stations are let through whole, or not at all', () => {
  const fleet: Fleet = aFleet();
  const reply = { kind: 'reply', id: 'a', result: { ok: true, fleet } };
  expect(checkMessage(reply)).toEqual(reply);
  for (const cut of withoutEachKey(fleet)) {
    expect(checkMessage({ ...reply, result: { ok: true, fleet: cut } })).toBeNull();
  }
});

it('the report of a self-test is let through whole, or not at all', () => {
  const list = { here: 1_980, server: 1_980, fresh_at: evening() };
  const report: SelfTestReport = {
    at: evening(),
    version: '1.0.0',
    clock: { offset_ms: 120, suspect: false, remembered: false },
    server: { kind: 'failed', problem: 'HTTP 500' },
    tickets: list,
    scans: list,
    journal: { kind: 'failed', cause: 'disk_full', problem: 'database or disk is full' },
    free_bytes: 12_000_000_000,
  };
  const reports: readonly SelfTestReport[] = [
    report,
    { ...report, server: { kind: 'away' }, journal: { kind: 'written', milliseconds: 0.4 } },
  ];
  for (const one of reports) {
    const reply = { kind: 'reply', id: 'a', result: { ok: true, self_test: one } };
    expect(checkMessage(reply)).toEqual(reply);
    for (const cut of withoutEachKey(one)) {
      expect(checkMessage({ ...reply, result: { ok: true, self_test: cut } })).toBeNull();
    }
  }
});

it('an outcome may carry a note, and any other note is dropped', () => {
  for (const note of Object.values(notes)) {
    const message = { kind: 'outcome', outcome: outcome(1, { note }) };
    expect(checkMessage(message)).toEqual(message);
  }
  const other = { ...outcome(1), note: 'other' };
  expect(checkMessage({ kind: 'outcome', outcome: other })).toBeNull();
});

it('how the server here is, and who may join it, are let through whole, or not at all', () => {
  const networks: readonly ServerNetwork[] = [
    { kind: 'closed' },
    { kind: 'opening' },
    {
      kind: 'open',
      port: 8788,
      hosts: ['192.168.1.20', 'fd00::2'],
      lost_host: null,
      expires_at: evening(),
    },
    { kind: 'failed', problem: 'port_taken', port: 8788, message: 'in use' },
  ];
  const named = { reference: 'loc_01hzzzzzzzzzzzzzzzzzzzzzz1', name: 'North Gate' };
  const server: Omit<Extract<ServerState, { kind: 'here' }>, 'network'> = {
    kind: 'here',
    address: 'http://127.0.0.1:8787/v1',
    health: 'ready',
    bytes: 1,
    data: '/data',
    last_backup: null,
    demo: false,
  };
  const choice: EnrolmentChoice = {
    event: 'evt_01hzzzzzzzzzzzzzzzzzzzzzz1',
    name: 'Gala',
    organiser: 'org_01hzzzzzzzzzzzzzzzzzzzzzz1',
    organiser_name: 'Nordlys',
    entry_points: [named],
  };
  const joining: JoiningStation = { name: 'North', client_id: 'gci_1', code: 'code', qr: '<svg/>' };
  const parts: readonly object[] = [
    ...networks.map((network) => ({ server: { ...server, network } })),
    { enrolment_choices: [choice] },
    { joining },
  ];
  for (const part of parts) {
    const reply = { kind: 'reply', id: 'a', result: { ok: true, ...part } };
    expect(checkMessage(reply)).toEqual(reply);
    for (const cut of Object.entries(part).flatMap(([key, value]) =>
      withoutEachKey(value).map((less) => ({ [key]: less })),
    )) {
      expect(checkMessage({ ...reply, result: { ok: true, ...cut } })).toBeNull();
    }
  }
});

it('how many scans were queued is let through as a number', () => {
  const reply = { kind: 'reply', id: 'a', result: { ok: true, queued: 3 } };
  expect(checkMessage(reply)).toEqual(reply);
  expect(checkMessage({ ...reply, result: { ok: true, queued: '3' } })).toBeNull();
});

it('keys that are not known yet are tolerated', () => {
  expect(checkMessage({ kind: 'reply', id: 'a', result: { ok: true, later: 1 } })).not.toBeNull();
});

it('a message that lacks any part of the contract is dropped', () => {
  for (const message of messages) {
    for (const cut of withoutEachKey(message)) expect(checkMessage(cut)).toBeNull();
  }
});

it('nothing from outside makes the check throw', () => {
  fc.assert(fc.property(fc.anything(), (value) => checkMessage(value) === null));
});

it('coming back is tried soon at first and at most every four seconds', () => {
  expect(reconnectDelay(0, 0)).toBeLessThan(200);
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const delay = reconnectDelay(attempt, random);
      return delay > 100 && delay < 4_000;
    }),
  );
});

/** The value with one key missing, for each key at each depth. */
function withoutEachKey(value: unknown): readonly unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item) => withoutEachKey(item).map((cut) => [cut]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
    ...withoutEachKey(inner).map((cut) => ({ ...value, [key]: cut })),
  ]);
}
