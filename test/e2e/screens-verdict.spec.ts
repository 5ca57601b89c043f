import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { kinds, outcome, ticketNumber } from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

const words = [
  ['Admit', kinds.admitted],
  ['Already in', kinds.already],
  ['Wrong entrance', kinds.entrance],
  ['Not now', kinds.session],
  ['Not now', kinds.validity],
  ['Date cancelled', kinds.cancelledDate],
  ['Not valid', kinds.cancelled],
  ['Not valid', kinds.refunded],
  ['Unknown', kinds.unknown],
  ['Not a ticket', kinds.unreadable],
  ['Not recorded', kinds.unrecorded],
] as const;

test('each outcome has its word, its sentence and its key', async ({ page, open }) => {
  const { station } = await open();
  let number = 1;
  for (const [word, change] of words) {
    const told = outcome((number += 1), change);
    station.outcome(told);
    const verdict = verdictOf(page);
    await expect(verdict).toHaveAttribute('data-reason', told.reason ?? told.kind);
    await expect(verdict).toContainText(`№ ${number}`);
    await expect(verdict).toContainText(word);
    await expect(verdict).toContainText(told.message);
    if (told.ticket === null) await expect(verdict).not.toHaveAttribute('data-ticket');
    else await expect(verdict).toHaveAttribute('data-ticket', told.ticket);
  }
});

test('no two outcomes share a shape', async ({ page, open }) => {
  const { station } = await open();
  const shapes = new Map<string, string>();
  let number = 1;
  for (const change of Object.values(kinds)) {
    station.outcome(outcome((number += 1), change));
    const verdict = verdictOf(page);
    await expect(verdict).toContainText(`№ ${number}`);
    const word = await verdict.locator('p').first().innerText();
    shapes.set(word, await verdict.locator('svg').first().innerHTML());
  }
  expect(new Set(shapes.values()).size).toBe(shapes.size);
});

test('a denial names what settles the talk: the first entry, the right entrances, the window', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const verdict = verdictOf(page);
  station.outcome(outcome(1, kinds.already));
  await expect(verdict).toContainText('19:04 · North Gate · 38');
  station.outcome(outcome(2, kinds.entrance));
  await expect(verdict).toContainText('South Gate, West Gate');
  station.outcome(outcome(3, kinds.session));
  await expect(verdict).toContainText('Sat 12 Dec from 20:30');
  station.outcome(outcome(4, kinds.validity));
  await expect(verdict).toContainText('Fri 11 Dec until 23:00');
});

test('two admissions in a row are two verdicts, and a code read again is not a third', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const verdict = verdictOf(page);
  station.outcome(outcome(7));
  await expect(verdict).toContainText('№ 7');
  station.outcome(outcome(8));
  await expect(verdict).toContainText('№ 8');
  await expect(verdict).not.toContainText('Read again');
  station.outcome(outcome(8, { repeated: true, reference: 'scn_again' }));
  await expect(verdict).toContainText('Read again');
  await expect(verdict).toContainText('№ 8');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('verdicts that come at once are shown in order, the waiting ones in sight', async ({
  page,
  open,
}) => {
  const { station } = await open();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const region = document.querySelector('[role=status]');
    if (region === null) throw new Error('expected the verdict');
    new MutationObserver(() => {
      const number = /№ (\d+)/.exec(region.textContent)?.[1];
      if (number !== undefined && number !== seen.at(-1)) seen.push(number);
    }).observe(region, { childList: true, subtree: true });
  });
  station.outcome(outcome(1, kinds.already));
  for (const number of [2, 3, 4, 5]) station.outcome(outcome(number));
  await expect(page.getByText('more to show')).toBeVisible();
  await expect(verdictOf(page)).toContainText('№ 5');
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual(['1', '2', '3', '4', '5']);
});

test('a verdict dims after eight seconds and stays legible', async ({ page, open }) => {
  await page.clock.install();
  const { station } = await open();
  station.outcome(outcome(1));
  const verdict = verdictOf(page);
  await expect(verdict).toHaveAttribute('data-dimmed', 'false');
  await page.clock.runFor(8_100);
  await expect(verdict).toHaveAttribute('data-dimmed', 'true');
  await expect(verdict).toContainText('Amélie Dubois');
});

test('a scan that the station refuses is shown in amber, with its reason in words', async ({
  page,
  open,
}) => {
  const { station, scanner } = await open();
  station.answer = () => ({ ok: false, code: 'station.failed', message: 'The disk is full.' });
  await scanner.scan(ticketNumber(1));
  await expect(verdictOf(page)).toHaveAttribute('data-reason', 'not_recorded');
  await expect(verdictOf(page)).toContainText('The disk is full.');
});

test('while an answer is overdue the verdict before is not taken for it', async ({
  page,
  open,
}) => {
  const { station, scanner } = await open();
  station.outcome(outcome(1));
  await expect(verdictOf(page)).toContainText('Admit');
  station.answer = () => null;
  await scanner.scan(ticketNumber(2));
  await expect(verdictOf(page)).toContainText('Checking…');
  await expect(verdictOf(page)).not.toHaveAttribute('data-reason');
  station.outcome(outcome(2, kinds.already));
  await expect(verdictOf(page)).toContainText('Already in');
});

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [540, 960],
] as const) {
  test(`nothing overflows at ${width} × ${height}, whatever the names are`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width, height });
    const { station } = await open();
    const long = {
      holder: 'Maximiliana-Friederike von und zu Hohenstaufen-Wittelsbach de la Peña y Ochoa',
      ticket_type: 'Early-Bird Weekend Camping Pass incl. Meet & Greet, Backstage Tour and Dinner',
      seat_label: 'Balcony Left, Row AA, Seat 114',
      right_entry_points: ['South Gate', 'West Gate (Stadionallee)', 'Accessible Entrance East'],
    };
    const people = [
      long,
      { holder: 'محمد عبد الله الحسيني' },
      { holder: '山田 太郎' },
      { holder: null },
    ];
    let number = 0;
    for (const person of people) {
      for (const kind of [kinds.admitted, kinds.entrance]) {
        station.outcome(outcome((number += 1), { ...kind, ...person }));
        await expect(verdictOf(page)).toContainText(`№ ${number}`);
        await finishMotion(page);
        expect(await page.evaluate(findOverflow)).toEqual([]);
      }
    }
  });
}

async function finishMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
}

/** Elements that stick out of the verdict, or a page that scrolls. Runs in the page. */
function findOverflow(): readonly string[] {
  const region = document.querySelector('[role=status]');
  if (region === null) return ['no verdict'];
  const outer = region.getBoundingClientRect();
  const root = document.documentElement;
  const scrolls = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight;
  const sticking = Array.from(region.querySelectorAll('p, span, div')).filter((element) => {
    const box = element.getBoundingClientRect();
    return box.right > outer.right + 1 || box.bottom > outer.bottom + 1;
  });
  return [...(scrolls ? ['the page scrolls'] : []), ...sticking.map(({ className }) => className)];
}
