import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { ActivityFilter } from '../../shared/station/commands.ts';
import type { ActivityPage } from '../../shared/station/journal-pages.ts';
import { activityItem, anEvening, runActivity } from '../support/activity-script.ts';
import type { ActivityScript } from '../support/activity-script.ts';
import { outcome, readyState, ticketNumber } from '../support/door-script.ts';
import type { ScriptedPage } from '../support/scripted-page.ts';
import { doorTest, roundTrip, verdictOf } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';
import type { ScriptedDoor } from '../support/e2e/scripted-door.ts';

interface Fixtures {
  readonly enter: (
    script?: Partial<ActivityScript>,
  ) => Promise<ScriptedDoor & { readonly script: ActivityScript }>;
}

/** Opens the page at its Activity place. */
const test = doorTest.extend<Fixtures>({
  enter: async ({ page, open }, provide) => {
    await provide(async (change) => {
      const door = await open();
      const script = runActivity(door.station, change);
      await page.keyboard.press('Control+3');
      await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
      return { ...door, script };
    });
  },
});

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Activity' }).locator('tbody tr');
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openConflicts = async (page: Page) => page.getByRole('tab', { name: 'Conflicts' }).click();
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ });
const cardsOf = (page: Page) => page.getByRole('article');

test('every row says what happened, to which guest, where, and whether it was uploaded', async ({
  page,
  enter,
}) => {
  await enter();
  await expect(rowsOf(page)).toHaveCount(7);
  const row = (place: number) => rowsOf(page).nth(place);
  await expect(row(0)).toContainText(
    /7.*Admit.*Amélie Dubois.*VIP · Row C 14.*North Gate.*Waiting/,
  );
  await expect(row(1)).toContainText(/\+2.*Théo Dubois.*Drink voucher.*Box office.*Sent/);
  await expect(row(2)).toContainText(/Already in.*Ola Dubinski.*Refused/);
  await expect(row(4)).toContainText(/Unknown.*Only here/);
});

test(
  'a name that is far too long is cut instead of failing the list',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter();
    const field = page.getByRole('searchbox');
    await field.fill('x'.repeat(5_000));
    await expect(field).toHaveValue('x'.repeat(200));
    await expect(page.getByText('No matches')).toBeVisible();
  },
);

test('filters are added, removed and combined, and matches of the search are marked', async ({
  page,
  enter,
}) => {
  await enter();
  await chip(page, 'Turned away').click();
  await expect(rowsOf(page)).toHaveCount(2);
  await chip(page, 'Refused').click();
  await expect(rowsOf(page)).toHaveCount(1);
  await chip(page, 'Turned away').click();
  await chip(page, 'Refused').click();
  await expect(rowsOf(page)).toHaveCount(7);
  await page.getByRole('searchbox', { name: 'Find a name' }).fill('theo');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowsOf(page).locator('mark')).toHaveText(['Théo', 'Théo']);
  await page.getByRole('searchbox', { name: 'Find a name' }).fill('nobody');
  await expect(page.getByText('No matches')).toBeVisible();
});

test(
  'while the search is used, the focus ring is on its field and not around the whole place',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter();
    await page.getByRole('searchbox', { name: 'Find a name' }).fill('theo');
    const ringed = await page.evaluate(() =>
      Array.from(document.querySelectorAll('main, main *'))
        .filter((element) => getComputedStyle(element).outlineStyle === 'solid')
        .map(({ tagName }) => tagName),
    );
    expect(ringed).toEqual(['INPUT']);
  },
);

test(
  'older rows are loaded a hundred at a time, even if each answer holds only a few',
  { tag: '@long' },
  async ({ page, enter }) => {
    const rows = Array.from({ length: 250 }, (_, index) => activityItem(250 - index));
    await enter({ rows, page: 30 });
    await expect(rowsOf(page)).toHaveCount(100);
    await chip(page, 'Show older').click();
    await expect(rowsOf(page)).toHaveCount(200);
    await chip(page, 'Show older').click();
    await expect(rowsOf(page)).toHaveCount(250);
    await expect(chip(page, 'Show older')).toHaveCount(0);
  },
);

test('the exported file holds all rows that match the filter, not only those on the screen', async ({
  page,
  enter,
}) => {
  const rows = Array.from({ length: 250 }, (_, index) =>
    activityItem(250 - index, index % 2 === 0 ? {} : { kind: 'denied', reason: null }),
  );
  await enter({ rows });
  await chip(page, 'Admitted').click();
  await expect(rowsOf(page)).toHaveCount(100);
  const download = page.waitForEvent('download');
  await chip(page, 'Export CSV').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^gatehouse-activity-.*\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(1 + 125);
  expect(lines[1]).toContain('"250"');
  await expect(page.getByText('.csv')).toBeVisible();
});

test('a scan adds a row and shows its verdict above, and types nothing into the search', async ({
  page,
  enter,
}) => {
  const { station, script } = await enter({ rows: [] });
  await expect(page.getByText('Nothing has happened yet')).toBeVisible();
  script.rows = [activityItem(8, { upload: 'waiting' })];
  station.outcome(outcome(8, { ticket: ticketNumber(8) }));
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(verdictOf(page)).toContainText('Admit');
});

test('a journal that cannot be read is reported, and the rows read before stay', async ({
  page,
  enter,
}) => {
  const { station, script } = await enter();
  await expect(rowsOf(page)).toHaveCount(7);
  const { answer } = station;
  station.answer = () => ({ ok: false, code: 'station.failed', message: 'disk I/O error' });
  await chip(page, 'Admitted').click();
  await expect(alertOf(page)).toContainText('The journal cannot be read');
  await expect(rowsOf(page)).not.toHaveCount(0);
  station.answer = answer;
  await chip(page, 'Try again').click();
  await expect(page.getByText('The journal cannot be read')).toHaveCount(0);
  await expect(rowsOf(page)).toHaveCount(
    script.rows.filter(({ kind }) => kind === 'admitted').length,
  );
});

/** Leaves reads of the journal unanswered; returns the filters that were read and a function that answers the newest. */
function holdReads(station: ScriptedPage) {
  const held: { readonly id: string; readonly filter: ActivityFilter }[] = [];
  const { answer } = station;
  station.answer = (request) => {
    if (request.command.kind !== 'read_activity') return answer(request);
    held.push({ id: request.id, filter: request.command.filter });
    return null;
  };
  return {
    reads: () => held.map(({ filter }) => filter),
    reply: (activity: ActivityPage) =>
      station.send({ kind: 'reply', id: held.at(-1)?.id ?? '', result: { ok: true, activity } }),
  };
}

test(
  'a filter that was changed is read no further, and the new one next',
  { tag: '@long' },
  async ({ page, enter }) => {
    await page.clock.install();
    const { station } = await enter();
    await expect(rowsOf(page)).toHaveCount(7);
    const { reads, reply } = holdReads(station);
    await page.getByRole('searchbox').fill('nobody');
    await expect.poll(() => reads().length).toBe(1);
    await chip(page, 'Turned away').click();
    await page.clock.runFor(1_000);
    await roundTrip(page);
    expect(reads()).toEqual([{ words: 'nobody' }]);
    reply({ items: [], next: 50_000 });
    await expect.poll(reads).toEqual([{ words: 'nobody' }, { words: 'nobody', result: 'denied' }]);
    await page.keyboard.press('Control+1');
    await expect(page.getByRole('heading', { name: 'Activity' })).toHaveCount(0);
    reply({ items: [], next: 50_000 });
    await page.clock.runFor(1_000);
    await roundTrip(page);
    expect(reads()).toHaveLength(2);
  },
);

test(
  'no read begins while the text changes every 30 ms, as with a held key',
  { tag: '@long' },
  async ({ page, enter }) => {
    await page.clock.install();
    const { station } = await enter();
    await expect(rowsOf(page)).toHaveCount(7);
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const { reads } = holdReads(station);
    const field = page.getByRole('searchbox');
    for (let length = 1; length <= 10; length += 1) {
      await field.fill('a'.repeat(length));
      await page.clock.runFor(30);
    }
    await roundTrip(page);
    expect(reads()).toEqual([]);
    await page.clock.runFor(60);
    await expect.poll(reads).toEqual([{ words: 'a'.repeat(10) }]);
  },
);

test(
  'a filter that was removed is not answered with an empty journal',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { station } = await enter();
    const field = page.getByRole('searchbox');
    await field.fill('nobody');
    await expect(page.getByText('No matches')).toBeVisible();
    const { reads } = holdReads(station);
    await field.fill('');
    await expect.poll(reads).toHaveLength(1);
    await expect(page.getByText('No matches')).toBeVisible();
    await expect(page.getByText('Nothing has happened yet')).toHaveCount(0);
  },
);

test(
  'while the station is away the list says so, and goes on when it is back',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { station } = await enter();
    await expect(rowsOf(page)).toHaveCount(7);
    station.goAway();
    const away = page.getByRole('main').getByText('Connecting to the station');
    await expect(away).toBeVisible();
    await chip(page, 'Turned away').click();
    station.comeBack();
    await expect(away).toHaveCount(0);
    await expect(rowsOf(page)).toHaveCount(2);
  },
);

test('the scans of a conflict are shown side by side, and it is resolved with a note', async ({
  page,
  enter,
}) => {
  const { station } = await enter();
  await openConflicts(page);
  await expect(cardsOf(page)).toHaveCount(3);
  const twice = page.getByRole('article', { name: 'Admitted twice' });
  await expect(twice).toContainText('North Gate 1');
  await expect(twice).toContainText('South Gate 1');
  await expect(twice).toContainText('cannot be trusted');
  const denied = page.getByRole('article', { name: 'Turned away although the ticket was valid' });
  await expect(denied).toContainText('The server would have said: Admit');
  await expect(twice.getByRole('button', { name: 'Resolve' })).toBeDisabled();
  await twice.getByLabel('What did you find out?').fill('  Twins, both paid.  ');
  await twice.getByRole('button', { name: 'Resolve' }).click();
  await expect(cardsOf(page)).toHaveCount(2);
  expect(station.requests.at(-2)?.command).toMatchObject({ note: 'Twins, both paid.' });
  await chip(page, 'Resolved').click();
  await expect(cardsOf(page)).toHaveCount(1);
  await expect(cardsOf(page)).toContainText('Twins, both paid.');
  await expect(cardsOf(page)).toContainText('North Gate 1');
});

test(
  'the screen says why conflicts cannot be loaded or resolved, and offers to try again',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { script } = await enter({ refuse: 'conflicts.unreachable' });
    await openConflicts(page);
    await expect(alertOf(page)).toContainText('The server cannot be reached');
    script.refuse = null;
    await chip(page, 'Try again').click();
    await expect(cardsOf(page)).toHaveCount(3);
    script.refuse = 'conflicts.unknown';
    const card = cardsOf(page).first();
    await card.getByLabel('What did you find out?').fill('x');
    await card.getByRole('button', { name: 'Resolve' }).click();
    await expect(card.getByRole('alert')).toContainText('It is gone');
    await expect(card.getByLabel('What did you find out?')).toHaveValue('x');
  },
);

test('a note that is being typed outlives a server that is away, further pages too', async ({
  page,
  enter,
}) => {
  await page.clock.install();
  const { script, station } = await enter({ conflictsPage: 2 });
  await openConflicts(page);
  await expect(cardsOf(page)).toHaveCount(2);
  await chip(page, 'Show more').click();
  await expect(cardsOf(page)).toHaveCount(3);
  const note = cardsOf(page).last().getByLabel('What did you find out?');
  await note.fill('Twins');
  script.refuse = 'conflicts.unreachable';
  await page.clock.runFor(30_000);
  await expect(alertOf(page)).toContainText('The server cannot be reached');
  await expect(note).toHaveValue('Twins');
  script.refuse = null;
  await page.clock.runFor(30_000);
  await expect(alertOf(page)).toHaveCount(0);
  await expect(note).toHaveValue('Twins');
  const [, other] = readyState().events;
  script.conflicts = [];
  station.setState({ event: other ?? null });
  await expect(page.getByText('No open conflicts')).toBeVisible();
});

test(
  'without conflicts, the screen says what would be listed',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter({ conflicts: [] });
    await openConflicts(page);
    await expect(page.getByText('No open conflicts')).toBeVisible();
  },
);

for (const theme of ['light', 'dark'] as const) {
  test(
    `the activity is accessible and fits, narrow and wide (${theme})`,
    { tag: '@long' },
    async ({ page, enter }) => {
      await page.emulateMedia({ colorScheme: theme });
      await enter({ ...anEvening() });
      for (const [width, height] of [
        [1280, 800],
        [1024, 768],
        [390, 844],
        [320, 256],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const tab of ['This station', 'Conflicts']) {
          await page.getByRole('tab', { name: tab }).click();
          await expect(page.getByText('Dubois').first()).toBeVisible();
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow).toBeLessThanOrEqual(0);
          expect(await violations(page)).toEqual([]);
        }
      }
    },
  );
}
