import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { SelfTestReport } from '../../shared/station/self-test.ts';
import { NO_SCANNERS, type LastRead } from '../../shared/station/scanners.ts';
import { SHORT_LAYOUT_CODE } from '../../shared/ticket-code/parse-ticket-code.ts';
import { evening, outcome, ticketNumber } from '../support/door-script.ts';
import { doorTest, verdictOf, type ScriptedDoor } from '../support/e2e/scripted-door.ts';
import { selfTestReport } from '../support/self-test-script.ts';
import { violations } from '../support/e2e/violations.ts';

interface Fixtures {
  readonly begin: (report?: Partial<SelfTestReport>) => Promise<ScriptedDoor>;
}

/** Opens the sheet with a station that reports these findings, and starts the self-test. */
const test = doorTest.extend<Fixtures>({
  begin: async ({ page, open }, provide) => {
    await provide(async (change) => {
      const door = await open();
      door.station.answer = ({ command }) =>
        command.kind === 'self_test'
          ? { ok: true, self_test: { ...selfTestReport, ...change } }
          : { ok: true };
      await page.keyboard.press('Alt+t');
      await page.getByRole('button', { name: 'Start the self-test' }).click();
      await expect(linesOf(page)).not.toHaveCount(0);
      return door;
    });
  },
});

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Self-test before doors' });
const linesOf = (page: Page) =>
  sheetOf(page).getByRole('list', { name: 'Self-test before doors' }).getByRole('listitem');
const line = (page: Page, name: string) =>
  linesOf(page).filter({ has: page.getByText(name, { exact: true }) });
const read = (change: Partial<LastRead>): LastRead => ({
  source: 'hid',
  at: evening(),
  kind: 'training',
  text: SHORT_LAYOUT_CODE,
  symbology: null,
  ...change,
});
const haveRead = ({ station }: ScriptedDoor, one: LastRead) =>
  station.setState({ scanners: { ...NO_SCANNERS, last: [one] } });

test('a station is ready when the code was read, the tones were heard and its checks passed', async ({
  page,
  begin,
}) => {
  const door = await begin();
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('Not finished yet');
  await expect(line(page, 'Ticket data')).toContainText('1,980 here and on the server.');
  await expect(line(page, 'Journal')).toContainText('to disk in 0.4 ms');
  haveRead(door, read({}));
  await expect(line(page, 'Scanner')).toContainText('The training code arrived.');
  await sheet.getByRole('button', { name: 'Play the tones' }).click();
  await sheet.getByRole('button', { name: 'Heard them' }).click();
  await expect(sheet).toContainText('Ready for doors');
  await expect(linesOf(page)).toHaveCount(8);
});

test('each problem is shown with its remedy', async ({ page, begin }) => {
  const door = await begin({
    clock: { offset_ms: -95_000, suspect: true, remembered: false },
    server: { kind: 'away' },
    tickets: { here: 1_975, server: null, fresh_at: evening(-40) },
    scans: { here: 400, server: 412, fresh_at: evening(-40) },
    journal: { kind: 'failed', cause: 'io_error', problem: 'disk I/O error' },
    free_bytes: 640_000_000,
  });
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('Not ready');
  await expect(line(page, 'Clock')).toContainText('2 min off');
  await expect(line(page, 'Server')).toContainText('Scanning works without it');
  await expect(line(page, 'Ticket data')).toContainText('the server was not asked');
  await expect(line(page, 'Scans of all doors')).toContainText('400 here, 412 on the server');
  await expect(line(page, 'Journal')).toContainText('Use another device. (disk I/O error)');
  await expect(line(page, 'Disk')).toContainText('Only 640 MB free');
  await sheet.getByRole('button', { name: 'Heard nothing' }).click();
  await expect(line(page, 'Sound')).toContainText('Turn up the volume');
  haveRead(door, read({ kind: 'unrecognised', text: 'gatehouse?training?wyz' }));
  await expect(line(page, 'Scanner')).toContainText('A different code arrived');
  await expect(line(page, 'Scanner').getByRole('img')).toHaveAccessibleName('Needs attention');
});

test(
  'a code that was read before the test or typed by hand does not pass the scanner test',
  { tag: '@long' },
  async ({ page, open, begin }) => {
    const door = await begin();
    haveRead(door, read({ source: 'typed' }));
    await expect(line(page, 'Scanner')).toContainText('Nothing read yet');
    haveRead(door, read({ at: evening(1) }));
    await expect(line(page, 'Scanner')).toContainText('arrived');
    await sheetOf(page).getByRole('button', { name: 'Test again' }).click();
    await expect(line(page, 'Scanner')).toContainText('Nothing read yet');
    expect(open).toBeDefined();
  },
);

test(
  'a keyboard scanner is tested too, and a guest’s ticket is a scan meanwhile',
  { tag: '@long' },
  async ({ page, begin }) => {
    const door = await begin();
    await door.scanner.scan(SHORT_LAYOUT_CODE);
    await expect(line(page, 'Scanner')).toContainText('The training code arrived.');
    await door.scanner.scan(ticketNumber(3));
    await expect.poll(() => door.scans()).toContain(ticketNumber(3));
    door.station.outcome(outcome(3));
    await expect(verdictOf(page)).toContainText('Admit');
    await expect(line(page, 'Scanner')).toContainText('The training code arrived.');
  },
);

test(
  'a station that does not answer is not ready, and no earlier result is used instead',
  { tag: '@long' },
  async ({ page, begin }) => {
    const { station } = await begin();
    station.answer = () => ({ ok: false, code: 'station.failed', message: 'no' });
    await sheetOf(page).getByRole('button', { name: 'Test again' }).click();
    await expect(line(page, 'Server')).toContainText('The station did not answer');
    await expect(line(page, 'Ticket data')).toHaveCount(0);
    await expect(sheetOf(page)).toContainText('Not ready');
  },
);

test(
  'the last result is shown with its age, even after a reload',
  { tag: '@long' },
  async ({ page, begin }) => {
    await begin();
    await sheetOf(page).getByRole('button', { name: 'Heard them' }).click();
    await page.reload();
    await page.keyboard.press('Alt+t');
    await expect(sheetOf(page)).toContainText(/Tested \d+\s\w+ ago/);
    await expect(line(page, 'Sound')).toContainText('The tones were heard');
    await expect(sheetOf(page).getByRole('button', { name: 'Heard them' })).toHaveCount(0);
  },
);

test(
  'the result is saved as text, and printed without the rest of the screen',
  { tag: '@long' },
  async ({ page, begin }) => {
    await begin();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'true');
    });
    const download = page.waitForEvent('download');
    await sheetOf(page).getByRole('button', { name: 'Save as text' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('gatehouse-self-test-winter-gala-2026-12-12.txt');
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('cli_north_gate · Gatehouse version 1.0.0');
    expect(text).toContain('[..] Scanner: Nothing read yet.');
    await sheetOf(page).getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'true');
    const paper = page.locator('[data-print="only"]');
    await expect(paper).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(paper).toBeVisible();
    await expect(paper).toContainText('Sat 12 Dec 19:42 · Winter Gala · North Gate');
    await expect(paper.getByRole('listitem', { includeHidden: true })).toHaveCount(8);
    await expect(page.locator('#root')).toBeHidden();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  const title = `the self-test passes axe in the ${colorScheme} theme`;
  test(title, { tag: '@long' }, async ({ page, begin }) => {
    await page.emulateMedia({ colorScheme });
    await begin({ server: { kind: 'away' }, free_bytes: 50_000_000 });
    expect(await violations(page)).toEqual([]);
  });
}
