import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Defined once its source has run in the page. */
    readonly axe?: typeof axe;
  }
}

/**
 * Returns axe's violations of WCAG 2.2 A and AA and of its best practices in a page or a part of it, one per line. Axe does not check target size
 * (2.5.8) by default, so it is enabled. Finishes animations first, because half-faded words would fail the contrast check, and waits for two frames:
 * the page measures in the first what it becomes after a change of size, and has drawn it by the second.
 */
export async function violations(page: Page, within = 'html'): Promise<readonly string[]> {
  expect(page.frames(), 'axe looks into the main frame alone').toHaveLength(1);
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  return page.evaluate(async (part) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations()) animation.finish();
    const found = await window.axe?.run(part, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    if (found === undefined) throw new Error('axe is not in the page');
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  }, within);
}
