import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { addMicros, MICROS_PER_HOUR } from '../../shared/instant.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { createLocation } from '../../src-server/domain/events/locations.ts';
import { updateEvent } from '../../src-server/domain/events/events.ts';
import { createSession } from '../../src-server/domain/events/sessions.ts';
import { cancelTicket } from '../../src-server/domain/tickets/change-ticket.ts';
import { reissueTicket } from '../../src-server/domain/tickets/reissue-ticket.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../support/organiser-fixture.ts';

// `gatehouse export tickets --format html`: tickets to print.

let fixture: OrganiserFixture;
beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
});
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

async function exportTickets(...flags: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const words = ['export', 'tickets', '--event', fixture.event.reference, ...flags];
  const code = await runCommandLine(words, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: fixture.dataDir },
    stopRequested: () => Promise.resolve(),
  });
  return { code, err, out: out.join('\n') };
}

async function print(...flags: string[]) {
  const { code, err, out } = await exportTickets('--format', 'html', ...flags);
  const blocks = out.match(/<section class="ticket">.*?<\/section>/gs) ?? [];
  return { code, err, page: out, blocks };
}

/** What stands in a block, without its markup. */
const wordsOf = (block = '') =>
  block
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Reads the picture as a scanner does: from its pixels. */
async function scan(block = ''): Promise<string | undefined> {
  const [svg = ''] = /<svg.*?<\/svg>/s.exec(block) ?? [];
  const picture = svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="400"');
  const png = await sharp(Buffer.from(picture)).png().toBuffer();
  const [read] = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] });
  return read?.text;
}

describe('gatehouse export tickets --format html', () => {
  it('prints each valid ticket with a code that a scanner reads as the signed one', async () => {
    const type = await fixture.addTicketType();
    const { tickets } = await fixture.addOrder(type.reference, { quantity: 3 });
    const [cancelled, ...valid] = tickets.map(({ reference }) => reference);
    await fixture.write((tx) => cancelTicket(tx, cancelled ?? ''));
    const { code, err, blocks } = await print();
    expect([code, err]).toEqual([0, []]);
    const { out } = await exportTickets('--json', '--status', 'valid');
    for (const [place, block] of blocks.entries()) {
      expect(wordsOf(block)).toContain(valid[place]);
      const read = await scan(block);
      expect(read).toMatch(/^eyJ/);
      expect(out.split('\n')[place]).toContain(`"code":"${read}"`);
    }
    expect(blocks).toHaveLength(2);
  });

  it('says event, date in its zone, session, holder, seat and entrance', async () => {
    const event = fixture.event.reference;
    const starts_at = addMicros(fixture.now(), MICROS_PER_HOUR);
    await fixture.write((tx) => updateEvent(tx, event, { timezone: 'Asia/Tokyo', starts_at }));
    const gate = await fixture.write((tx) => createLocation(tx, { event, name: 'North Gate' }));
    const times = { starts_at, ends_at: addMicros(starts_at, MICROS_PER_HOUR) };
    const matinee = await fixture.write((tx) =>
      createSession(tx, event, { name: 'Matinée', ...times }),
    );
    const type = await fixture.addTicketType({ name: 'Stalls', entry_points: [gate.reference] });
    const contact = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Bennett' };
    await fixture.addOrder(type.reference, { contact, session: matinee.reference });
    const { blocks } = await print();
    const words = wordsOf(blocks[0]);
    for (const said of [
      fixture.event.name,
      'Sunday 13 December 2026 at 05:00',
      'Session Matinée',
      'Holder Ada Bennett',
      'Ticket Stalls',
      'Entrance North Gate',
    ]) {
      expect(words.replaceAll(',', '')).toContain(said);
    }
    expect(words).not.toContain('ada@example.org');
  });

  it('says the numbers of the shop where the ticket was sold', async () => {
    await fixture.addTicketType({ name: 'Stalls' });
    const file = join(fixture.dataDir, 'shop.csv');
    writeFileSync(file, 'Order,Ticket no,Ticket type,Barcode\n#1001,T-4711,Stalls,5012345678900\n');
    await runCommandLine(['import', file, '--event', fixture.event.reference], {
      out: () => undefined,
      err: (line) => expect(line).toBe(''),
      flushed: () => Promise.resolve(),
      environment: { GATEHOUSE_DATA: fixture.dataDir },
      stopRequested: () => Promise.resolve(),
    });
    const { blocks } = await print();
    expect(wordsOf(blocks[0])).toContain('Order #1001 Number T-4711');
    const plain = await print('--codes', 'reference');
    expect(await scan(plain.blocks[0])).toBe('5012345678900');
  });

  it('shows whatever names hold as text, runs nothing and loads nothing', async () => {
    const type = await fixture.addTicketType({ name: '</dd><style>*{display:none}</style>' });
    const contact = {
      email: 'x@example.org',
      first_name: '<script>alert(1)</script>',
      last_name: 'ليلى"onload="x',
    };
    await fixture.addOrder(type.reference, { contact });
    const { page, blocks } = await print();
    expect(blocks).toHaveLength(1);
    expect(page).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt; ليلى&quot;onload=');
    expect(page.match(/<style/g)).toHaveLength(1);
    expect(page).not.toMatch(/<(?:script|link|img|iframe|object)|\b(?:src|href)=|url\(|@import/);
    const [, policy = ''] = /Content-Security-Policy"\s+content="([^"]*)"/.exec(page) ?? [];
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  });

  it('prints those of one type, by name or reference, or of one order', async () => {
    const [standing, vip] = [
      await fixture.addTicketType({ name: 'Standing' }),
      await fixture.addTicketType({ name: 'VIP' }),
    ];
    await fixture.addOrder(standing.reference, { quantity: 2 });
    const { order, tickets } = await fixture.addOrder(vip.reference);
    for (const flags of [
      ['--ticket-type', 'vip'],
      ['--ticket-type', vip.reference],
      ['--order', order.reference],
    ]) {
      const { blocks } = await print(...flags);
      expect(blocks.map(wordsOf)).toEqual([expect.stringContaining(tickets[0]?.reference ?? '–')]);
    }
    const { code, err } = await print('--ticket-type', 'Gold');
    expect([code, err]).toEqual([
      1,
      ['There is no ticket type Gold in winter-gala; it has Standing, VIP.'],
    ]);
    expect((await print('--order', 'ord_01m84aeqmmccyt1gsg997wsw35')).code).toBe(1);
  });

  it('says that there is nothing to print', async () => {
    const { code, page } = await print();
    expect(code).toBe(0);
    expect(wordsOf(page)).toContain('There is no ticket to print.');
  });

  it('refuses to print what admits nobody, and --json with it', async () => {
    expect(await print('--status', 'refunded')).toMatchObject({
      code: 2,
      err: ['Expected valid tickets to print: one that is refunded admits nobody.'],
    });
    expect(await print('--json')).toMatchObject({
      code: 2,
      err: ['Expected --json or --format html, not both.'],
    });
  });

  it('with plain codes leaves out a ticket that only a signed one admits, and says so', async () => {
    const type = await fixture.addTicketType();
    const { tickets } = await fixture.addOrder(type.reference, { quantity: 2 });
    const [plain, reissued] = tickets.map(({ reference }) => reference);
    await fixture.write((tx) => reissueTicket(tx, reissued ?? ''));
    const { code, err, blocks } = await print('--codes', 'reference');
    expect(await Promise.all(blocks.map(scan))).toEqual([plain]);
    expect(code).toBe(1);
    expect(err).toEqual([
      `Only a signed code still admits ${reissued}, because of a new code: not printed. Leave out --codes reference.`,
    ]);
  });
});
