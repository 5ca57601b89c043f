import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { kinds, outcome } from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

/** Contrast is measured when nothing moves: half-faded words would be measured half-faded. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every outcome passes axe in the ${colorScheme} theme`, async ({ page, open }) => {
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
  });

  test(`every sheet and picker passes axe in the ${colorScheme} theme`, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme });
    const { station } = await open();
    station.outcome(outcome(1));
    for (const key of ['F1', 'F2', 'F6', 'Control+,']) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.keyboard.press('F3');
    await expect(page.getByRole('listbox')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test(`every screen before the door passes axe in the ${colorScheme} theme`, async ({
    page,
    open,
  }) => {
    await page.emulateMedia({ colorScheme });
    const { station } = await open({ state: { phase: { kind: 'unenrolled' } } });
    for (const phase of [
      { kind: 'unenrolled' },
      { kind: 'choosing_event' },
      { kind: 'starting' },
      { kind: 'failed', message: 'The journal could not be opened.' },
      { kind: 'importing', applied: 1, total: 3 },
    ] as const) {
      station.setState({ phase });
      await page.waitForFunction(() => document.title !== '');
      expect(await violations(page)).toEqual([]);
    }
  });
}

test('a dimmed verdict passes axe', async ({ page, open }) => {
  await page.clock.install();
  const { station } = await open();
  for (const change of [kinds.admitted, kinds.already, kinds.unknown]) {
    station.outcome(outcome(1, change));
    await page.clock.runFor(9_000);
    await expect(verdictOf(page)).toHaveAttribute('data-dimmed', 'true');
    expect(await violations(page)).toEqual([]);
  }
});

test('the verdict is read out once, as word, holder and sentence', async ({ page, open }) => {
  const { station } = await open();
  station.outcome(outcome(5, kinds.already));
  const verdict = verdictOf(page);
  await expect(verdict).toHaveAttribute('aria-atomic', 'true');
  await expect(verdict).toMatchAriaSnapshot(`
    - status "Verdict":
      - paragraph: Already in
      - paragraph: Amélie Dubois
      - paragraph: Already scanned at 19:04 at North Gate.
  `);
  await expect(page.getByRole('status')).toHaveCount(1);
});

test('the verdict is read out while a dialog is open', async ({ page, open }) => {
  const { station } = await open();
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog')).toBeVisible();
  station.outcome(outcome(5));
  await expect(verdictOf(page)).toContainText('Admit');
});

test('nothing moves for people who asked for less motion', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { station } = await open();
  station.outcome(outcome(1));
  await expect(verdictOf(page)).toContainText('Admit');
  const durations = await page.evaluate(() =>
    document.getAnimations().map((animation) => animation.effect?.getComputedTiming().duration),
  );
  expect(durations.filter((duration) => duration !== 0)).toEqual([]);
});

test('focus is always visible on what the keyboard reaches', async ({ page, open }) => {
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
