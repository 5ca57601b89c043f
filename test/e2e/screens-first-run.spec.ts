import { expect, type Page } from '@playwright/test';
import { locales } from '../../shared/languages.ts';
import type { ServerState } from '../../shared/station/server.ts';
import { catalogue } from '../../src-renderer/station/i18n/languages.ts';
import { evening, readyState } from '../support/door-script.ts';
import { doorTest as test } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';

// Setting up a device, with a scripted station.

const undecided = {
  phase: { kind: 'undecided' },
  server_url: null,
  client_id: null,
  event: null,
  events: [],
} as const;
const { events, sync } = readyState();

const hereServer = {
  kind: 'here',
  address: 'http://127.0.0.1:8787/v1',
  health: 'ready',
  bytes: 1,
  data: '/data',
  last_backup: null,
  demo: false,
  network: { kind: 'closed' },
} as const;

const cards = (page: Page) => page.getByRole('main').getByRole('button');

test('the cards say why the server did not start, and it can be tried again', async ({
  page,
  open,
}) => {
  const { station } = await open({ state: undecided });
  station.answer = ({ command }) =>
    command.kind === 'run_server'
      ? { ok: false, code: 'server.disk_full', message: 'database or disk is full' }
      : { ok: true };
  await page.getByRole('button', { name: /^Try it/ }).click();
  await expect(page.getByText(/This device’s disk is full/)).toBeVisible();
  expect(station.requests.at(-1)?.command).toEqual({
    kind: 'run_server',
    content: { kind: 'demo' },
  });
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole('button', { name: /^Connect/ }).click();
  await expect(page.getByText(/This device’s disk is full/)).toBeHidden();
});

test('the screen says that the server is starting until it has started', async ({ page, open }) => {
  const { station } = await open({ state: undecided });
  station.answer = ({ command }) => (command.kind === 'run_server' ? null : { ok: true });
  await page.getByRole('button', { name: /^Try it/ }).click();
  await expect(page.getByRole('heading', { name: 'Starting the server…' })).toBeVisible();
});

test(
  'an event without entry points gets one, named in the language of the screen',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { ...undecided, locale: 'de' } });
    await page.getByRole('button', { name: /^Server hier betreiben/ }).click();
    await page.getByRole('textbox').fill('  Stadthalle ');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox').fill('Sommerfest');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox').fill(' , ');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => station.requests.at(-1)?.command)
      .toMatchObject({
        kind: 'run_server',
        content: {
          kind: 'own',
          organiser: 'Stadthalle',
          event: 'Sommerfest',
          entry_points: ['Eingang'],
        },
      });
  },
);

test(
  'the progress of the import is shown beside the questions',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: undecided });
    await page.getByRole('button', { name: /^Try it/ }).click();
    station.setState({ phase: { kind: 'choosing_event' }, events });
    await expect(page.getByRole('option')).toHaveCount(events.length);
    station.setState({
      phase: { kind: 'importing', applied: 500, total: 2_000 },
      event: events[0] ?? null,
    });
    await expect(page.getByRole('heading', { name: 'Where is this device?' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '500');
  },
);

test(
  'the first run goes on to the door if the event cannot be read',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: undecided });
    await page.getByRole('button', { name: /^Try it/ }).click();
    const fresh_at = { ...sync.fresh_at, setup: null };
    const connection = { kind: 'offline', since: evening(-1), reason: 'unreachable' } as const;
    station.setState({
      phase: { kind: 'importing', applied: 0, total: null },
      event: events[0] ?? null,
      entry_points: [],
      sync: { ...sync, fresh_at, connection },
    });
    await page.getByRole('button', { name: 'Go to the door' }).click();
    await expect(page.getByRole('status', { name: 'Verdict' })).toBeVisible();
  },
);

test(
  'the settings show the state of the local server, and why its copy failed',
  { tag: '@long' },
  async ({ page, open }) => {
    const here: ServerState = {
      kind: 'here',
      address: 'http://127.0.0.1:8787/v1',
      health: 'away',
      bytes: 12_345_678,
      data: '/home/door/.local/share/gatehouse',
      last_backup: { file: '/backups/one.db', at: evening(-60) },
      demo: false,
      network: { kind: 'closed' },
    };
    const { station } = await open();
    station.answer = ({ command }) => {
      if (command.kind === 'read_server') return { ok: true, server: here };
      return command.kind === 'back_up_server'
        ? { ok: false, code: 'server.failed', message: 'backups is a file' }
        : { ok: true };
    };
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog');
    await expect(settings.getByText('Restarting')).toBeVisible();
    await expect(settings.getByText('12.3 MB')).toBeVisible();
    await expect(settings.getByText(/gatehouse import FILE\.csv/)).toBeVisible();
    await settings.getByRole('button', { name: 'Back up now' }).click();
    await expect(settings.getByText(/could not do this\. \(backups is a file\)/)).toBeVisible();
  },
);

for (const [width, height, tag] of [
  [1280, 800, ['@long']],
  [1024, 768, ['@long']],
  [390, 844, ['@long']],
  [320, 568, []],
] as const) {
  const title = `every card can be reached at ${width} × ${height}, in every language`;
  test(title, { tag: [...tag] }, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    const { station } = await open({ state: undecided });
    for (const locale of locales) {
      station.setState({ locale });
      const words = catalogue[locale].firstRun;
      await expect(page.getByRole('heading', { name: words.title })).toBeVisible();
      for (const { title, text } of Object.values(words.cards)) {
        const card = cards(page).filter({ hasText: title }).filter({ hasText: text });
        await card.scrollIntoViewIfNeeded();
        await expect(card).toBeInViewport({ ratio: 0.99 });
        const isCut = await card.evaluate(
          (element) =>
            element.scrollWidth > element.clientWidth ||
            element.scrollHeight > element.clientHeight,
        );
        expect([locale, title, isCut]).toEqual([locale, title, false]);
      }
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `every step of the first run passes axe and fits, narrow and wide (${colorScheme})`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { station } = await open({ state: undecided });
      const expectWell = async (step: string) => {
        for (const [width, height] of [
          [1280, 800],
          [1024, 768],
          [390, 844],
        ] as const) {
          await page.setViewportSize({ width, height });
          const where = `${step} at ${width} × ${height}`;
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, where).toBeLessThanOrEqual(0);
          expect(await violations(page), where).toEqual([]);
        }
      };
      await expectWell('the cards');
      await page.getByRole('button', { name: /^Connect/ }).click();
      await expectWell('connecting');
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('button', { name: /^Run the server here/ }).click();
      for (const [step, answer] of [
        ['the organisation', 'Nordlys'],
        ['the event', 'Opening Night'],
        ['the entry points', 'North Gate, South Gate'],
      ] as const) {
        await expectWell(step);
        await page.getByRole('textbox').fill(answer);
        if (step === 'the entry points') station.answer = () => null;
        await page.keyboard.press('Enter');
      }
      await expect(page.getByRole('heading', { name: 'Starting the server…' })).toBeVisible();
      await expectWell('the server is starting');
    },
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `every selected choice of the first run passes axe and fits, narrow and wide (${colorScheme})`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { station } = await open({ state: undecided });
      await page.getByRole('button', { name: /^Try it/ }).click();
      station.setState({ phase: { kind: 'choosing_event' }, events });
      await expect(page.getByRole('option')).toHaveCount(events.length);
      for (const width of [1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 768 });
        expect(await violations(page)).toEqual([]);
      }
      station.setState({
        phase: { kind: 'importing', applied: 500, total: 2_000 },
        event: events[0] ?? null,
      });
      await expect(page.getByRole('progressbar')).toBeVisible();
      for (const width of [1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 768 });
        expect(await violations(page)).toEqual([]);
      }
    },
  );
}

test('an event without tickets says so, and how they are imported', async ({ page, open }) => {
  const { station } = await open();
  const { counters } = readyState();
  station.setState({ counters: { ...counters, admitted_here: 0, admitted_total: 0, expected: 0 } });
  const verdict = page.getByRole('status', { name: 'Verdict' });
  await expect(verdict).toContainText('No tickets yet');
  await expect(verdict).toContainText(
    `gatehouse import FILE.csv --event ${readyState().event?.reference ?? ''}`,
  );
  station.setState({ counters: { ...counters, expected: 1 } });
  await expect(verdict).toContainText('Ready to scan');
});

test('where a server runs, an event without tickets leads to the import of its console, also when a file is dropped', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.answer = ({ command }) =>
    command.kind === 'read_server'
      ? { ok: true, server: hereServer }
      : { ok: true, console: 'about:blank#/console/import?event=evt_1' };
  const { counters } = readyState();
  station.setState({ counters: { ...counters, admitted_here: 0, admitted_total: 0, expected: 0 } });
  await page.reload();
  const verdict = page.getByRole('status', { name: 'Verdict' });
  const button = verdict.getByRole('button', { name: 'Import tickets' });
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(button).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
  await expect(verdict).toContainText('Import it in the console');
  const opened = page.waitForEvent('popup');
  await button.press('Enter');
  expect((await opened).url()).toContain('/console/import?event=evt_1');
  await expect(verdict.getByRole('link', { name: '/console' })).toBeVisible();
  await expect(verdict).toContainText('Drop the file there.');
  await expect(verdict).not.toContainText('Import it in the console');
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Ticket'], 'shop.csv'));
    return transfer;
  });
  await verdict.dispatchEvent('drop', { dataTransfer: data });
  const asked = () => station.requests.filter(({ command }) => command.kind === 'open_import');
  await expect.poll(asked).toHaveLength(2);
});

test('the demo shows codes to scan, and a press on one is a scan', async ({ page, open }) => {
  const { station, scans } = await open();
  const sample = { says: '', size: 29, path: 'M4 4.5h7' } as const;
  station.answer = ({ command }) =>
    command.kind === 'read_server'
      ? {
          ok: true,
          server: {
            ...hereServer,
            demo: true,
            samples: [
              { ...sample, code: 'tkt_1', reason: 'scanning.allowed' },
              { ...sample, code: 'tkt_2', reason: 'scanning.wrong_entry_point' },
              { ...sample, code: 'tkt_3', reason: 'unknown_ticket' },
            ],
          },
        }
      : { ok: true };
  await page.reload();
  await page.getByRole('button', { name: 'Show sample codes' }).click();
  const codes = page.getByRole('dialog', { name: 'Sample codes' }).getByRole('listitem');
  await expect(codes).toHaveText(['Admit', 'Wrong entrance', 'Unknown']);
  await codes.nth(1).getByRole('button').click();
  await expect.poll(scans).toEqual(['tkt_2']);
});
