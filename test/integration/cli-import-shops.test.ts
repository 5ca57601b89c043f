import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvent, eventDefaults } from '../../src-server/domain/events/events.ts';
import { createSession } from '../../src-server/domain/events/sessions.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../src-server/domain/events/ticket-types.ts';
import {
  openImportFixture,
  type ImportFixture,
  type Imported,
  type TicketNow,
} from '../support/import-fixture.ts';
import { shops, type Shop } from '../support/shop-files.ts';
import { instantFromMicros } from '../../shared/instant.ts';

// Each shop's file goes the way that an organiser's goes: tried, imported, and imported again on the next day, when something has changed there.
describe.each(shops)("$name's file", (shop) => {
  let fixture: ImportFixture;
  let event: string;
  beforeAll(async () => {
    fixture = await openImportFixture();
    event = await makeEvent(fixture, shop);
  });
  afterAll(() => fixture.close());

  const imports = (text: string, ...flags: readonly string[]) =>
    fixture.imports(shop.encode(text), '--event', event, ...(shop.flags ?? []), ...flags);
  const file = shop.decode(readFileSync(join(import.meta.dirname, '../fixtures/shops', shop.file)));
  const { first, next } = shop;
  const skipped = (first.skipped_because.void ?? 0) + (first.skipped_because.waits ?? 0);

  it('says what its columns are, and with --dry-run what the import then does', async () => {
    const tried = await imports(file, '--dry-run');
    expect(columnsOf(tried)).toEqual(shop.columns);
    expect(tried).toMatchObject({ ...first, skipped, cancelled: 0, differs: 0, unchanged: 0 });
    expect(await fixture.count('orders', 'tickets', 'contacts')).toEqual([0, 0, 0]);
    const done = await imports(file);
    expect({ ...done, import: null, dry_run: true }).toEqual(tried);
    const tickets = await fixture.ticketsNow();
    expect(tickets).toHaveLength(first.new_tickets);
    expect(tickets.every(({ status }) => status === 'valid')).toBe(true);
    const [orders] = await fixture.count('orders');
    expect(orders).toBe(first.new_orders + first.pending_orders);
    expectThere(tickets, shop.holders);
  });

  it('brings on the next day what has changed, and changes with --update what differs', async () => {
    const changed = shop.nextDay(file);
    const differs = Object.values(next.parts).reduce((sum, count) => sum + count, 0);
    const paid = next.paid ?? 0;
    const unchanged = first.lines - skipped - next.cancelled - differs - paid;
    const common = { new_tickets: 1 + paid, new_orders: 0, skipped, unchanged, parts: next.parts };
    const tried = await imports(changed, '--dry-run');
    expect(tried).toMatchObject({ ...common, cancelled: next.cancelled, differs, changed: 0 });
    const done = await imports(changed);
    expect({ ...done, import: null, dry_run: true }).toEqual(tried);
    const voided = (await fixture.ticketsNow()).filter(({ status }) => status !== 'valid');
    expect(voided.map(({ status }) => status)).toEqual(next.voided);
    const updated = await imports(changed, '--update');
    expect(updated).toMatchObject({ new_tickets: 0, changed: differs, differs: 0, cancelled: 0 });
    const tickets = await fixture.ticketsNow();
    expectThere(tickets, next.holders);
    const before = await fixture.count('orders', 'tickets', 'contacts', 'order_lines');
    const again = await imports(changed, '--update');
    expect(again).toMatchObject({ new_tickets: 0, changed: 0, differs: 0, cancelled: 0, skipped });
    expect(again.unchanged).toBe(first.lines + 1 - skipped);
    expect(await fixture.count('orders', 'tickets', 'contacts', 'order_lines')).toEqual(before);
  });
});

/** Of few tickets, so that a failure is short. */
function expectThere(tickets: readonly TicketNow[], holders: readonly Partial<TicketNow>[]): void {
  for (const holder of holders) {
    const near = tickets.filter((ticket) =>
      (['code', 'external_id', 'order'] as const).some(
        (name) => holder[name] !== undefined && holder[name] === ticket[name],
      ),
    );
    expect(near).toContainEqual(expect.objectContaining(holder));
  }
}

function columnsOf({ columns }: Imported): Readonly<Record<string, string>> {
  return Object.fromEntries(
    columns.flatMap(({ column, field }) => (field === null ? [] : [[column, field]])),
  );
}

async function makeEvent(fixture: ImportFixture, shop: Shop): Promise<string> {
  return fixture.write(async (tx) => {
    const { currency, timezone, types, sessions = [] } = shop.event;
    const { reference } = await createEvent(tx, fixture.organiser, {
      ...eventDefaults,
      name: shop.name,
      slug: 'shop',
      timezone,
      currency,
    });
    for (const name of types)
      await createTicketType(tx, reference, { ...ticketTypeDefaults, name, price: 0 });
    for (const [name, starts] of sessions) {
      const starts_at = instantFromMicros(Date.parse(starts) * 1_000);
      const ends_at = instantFromMicros(Date.parse(starts) * 1_000 + 7_200_000_000);
      await createSession(tx, reference, { name, starts_at, ends_at });
    }
    return reference;
  });
}
