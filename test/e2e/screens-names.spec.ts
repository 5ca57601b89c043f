import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { outcome } from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

const names = [
  ['Zoë Łukasz Đặng Αλέξης Шевченко', ['Inter Variable']],
  ['محمد عبد الله', ['Noto Sans Arabic Variable']],
  ['נועה לוי', ['Noto Sans Hebrew Variable']],
  ['अमिता श्रीवास्तव', ['Noto Sans Devanagari Variable']],
  ['ณัฐวุฒิ ศรีสุข', ['Noto Sans Thai Variable']],
  ['김민준 최서연', ['Noto Sans KR Variable']],
  ['髙橋 さくら ワタナベ', ['Noto Sans JP Variable']],
  ['欧阳 陈丽娟 劉德華', ['Noto Sans JP Variable', 'Noto Sans SC Variable']],
] as const;

test(
  "names in eight scripts are drawn with the bundled typefaces and none of the system's",
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    let number = 0;
    for (const [holder, families] of names) {
      station.outcome(outcome((number += 1), { holder }));
      await expect(verdictOf(page)).toContainText(`№ ${number}`);
      await expect(async () => {
        const used = await fontsOf(page, '[role=status] [data-length]');
        expect(used.filter(({ isCustomFont }) => !isCustomFont)).toEqual([]);
        expect(used.map(({ familyName }) => familyName)).toEqual(
          expect.arrayContaining(
            families.map((family) => expect.stringContaining(family.replace(' Variable', ''))),
          ),
        );
      }).toPass();
    }
  },
);

test(
  'a right-to-left name keeps its direction among left-to-right facts',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    station.outcome(outcome(1, { holder: 'محمد (VIP) عبد الله', seat_label: 'שורה 14' }));
    const name = verdictOf(page).getByText('محمد');
    await expect(name).toHaveCSS('direction', 'rtl');
    await expect(verdictOf(page).getByText('VIP', { exact: true })).toHaveCSS('direction', 'ltr');
    const seat = await verdictOf(page).getByText('שורה 14').boundingBox();
    const type = await verdictOf(page).getByText('VIP', { exact: true }).boundingBox();
    expect(seat?.x).toBeGreaterThan(type?.x ?? Number.POSITIVE_INFINITY);
  },
);

test.describe('in a browser that has loaded none', () => {
  test.use({ ownPage: true });

  test('a typeface for another script is loaded only when a name needs it', async ({
    page,
    open,
  }) => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') loaded.push(request.url());
    });
    const { station } = await open();
    station.outcome(outcome(1));
    await expect(verdictOf(page)).toContainText('№ 1');
    await page.evaluate(() => document.fonts.ready.then(() => true));
    expect(loaded.filter((url) => url.includes('noto-sans'))).toEqual([]);
    station.outcome(outcome(2, { holder: 'נועה לוי' }));
    await expect.poll(() => loaded.filter((url) => url.includes('noto-sans')).length).toBe(1);
  });
});

/** The fonts that the browser reports for an element's text. */
async function fontsOf(page: Page, selector: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts;
}
