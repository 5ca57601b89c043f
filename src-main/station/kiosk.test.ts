import { describe, expect, it } from 'vitest';
import { scryptPins } from '../adapters/system/scrypt-pins.ts';
import { MemorySettings, plainSettings } from '../../test/support/station/memory-settings.ts';
import { openDoor } from '../../test/support/station/open-door.ts';
import { EVENT, NORTH_GATE, numbered } from '../../test/support/station/rows.ts';

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
  it('is left with the PIN that it was entered with, which is kept nowhere', async () => {
    const settings = chosen();
    const door = await openDoor({ settings });
    expect(await door.send(enter)).toEqual({ ok: true });
    expect(door.state().kiosk).toEqual({ on: true, wait_until: null });
    const kept = JSON.stringify([settings.read(), door.messages]);
    expect(kept).toContain('pin_hash');
    expect(kept).not.toContain('2468');
    expect(await door.send(leave('1357'))).toMatchObject({ ok: false, code: 'kiosk.wrong_pin' });
    expect(await door.send(leave('2468'))).toEqual({ ok: true });
    expect(door.state().kiosk.on).toBe(false);
    expect(JSON.stringify(settings.read())).not.toContain('pin_hash');
    await door.close();
  });

  it('outlives a restart', async () => {
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

  it('makes whoever guesses wait: after three slips, and twice as long each time', async () => {
    const door = await openDoor();
    await door.send(enter);
    for (const pin of ['0000', '0001', '0002']) await door.send(leave(pin));
    expect(door.state().kiosk.wait_until).not.toBeNull();
    expect(await door.send(leave('2468'))).toMatchObject({ ok: false, code: 'kiosk.wait' });
    await door.time.advance(30_000);
    expect(door.state().kiosk.wait_until).toBeNull();
    expect(await door.send(leave('0003'))).toMatchObject({ code: 'kiosk.wrong_pin' });
    await door.time.advance(30_000);
    expect(await door.send(leave('2468'))).toMatchObject({ code: 'kiosk.wait' });
    await door.time.advance(30_000);
    expect(await door.send(leave('2468'))).toEqual({ ok: true });
    await door.close();
  });

  it('takes one PIN at a time', async () => {
    const door = await openDoor();
    await door.send(enter);
    const pins = ['0000', '0001', '0002', '0003', '0004'];
    const answers = await Promise.all(pins.map((pin) => door.send(leave(pin))));
    expect(answers.map((answer) => !answer.ok && answer.code)).toEqual([
      'kiosk.wrong_pin',
      ...pins.slice(1).map(() => 'kiosk.wait'),
    ]);
    await door.close();
  });

  it('scans all the time', async () => {
    const door = await openDoor();
    await door.send(enter);
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'admitted' });
    await door.close();
  });
});

it('a hash of a PIN differs each time, and what is none matches nothing', async () => {
  const [one, other] = [await scryptPins.hash('2468'), await scryptPins.hash('2468')];
  expect(one).not.toBe(other);
  expect(await scryptPins.matches('2468', one)).toBe(true);
  expect(await scryptPins.matches('24680', one)).toBe(false);
  expect(await scryptPins.matches('2468', '2468')).toBe(false);
  expect(await scryptPins.matches('2468', 'scrypt::')).toBe(false);
});
