import { describe, expect, it } from 'vitest';
import { changesDoor, type DoorChange } from '../../../shared/station/change-lock.ts';
import type { ModelServer } from '../../../test/support/station/model-server.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { MemorySettings, plainSettings } from '../../../test/support/station/memory-settings.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from '../../../test/support/station/rows.ts';

const chosen = (change = {}) =>
  new MemorySettings({
    ...plainSettings,
    organiser: { reference: numbered('organiser', 1), display_name: 'Northlight' },
    event: EVENT,
    entry_point: NORTH_GATE.reference,
    ...change,
  });
const twoGates = (server: ModelServer) => {
  server.setup = { locations: [NORTH_GATE, SOUTH_GATE] };
};
const set = (lock: 'at_once' | 'hold' | 'pin', pin?: string) =>
  ({ kind: 'set_change_lock', lock, ...(pin !== undefined && { pin }) }) as const;
const required = { ok: false, code: 'pin.required' };

const otherEvent = { kind: 'select_event', event: numbered('event', 2) } as const;
const boxOffice = { kind: 'select_entry_point', location: null } as const;
const northGate = { kind: 'select_entry_point', location: NORTH_GATE.reference } as const;
const southGate = { kind: 'select_entry_point', location: SOUTH_GATE.reference } as const;
const offline = { kind: 'set_mode', mode: 'offline' } as const;
const online = { kind: 'set_mode', mode: 'automatic' } as const;

describe('a change lock with a PIN', () => {
  it('refuses what changes the door without its PIN, whoever sends it, also after a restart', async () => {
    const settings = chosen();
    const before = await openDoor({ settings });
    expect(before.state().change_lock).toBe('hold');
    expect(await before.send(set('pin'))).toMatchObject(required);
    expect(await before.send(set('pin', '2468'))).toEqual({ ok: true });
    expect(JSON.stringify([settings.read(), before.messages])).not.toContain('2468');
    await before.close();
    const door = await openDoor({ server: true, settings, prepare: twoGates });
    await door.time.advance(10_000);
    expect(door.state().change_lock).toBe('pin');
    for (const command of [otherEvent, boxOffice, offline]) {
      expect(await door.send(command), command.kind).toMatchObject(required);
      const wrong = await door.send({ ...command, pin: '1357' });
      expect(wrong, command.kind).toMatchObject({ code: expect.stringMatching(/^pin\./) });
    }
    const { entry_point, sync } = door.state();
    expect([entry_point?.reference, sync.mode]).toEqual([NORTH_GATE.reference, 'automatic']);
    await door.time.advance(30_000);
    const pin = '2468';
    expect(await door.send({ ...otherEvent, pin })).toMatchObject({
      code: 'command.unknown_event',
    });
    for (const command of [boxOffice, northGate, offline]) {
      expect(await door.send({ ...command, pin }), command.kind).toEqual({ ok: true });
    }
    expect(await door.send(online)).toEqual({ ok: true });
    await door.close();
  });

  it('is changed and removed only with its PIN', async () => {
    const door = await openDoor();
    await door.send(set('pin', '2468'));
    expect(await door.send(set('at_once'))).toMatchObject(required);
    expect(await door.send(set('pin', '1111'))).toMatchObject({ code: 'pin.wrong' });
    expect(await door.send(set('hold', '1111'))).toMatchObject({ code: 'pin.wrong' });
    expect(door.state().change_lock).toBe('pin');
    expect(await door.send(set('at_once', '2468'))).toEqual({ ok: true });
    expect(door.state().change_lock).toBe('at_once');
    expect(await door.send(boxOffice)).toEqual({ ok: true });
    await door.close();
  });

  it('has one PIN and one count of wrong ones with kiosk mode', async () => {
    const door = await openDoor();
    await door.send(set('pin', '2468'));
    const wrong = await door.send({ kind: 'enter_kiosk', pin: '1111' });
    expect(wrong).toMatchObject({ code: 'pin.wrong' });
    expect(door.state().kiosk.on).toBe(false);
    expect(await door.send({ kind: 'enter_kiosk', pin: '2468' })).toEqual({ ok: true });
    expect(await door.send({ ...offline, pin: '2468' })).toMatchObject({ code: 'kiosk.locked' });
    for (const pin of ['0000', '0001']) await door.send({ kind: 'leave_kiosk', pin });
    expect(await door.send({ kind: 'leave_kiosk', pin: '2468' })).toEqual({ ok: true });
    for (const pin of ['0000', '0001', '0002']) await door.send({ ...offline, pin });
    expect(door.state().kiosk.wait_until).not.toBeNull();
    expect(await door.send({ ...boxOffice, pin: '2468' })).toMatchObject({ code: 'pin.wait' });
    expect(await door.send(set('hold', '2468'))).toMatchObject({ code: 'pin.wait' });
    await door.close();
  });

  it('does not hinder the questions that follow a connection', async () => {
    const settings = chosen({ entry_point_open: true });
    const door = await openDoor({ server: true, settings, prepare: twoGates });
    await door.time.advance(10_000);
    await door.send(set('pin', '2468'));
    expect(await door.send(northGate)).toEqual({ ok: true });
    expect(await door.send(boxOffice)).toMatchObject(required);
    await door.close();
  });
});

it.each(['hold', 'at_once'] as const)('a station changes at once if it says %s', async (lock) => {
  const door = await openDoor();
  await door.send(set(lock));
  expect(await door.send(boxOffice)).toEqual({ ok: true });
  expect(await door.send(offline)).toEqual({ ok: true });
  await door.close();
});

describe('what a change lock applies to', () => {
  const open = { event: EVENT, entryPoint: NORTH_GATE.reference, asksEntryPoint: false } as const;
  const sameEvent = { kind: 'select_event', event: EVENT } as const;
  it.each<readonly [string, DoorChange, boolean, boolean]>([
    ['another event', otherEvent, true, false],
    ['the same event', sameEvent, false, false],
    ['another entry point', southGate, true, false],
    ['the same entry point', northGate, false, false],
    ['the box office', boxOffice, true, false],
    ['working offline', offline, true, true],
    ['going online', online, false, false],
  ])('%s', (_, command, atOpenDoor, whileAsked) => {
    const mode = command === online ? 'offline' : 'automatic';
    expect(changesDoor(command, { ...open, mode })).toBe(atOpenDoor);
    expect(changesDoor(command, { ...open, mode, asksEntryPoint: true })).toBe(whileAsked);
    const none = { event: null, entryPoint: undefined, asksEntryPoint: false, mode } as const;
    expect(changesDoor(command, none)).toBe(whileAsked);
  });

  it('the box office, while the entry point is not known', () => {
    const unknown = { ...open, entryPoint: undefined, mode: 'automatic' } as const;
    expect(changesDoor(boxOffice, unknown)).toBe(true);
  });
});
