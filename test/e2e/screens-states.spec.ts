import { expect } from '@playwright/test';
import { inOtherLanguages } from '../support/other-languages.ts';
import { evening, gala, outcome, readyState, ticketNumber } from '../support/door-script.ts';
import { plugInScanner } from '../support/e2e/scan-keys.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';
import { openScriptedPage } from '../support/scripted-page.ts';

const sync = readyState().sync;

test('the door shows its event, how many are in, and that it is ready', async ({ page, open }) => {
  await open();
  await expect(page.getByRole('heading', { name: /Winter Gala/ })).toContainText(
    'Sat 12 Dec 20:00',
  );
  await expect(page.getByRole('button', { name: /Entry point/ })).toContainText('North Gate');
  await expect(page.getByRole('region', { name: 'Admissions' })).toContainText(
    '412 / 1,980 admitted',
  );
  await expect(page.getByRole('region', { name: 'Admissions' })).toContainText('19/min');
  await expect(verdictOf(page)).toContainText('Ready to scan');
  await expect(page.getByText('No scans yet')).toBeVisible();
});

test(
  'the door still shows the name of an event that was withdrawn, and says that it was withdrawn',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { change_lock: 'at_once' } });
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
  },
);

test(
  'an archived entry point stays selected, and the door asks for another one',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { change_lock: 'at_once' } });
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
  },
);

test("the clock shows the time in the event's zone, corrected by the station", async ({
  page,
  open,
}) => {
  await page.clock.install({ time: new Date(evening()) });
  await open({ state: { clock: { offset_ms: 90_000, suspect: true, remembered: false } } });
  await expect(page.locator('header time')).toHaveText(/^19:43:3\d$/);
  await expect(page.getByText('clock off by 2 min')).toBeVisible();
});

test('the status bar says how old the data is', { tag: '@long' }, async ({ page, open }) => {
  await page.clock.install({ time: new Date(evening(3)) });
  await open();
  await expect(page.getByText(/data 3\smin old/)).toBeVisible();
});

test('being offline is shown with its start, its cause and the number of waiting scans', async ({
  page,
  open,
}) => {
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
  await expect(page.getByRole('button', { name: '2 need attention', exact: true })).toBeVisible();
});

test('syncing is shown with its progress', { tag: '@long' }, async ({ page, open }) => {
  await open({
    state: { sync: { ...sync, connection: { kind: 'syncing', applied: 1200, total: 1980 } } },
  });
  await expect(page.getByRole('button', { name: /Syncing/ })).toContainText('1,200 of 1,980');
});

test('the first import shows its progress, and scans are accepted meanwhile', async ({
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

test('an older state never replaces a newer one', async ({ page, open }) => {
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

test('warnings of the station are shown as long as they apply', async ({ page, open }) => {
  const { station } = await open({ state: { warnings: [{ code: 'disk_full' }] } });
  await expect(page.getByRole('alert')).toContainText('This device’s disk is full.');
  station.setState({ locale: 'de' });
  await expect(page.getByRole('alert')).toContainText('Der Datenträger dieses Geräts ist voll.');
  station.setState({ warnings: [] });
  await expect(page.getByRole('alert')).toHaveText('');
});

test('a station that is starting, or failed, says so', { tag: '@long' }, async ({ page, open }) => {
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

test('the recent scans are walked with the arrow keys and opened with Enter', async ({
  page,
  open,
}) => {
  await open({ recent: [outcome(2, { holder: 'Zoë Q.' }), outcome(1)] });
  await page.getByRole('row', { name: /Zoë/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Scan' })).toContainText('Amélie Dubois');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keys switch mode, sync, theme, sound and language', async ({ page, open }) => {
  const { station } = await open({ state: { change_lock: 'at_once' } });
  const asked = () => station.requests.map(({ command }) => command);
  await page.keyboard.press('F7');
  await expect.poll(asked).toContainEqual({ kind: 'set_mode', mode: 'offline' });
  await page.keyboard.press('F8');
  await expect.poll(asked).toContainEqual({ kind: 'sync_now' });
  await page.keyboard.press('Alt+l');
  await expect.poll(asked).toContainEqual({ kind: 'set_locale', locale: 'de' });
  await page.keyboard.press('F10');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Alt+b');
  await expect(page.getByText('Sound off')).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText('Sound off')).toBeVisible();
});

test.describe('on a German system', () => {
  test.use({ locale: 'de-DE' });

  test(
    "a screen proposes the system's language whenever it connects, and uses the one that the station chooses",
    { tag: '@long' },
    async ({ page, open }) => {
      const { station } = await open();
      const suggestion = { kind: 'suggest_locale', locale: 'de' };
      const suggested = () =>
        station.requests.flatMap(({ command }) =>
          command.kind === 'suggest_locale' ? [command] : [],
        );
      await expect.poll(suggested).toEqual([suggestion]);
      await expect(verdictOf(page)).toContainText('Ready to scan');
      station.setState({ locale: 'de' });
      await expect(verdictOf(page)).toContainText('Bereit zum Scannen');
      await page.reload();
      await expect(verdictOf(page)).toContainText('Bereit zum Scannen');
      expect(suggested()).toHaveLength(1);
    },
  );
});

test('the screen follows the language of the station', { tag: '@long' }, async ({ page, open }) => {
  const { station } = await open();
  for (const [locale, ready] of inOtherLanguages({
    de: 'Bereit zum Scannen',
    fr: 'Prêt à scanner',
    es: 'Listo para escanear',
  })) {
    station.setState({ locale });
    await expect(verdictOf(page)).toContainText(ready);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
  }
});

test('a screen that fails to render is replaced by the door, and scans are accepted meanwhile', async ({
  page,
}) => {
  const station = await openScriptedPage();
  await page.goto(station.url);
  await expect(verdictOf(page)).toBeVisible();
  const scanner = await plugInScanner(page);
  await page.getByRole('button', { name: /^Tonight/ }).click();
  // No station sends this; it stands for any error while a screen renders.
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

test('the door is shown even if the browser stores nothing for the page', async ({
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

test('the version and the licences of everything inside are in the settings, and can be searched', async ({
  page,
  open,
}) => {
  await open();
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'About Gatehouse' }).click();
  const about = page.getByRole('dialog', { name: 'About Gatehouse' });
  await about.getByText(/^react-dom \d/).waitFor();
  await about.getByRole('searchbox').fill('SIL Open Font');
  await expect(about.getByText(/^react-dom \d/)).toHaveCount(0);
  await about.locator('summary', { hasText: 'variable/inter ' }).click();
  await expect(about.getByText('The Inter Project Authors')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
