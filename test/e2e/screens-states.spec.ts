import { expect } from '@playwright/test';
import { evening, gala, outcome, readyState, ticketNumber } from '../support/door-script.ts';
import { plugInScanner } from '../support/e2e/scan-keys.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';
import { openScriptedPage } from '../support/scripted-page.ts';

const sync = readyState().sync;

test('the door says what it is for, how full it is, and that it is ready', async ({
  page,
  open,
}) => {
  await open();
  await expect(page.getByRole('heading', { name: /Winter Gala/ })).toContainText(
    'Sat 12 Dec 20:00',
  );
  await expect(page.getByRole('button', { name: /Entry point/ })).toContainText('North Gate');
  await expect(page.getByRole('region', { name: 'Admissions' })).toContainText('412 / 1,980 in');
  await expect(page.getByRole('region', { name: 'Admissions' })).toContainText('19/min');
  await expect(verdictOf(page)).toContainText('Ready to scan');
  await expect(page.getByText('No scans yet')).toBeVisible();
});

test('an event that is taken away keeps its name at the door, and says that it was taken away', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.setState({ events: readyState().events.filter(({ name }) => name !== 'Winter Gala') });
  await expect(page.getByRole('heading', { name: /Winter Gala/ })).toContainText('Winter Gala');
  await page.keyboard.press('F4');
  const taken = page.getByRole('option', { name: /Winter Gala/ });
  await expect(taken).toHaveAttribute('aria-selected', 'true');
  await expect(taken).toContainText('No longer offered to this station');
  await page.getByRole('option', { name: 'Kammerkonzerte' }).click();
  await expect
    .poll(() => station.requests.at(-1)?.command)
    .toEqual({ kind: 'select_event', event: 'evt_01hzzzzzzzzzzzzzzzzzzzzzz2' });
});

test('an entry point that was archived stays chosen, and the door asks for another one', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const [north, ...others] = readyState().entry_points;
  station.setState({
    entry_points: others,
    warnings: [{ code: 'entry_point_archived', name: north?.name ?? '' }],
  });
  await expect(page.getByRole('alert')).toContainText('The entry point North Gate was archived.');
  await expect(page.getByRole('button', { name: /Entry point/ })).toContainText('North Gate');
  await page.getByRole('button', { name: /Entry point/ }).click();
  const archived = page.getByRole('option', { name: /North Gate/ });
  await expect(archived).toHaveAttribute('aria-selected', 'true');
  await expect(archived).toContainText('No longer offered to this station');
  await page.getByRole('option', { name: 'South Gate' }).click();
  await expect
    .poll(() => station.requests.at(-1)?.command)
    .toEqual({ kind: 'select_entry_point', location: others[0]?.reference });
});

test('the clock runs in the zone of the event, corrected by the station', async ({
  page,
  open,
}) => {
  await page.clock.install({ time: new Date(evening()) });
  await open({ state: { clock: { offset_ms: 90_000, suspect: true, remembered: false } } });
  await expect(page.locator('header time')).toHaveText(/^19:43:3\d$/);
  await expect(page.getByText('clock off by 1')).toBeVisible();
});

test('the status bar tells the age of the data in words', async ({ page, open }) => {
  await page.clock.install({ time: new Date(evening(3)) });
  await open();
  await expect(page.getByText(/data 3\smin old/)).toBeVisible();
});

test('offline is told with its beginning, its cause, and what waits', async ({ page, open }) => {
  const { station } = await open();
  await expect(page.getByRole('button', { name: /Live/ })).toContainText('nothing waiting');
  station.setState({
    sync: {
      ...sync,
      connection: { kind: 'offline', since: evening(-12), reason: 'unreachable' },
      queued: 37,
      needs_attention: 2,
    },
  });
  const bar = page.getByRole('button', { name: /Offline since 19:30/ });
  await expect(bar).toContainText('server unreachable');
  await expect(bar).toContainText('37 waiting to be sent');
  await expect(page.getByRole('button', { name: '2 need attention' })).toBeVisible();
});

test('syncing is told with its progress', async ({ page, open }) => {
  await open({
    state: { sync: { ...sync, connection: { kind: 'syncing', applied: 1200, total: 1980 } } },
  });
  await expect(page.getByRole('button', { name: /Syncing/ })).toContainText('1,200 of 1,980');
});

test('the first import shows its progress, and scans are read meanwhile', async ({
  page,
  open,
}) => {
  const { station } = await open({
    state: { phase: { kind: 'importing', applied: 500, total: 2000 } },
  });
  await expect(verdictOf(page)).toContainText('Loading tickets');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '500');
  station.outcome(outcome(1));
  await expect(verdictOf(page)).toContainText('Admit');
});

test('a state that is older than the one shown is not shown', async ({ page, open }) => {
  const { station } = await open();
  station.setState({
    organiser: 'newer',
    counters: { ...readyState().counters, admitted_total: 500 },
  });
  await expect(page.getByText('500')).toBeVisible();
  station.send({ kind: 'state', state: readyState() });
  station.outcome(outcome(1));
  await expect(verdictOf(page)).toContainText('№ 1');
  await expect(page.getByText('500')).toBeVisible();
});

test('warnings of the station are shown as long as they hold', async ({ page, open }) => {
  const { station } = await open({ state: { warnings: [{ code: 'disk_full' }] } });
  await expect(page.getByRole('alert')).toContainText('This device’s disk is full.');
  station.setState({ locale: 'de' });
  await expect(page.getByRole('alert')).toContainText('Der Datenträger dieses Geräts ist voll.');
  station.setState({ warnings: [] });
  await expect(page.getByRole('alert')).toHaveText('');
});

test('a station that is starting, or failed, says so', async ({ page, open }) => {
  const { station } = await open({ state: { phase: { kind: 'starting', waiting_for: null } } });
  await expect(page.getByRole('heading', { name: 'Starting the station…' })).toBeVisible();
  station.setState({ phase: { kind: 'failed', message: 'The journal could not be opened.' } });
  await expect(page.getByText('The journal could not be opened.')).toBeVisible();
  await expect(page.getByText('Do not admit anyone here.')).toBeVisible();
});

test('an event is chosen with the keyboard', async ({ page, open }) => {
  const { station } = await open({ state: { phase: { kind: 'choosing_event' } } });
  await expect(page.getByRole('option', { name: /Winter Gala/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => station.requests.at(-1)?.command)
    .toEqual({ kind: 'select_event', event: readyState().events[1]?.reference });
});

test('the last scans are walked with arrows and opened with Enter', async ({ page, open }) => {
  await open({ recent: [outcome(2, { holder: 'Zoë Q.' }), outcome(1)] });
  await page.getByRole('row', { name: /Zoë/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Scan' })).toContainText('Amélie Dubois');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keys switch mode, sync, theme, sound and language', async ({ page, open }) => {
  const { station } = await open();
  const asked = () => station.requests.map(({ command }) => command);
  await page.keyboard.press('F7');
  await expect.poll(asked).toContainEqual({ kind: 'set_mode', mode: 'offline' });
  await page.keyboard.press('F8');
  await expect.poll(asked).toContainEqual({ kind: 'sync_now' });
  await page.keyboard.press('Alt+l');
  await expect.poll(asked).toContainEqual({ kind: 'set_locale', locale: 'de' });
  await page.keyboard.press('F10');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('F9');
  await expect(page.getByText('Sound off')).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText('Sound off')).toBeVisible();
});

test.describe('on a German system', () => {
  test.use({ locale: 'de-DE' });

  test('a screen suggests the language of the system each time it reaches the station, and shows what the station says', async ({
    page,
    open,
  }) => {
    const { station } = await open();
    const suggestion = { kind: 'suggest_locale', locale: 'de' };
    await expect.poll(() => station.requests.map(({ command }) => command)).toEqual([suggestion]);
    await expect(verdictOf(page)).toContainText('Ready to scan');
    station.setState({ locale: 'de' });
    await expect(verdictOf(page)).toContainText('Bereit zum Scannen');
    await page.reload();
    await expect(verdictOf(page)).toContainText('Bereit zum Scannen');
    expect(station.requests).toHaveLength(1);
  });
});

test('the words follow the language of the station', async ({ page, open }) => {
  const { station } = await open();
  for (const [locale, ready] of [
    ['de', 'Bereit zum Scannen'],
    ['fr', 'Prêt à scanner'],
    ['es', 'Listo para escanear'],
  ] as const) {
    station.setState({ locale });
    await expect(verdictOf(page)).toContainText(ready);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
  }
});

test('a screen that fails comes back as the door, and scans are taken meanwhile', async ({
  page,
}) => {
  const station = await openScriptedPage();
  await page.goto(station.url);
  await expect(verdictOf(page)).toBeVisible();
  const scanner = await plugInScanner(page);
  await page.getByRole('button', { name: /^Tonight/ }).click();
  // Nothing that a station says: it stands for any fault in drawing a screen.
  station.setState({ event: { ...gala, starts_at: 'never' } });
  await expect(page.getByRole('alert')).toContainText('This screen failed');
  await scanner.scan(ticketNumber(7));
  await expect
    .poll(() =>
      station.requests.flatMap(({ command }) => (command.kind === 'scan' ? [command.code] : [])),
    )
    .toEqual([ticketNumber(7)]);
  station.outcome(outcome(7));
  station.setState({ event: gala });
  await expect(verdictOf(page)).toHaveAttribute('data-ticket', ticketNumber(7));
  await expect(page.getByRole('button', { name: /^Door/ })).toHaveAttribute('aria-current', 'page');
  await station.close();
});

test('a browser that keeps no data for the page shows the door all the same', async ({
  page,
  open,
}) => {
  await page.addInitScript(() => {
    const refusal = new DOMException('Access is denied for this document.', 'SecurityError');
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw refusal;
        },
      });
    }
    IDBFactory.prototype.open = () => {
      throw refusal;
    };
  });
  const { scanner, scans } = await open();
  await expect(verdictOf(page)).toContainText('Ready to scan');
  await page.keyboard.press('F10');
  await scanner.scan(ticketNumber(3));
  await expect.poll(scans).toEqual([ticketNumber(3)]);
});
