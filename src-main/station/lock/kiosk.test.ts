import { describe, expect, it } from 'vitest';
import type { StationCommand } from '../../../shared/station/commands.ts';
import { scryptPins } from '../../adapters/system/scrypt-pins.ts';
import { MemorySettings, plainSettings } from '../../../test/support/station/memory-settings.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { EVENT, NORTH_GATE, numbered } from '../../../test/support/station/rows.ts';

const everyCommand = {
  scan: { kind: 'scan', code: numbered('ticket', 2), symbology: null, source: 'typed' },
  sync_now: { kind: 'sync_now' },
  suggest_locale: { kind: 'suggest_locale', locale: 'en' },
  enter_kiosk: { kind: 'enter_kiosk', pin: '0000' },
  leave_kiosk: { kind: 'leave_kiosk', pin: '0000' },
  select_event: { kind: 'select_event', event: EVENT },
  select_entry_point: { kind: 'select_entry_point', location: null },
  search_tickets: { kind: 'search_tickets', query: 'a' },
  read_order: { kind: 'read_order', ticket: numbered('ticket', 1) },
  check_in: { kind: 'check_in', ticket: numbered('ticket', 1) },
  read_add_ons: { kind: 'read_add_ons', ticket: numbered('ticket', 1) },
  undo: { kind: 'undo', scan: 'scn_1' },
  overrule: { kind: 'overrule', scan: 'scn_1', note: 'Mine.', pin: '0000' },
  admit_held: { kind: 'admit_held', ticket: numbered('ticket', 1), pin: '0000' },
  admit_again: { kind: 'admit_again', scan: 'scn_1' },
  admit_order: { kind: 'admit_order', scan: 'scn_1' },
  set_direction: { kind: 'set_direction', direction: 'out' },
  redeem: { kind: 'redeem', order: 'ord_1', order_line: 'oln_1', quantity: 1 },
  set_mode: { kind: 'set_mode', mode: 'offline' },
  set_change_lock: { kind: 'set_change_lock', lock: 'at_once' },
  set_peers: { kind: 'set_peers', on: true },
  set_label: { kind: 'set_label', label: { size: 'a6', printer: null } },
  read_printers: { kind: 'read_printers' },
  print_labels: {
    kind: 'print_labels',
    job: {
      size: 'a6',
      labels: [{ name: null, ticket_type: null, seat_label: null, code: 'tkt_1' }],
    },
    printer: null,
  },
  set_scanners: { kind: 'set_scanners', choice: { camera: true } },
  look_for_scanners: { kind: 'look_for_scanners' },
  set_locale: { kind: 'set_locale', locale: 'de' },
  read_attention: { kind: 'read_attention', after: null, limit: 10 },
  read_unreadable: { kind: 'read_unreadable' },
  read_activity: { kind: 'read_activity', before: null, limit: 10, filter: {} },
  read_figures: { kind: 'read_figures' },
  read_stations: { kind: 'read_stations' },
  self_test: { kind: 'self_test' },
  read_conflicts: { kind: 'read_conflicts', state: 'open', page: null },
  resolve_conflict: { kind: 'resolve_conflict', conflict: 'cfl_1', note: 'Mine.' },
  resend_attention: { kind: 'resend_attention', references: null },
  connect: {
    kind: 'connect',
    server_url: 'https://elsewhere',
    client_id: 'mine',
    client_secret: 'mine',
  },
  read_server: { kind: 'read_server' },
  open_import: { kind: 'open_import', event: 'evt_1' },
  read_start_at_login: { kind: 'read_start_at_login' },
  set_start_at_login: { kind: 'set_start_at_login', on: true },
  run_server: { kind: 'run_server', content: { kind: 'demo' } },
  back_up_server: { kind: 'back_up_server' },
  open_server: { kind: 'open_server', with_demo: true },
  move_server: { kind: 'move_server' },
  renew_certificate: { kind: 'renew_certificate' },
  close_server: { kind: 'close_server' },
  read_enrolment_choices: { kind: 'read_enrolment_choices' },
  enrol_station: {
    kind: 'enrol_station',
    host: '192.168.1.20',
    name: 'Mine',
    organiser: 'org_1',
    event: null,
    location: null,
  },
  read_guest_options: { kind: 'read_guest_options' },
  add_guest: {
    kind: 'add_guest',
    key: 'k',
    ticket_type: 'tt_1',
    session: null,
    first_name: 'Ada',
    last_name: '',
    email: '',
    payment_method: 'cash',
  },
  send_guest_ticket: { kind: 'send_guest_ticket', order: 'ord_1' },
} as const satisfies {
  readonly [Kind in StationCommand['kind']]: Extract<StationCommand, { kind: Kind }>;
};

const enter = { kind: 'enter_kiosk', pin: '2468' } as const;
const leave = (pin: string) => ({ kind: 'leave_kiosk', pin }) as const;

const chosen = () =>
  new MemorySettings({
    ...plainSettings,
    organiser: { reference: numbered('organiser', 1), display_name: 'Northlight' },
    event: EVENT,
    entry_point: NORTH_GATE.reference,
  });

describe('kiosk mode', () => {
  it('ends with the PIN that it began with, which is not stored', async () => {
    const settings = chosen();
    const door = await openDoor({ settings });
    expect(await door.send(enter)).toEqual({ ok: true });
    expect(door.state().kiosk).toEqual({ on: true, wait_until: null });
    const kept = JSON.stringify([settings.read(), door.messages]);
    expect(kept).toContain('pin_hash');
    expect(kept).not.toContain('2468');
    expect(await door.send(leave('1357'))).toMatchObject({ ok: false, code: 'pin.wrong' });
    expect(await door.send(leave('2468'))).toEqual({ ok: true });
    expect(door.state().kiosk.on).toBe(false);
    expect(JSON.stringify(settings.read())).not.toContain('pin_hash');
    await door.close();
  });

  it('survives a restart', async () => {
    const settings = chosen();
    const before = await openDoor({ settings });
    await before.send(enter);
    await before.close();
    const door = await openDoor({ settings });
    expect(door.state().kiosk.on).toBe(true);
    expect(await door.send(leave('2468'))).toEqual({ ok: true });
    await door.close();
  });

  it('cannot be entered again with another PIN', async () => {
    const door = await openDoor();
    await door.send(enter);
    const again = await door.send({ kind: 'enter_kiosk', pin: '0000' });
    expect(again).toMatchObject({ ok: false, code: 'kiosk.is_on' });
    expect(await door.send(leave('2468'))).toEqual({ ok: true });
    await door.close();
  });

  it('delays guessing: after three wrong PINs, doubling each time', async () => {
    const door = await openDoor();
    await door.send(enter);
    for (const pin of ['0000', '0001', '0002']) await door.send(leave(pin));
    expect(door.state().kiosk.wait_until).not.toBeNull();
    expect(await door.send(leave('2468'))).toMatchObject({ ok: false, code: 'pin.wait' });
    await door.time.advance(30_000);
    expect(door.state().kiosk.wait_until).toBeNull();
    expect(await door.send(leave('0003'))).toMatchObject({ code: 'pin.wrong' });
    await door.time.advance(30_000);
    expect(await door.send(leave('2468'))).toMatchObject({ code: 'pin.wait' });
    await door.time.advance(30_000);
    expect(await door.send(leave('2468'))).toEqual({ ok: true });
    await door.close();
  });

  it('delays guessing over a restart as well, until the PIN is entered', async () => {
    const settings = chosen();
    const before = await openDoor({ settings });
    await before.send(enter);
    for (const pin of ['0000', '0001', '0002']) await before.send(leave(pin));
    await before.close();
    const door = await openDoor({ settings });
    expect(door.state().kiosk.wait_until).not.toBeNull();
    expect(await door.send(leave('2468'))).toMatchObject({ ok: false, code: 'pin.wait' });
    await door.time.advance(30_000);
    expect(await door.send(leave('2468'))).toEqual({ ok: true });
    await door.close();
    const later = await openDoor({ settings });
    expect(later.state().kiosk.wait_until).toBeNull();
    await later.close();
  });

  it("shows until when to wait, even if the device's clock is changed", async () => {
    const door = await openDoor();
    await door.send(enter);
    for (const pin of ['0000', '0001', '0002']) await door.send(leave(pin));
    for (const passed of [0.4321, 0.1, 7.000_3]) {
      await door.time.advance(passed);
      expect(door.state().kiosk.wait_until).toMatch(/Z$/);
    }
    await door.close();
  });

  it('checks one PIN at a time', async () => {
    const door = await openDoor();
    await door.send(enter);
    const pins = ['0000', '0001', '0002', '0003', '0004'];
    const answers = await Promise.all(pins.map((pin) => door.send(leave(pin))));
    expect(answers.map((answer) => !answer.ok && answer.code)).toEqual([
      'pin.wrong',
      ...pins.slice(1).map(() => 'pin.wait'),
    ]);
    await door.close();
  });

  it('allows a screen only what belongs to the door, and the PIN', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(10_000);
    await door.send(enter);
    const before = door.state();
    for (const command of Object.values(everyCommand)) {
      const answer = await door.send(command);
      const isOpen = ['scan', 'sync_now', 'suggest_locale'].includes(command.kind);
      if (isOpen) expect(answer, command.kind).toEqual({ ok: true });
      else expect(answer, command.kind).toMatchObject({ ok: false });
      const isOfDoor =
        isOpen ||
        command.kind.endsWith('_kiosk') ||
        ['undo', 'overrule', 'admit_held', 'admit_again', 'admit_order'].includes(command.kind);
      const code = !answer.ok && answer.code;
      expect(code === 'kiosk.locked', command.kind).toBe(!isOfDoor);
    }
    const { mode } = door.state().sync;
    const { entry_point, locale, peers, scanners, server_url } = door.state();
    expect({ entry_point, locale, peers, scanners, server_url, mode }).toEqual({
      entry_point: before.entry_point,
      locale: before.locale,
      peers: before.peers,
      scanners: expect.objectContaining({ choice: before.scanners.choice }),
      server_url: before.server_url,
      mode: 'automatic',
    });
    expect(await door.send(leave('2468'))).toEqual({ ok: true });
    expect(await door.send(everyCommand.set_mode)).toEqual({ ok: true });
    await door.close();
  });

  it('keeps scanning', async () => {
    const door = await openDoor();
    await door.send(enter);
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'admitted' });
    await door.close();
  });
});

it("a PIN's hash differs each time, and a malformed one matches nothing", async () => {
  const [one, other] = [await scryptPins.hash('2468'), await scryptPins.hash('2468')];
  expect(one).not.toBe(other);
  expect(await scryptPins.matches('2468', one)).toBe(true);
  expect(await scryptPins.matches('24680', one)).toBe(false);
  expect(await scryptPins.matches('2468', '2468')).toBe(false);
  expect(await scryptPins.matches('2468', 'scrypt::')).toBe(false);
  const former = 'scrypt:c2FsdHNhbHRzYWx0c2FsdA:bd6oA7q9tez_sOfIyU8Y6lEpPqUtTXNgUKW2sbFK4Rg';
  expect(await scryptPins.matches('2468', former)).toBe(true);
  expect(await scryptPins.matches('2469', former)).toBe(false);
});
