import { expect, test, type Page } from '@playwright/test';
import { createServer, type GatehouseServer } from '../../src-server/server.ts';
import { testConfig } from '../support/test-config.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { violations } from '../support/e2e/violations.ts';

let folder: TemporaryFolder;
let server: GatehouseServer;

test.beforeAll(async () => {
  folder = await temporaryFolder('docs');
  server = await createServer(testConfig(folder.path));
});
test.afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** Opens a page and collects its errors and the violations of its content security policy. */
async function open(page: Page, path = '/docs'): Promise<readonly string[]> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${server.authUrl}${path}`);
  return problems;
}

const phone = { width: 390, height: 844 };

// Colours depend on the scheme and layout on the width, so two of the four combinations cover a page.
for (const { colorScheme, viewport } of [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: phone },
] as const) {
  test.describe(`in ${colorScheme}, ${viewport.width} px wide`, () => {
    test.use({ colorScheme, viewport });

    for (const path of ['/docs', '/docs/scans', '/docs/reasons', '/docs/sync', '/docs/webhooks']) {
      test(
        `${path} is accessible, begins with its title and is never wider than the screen`,
        { tag: path === '/docs/scans' ? [] : '@long' },
        async ({ page }) => {
          const problems = await open(page, path);
          expect(await violations(page)).toEqual([]);
          const { overflow, top } = await page.evaluate(() => ({
            overflow: document.documentElement.scrollWidth - innerWidth,
            top: document.querySelector('h1')?.getBoundingClientRect().top ?? Infinity,
          }));
          expect(overflow).toBe(0);
          expect(top).toBeLessThan(120);
          expect(problems).toEqual([]);
        },
      );
    }
  });
}

test('no page is as long as ten thousand pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page);
  const links = page.getByRole('navigation', { name: 'Contents' }).locator('a:not([href*="#"])');
  const addresses = await links.evaluateAll((all) =>
    all.flatMap((link) => (link instanceof HTMLAnchorElement ? [link.href] : [])),
  );
  for (const address of addresses.filter((one) => !one.endsWith('.json'))) {
    await page.goto(address);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, address).toBeLessThan(10_000);
  }
});

test('an anchor of the former single page leads to the page that has it now', async ({ page }) => {
  for (const [anchor, now] of [
    ['error-rate.limited', /\/docs\/errors#error-rate\.limited$/],
    ['checkIn', /\/docs\/scans#checkIn$/],
    ['idempotency', /\/docs\/conventions#idempotency$/],
    ['schema-Ticket.seat_label', /\/docs\/\w+#schema-Ticket\.seat_label$/],
    ['schema-Ticket.gone', /\/docs\/\w+#schema-Ticket$/],
  ] as const) {
    await page.goto('about:blank');
    await open(page, `/docs#${anchor}`);
    await expect(page).toHaveURL(now);
  }
});

test('search finds what is written, in statuses, headers, prose and guides', async ({ page }) => {
  await open(page, '/docs/tickets');
  const found = page.getByRole('search').getByRole('link');
  for (const [words, title] of [
    ['429', 'Rate limit'],
    ['signature', 'Verify the signature'],
    ['pagination', 'Lists'],
    ['idempotent', 'Idempotency'],
    ['retry-after', 'Rate limit'],
    ['tombstone', 'What a tombstone holds'],
    ['c++', null],
  ] as const) {
    await page.getByRole('searchbox').fill(words);
    if (title === null) {
      await expect(page.getByRole('search').getByRole('status')).toHaveText('Nothing found');
    } else await expect(found.filter({ hasText: title }).first()).toBeVisible();
  }
});

test('search finds operations, fields and error codes, by keyboard alone', async ({ page }) => {
  const problems = await open(page);
  const found = page.getByRole('search').getByRole('link');
  const look = async (words: string) => {
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill(words);
  };
  await look('check in a ticket');
  await expect(found.first()).toContainText('operation');
  await look('seat_label');
  await expect(found.first()).toContainText(/field of \w+/);
  await look('key_reused');
  await page.keyboard.press('ArrowDown');
  await expect(found.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#error-idempotency\.key_reused$/);
  await expect(page.locator('[id="error-idempotency.key_reused"]')).toBeInViewport();
  await expect(found).toHaveCount(0);
  await look('nothing of this kind');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Nothing found');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('search').getByRole('status')).toBeHidden();
  expect(problems).toEqual([]);
});

test(
  'samples are shown in the chosen language, which is remembered, and are copied with one press',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, '/docs/scans');
    const sample = page.getByRole('region', { name: 'Check in a ticket' });
    await expect(sample.getByText('curl "$BASE_URL/integration/scans"')).toBeVisible();
    await sample.getByRole('button', { name: 'Python' }).click();
    await expect(sample.getByText('curl "$BASE_URL/integration/scans"')).toBeHidden();
    await page.goto(`${server.authUrl}/docs/sync`);
    await expect(page.getByText('import requests')).toBeVisible();
    await page.goBack();
    const shown = sample.locator('.sample[data-language="python"]');
    await shown.hover();
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect(shown.getByRole('button')).toHaveText('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await shown.locator('code').innerText());
  },
);

test(
  'the table of contents marks the section that is being read',
  { tag: '@long' },
  async ({ page }) => {
    // The browser drops a jump that is made while it still scrolls smoothly to another.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/docs/errors');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await expect(contents.locator('[aria-current="page"]')).toHaveText('Errors');
    await contents.getByRole('link', { name: 'rate.limited' }).click();
    await expect(contents.locator('[aria-current="true"]')).toHaveText('rate.limited');
    await page.goto(`${page.url().split('#')[0]}#error-contacts.erased`);
    await expect(contents.locator('[aria-current="true"]')).toHaveText('contacts.erased');
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(contents.locator('[aria-current="page"]')).toHaveText('Reasons of a verdict');
  },
);

test(
  'the first Tab stop is a link that skips the table of contents',
  { tag: '@long' },
  async ({ page }) => {
    await open(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('the table of contents is folded, opens over the page and closes when a section is chosen', async ({
    page,
  }) => {
    await open(page, '/docs/conventions');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await expect(contents).toBeHidden();
    await page.getByRole('button', { name: 'Contents' }).click();
    await expect(contents).toBeVisible();
    await contents.getByRole('link', { name: 'Idempotency', exact: true }).click();
    await expect(contents).toBeHidden();
    await expect(page.locator('#idempotency')).toBeInViewport();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read', { tag: '@long' }, async ({ page }) => {
    await page.goto(`${server.authUrl}/docs/scans`);
    const operation = page.getByRole('region', { name: 'Check in a ticket' });
    await expect(operation.getByText('curl "$BASE_URL/integration/scans"')).toBeVisible();
    await expect(operation.getByText('const response = await fetch(')).toBeVisible();
    await expect(page.getByRole('search')).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible();
  });
});
