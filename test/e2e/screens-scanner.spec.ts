import { expect } from '@playwright/test';
import { readingCommands } from '../../shared/station/commands.ts';
import { runBoxOffice } from '../support/box-office-script.ts';
import { kinds, outcome, ticketNumber } from '../support/door-script.ts';
import { azertyKey, qwertzKey, usKey } from '../support/scanner-keys.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

const first = ticketNumber(1);
const second = ticketNumber(2);

/** CapsLock swaps upper and lower case, with Shift and without. */
function capsLockedKey(character: string): ReturnType<typeof usKey> {
  const key = usKey(character);
  const turned = key.shift ? character.toLowerCase() : character.toUpperCase();
  return /[a-z]/i.test(character) ? { ...key, key: turned } : key;
}

test('a scan reaches the station with or without a terminator', async ({ open }) => {
  const { scanner, scans } = await open();
  await scanner.scan(first);
  await expect.poll(scans).toEqual([first]);
  await scanner.scan(second, { terminator: 'none' });
  await expect.poll(scans).toEqual([first, second]);
});

test('two scans without a pause between them are two scans', async ({ open }) => {
  const { scanner, scans } = await open();
  await scanner.scan(first + second);
  await expect.poll(scans).toEqual([first, second]);
});

for (const [layout, key] of [
  ['an AZERTY', azertyKey],
  ['a QWERTZ', qwertzKey],
  ['a CapsLocked', capsLockedKey],
] as const) {
  test(`a scan is read on ${layout} keyboard`, async ({ open }) => {
    const { scanner, scans } = await open();
    await scanner.scan(first, { key });
    await expect.poll(scans).toHaveLength(1);
    expect(scans()[0]?.toLowerCase()).toBe(first);
  });
}

test('a scan of slow keys, and one whose first key comes long before the others, are read whole', async ({
  open,
}) => {
  const { scanner, scans } = await open();
  await scanner.scan(first, { gapMs: () => 25 });
  await expect.poll(scans).toEqual([first]);
  await scanner.scan(second, { gapMs: (place) => (place === 1 ? 180 : 3) });
  await expect.poll(scans).toEqual([first, second]);
});

test(
  'two scans forty milliseconds apart are two scans, shown one after the other',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station, scanner, scans } = await open();
    const length = first.length + 1;
    await scanner.scan(`${first}\r${second}`, { gapMs: (place) => (place === length ? 40 : 3) });
    await expect.poll(scans).toEqual([first, second]);
    station.outcome(outcome(1, { ticket: first }));
    station.outcome(outcome(2, { ticket: second }));
    await expect(verdictOf(page)).toContainText('№ 2');
  },
);

test("a scan types nothing into a focused field, and a person's typing still does", async ({
  page,
  open,
}) => {
  const { scanner, scans } = await open();
  await page.keyboard.press('F2');
  const field = page.getByLabel('Code, name, order or seat');
  await expect(field).toBeFocused();
  await page.evaluate(() => {
    const written: string[] = [];
    Object.assign(window, { written });
    document.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement) written.push(target.value);
    });
  });
  await scanner.scan(first);
  await expect.poll(scans).toEqual([first]);
  expect(await page.evaluate(() => Reflect.get(window, 'written'))).toEqual([]);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();

  await field.pressSequentially('gala 12', { delay: 150 });
  await expect(field).toHaveValue('gala 12');
  expect(scans()).toEqual([first]);
});

test(
  'a scan that stalls after its first key leaves the field unchanged',
  { tag: '@long' },
  async ({ page, open }) => {
    const { scans } = await open();
    await page.keyboard.press('F2');
    const field = page.getByLabel('Code, name, order or seat');
    const keys = await page.context().newCDPSession(page);
    // A busy machine may stall for longer than a scanner would, so the stall is repeated until it is short enough.
    await expect(async () => {
      await field.fill('gala');
      await page.keyboard.press('Home');
      const start = Date.now() / 1000;
      const press = (key: string, place: number) =>
        keys.send('Input.dispatchKeyEvent', {
          type: 'keyDown',
          key,
          text: key,
          timestamp: start + place * 0.003,
        });
      await press('t', 0);
      await expect(field).toHaveValue('tgala', { timeout: 1_000 });
      await Promise.all(Array.from(first.slice(1), (key, place) => press(key, place + 1)));
      await expect.poll(() => scans().at(-1), { timeout: 2_000 }).toBe(first);
      await expect(field).toHaveValue('gala', { timeout: 1_000 });
    }).toPass();
  },
);

test(
  'typing keeps the caret and the selection of the field',
  { tag: '@long' },
  async ({ page, open }) => {
    await open();
    await page.keyboard.press('F2');
    const field = page.getByLabel('Code, name, order or seat');
    await field.fill('abcdef');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('x');
    await expect(field).toHaveValue('xbcdef');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await expect(field).toHaveValue('xbcde');
  },
);

test('a typed code is sent to the station as typed', async ({ page, open }) => {
  const { station } = await open();
  await page.keyboard.press('F2');
  await page.getByLabel('Code, name, order or seat').fill(first);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => station.requests.at(-1)?.command)
    .toEqual({ kind: 'scan', code: first, symbology: null, source: 'typed' });
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the button at the door opens the field, and the code typed there is judged', async ({
    page,
    open,
  }) => {
    const { station } = await open();
    await page.getByRole('button', { name: 'Type a code' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Type a code' });
    await sheet.getByLabel('Code, name, order or seat').fill(first);
    await sheet.getByRole('button', { name: 'Check' }).tap();
    await expect
      .poll(() => station.requests.at(-1)?.command)
      .toEqual({ kind: 'scan', code: first, symbology: null, source: 'typed' });
    station.outcome(outcome(1, { ...kinds.already, source: 'typed' }));
    await expect(verdictOf(page)).toContainText('Already in');
    await expect(sheet.getByLabel('Code, name, order or seat')).toHaveValue('');
  });

  test('each row of the keys does what its key does', { tag: '@long' }, async ({ page, open }) => {
    const { station } = await open({ state: { change_lock: 'at_once' } });
    // Commands that a sheet sends when it opens are not the key's.
    const commands = () =>
      station.requests
        .map(({ command }) => command)
        .filter(({ kind }) => !kind.startsWith('read_'));
    const html = page.locator('html');
    const tapRow = async (name: string) => {
      if ((await page.getByRole('dialog', { name: 'Keys' }).count()) === 0) {
        await page.getByRole('button', { name: 'Keys' }).tap();
      }
      await page.getByRole('dialog', { name: 'Keys' }).getByRole('button', { name }).tap();
    };
    for (const [row, sheet] of [
      ['Type a code', 'Type a code'],
      ['Station status', 'Station status'],
      ['Settings', 'Settings'],
    ] as const) {
      await tapRow(row);
      const opened = page.getByRole('dialog', { name: sheet });
      await expect(opened).toBeVisible();
      await opened.getByRole('button', { name: 'Close' }).tap();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    for (const [row, option] of [
      ['Entry point', 'South Gate'],
      ['Event', 'Kammerkonzerte'],
    ] as const) {
      await tapRow(row);
      await expect(page.getByRole('option', { name: option })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('listbox')).toHaveCount(0);
    }
    await tapRow('Sync now');
    await tapRow('Work offline / go online');
    await tapRow('Language');
    await expect
      .poll(commands)
      .toEqual([
        { kind: 'sync_now' },
        { kind: 'set_mode', mode: 'offline' },
        { kind: 'set_locale', locale: 'de' },
      ]);
    await tapRow('Sound on / off');
    await expect(page.getByText('Sound off')).toBeAttached();
    const theme = await html.getAttribute('data-theme');
    await tapRow('Dark / light');
    await expect(html).not.toHaveAttribute('data-theme', theme ?? '');
    await tapRow('Keys');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a scan does not press the focused button', async ({ page, open }) => {
  const { scanner, scans } = await open();
  const settings = page.getByRole('button', { name: 'Settings' });
  await settings.focus();
  await scanner.scan(first);
  await expect.poll(scans).toEqual([first]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(settings).toBeFocused();
  // Right after a scan, Enter is still taken for its terminator.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test(
  'a scan selects nothing in an open list, and its verdict is shown beside it',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station, scanner, scans } = await open();
    await page.keyboard.press('F3');
    await expect(page.getByRole('listbox')).toBeVisible();
    await scanner.scan(first);
    await expect.poll(scans).toEqual([first]);
    station.outcome(outcome(1, kinds.already));
    await expect(verdictOf(page)).toContainText('Already in');
    await expect(page.getByRole('listbox')).toBeVisible();
    const changing = station.requests.filter(({ command }) => !readingCommands.has(command.kind));
    expect(changing.map(({ command }) => command.kind)).toEqual(['scan']);
  },
);

test(
  'letters typed by a person still find a name in an open list',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { change_lock: 'at_once' } });
    await page.keyboard.press('F3');
    await expect(page.getByRole('option', { name: 'North Gate' })).toBeFocused();
    await page.keyboard.press('b');
    await expect(page.getByRole('option', { name: 'Box office' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => station.requests.at(-1)?.command)
      .toEqual({ kind: 'select_entry_point', location: null });
  },
);

test('a scan is read and its verdict is visible while a sheet is open', async ({ page, open }) => {
  const { station, scanner, scans } = await open();
  const verdict = verdictOf(page);
  for (const [place, key] of ['F1', 'F2', 'F6', 'Control+,'].entries()) {
    // Right after a scan, function keys are the scanner's.
    await expect(async () => {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog'), key).toBeVisible({ timeout: 500 });
    }).toPass();
    await scanner.scan(ticketNumber(place));
    await expect.poll(() => scans().at(-1), key).toBe(ticketNumber(place));
    station.outcome(outcome(place + 1, { ...kinds.entrance, ticket: ticketNumber(place) }));
    await expect(verdict, key).toHaveAttribute('data-ticket', ticketNumber(place));
    await expect(verdict, key).toHaveAttribute('data-reason', 'scanning.wrong_entry_point');
    const sheet = await page.getByRole('dialog').boundingBox();
    const number = await verdict.getByText(`№ ${place + 1}`).boundingBox();
    expect((number?.x ?? 0) + (number?.width ?? 0), key).toBeLessThanOrEqual(sheet?.x ?? 0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), key).toHaveCount(0);
  }
});

test('scans are kept while the station is down, and sent once when it is back', async ({
  page,
  open,
}) => {
  const { station, scanner, scans } = await open();
  station.goAway();
  await expect(verdictOf(page)).toContainText('Connecting to the station…');
  await scanner.scan(first);
  await scanner.scan(second);
  await expect(verdictOf(page)).toContainText('2 scans kept');
  station.comeBack();
  await expect.poll(scans).toEqual([first, second]);
  await expect(verdictOf(page)).toContainText('Ready to scan');
});

test('kept scans survive a reload of the page', async ({ page, open }) => {
  const { station, scanner } = await open();
  station.answer = () => null;
  const sent = () => station.requests.filter(({ command }) => command.kind === 'scan');
  await scanner.scan(first);
  await expect.poll(() => sent().length).toBe(1);
  await page.reload();
  await expect.poll(() => sent().length).toBe(2);
  expect(sent()[1]).toEqual(sent()[0]);
});

test('an outcome that the page missed while disconnected is shown after it reconnects', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.goAway();
  await expect(verdictOf(page)).toContainText('Connecting to the station…');
  station.outcome(outcome(9, kinds.already));
  station.comeBack();
  await expect(verdictOf(page)).toContainText('№ 9');
});

test('what is typed and is no code is looked up in the box office', async ({ page, open }) => {
  const { station, scans } = await open();
  runBoxOffice(station);
  const field = page.getByLabel('Code, name, order or seat');
  for (const text of ['dubinski', 'Row C 15', ticketNumber(5).slice(0, 20)]) {
    await page.keyboard.press('F2');
    await field.fill(text);
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByRole('combobox', { name: 'Find a ticket' })).toHaveValue(text);
    await page.keyboard.press('Control+1');
  }
  expect(scans()).toEqual([]);
  await page.keyboard.press('F2');
  await field.fill(ticketNumber(5));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(scans).toEqual([ticketNumber(5)]);
});

test('an unknown ticket and a code of no ticket lead to the box office, but not in a kiosk', async ({
  page,
  open,
}) => {
  const { station } = await open();
  runBoxOffice(station);
  for (const [number, kind] of [
    [1, kinds.unknown],
    [2, kinds.unreadable],
  ] as const) {
    station.outcome(outcome(number, kind));
    await page.getByRole('button', { name: 'Look up' }).click();
    const field = page.getByRole('combobox', { name: 'Find a ticket' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    await page.keyboard.press('Control+1');
  }
  station.setState({ kiosk: { on: true, wait_until: null } });
  await expect(page.getByRole('button', { name: 'Look up' })).toHaveCount(0);
  station.setState({ kiosk: { on: false, wait_until: null } });
  station.outcome(outcome(3, kinds.already));
  await expect(verdictOf(page)).toContainText('Already in');
  await expect(page.getByRole('button', { name: 'Look up' })).toHaveCount(0);
});
