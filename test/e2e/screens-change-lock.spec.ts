import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { readyState, ticketNumber } from '../support/door-script.ts';
import { doorTest as test, roundTrip, type ScriptedDoor } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';

const [, south] = readyState().entry_points;
const [, concert] = readyState().events;
const toSouthGate = { kind: 'select_entry_point', location: south?.reference };
const toConcert = { kind: 'select_event', event: concert?.reference };
const offline = { kind: 'set_mode', mode: 'offline' };

const changes = ({ station }: ScriptedDoor) =>
  station.requests
    .map(({ command }) => command)
    .filter(({ kind }) => kind.startsWith('select_') || kind.startsWith('set_'));
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });
const holdButton = (page: Page) => page.getByRole('button', { name: 'Press and hold' });

async function choose(page: Page, picker: RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: picker }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Moves the mouse onto the button and presses it for `ms`. */
async function press(page: Page, ms: number): Promise<void> {
  await holdButton(page).hover();
  await page.mouse.down();
  await page.clock.runFor(ms);
  await page.mouse.up();
}

test('an entry point changes after a long press, not a short one, and only once', async ({
  page,
  open,
}) => {
  await page.clock.install();
  const door = await open();
  await choose(page, /Entry point/, 'South Gate');
  const asked = sheet(page, 'Change the entry point');
  await expect(asked).toContainText('NowNorth GateThenSouth Gate');
  await expect(asked.getByRole('status')).toContainText('Hold it until it is full.');
  await page.clock.pauseAt(Date.now() + 60_000);
  await press(page, 900);
  await expect(asked.getByRole('status')).toContainText('Let go too soon.');
  await holdButton(page).click();
  await roundTrip(page);
  expect(changes(door)).toEqual([]);

  await holdButton(page).hover();
  await page.mouse.down();
  await expect(holdButton(page)).toHaveAttribute('data-phase', 'holding');
  await page.mouse.move(10, 400);
  await page.clock.runFor(2_000);
  await page.mouse.up();
  expect(changes(door)).toEqual([]);

  await holdButton(page).hover();
  await page.mouse.down();
  await page.clock.runFor(1_000);
  await expect.poll(() => changes(door)).toEqual([toSouthGate]);
  // Nothing takes the button's place under the finger.
  await expect(asked.getByRole('status')).toHaveText('Done. Let go.');
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(changes(door)).toEqual([toSouthGate]);
});

test('by keyboard the Enter key is held; what a scanner sends changes nothing', async ({
  page,
  open,
}) => {
  const door = await open();
  await page.keyboard.press('F7');
  await expect(sheet(page, 'Work offline')).toContainText('Scans are kept.');
  await expect(holdButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await door.scanner.scan(ticketNumber(4));
  await expect.poll(() => door.scans()).toEqual([ticketNumber(4)]);
  await expect(async () => {
    // Right after a scan, keys are still the scanner's.
    await page.keyboard.press('F7');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 });
  }).toPass();
  expect(changes(door)).toEqual([]);

  await page.keyboard.press('F7');
  await expect(holdButton(page)).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await expect(holdButton(page)).toHaveAttribute('data-phase', 'holding');
  expect(changes(door)).toEqual([]);
  await expect.poll(() => changes(door)).toEqual([offline]);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { sync } = readyState();
  door.station.setState({ sync: { ...sync, mode: 'offline' } });
  await page.keyboard.press('F7');
  await expect
    .poll(() => changes(door))
    .toEqual([offline, { kind: 'set_mode', mode: 'automatic' }]);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap changes nothing, a long press does', async ({ page, open }) => {
    const door = await open();
    await page.getByRole('button', { name: /Event/ }).tap();
    await page.getByRole('option', { name: 'Kammerkonzerte' }).tap();
    await holdButton(page).tap();
    await expect(sheet(page, 'Change the event')).toContainText('Let go too soon.');
    expect(changes(door)).toEqual([]);
    const finger = await page.context().newCDPSession(page);
    const box = await holdButton(page).boundingBox();
    const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    const moved = { ...at, y: at.y + 15 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [moved] });
    await expect.poll(() => changes(door)).toEqual([toConcert]);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(changes(door)).toEqual([toConcert]);
  });
});

test('whoever cannot hold a button down presses a switch and then the button', async ({
  page,
  open,
}) => {
  const door = await open();
  await page.keyboard.press('F6');
  await page.getByRole('button', { name: /Work offline/ }).dblclick();
  const asked = sheet(page, 'Work offline');
  await expect(asked).toBeVisible();
  await roundTrip(page);
  expect(changes(door)).toEqual([]);
  await asked.getByText('Press once instead').click();
  await asked.getByRole('button', { name: 'Work offline' }).click();
  await expect.poll(() => changes(door)).toEqual([offline]);
  await expect(sheet(page, 'Station status')).toBeVisible();
});

test('with a PIN, only the PIN changes the event, and a wrong one is reported', async ({
  page,
  open,
}) => {
  const door = await open({ state: { change_lock: 'pin' } });
  door.station.answer = ({ command }) =>
    'pin' in command && command.pin === '2468'
      ? { ok: true }
      : { ok: false, code: 'pin.wrong', message: 'No.' };
  await choose(page, /Event/, 'Kammerkonzerte');
  const asked = sheet(page, 'Change the event');
  await expect(asked).toContainText('NowWinter GalaThenKammerkonzerte');
  const pin = asked.getByLabel('PIN', { exact: true });
  await expect(pin).toBeFocused();
  await page.keyboard.type('1357', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(asked).toContainText('Wrong PIN.');
  await expect(pin).toHaveValue('');
  for (const digit of '2468') {
    await asked.getByRole('button', { name: digit, exact: true }).click();
  }
  await asked.getByRole('button', { name: 'Change the event' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(changes(door)).toEqual([
    { ...toConcert, pin: '1357' },
    { ...toConcert, pin: '2468' },
  ]);
});

test('the lock is chosen in the settings; its PIN is set there, removed with itself, and also enters kiosk mode', async ({
  page,
  open,
}) => {
  const door = await open();
  await page.keyboard.press('Control+,');
  const setting = page.getByRole('radiogroup', { name: 'Change event, entry point, work offline' });
  await expect(setting.getByRole('radio', { name: 'Press and hold' })).toBeChecked();
  await setting.getByText('At once').click();
  await expect.poll(() => changes(door)).toEqual([{ kind: 'set_change_lock', lock: 'at_once' }]);
  door.station.setState({ change_lock: 'at_once' });
  await setting.getByText('PIN', { exact: true }).click();
  const chosen = sheet(page, 'Set the PIN');
  await chosen.getByLabel('Choose a PIN').fill('2468');
  await chosen.getByLabel('Repeat the PIN').fill('2468');
  await chosen.getByRole('button', { name: 'Set the PIN' }).click();
  await expect(setting).toBeVisible();
  expect(changes(door).at(-1)).toEqual({ kind: 'set_change_lock', lock: 'pin', pin: '2468' });

  door.station.setState({ change_lock: 'pin' });
  await setting.getByText('Press and hold').click();
  await sheet(page, 'Change the lock').getByLabel('PIN', { exact: true }).fill('2468');
  await page.keyboard.press('Enter');
  await expect(setting).toBeVisible();
  expect(changes(door).at(-1)).toEqual({ kind: 'set_change_lock', lock: 'hold', pin: '2468' });

  await page.keyboard.press('Alt+k');
  const kiosk = sheet(page, 'Kiosk mode');
  await expect(kiosk.getByRole('textbox')).toHaveCount(1);
  await kiosk.getByLabel('PIN', { exact: true }).fill('2468');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => door.station.requests.at(-1)?.command)
    .toEqual({ kind: 'enter_kiosk', pin: '2468' });
});

test('"At once" changes at once, and so does a door whose entry point is still asked for', async ({
  page,
  open,
}) => {
  const door = await open({ state: { change_lock: 'at_once' } });
  await choose(page, /Entry point/, 'South Gate');
  await expect.poll(() => changes(door)).toEqual([toSouthGate]);
  await page.keyboard.press('F7');
  await expect.poll(() => changes(door)).toEqual([toSouthGate, offline]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  door.station.setState({ change_lock: 'pin', asks_entry_point: true });
  await page.getByRole('option', { name: 'South Gate' }).click();
  await expect.poll(() => changes(door)).toEqual([toSouthGate, offline, toSouthGate]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  const title = `the sheets of the change lock pass axe in the ${colorScheme} theme`;
  test(title, { tag: '@long' }, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme });
    const { station } = await open();
    await choose(page, /Entry point/, 'South Gate');
    await expect(sheet(page, 'Change the entry point')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    station.setState({ change_lock: 'pin' });
    await expect(page.getByRole('textbox')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
