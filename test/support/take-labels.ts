import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { LabelJob } from '../../shared/station/labels.ts';

const labels = [
  {
    name: 'Amélie Dubois',
    ticket_type: 'VIP',
    seat_label: 'Row C 14',
    code: 'tkt_01m84aeqmm93ar8jp6p99ehe5q',
  },
];

/** Takes labels as they are printed, with the edge of the paper. */
export async function takeLabels(
  browser: Browser,
  { images, origin }: { readonly images: string; readonly origin: string },
): Promise<void> {
  for (const size of ['62x29', '54x86'] as const) {
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    const job: LabelJob = { size, labels };
    await page.goto(`${origin}/label.html#${encodeURIComponent(JSON.stringify(job))}`);
    await page.evaluate(() => Reflect.get(window, 'drawn'));
    await page.emulateMedia({ media: 'print' });
    const label = page.locator('[data-shape]');
    await label.evaluate((paper: HTMLElement) => {
      paper.style.outline = '1px solid gray';
      paper.style.outlineOffset = '-1px';
    });
    await label.screenshot({ path: join(images, `label-${size}.png`) });
    await page.close();
  }
}
