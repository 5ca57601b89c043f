import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { StationRequest } from '../../shared/station/commands.ts';
import type { AttentionItem } from '../../shared/station/journal-pages.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import { inOtherLanguages } from '../support/other-languages.ts';
import {
  attentionItem,
  attentionPage,
  outcome,
  readyState,
  ticketNumber,
} from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

const { sync } = readyState();

/** Answers like a station whose list has these items. */
function listing(items: readonly AttentionItem[]): (request: StationRequest) => CommandResult {
  return ({ command }) => {
    if (command.kind === 'resend_attention') return { ok: true, queued: items.length };
    if (command.kind !== 'read_attention') return { ok: true };
    return { ok: true, attention: attentionPage(items, command) };
  };
}

function many(count: number): readonly AttentionItem[] {
  return Array.from({ length: count }, (_, place) => attentionItem(place + 1));
}

function sheetOf(page: Page) {
  return page.getByRole('dialog', { name: 'Needs attention' });
}

test('every scan that needs attention is listed with the reason, since when, and how often it was sent', async ({
  page,
  open,
}) => {
  const { station } = await open({ state: { sync: { ...sync, needs_attention: 2 } } });
  station.answer = listing([
    attentionItem(7, { offered: 3 }),
    attentionItem(9, {
      kind: 'denied',
      reason: 'scanning.already_scanned',
      code: 'ticket.archived',
      message: 'The ticket was archived.',
      entry_point: null,
      waiting: true,
    }),
  ]);
  await page.getByRole('button', { name: '2 need attention', exact: true }).click();
  const rows = sheetOf(page).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Admit');
  await expect(rows.nth(0)).toContainText('№ 7');
  await expect(rows.nth(0)).toContainText('Sat 12 Dec 19:42 · North Gate');
  await expect(rows.nth(0)).toContainText('The server knows no such ticket for this station.');
  await expect(rows.nth(0)).toContainText(ticketNumber(7));
  await expect(rows.nth(0)).toContainText('Refused Sat 12 Dec 19:43 · sent 3 times');
  await expect(rows.nth(0)).toContainText('Set aside');
  await expect(rows.nth(1)).toContainText('Already in');
  await expect(rows.nth(1)).toContainText('Box office');
  await expect(rows.nth(1)).toContainText('The server says: The ticket was archived.');
  await expect(rows.nth(1)).toContainText('Resent automatically');
});

test('one scan or all of them can be sent again, and leave the list when the server accepts them', async ({
  page,
  open,
}) => {
  const { station } = await open({ state: { sync: { ...sync, needs_attention: 2 } } });
  station.answer = listing([attentionItem(7), attentionItem(9)]);
  const asked = () => station.requests.map(({ command }) => command);
  await page.keyboard.press('Alt+n');
  await sheetOf(page).getByRole('button', { name: 'Send again № 9' }).click();
  await expect
    .poll(asked)
    .toContainEqual({ kind: 'resend_attention', references: [attentionItem(9).reference] });
  await expect(sheetOf(page)).toContainText('Queued: sent now');

  station.answer = listing([attentionItem(7)]);
  station.setState({ sync: { ...sync, needs_attention: 1 } });
  await expect(sheetOf(page).getByRole('row')).toHaveCount(1);
  await sheetOf(page).getByRole('button', { name: 'Send all again' }).click();
  await expect.poll(asked).toContainEqual({ kind: 'resend_attention', references: null });
  station.answer = listing([]);
  station.setState({ sync });
  await expect(sheetOf(page)).toContainText('Nothing needs attention');
});

test('a scan that is refused again while the list is open is listed with the new reason', async ({
  page,
  open,
}) => {
  const { station } = await open({ state: { sync: { ...sync, needs_attention: 1 } } });
  station.answer = listing([attentionItem(7, { offered: 3 })]);
  await page.keyboard.press('Alt+n');
  await expect(sheetOf(page)).toContainText('sent 3 times');
  station.answer = listing([attentionItem(7, { offered: 4 })]);
  station.setState({});
  await expect(sheetOf(page)).toContainText('sent 4 times');
});

test(
  'a scan whose journal row was altered is explained and cannot be sent again',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { sync: { ...sync, needs_attention: 1 } } });
    const change = {
      code: 'journal.changed',
      message: 'The row is not …',
      ticket: null,
      reason: null,
    };
    station.answer = listing([attentionItem(7, { ...change, since: null, offered: 0 })]);
    await page.keyboard.press('Alt+n');
    const sheet = sheetOf(page);
    await expect(sheet.getByRole('row')).toHaveCount(1);
    await expect(sheet).toContainText('not what was written at the door, so it is never sent');
    await expect(sheet).not.toContainText('The server says');
    await expect(sheet.getByRole('button', { name: /Send/ })).toHaveCount(0);
    await expect(sheet.getByRole('button', { name: 'Export' })).toBeVisible();
  },
);

test(
  'the export is a spreadsheet of all items, in which no text is taken for a formula',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { sync: { ...sync, needs_attention: 740 } } });
    const items = many(740).with(0, attentionItem(1, { entry_point: '=cmd|calc' }));
    station.answer = listing(items);
    await page.clock.install({ time: new Date('2026-12-12T23:30:00Z') });
    await page.keyboard.press('Alt+n');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheetOf(page).getByRole('button', { name: 'Export' }).click(),
    ]);
    // The date in the event's time zone, Berlin.
    const name = 'gatehouse-needs-attention-winter-gala-2026-12-13.csv';
    expect(download.suggestedFilename()).toBe(name);
    const text = await readFile(await download.path(), 'utf8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(741);
    expect(lines[1]).toContain(`"'=cmd|calc"`);
    expect(lines[740]).toContain(ticketNumber(740));
    await expect(sheetOf(page)).toContainText(`Saved as ${name}`);
  },
);

test(
  'a long list is loaded a hundred at a time and can be walked with the keyboard',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { sync: { ...sync, needs_attention: 340 } } });
    station.answer = listing(many(340));
    await page.keyboard.press('Alt+n');
    const rows = sheetOf(page).getByRole('row');
    await expect(rows).toHaveCount(100);
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send again № 2', exact: true })).toBeFocused();
    await expect(sheetOf(page)).toContainText('100 of 340');
    await sheetOf(page).getByRole('button', { name: 'Show more' }).click();
    await expect(rows).toHaveCount(200);
    await expect(sheetOf(page)).toContainText('200 of 340');
  },
);

test(
  'a list that cannot be read is reported, and can be read again',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { sync: { ...sync, needs_attention: 1 } } });
    station.answer = () => ({ ok: false, code: 'station.failed', message: 'disk I/O error' });
    await page.keyboard.press('Alt+n');
    await expect(sheetOf(page)).toContainText('The list cannot be read.');
    station.answer = listing([attentionItem(7)]);
    await sheetOf(page).getByRole('button', { name: 'Try again' }).click();
    await expect(sheetOf(page).getByRole('row')).toHaveCount(1);
    await expect(sheetOf(page)).not.toContainText('The list cannot be read.');
  },
);

test('scans are read and shown while the list is open', async ({ page, open }) => {
  const { station } = await open({ state: { sync: { ...sync, needs_attention: 1 } } });
  station.answer = listing([attentionItem(7)]);
  await page.keyboard.press('Alt+n');
  await expect(sheetOf(page).getByRole('row')).toHaveCount(1);
  station.outcome(outcome(12));
  await expect(verdictOf(page)).toContainText('№ 12');
});

test(
  "the list's key appears in the help, and its texts follow the language of the screen",
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { sync: { ...sync, needs_attention: 1 } } });
    station.answer = listing([attentionItem(7)]);
    await page.keyboard.press('F1');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByRole('button', { name: /Needs attention/ })).toHaveAttribute(
      'aria-keyshortcuts',
      'Alt+N',
    );
    await page.keyboard.press('Escape');
    for (const [locale, why] of inOtherLanguages({
      de: 'Der Server kennt für diese Station kein solches Ticket.',
      fr: 'Le serveur ne connaît pas ce billet pour ce poste.',
      es: 'El servidor no conoce esa entrada para este puesto.',
    })) {
      station.setState({ locale });
      await page.keyboard.press('Alt+n');
      await expect(page.getByRole('dialog')).toContainText(why);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  },
);
