import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds against WCAG 2.2 A and AA and its own best practices, a line each. The size of targets (2.5.8) is not among what axe asks
 * by itself. Contrast is measured when nothing moves: half-faded words would be measured half-faded.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  const { violations: found } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
