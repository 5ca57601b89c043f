import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import {
  attentionItem,
  evening,
  kinds,
  outcome,
  readyState,
  ticketNumber,
} from '../support/door-script.ts';
import { doorTest, roundTrip, verdictOf, type ScriptedDoor } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';

interface Fixtures {
  /** Opens the page of a station in kiosk mode whose PIN is 2468. */
  readonly lock: () => Promise<ScriptedDoor>;
}

const test = doorTest.extend<Fixtures>({
  lock: async ({ open }, provide) => {
    await provide(async () => {
      const door = await open({ state: { kiosk: { on: true, wait_until: null } } });
      door.station.answer = ({ command }) => {
        if (command.kind !== 'leave_kiosk') return { ok: true };
        if (command.pin !== '2468') return { ok: false, code: 'pin.wrong', message: 'No.' };
        door.station.setState({ kiosk: { on: false, wait_until: null } });
        return { ok: true };
      };
      return door;
    });
  },
});

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Leave kiosk mode' });
const pinOf = (page: Page) => sheetOf(page).getByLabel('PIN', { exact: true });
const asked = ({ station }: ScriptedDoor, kind: string) =>
  station.requests.filter(({ command }) => command.kind === kind).map(({ command }) => command);

test('after a PIN is entered twice, the station is locked and fills the screen', async ({
  page,
  open,
}) => {
  const door = await open();
  await page.keyboard.press('Alt+k');
  const sheet = page.getByRole('dialog', { name: 'Kiosk mode' });
  const enter = sheet.getByRole('button', { name: 'Lock this station' });
  await sheet.getByLabel('Choose a PIN').fill('123');
  await enter.click();
  await expect(sheet).toContainText('4 to 8 digits.');
  await sheet.getByLabel('Choose a PIN').fill('2468');
  await sheet.getByLabel('Repeat the PIN').fill('2469');
  await enter.click();
  await expect(sheet).toContainText('The PINs do not match.');
  expect(asked(door, 'enter_kiosk')).toEqual([]);
  await sheet.getByLabel('Repeat the PIN').fill('2468');
  await enter.click();
  await expect
    .poll(() => asked(door, 'enter_kiosk'))
    .toEqual([{ kind: 'enter_kiosk', pin: '2468' }]);
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  door.station.setState({ kiosk: { on: true, wait_until: null } });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  door.station.setState({ kiosk: { on: false, wait_until: null } });
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
});

test(
  'a PIN can be entered by touch alone, in the field that was touched last',
  { tag: '@long' },
  async ({ page, open }) => {
    const door = await open();
    await page.keyboard.press('Alt+k');
    const sheet = page.getByRole('dialog', { name: 'Kiosk mode' });
    const keypad = sheet.getByRole('group', { name: 'Digits' });
    const press = async (digits: string) => {
      for (const digit of digits) await keypad.getByRole('button', { name: digit }).click();
    };
    await press('24690');
    await keypad.getByRole('button', { name: 'Delete the last digit' }).click();
    await expect(sheet.getByLabel('Choose a PIN')).toBeFocused();
    await expect(sheet.getByLabel('Choose a PIN')).toHaveValue('2469');
    await sheet.getByLabel('Repeat the PIN').click();
    await press('246');
    await keypad.getByRole('button', { name: '9' }).focus();
    await page.keyboard.press('Enter');
    await expect(sheet.getByLabel('Repeat the PIN')).toHaveValue('2469');
    await sheet.getByRole('button', { name: 'Lock this station' }).click();
    await expect
      .poll(() => asked(door, 'enter_kiosk'))
      .toEqual([{ kind: 'enter_kiosk', pin: '2469' }]);
  },
);

test('a kiosk shows only the door: no other places, no settings, nothing that changes the station', async ({
  page,
  lock,
}) => {
  const door = await lock();
  const sync = { ...readyState().sync, needs_attention: 2 };
  door.station.setState({ sync });
  door.station.outcome(outcome(1));
  await expect(verdictOf(page)).toContainText('Amélie Dubois');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('complementary')).not.toContainText('Last scans');
  await expect(page.getByText('North Gate', { exact: true })).toBeVisible();
  await expect(page.getByText('2 need attention')).toBeVisible();
  const names = await page
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  expect(names.filter((name) => /Settings|Event|Entry point|attention|Live/.test(name))).toEqual(
    [],
  );
  const before = door.station.requests.length;
  for (const key of [
    'Control+2',
    'Control+3',
    'Control+,',
    'F3',
    'F4',
    'F6',
    'F7',
    'Alt+n',
    'Alt+s',
    'Alt+t',
    'Alt+l',
  ]) {
    await page.keyboard.press(key);
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await roundTrip(page);
  expect(door.station.requests).toHaveLength(before);
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog').getByRole('listitem')).not.toHaveCount(0);
  await expect(page.getByRole('dialog')).not.toContainText('Settings');
});

test(
  'a kiosk without an open door asks for nothing but its PIN',
  { tag: '@long' },
  async ({ page, lock }) => {
    const door = await lock();
    for (const [phase, left] of [
      [{ kind: 'unenrolled' }, 'Connect this station'],
      [{ kind: 'choosing_event' }, 'Which event is this door for?'],
      [
        { kind: 'revoked', revoked_at: evening(), unsent: 3, sealed_as: 'journal.sealed-1' },
        'This station was revoked',
      ],
    ] as const) {
      door.station.setState({ phase, kiosk: { on: true, wait_until: null } });
      await expect(page.getByRole('heading', { name: 'This station is locked' })).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
      await expect(page.getByRole('button')).toHaveCount(1);
      await page.getByRole('button', { name: 'Leave kiosk mode' }).click();
      await pinOf(page).fill('2468');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: left })).toBeVisible();
    }
  },
);

test('kiosk mode is left with its PIN, by keyboard or touch, and a wrong PIN is reported', async ({
  page,
  lock,
}) => {
  await lock();
  await page.getByRole('button', { name: 'Leave kiosk mode' }).click();
  await page.keyboard.type('1357', { delay: 120 });
  await expect(pinOf(page)).toHaveValue('1357');
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toContainText('Wrong PIN.');
  await expect(pinOf(page)).toHaveValue('');
  const keypad = sheetOf(page).getByRole('group', { name: 'Digits' });
  for (const digit of ['2', '4', '6', '9'])
    await keypad.getByRole('button', { name: digit }).click();
  await keypad.getByRole('button', { name: 'Delete the last digit' }).click();
  await keypad.getByRole('button', { name: '8' }).click();
  await sheetOf(page).getByRole('button', { name: 'Leave kiosk mode' }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'after wrong PINs the next attempt has to wait, and the screen says how long',
  { tag: '@long' },
  async ({ page, lock }) => {
    const { station } = await lock();
    station.setState({
      kiosk: { on: true, wait_until: new Date(Date.now() + 30_000).toISOString() },
    });
    await page.keyboard.press('Alt+k');
    await expect(sheetOf(page)).toContainText(/Too many wrong PINs. Wait \d+\ss/);
    await expect(sheetOf(page).getByRole('button', { name: 'Leave kiosk mode' })).toBeDisabled();
    station.setState({ kiosk: { on: true, wait_until: null } });
    await expect(sheetOf(page).getByRole('button', { name: 'Leave kiosk mode' })).toBeEnabled();
  },
);

test(
  'what a scanner types is a scan and never a PIN, even if it is only a few digits',
  { tag: '@long' },
  async ({ page, lock }) => {
    const door = await lock();
    await page.keyboard.press('Alt+k');
    await expect(pinOf(page)).toBeFocused();
    await door.scanner.scan(ticketNumber(4));
    await expect.poll(() => door.scans()).toEqual([ticketNumber(4)]);
    for (const [place, code] of ['2468', '24681357', '24'].entries()) {
      await door.scanner.scan(code);
      await expect.poll(() => door.scans()).toHaveLength(place + 2);
    }
    await expect(pinOf(page)).toHaveValue('');
    expect(asked(door, 'leave_kiosk')).toEqual([]);
    door.station.outcome(outcome(4, kinds.unreadable));
    await expect(verdictOf(page)).toContainText('Not a ticket');
    await page.keyboard.type('2468', { delay: 120 });
    await expect(pinOf(page)).toHaveValue('2468');
  },
);

test('reloading the page does not leave kiosk mode', async ({ page, lock }) => {
  await lock();
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Leave kiosk mode' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  const title = `a kiosk and its sheets pass axe in the ${colorScheme} theme`;
  test(title, { tag: '@long' }, async ({ page, lock }) => {
    await page.emulateMedia({ colorScheme });
    const { station } = await lock();
    station.setState({
      sync: { ...readyState().sync, needs_attention: 1, oldest_queued_at: evening() },
    });
    station.outcome(outcome(attentionItem(1).number));
    await expect(verdictOf(page)).toContainText('Admit');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Alt+k');
    await expect(sheetOf(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    station.setState({ kiosk: { on: false, wait_until: null } });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Alt+k');
    await expect(page.getByRole('dialog', { name: 'Kiosk mode' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test('where guests pass both ways a kiosk lets them out, by key and by finger', async ({
  page,
  lock,
}) => {
  const door = await lock();
  const entry_point = { reference: 'loc_1', name: 'North Gate', direction: 'both' } as const;
  door.station.setState({ entry_point });
  const verdict = page.getByRole('status', { name: 'Verdict' });
  await page.getByRole('button', { name: 'Let guests out here' }).click();
  door.station.setState({ direction: 'out' });
  await expect(verdict).toContainText('Way out');
  door.station.outcome(outcome(41, { ...kinds.admitted, kind: 'left', reason: null }));
  await expect(verdict).toHaveAttribute('data-role', 'out');
  await expect(verdict).toContainText('Let the holder out.');
  await page.keyboard.press('Alt+r');
  await expect
    .poll(() => asked(door, 'set_direction'))
    .toEqual([
      { kind: 'set_direction', direction: 'out' },
      { kind: 'set_direction', direction: 'in' },
    ]);
  door.station.setState({ direction: 'in' });
  await expect(verdict).toContainText('Ready to scan');
});

test('a full house asks for the PIN of the kiosk, and guesses lead nowhere else', async ({
  page,
  lock,
}) => {
  const door = await lock();
  const held = outcome(0, { ...kinds.admitted, kind: 'held', reason: null, note: 'full' });
  door.station.answer = ({ command }) =>
    command.kind === 'admit_held' && command.pin !== '2468'
      ? { ok: false, code: 'pin.wrong', message: 'No.' }
      : { ok: true };
  door.station.outcome(held);
  await expect(page.getByRole('status', { name: 'Verdict' })).toContainText('Full');
  await page.getByRole('button', { name: 'Admit anyway' }).click();
  const sheet = page.getByRole('dialog', { name: 'Admit anyway' });
  await sheet.getByLabel('PIN', { exact: true }).fill('1111');
  await sheet.getByRole('button', { name: 'Admit anyway' }).click();
  await expect(sheet).toContainText('Wrong PIN.');
  for (const digit of '2468') await sheet.getByRole('button', { name: digit }).click();
  await sheet.getByRole('button', { name: 'Admit anyway' }).click();
  await expect(sheet).toHaveCount(0);
  expect(asked(door, 'admit_held')).toEqual(
    ['1111', '2468'].map((pin) => ({ kind: 'admit_held', ticket: held.ticket, pin })),
  );
});
