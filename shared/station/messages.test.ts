import fc from 'fast-check';
import { Check } from 'typebox/schema';
import { expect, it } from 'vitest';
import type { AddOnState } from './box-office.ts';
import { OutcomeNote } from './outcomes.ts';
import type { SelfTestReport } from './self-test.ts';
import type { AccessState, StationPhase, SyncState } from './state.ts';
import type { Fleet } from './supervision.ts';
import type { StationWarning } from './warnings.ts';
import {
  attentionItem,
  attentionPage,
  evening,
  connectedPeers,
  kinds,
  outcome,
  readyState,
} from '../../test/support/door-script.ts';
import { aFleet } from '../../test/support/tonight-script.ts';
import type { EnrolmentChoice, JoiningStation, ServerNetwork, ServerState } from './server.ts';
import { StationMessage } from './messages.ts';

/** One of each, typed so that a new one does not compile until it is added here: the screen would silently drop a message with it. */
const warnings: { readonly [Code in WarningCode]: Extract<StationWarning, { code: Code }> } = {
  journal_replaced: { code: 'journal_replaced', kept_as: 'journal.db.damaged-1', carried_over: 3 },
  journal_end_lost: { code: 'journal_end_lost', scans: 9, since: evening(), kept_as: null },
  journal_changed: { code: 'journal_changed', scans: 1 },
  journal_failed: { code: 'journal_failed', doing: 'write', problem: 'disk I/O error' },
  settings_restored: { code: 'settings_restored' },
  settings_lost: { code: 'settings_lost' },
  settings_not_kept: { code: 'settings_not_kept', problem: 'settings.json: read-only' },
  rows_unreadable: { code: 'rows_unreadable', rows: 3 },
  entry_point_archived: { code: 'entry_point_archived', name: 'North Gate' },
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
const isMessage = (value: unknown) => Check(StationMessage, value);

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
  { kind: 'state', state: { ...readyState(), peers: connectedPeers } },
  ...Object.values(phases).map((phase) => ({
    kind: 'state' as const,
    state: { ...readyState(), phase },
  })),
  ...Object.values(accesses).map((access) => ({
    kind: 'state' as const,
    state: { ...readyState(), access },
  })),
  ...Object.values(connections).map(connected),
  ...Object.values(kinds).map((change) => ({
    kind: 'outcome' as const,
    outcome: outcome(2, change),
  })),
  { kind: 'reply', id: 'a', result: { ok: true } },
  { kind: 'reply', id: 'a', result: { ok: false, code: 'pin.wait', message: 'No.' } },
];

it('every message of the contract passes the check unchanged', () => {
  for (const message of messages) expect(isMessage(message)).toBe(true);
});

it('a list of what needs attention passes completely or not at all', () => {
  const attention = attentionPage([attentionItem(7)]);
  const reply = { kind: 'reply', id: 'a', result: { ok: true, attention } };
  expect(isMessage(reply)).toBe(true);
  for (const cut of withoutEachKey(attention)) {
    expect(isMessage({ ...reply, result: { ok: true, attention: cut } })).toBe(false);
  }
});

it('add-ons pass completely or not at all', () => {
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
    expect(isMessage(reply)).toBe(true);
  }
  for (const cut of withoutEachKey(addOn)) {
    expect(isMessage({ kind: 'reply', id: 'a', result: { ok: true, add_on: cut } })).toBe(false);
  }
});

it('stations pass completely or not at all', () => {
  const fleet: Fleet = aFleet();
  const reply = { kind: 'reply', id: 'a', result: { ok: true, fleet } };
  expect(isMessage(reply)).toBe(true);
  for (const cut of withoutEachKey(fleet)) {
    expect(isMessage({ ...reply, result: { ok: true, fleet: cut } })).toBe(false);
  }
});

it('the report of a self-test passes completely or not at all', () => {
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
    expect(isMessage(reply)).toBe(true);
    for (const cut of withoutEachKey(one)) {
      expect(isMessage({ ...reply, result: { ok: true, self_test: cut } })).toBe(false);
    }
  }
});

it('an outcome may carry a note, and any other note is dropped', () => {
  for (const note of OutcomeNote.enum) {
    const message = { kind: 'outcome', outcome: outcome(1, { note }) };
    expect(isMessage(message)).toBe(true);
  }
  const other = { ...outcome(1), note: 'other' };
  expect(isMessage({ kind: 'outcome', outcome: other })).toBe(false);
});

it("the state of the host's server and its enrolment choices pass completely or not at all", () => {
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
  const joining: JoiningStation = {
    name: 'North',
    client_id: 'gci_1',
    code: 'code',
    expires_at: '2026-12-19T18:00:00.000000Z',
    qr: '<svg/>',
  };
  const parts: readonly object[] = [
    ...networks.map((network) => ({ server: { ...server, network } })),
    { enrolment_choices: [choice] },
    { joining },
  ];
  for (const part of parts) {
    const reply = { kind: 'reply', id: 'a', result: { ok: true, ...part } };
    expect(isMessage(reply)).toBe(true);
    for (const cut of Object.entries(part).flatMap(([key, value]) =>
      withoutEachKey(value).map((less) => ({ [key]: less })),
    )) {
      expect(isMessage({ ...reply, result: { ok: true, ...cut } })).toBe(false);
    }
  }
});

it('the number of queued scans passes as a number', () => {
  const reply = { kind: 'reply', id: 'a', result: { ok: true, queued: 3 } };
  expect(isMessage(reply)).toBe(true);
  expect(isMessage({ ...reply, result: { ok: true, queued: '3' } })).toBe(false);
});

it('unknown keys are tolerated', () => {
  expect(isMessage({ kind: 'reply', id: 'a', result: { ok: true, later: 1 } })).toBe(true);
});

it('a message that lacks any part of the contract is dropped', () => {
  for (const message of messages) {
    for (const cut of withoutEachKey(message)) expect(isMessage(cut)).toBe(false);
  }
});

it('no input makes the check throw', () => {
  fc.assert(fc.property(fc.anything(), (value) => !isMessage(value)));
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
