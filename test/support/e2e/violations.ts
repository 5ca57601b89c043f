import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Once its source has run in the page. */
    readonly axe?: typeof axe;
  }
}

/**
 * What axe finds in a page, or in a part of it, against WCAG 2.2 A and AA and its own best practices, a line each. The size of targets
 * (2.5.8) is not among what axe asks by itself. Contrast is measured when nothing moves: half-faded words would be measured half-faded.
 */
export async function violations(page: Page, within = 'html'): Promise<readonly string[]> {
  expect(page.frames(), 'axe looks into the main frame alone').toHaveLength(1);
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  return page.evaluate(async (part) => {
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
