import { expect } from '@playwright/test';
import {
  attentionItem,
  attentionPage,
  evening,
  kinds,
  longNames,
  outcome,
  readyState,
} from '../support/door-script.ts';
import { findCuts } from '../support/e2e/find-cuts.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `every outcome passes axe in the ${colorScheme} theme`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      const { station } = await open({
        recent: Object.values(kinds).map((kind, n) => outcome(n + 50, kind)),
      });
      expect(await violations(page)).toEqual([]);
      let number = 100;
      for (const change of Object.values(kinds)) {
        station.outcome(outcome((number += 1), change));
        await expect(verdictOf(page)).toContainText(`№ ${number}`);
        expect(await violations(page)).toEqual([]);
      }
    },
  );

  test(
    `every sheet and picker passes axe in the ${colorScheme} theme`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      const { station } = await open();
      station.outcome(outcome(1));
      for (const key of ['F1', 'F2', 'F6', 'F7', 'Alt+s', 'Control+,']) {
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await page.keyboard.press('F3');
      await expect(page.getByRole('listbox')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    },
  );

  test(
    `the list of scans that need attention passes axe in the ${colorScheme} theme`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      const sync = { ...readyState().sync, needs_attention: 2 };
      const { station } = await open({ state: { sync } });
      let items = [attentionItem(1), attentionItem(2, { waiting: true })];
      station.answer = () => ({ ok: true, attention: attentionPage(items) });
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.keyboard.press('Alt+n');
        await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2);
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
      items = [];
      await page.keyboard.press('Alt+n');
      await expect(page.getByRole('dialog')).toContainText('Nothing needs attention');
      expect(await violations(page)).toEqual([]);
    },
  );

  test(
    `every diagnosis passes axe in the ${colorScheme} theme`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      const { sync } = readyState();
      const connection = { kind: 'offline', since: evening(), reason: 'unauthorized' } as const;
      const offline = { ...sync, connection };
      const { station } = await open({ state: { phase: { kind: 'unenrolled' }, sync: offline } });
      await page.getByText('No client yet?').click();
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await violations(page)).toEqual([]);
      }
      station.answer = () => ({ ok: false, code: 'connect.refused', message: 'No.' });
      await page.getByLabel('Client secret').fill('secret');
      await page.keyboard.press('Enter');
      await expect(page.getByText('does not accept this ID')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      station.setState({ phase: { kind: 'choosing_event' }, events: [], sync });
      await expect(page.getByText('Asking the server')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      station.setState({ access: { kind: 'no_event_granted' } });
      await expect(page.getByText('no published event')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      station.setState({ phase: { kind: 'ready' }, access: { kind: 'event_not_granted' } });
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.keyboard.press('F6');
        await expect(page.getByRole('dialog')).toContainText('is no longer open to this station');
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Change server' }).click();
        await expect(page.getByRole('dialog', { name: 'Change server' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
    },
  );

  test(
    `every screen before the door passes axe in the ${colorScheme} theme`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      const { station } = await open({ state: { phase: { kind: 'unenrolled' } } });
      for (const phase of [
        { kind: 'unenrolled' },
        {
          kind: 'revoked',
          revoked_at: evening(),
          unsent: 12,
          sealed_as: '/home/door/gatehouse/station/journal.sealed-1',
        },
        { kind: 'choosing_event' },
        { kind: 'starting', waiting_for: null },
        { kind: 'failed', message: 'The journal could not be opened.' },
        { kind: 'importing', applied: 1, total: 3 },
      ] as const) {
        station.setState({ phase });
        await page.waitForFunction(() => document.title !== '');
        expect(await violations(page)).toEqual([]);
      }
    },
  );
}

for (const [width, height] of [
  [390, 844],
  [640, 400],
  [320, 256],
] as const) {
  test(
    `verdicts, sheets and their keys pass axe at ${width} × ${height}`,
    { tag: '@long' },
    async ({ page, open }) => {
      await page.setViewportSize({ width, height });
      const { station } = await open({ recent: [outcome(1)] });
      expect(await violations(page)).toEqual([]);
      station.outcome(outcome(2, { ...kinds.entrance, ...longNames }));
      await expect(verdictOf(page)).toContainText('№ 2');
      expect(await violations(page)).toEqual([]);
      for (const key of ['F1', 'F2', 'F6', 'F7', 'Alt+s', 'Control+,']) {
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    },
  );
}

test(
  'the tooltip of a focused button passes axe, inside the landmark of its button',
  { tag: '@long' },
  async ({ page, open }) => {
    await open();
    await page.keyboard.press('Tab');
    for (const keys of ['F4', 'F3', 'Control+,', 'F6', 'F2', 'F1']) {
      await page.locator(`[aria-keyshortcuts="${keys}"]`).focus();
      const hint = page.getByRole('tooltip');
      await expect(hint).toBeVisible();
      await expect(page.locator('header, footer').filter({ has: hint })).toHaveCount(1);
      expect(await violations(page)).toEqual([]);
    }
  },
);

test('a button names its key to assistive technology', { tag: '@long' }, async ({ page, open }) => {
  await open();
  for (const [name, keys] of [
    ['Winter Gala Event', 'F4'],
    ['North Gate Entry point', 'F3'],
    ['Settings', 'Control+,'],
    ['Type a code', 'F2'],
    ['Keys', 'F1'],
  ] as const) {
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-keyshortcuts', keys);
  }
  await page.keyboard.press('F1');
  const rows = page.getByRole('dialog').getByRole('listitem').getByRole('button');
  await expect(rows.first()).toBeVisible();
  for (const row of await rows.all()) {
    await expect(row).toHaveAttribute('aria-keyshortcuts', /^(F\d+|(Alt|Control)\+[A-Z\d,])$/);
  }
});

test('a dimmed verdict passes axe', { tag: '@long' }, async ({ page, open }) => {
  await page.clock.install();
  const { station } = await open();
  for (const change of [kinds.admitted, kinds.already, kinds.unknown]) {
    station.outcome(outcome(1, change));
    await page.clock.runFor(9_000);
    await expect(verdictOf(page)).toHaveAttribute('data-dimmed', 'true');
    expect(await violations(page)).toEqual([]);
  }
});

test('screen readers announce a verdict once: word, key fact, holder and sentence', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.outcome(outcome(5, kinds.already));
  const verdict = verdictOf(page);
  await expect(verdict).toHaveAttribute('aria-atomic', 'true');
  await expect(verdict).toMatchAriaSnapshot(`
    - status "Verdict":
      - paragraph: Already in
      - paragraph: /Let in 19:04 · North Gate · 38.min ago/
      - paragraph: Amélie Dubois
      - paragraph: Do not let anyone else in on this ticket. If in doubt, call a supervisor.
  `);
  await expect(page.getByRole('status')).toHaveCount(1);
});

test(
  'screen readers announce a verdict while a dialog is open',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog')).toBeVisible();
    station.outcome(outcome(5));
    await expect(verdictOf(page)).toContainText('Admit');
  },
);

test('nothing is animated if reduced motion is preferred', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { station } = await open();
  station.outcome(outcome(1));
  await expect(verdictOf(page)).toContainText('Admit');
  const durations = await page.evaluate(() =>
    document.getAnimations().map((animation) => animation.effect?.getComputedTiming().duration),
  );
  expect(durations.filter((duration) => duration !== 0)).toEqual([]);
});

test('everything the keyboard reaches shows its focus', async ({ page, open }) => {
  await open({ recent: [outcome(1)] });
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) return 'nothing focused';
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
      return `${outlineStyle} ${outlineWidth}`;
    });
    expect(outline).toBe('solid 3px');
  }
});

/** WCAG 1.4.12: the spacing of lines, paragraphs, letters and words that must be supported. The lines of a verdict are not paragraphs. */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  [role='dialog'] p { margin-bottom: 2em !important; }
`;

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [390, 844],
] as const) {
  const title = `text that is spaced for reading is not cut at ${width} × ${height}`;
  test(title, { tag: '@long' }, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    const { station } = await open({ recent: [outcome(1)] });
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, SPACED);
    let number = 1;
    for (const kind of Object.values(kinds)) {
      station.outcome(outcome((number += 1), kind));
      await expect(verdictOf(page)).toContainText(`№ ${number}`);
      expect(await page.evaluate(findCuts), `№ ${number}`).toEqual([]);
    }
    for (const key of ['F1', 'F2', 'F6', 'F7', 'Alt+s', 'Control+,']) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await page.evaluate(findCuts), key).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
}
