import { NO_SCANNERS } from '../../shared/station/scanners.ts';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { locales } from '../../shared/languages.ts';
import { catalogue } from '../../src-renderer/station/i18n/languages.ts';
import { signWord } from '../../src-renderer/station/state/verdict/sign-word.ts';
import {
  attentionItem,
  attentionPage,
  evening,
  connectedPeers,
  kinds,
  longNames,
  otherEvent,
  outcome,
  readyState,
} from '../support/door-script.ts';
import { findCuts } from '../support/e2e/find-cuts.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

/** Windows, tablets and phones; 640 × 400 is 1280 × 800 at 200 %, 320 × 256 is 1280 × 1024 at 400 %. */
const sizes = [
  [1280, 800],
  [1024, 768],
  [853, 533],
  [844, 390],
  [640, 400],
  [540, 960],
  [390, 844],
  [320, 568],
  [320, 256],
] as const;

const people = {
  'a short name': {},
  'long names': longNames,
  'a name of 84 letters without a space': {
    ...longNames,
    holder: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 84),
  },
  'a name from right to left': {
    holder: 'محمد عبد الله بن عبد الرحمن الحسيني',
    seat_label: 'שורה 14',
  },
} as const;

/** Every sign of a verdict. */
const signs = [
  ...Object.values(kinds),
  otherEvent,
  { ...kinds.unreadable, note: 'partial' },
  { ...kinds.unreadable, note: 'ambiguous' },
  { ...kinds.unreadable, note: 'training' },
  { ...kinds.already, note: 'just_in' },
] as const;

for (const [who, person] of Object.entries(people)) {
  test(
    `no verdict is cut, at any size and in any language, with ${who}`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const { station } = await open();
      let number = 0;
      for (const kind of signs) {
        const named = 'holder' in kind ? {} : person;
        const told = outcome((number += 1), {
          ...kind,
          ...named,
          right_entry_points: rightOf(kind),
        });
        station.outcome(told);
        await expect(verdictOf(page)).toContainText(`№ ${number}`);
        for (const locale of locales) {
          station.setState({ locale });
          await expect(verdictOf(page)).toContainText(signWord(told, catalogue[locale]));
          for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            const where = `${told.reason ?? told.kind} in ${locale} at ${width} × ${height}`;
            expect(await page.evaluate(findCuts), where).toEqual([]);
          }
        }
      }
    },
  );
}

test('everything that a finger presses at the door is 44 px high and wide', async ({
  page,
  open,
}) => {
  const { station } = await open({ recent: [outcome(1)] });
  station.setState({ sync: { ...readyState().sync, needs_attention: 2 } });
  station.outcome(outcome(2, kinds.unknown));
  await expect(page.getByRole('button', { name: 'Look up' })).toBeVisible();
  const items = [attentionItem(1)];
  station.answer = () => ({ ok: true, attention: attentionPage(items) });
  const keys = [null, 'F1', 'F2', 'F6', 'F7', 'Alt+n', 'Alt+s', 'Alt+t', 'Alt+k', 'Control+,'];
  const found = new Set<string>();
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const key of keys) {
      if (key !== null) await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toHaveCount(key === null ? 0 : 1);
      for (const small of await page.evaluate(findSmallTargets)) {
        found.add(`${key ?? 'no sheet'} at ${width}: ${small}`);
      }
      if (key !== null) await page.keyboard.press('Escape');
    }
  }
  expect([...found]).toEqual([]);
});

test('what can be done about a verdict is whole on a phone and at the smallest size, in kiosk mode too', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const full = { ...kinds.admitted, kind: 'held', reason: null, note: 'full' } as const;
  const outcomes = [outcome(2, { ...full, ...longNames }), outcome(3, { ...full })];
  station.answer = ({ command }) =>
    command.kind === 'admit_order' ? { ok: true, outcomes } : { ok: true };
  station.setState({ locale: 'fr' });
  station.outcome(outcome(1));
  station.send({ kind: 'companions', scan: outcome(1).reference, others: 2 });
  await page.getByRole('button', { name: catalogue.fr.corrections.admitAll(3) }).click();
  const anyway = page.getByRole('button', { name: catalogue.fr.corrections.admitHeld });
  await expect(anyway).toHaveCount(2);
  for (const on of [false, true]) {
    station.setState({ kiosk: { on, wait_until: null } });
    await expect(page.getByRole('navigation')).toHaveCount(on ? 0 : 1);
    for (const [width, height] of [
      [390, 844],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      const where = `${width} × ${height}, ${on ? 'a kiosk' : 'no kiosk'}`;
      expect(await page.evaluate(findCuts), where).toEqual([]);
    }
  }
});

test('whoever checks a long name has the word and both answers in view, at the smallest size', async ({
  page,
  open,
}) => {
  const { station } = await open();
  await page.setViewportSize({ width: 320, height: 256 });
  let number = 0;
  for (const locale of locales) {
    station.setState({ locale });
    const { corrections, signal } = catalogue[locale];
    for (const person of Object.values(people)) {
      station.outcome(outcome((number += 1), { ...person, flags: ['vip', 'check_id'] }));
      await expect(verdictOf(page)).toContainText(`№ ${number}`);
      for (const shown of [
        page.getByText(signal.check_id, { exact: true }).first(),
        page.getByRole('button', { name: corrections.nameChecked }),
        page.getByRole('button', { name: corrections.notThisPerson }),
      ])
        await expect(shown).toBeInViewport({ ratio: 1 });
      const bottomOf = async (text: string) => {
        const box = await verdictOf(page).getByText(text, { exact: true }).first().boundingBox();
        return (box?.y ?? Infinity) + (box?.height ?? 0);
      };
      const answers = await page
        .getByRole('button', { name: corrections.nameChecked })
        .boundingBox();
      expect(await bottomOf(signal.check_id)).toBeLessThanOrEqual(answers?.y ?? 0);
      const where = `${locale}, ${'holder' in person ? person.holder : 'short'}`;
      // A name of many lines is scrolled between them.
      const cuts = (await page.evaluate(findCuts)).filter((one) => !one.startsWith('not in sight'));
      expect(cuts, where).toEqual([]);
    }
  }
});

/** What can be pressed and is smaller than a fingertip. A radio or a switch is as large as its label. Runs in the page. */
function findSmallTargets(): readonly string[] {
  const inSheet = document.querySelector('[role=dialog]');
  const pressed = 'button, a[href], select, [role=option], [role=row], input:not([type=range])';
  return [...(inSheet ?? document.body).querySelectorAll<HTMLElement>(pressed)]
    .map((one) => one.closest('label') ?? one)
    .filter((one) => one.closest('[aria-hidden=true]') === null)
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 1 && (width < 43.5 || height < 43.5);
    })
    .map((one) => `${one.tagName} ${one.textContent.trim() || one.getAttribute('aria-label')}`);
}

test(
  'no sheet or state of the status bar is cut, at any size and in any language',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { station } = await open({ recent: [outcome(1, longNames)] });
    const items = [attentionItem(1), attentionItem(2, { entry_point: longNames.holder })];
    station.answer = () => ({ ok: true, attention: attentionPage(items) });
    station.setState({
      sync: {
        ...readyState().sync,
        connection: { kind: 'offline', since: evening(-12), reason: 'rate_limited' },
        queued: 1_234,
        needs_attention: 12,
      },
      clock: { ...readyState().clock, offset_ms: 90_000, suspect: true },
      peers: connectedPeers,
    });
    for (const locale of locales) {
      station.setState({ locale });
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      for (const key of [null, 'F1', 'F2', 'F6', 'F7', 'Alt+n', 'Alt+s', 'Control+,']) {
        if (key !== null) await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toHaveCount(key === null ? 0 : 1);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const where = `${key ?? 'no sheet'} in ${locale} at ${width} × ${height}`;
          await expect.poll(() => page.evaluate(findCuts), where).toEqual([]);
        }
        if (key !== null) await page.keyboard.press('Escape');
      }
    }
  },
);

test(
  'the status bar has room for every source of scans, including a missing one',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    const ready = { status: 'ready', problem: null } as const;
    const usb = { status: 'no_permission', problem: null, beeps: false, name: 'Zebra' } as const;
    for (const scanners of [
      { ...NO_SCANNERS, usb: { ...ready, devices: [] }, serial: { ...ready, ports: [] } },
      { ...NO_SCANNERS, usb: { ...usb, devices: [usb] } },
    ]) {
      station.setState({ scanners });
      for (const locale of locales) {
        station.setState({ locale });
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.locator('footer').getByText(/USB/)).toHaveCount(1);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const where = `${scanners.usb.status} in ${locale} at ${width} × ${height}`;
          expect(await page.evaluate(findCuts), where).toEqual([]);
        }
      }
    }
  },
);

for (const [width, height, tag] of [
  [390, 844, []],
  [430, 932, ['@long']],
  [600, 960, ['@long']],
  [768, 1024, ['@long']],
  [860, 1180, ['@long']],
] as const) {
  const title = `the status bar shows why the station is offline and what reads scans at ${width} × ${height}`;
  test(title, { tag: [...tag] }, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    const { station } = await open({ recent: [outcome(1)] });
    const connection = { kind: 'offline', since: evening(-12), reason: 'not_the_server' } as const;
    station.setState({ sync: { ...readyState().sync, connection, queued: 1_234 } });
    const bar = page.locator('footer');
    for (const locale of locales) {
      station.setState({ locale });
      const { offline, source } = catalogue[locale].status;
      for (const text of [offline.not_the_server, source.keyboard]) {
        await expect(bar.getByText(text)).toBeInViewport({ ratio: 1 });
      }
      expect(await page.evaluate(findCuts), locale).toEqual([]);
    }
  });
}

test(
  'a narrow status bar has two rows: the state, then the sources of scans and the actions',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    const bar = page.locator('footer');
    let number = 0;
    for (const source of ['keyboard', 'hid', 'serial', 'camera', 'typed'] as const) {
      station.outcome(outcome((number += 1), { source }));
      for (const locale of locales) {
        station.setState({ locale });
        const { status, actions } = catalogue[locale];
        const text = source === 'typed' ? status.scannerReady : status.source[source];
        await expect(bar.getByText(text)).toHaveCount(1);
        for (const width of [375, 390, 430]) {
          await page.setViewportSize({ width, height: 844 });
          const boxes = [
            await bar.getByText(text).boundingBox(),
            await bar.getByRole('button', { name: actions.typeCode }).boundingBox(),
            await bar.getByRole('button', { name: actions.help }).boundingBox(),
          ];
          const middles = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0) / 2);
          const where = `${text} at ${width}`;
          expect(Math.max(...middles) - Math.min(...middles), where).toBeLessThan(4);
        }
      }
    }
  },
);

test(
  'on a low screen the status bar shows the sources of scans as icons with names for screen readers',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ recent: [outcome(1, { source: 'hid' })] });
    const connection = { kind: 'offline', since: evening(-12), reason: 'not_the_server' } as const;
    station.setState({ sync: { ...readyState().sync, connection, queued: 1_234 } });
    const bar = page.locator('footer');
    const source = bar.getByText('USB scanner').locator('..');
    await expect(source).toHaveCount(1);
    for (const [width, height] of [
      [640, 400],
      [844, 390],
      [320, 568],
      [320, 256],
      [1024, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(source.locator('svg')).toBeInViewport({ ratio: 1 });
      await expect(bar).toMatchAriaSnapshot('- contentinfo: /USB scanner/');
      expect(await page.evaluate(findCuts), `${width} × ${height}`).toEqual([]);
    }
  },
);

for (const [width, tag] of [
  [320, ['@long']],
  [360, ['@long']],
  [390, []],
  [430, ['@long']],
  [540, ['@long']],
] as const) {
  const title = `no line of a verdict begins with a separator dot, and no single fact is broken across lines at ${width}`;
  test(title, { tag: [...tag] }, async ({ page, open }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    const { station } = await open();
    const seat = { ticket_type: 'Early-Bird Weekend', seat_label: 'Balcony Left, Row AA' };
    station.outcome(outcome(1, { ...kinds.already, ...seat }));
    const facts = verdictOf(page).locator('p', { hasText: 'Balcony' });
    const key = verdictOf(page).locator('[data-key-fact] bdi');
    for (const locale of locales) {
      station.setState({ locale });
      const ago = catalogue[locale].verdict.ago('38 min');
      await expect(key).toContainText(ago);
      const lines = await key.evaluate(linesOf);
      expect(
        lines.filter((line) => line.startsWith('·')),
        locale,
      ).toEqual([]);
      expect(
        lines.filter((line) => line.includes(ago)),
        locale,
      ).toHaveLength(1);
      // Until the other language is laid out: the facts may move between measuring and drawing.
      await expect(async () => {
        const box = await facts.boundingBox();
        if (box === null) throw new Error('expected the facts');
        expect(box.height, locale).toBeGreaterThan(width < 500 ? 30 : 0);
        // The space beside the facts must be as empty as the space beside the line above them.
        const beside = { x: box.x - 13, width: 12, height: 20 };
        const above = await page.screenshot({ clip: { ...beside, y: box.y - 24 } });
        const here = await page.screenshot({ clip: { ...beside, y: box.y + box.height - 21 } });
        expect(here.equals(above), locale).toBe(true);
      }).toPass();
    }
  });
}

for (const [width, height, tag] of [
  [1280, 800, ['@long']],
  [1024, 768, []],
] as const) {
  const title = `a sheet covers nothing of the verdict at ${width} × ${height}`;
  test(title, { tag: [...tag] }, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    const { station } = await open();
    station.outcome(outcome(1, kinds.already));
    await expect(verdictOf(page)).toContainText('№ 1');
    const before = await verdictOf(page).boundingBox();
    await page.keyboard.press('F1');
    const sheet = page.getByRole('dialog').locator('..');
    await expect(sheet).toBeVisible();
    await finishMotion(page);
    expect(await verdictOf(page).boundingBox()).toEqual(before);
    expect((await sheet.boundingBox())?.x).toBe((before?.x ?? 0) + (before?.width ?? 0));
  });
}

test('where the verdict fills the screen, the column can be scrolled into view, and a new verdict scrolls back', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  const { station } = await open({ recent: [outcome(1)] });
  const counters = page.getByRole('region', { name: 'Admissions' });
  await expect(counters).not.toBeInViewport();
  await counters.scrollIntoViewIfNeeded();
  await expect(counters).toBeInViewport();
  station.outcome(outcome(2, kinds.already));
  await expect(verdictOf(page).getByText('Already in')).toBeInViewport({ ratio: 1 });
  await expect(counters).not.toBeInViewport();
});

function rightOf(kind: object): readonly string[] {
  return 'right_entry_points' in kind ? ['South Gate', 'West Gate (Stadionallee)'] : [];
}

/** The lines of an element's text as they are wrapped. Runs in the page. */
function linesOf(element: Element): readonly string[] {
  const lines = new Map<number, string>();
  const text = element.firstChild;
  if (text === null) return [];
  for (const [at, character] of (text.textContent ?? '').split('').entries()) {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const { top } = range.getBoundingClientRect();
    lines.set(top, `${lines.get(top) ?? ''}${character}`);
  }
  return [...lines.values()].map((line) => line.replaceAll('\u00a0', ' ').trim());
}

async function finishMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
}

test(
  'the form that changes the server is as wide as its sheet',
  { tag: '@long' },
  async ({ page, open }) => {
    await open();
    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: 'Change server' }).click();
    const sheet = page.getByRole('dialog', { name: 'Change server' });
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(findCuts), `${width} × ${height}`).toEqual([]);
      const edge = (await sheet.boundingBox()) ?? { x: 0, width: 0 };
      for (const part of [...(await sheet.getByRole('textbox').all()), sheet.getByRole('button')]) {
        const box = (await part.last().boundingBox()) ?? { x: 0, width: 0 };
        expect(box.x + box.width, `${width} × ${height}`).toBeLessThanOrEqual(edge.x + edge.width);
      }
    }
  },
);

test(
  'each place on a phone and each key in the help fits on one line',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    for (const locale of locales) {
      station.setState({ locale });
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await page.setViewportSize({ width: 390, height: 844 });
      for (const place of ['door', 'boxOffice', 'activity', 'tonight'] as const) {
        const word = page.getByRole('navigation').getByText(catalogue[locale].actions[place]);
        expect(await word.evaluate(countLines), `${place} in ${locale}`).toBe(1);
      }
      for (const width of [1280, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        await page.keyboard.press('F1');
        await expect(page.getByRole('dialog')).toBeVisible();
        for (const key of await page.getByRole('dialog').locator('kbd').all()) {
          expect(await key.evaluate(countLines), `${await key.textContent()} at ${width}`).toBe(1);
        }
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    }
  },
);

test(
  'a kiosk on a phone names its event and its entrance',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open({ state: { kiosk: { on: true, wait_until: null } } });
    const bar = page.locator('header');
    for (const name of ['Winter Gala', 'North Gate']) {
      const isWhole = await bar
        .getByText(name)
        .evaluate((element) => element.scrollWidth <= element.clientWidth);
      expect(isWhole, name).toBe(true);
    }
  },
);

/** Runs in the page. */
function countLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
}
