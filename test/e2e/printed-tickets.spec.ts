import { expect, test } from '@playwright/test';
import { instantFromMicros } from '../../shared/instant.ts';
import { beginSheet, endSheet, ticketBlock } from '../../src-server/cli/print/ticket-sheet.ts';
import { qrSymbol } from '../../src-server/mail/qr-image.ts';

// The page of `gatehouse export tickets --format html` in a browser and on paper.

const event = {
  name: 'Winter Gala',
  starts_at: instantFromMicros(1_797_102_000_000_000),
  timezone: 'Europe/Berlin',
  organiser: 'Lumen Hall',
  entryPoints: new Map([['loc_1', 'North Gate']]),
};

function ticket(last_name: string) {
  const contact = { reference: 'con_1', email: null, first_name: 'ليلى', last_name };
  return {
    reference: 'tkt_01m84aeqmm93ar8jp6p99ehe5q',
    status: 'valid' as const,
    ticket_type: { reference: 'tt_1', name: 'Stalls' },
    contact,
    order: null,
    session: {
      reference: 'ses_1',
      name: 'Opening night',
      starts_at: '2026-12-12T19:00:00.000000Z',
    },
    seat_label: 'C 14',
    created_at: '2026-11-01T10:00:00.000000Z',
    updated_at: '2026-11-01T10:00:00.000000Z',
    deleted_at: null,
    revision: 1,
    code: 'x',
    external_id: null,
    valid_from: '2026-12-12T19:00:00.000000Z',
    valid_until: '2026-12-12T23:00:00.000000Z',
    entry_points: ['loc_1'],
  };
}

async function sheetOf(lastNames: readonly string[]): Promise<string> {
  const qr = await qrSymbol(`eyJ${'aB3_x9-Qz'.repeat(34)}`);
  const blocks = lastNames.map((name) => ticketBlock(event, ticket(name), qr));
  return [beginSheet(event), ...blocks, endSheet(blocks.length)].join('\n');
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;

test('three tickets fit on an A4 or Letter page, without violating the content security policy', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.route('http://tickets.test/', async (route) =>
    route.fulfill({ contentType: 'text/html', body: await sheetOf(Array(7).fill('الحسيني')) }),
  );
  await page.goto('http://tickets.test/');
  expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(3);
  expect(pagesOf(await page.pdf({ format: 'Letter' }))).toBe(3);
  expect(complaints).toEqual([]);
});

test(
  'a very long name makes its ticket taller, stays inside it and splits no other ticket across pages',
  { tag: '@long' },
  async ({ page }) => {
    const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(12);
    await page.setContent(await sheetOf(['Bennett', long, 'Bennett']));
    await page.emulateMedia({ media: 'print' });
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('.ticket, .facts, .stub')].filter(
        (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1,
      ),
    );
    expect(wide).toEqual([]);
    for (const block of await page.locator('.ticket').all()) {
      await expect(block).toHaveCSS('break-inside', 'avoid');
    }
  },
);

test('the tickets fit the screen of a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.setContent(await sheetOf(['الحسيني']));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await expect(page.getByRole('img', { name: 'The code of this ticket' })).toBeInViewport();
});
