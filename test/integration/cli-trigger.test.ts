import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookEventNames, type WebhookEventName } from '../../shared/resources/webhook-events.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import type { Database } from '../../src-server/database/database.ts';
import { seedDemo } from '../../src-server/demo/seed-demo.ts';
import { createEvent, eventDefaults } from '../../src-server/domain/events/events.ts';
import { createOrganiser } from '../../src-server/domain/access/organisers.ts';
import { createConsoleSubscription } from '../../src-server/webhooks/management/webhook-subscriptions.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import type { DemoCredentials } from '../../src-server/server.ts';
import { openOrganiserFixture } from '../support/organiser-fixture.ts';

// `gatehouse trigger` on one demo: what it makes happen adds up.

const Triggered = Compile(
  Type.Object({
    event: Type.String(),
    references: Type.Array(Type.String()),
    also: Type.Array(Type.String()),
    subscriptions: Type.Integer(),
  }),
);

let dataDir: string;
let database: Database;
let demo: DemoCredentials;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-trigger-'));
  database = await openDatabase({ dataDir });
  const seeded = await seedDemo(database, { dataDir, tickets: 60 });
  if (seeded === null) throw new Error('expected demo data');
  demo = seeded;
  await database.write((tx) =>
    createConsoleSubscription(tx, demo.organiser, {
      endpoint: { url: 'https://example.org/hooks' },
      events: webhookEventNames,
      event: null,
    }),
  );
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(data: string, ...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(['trigger', ...words], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: data },
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function trigger(...words: string[]) {
  const { code, out, err } = await run(dataDir, ...words, '--json');
  expect([code, err]).toEqual([0, '']);
  return Triggered.Parse(JSON.parse(out));
}

/** Payloads that wait to be delivered, by event name. */
async function payloads(name: WebhookEventName): Promise<readonly string[]> {
  const rows = await database.read((tx) =>
    tx.db.selectFrom('webhook_messages').select('body').where('name', '=', name).execute(),
  );
  return rows.map(({ body }) => body);
}

const tables = {
  ord: 'orders',
  tkt: 'tickets',
  scn: 'entry_scans',
  oln: 'order_lines',
  wle: 'waitlist_entries',
  ses: 'sessions',
} as const;

describe('gatehouse trigger', () => {
  it.each(webhookEventNames)('makes %s happen, to what is there', async (name) => {
    const { references, subscriptions } = await trigger(name);
    expect(subscriptions).toBe(1);
    const bodies = await payloads(name);
    expect(bodies.length).toBeGreaterThan(0);
    expect(references.some((reference) => bodies.at(-1)?.includes(reference))).toBe(true);
    for (const reference of references) {
      const [prefix = ''] = reference.split('_');
      const table = Object.entries(tables).find(([known]) => known === prefix)?.[1];
      if (table === undefined) continue;
      const row = await database.read((tx) =>
        tx.db.selectFrom(table).select('id').where('reference', '=', reference).executeTakeFirst(),
      );
      expect([reference, row]).toEqual([reference, { id: expect.any(Number) }]);
    }
  });

  it('says what else happened, in words too', async () => {
    expect((await trigger('order.refunded')).also).toEqual(
      expect.arrayContaining(['order.created', 'ticket.updated']),
    );
    const { out } = await run(dataDir, 'order.cancelled');
    expect(out).toMatch(/^order\.cancelled: ord_\w+\nWith it: .*order\.created/);
    expect(out).toContain('One subscription gets it from the server while it runs.');
  });

  it('happens to another event of the demo, with a date where it has dates', async () => {
    const jazz = demo.events.find(({ slug }) => slug === 'harbour-jazz-nights')?.reference ?? '';
    const { references } = await trigger('ticket.scanned', '--event', jazz);
    const [body] = (await payloads('ticket.scanned')).slice(-1);
    expect(body).toContain(jazz);
    expect(body).toContain(references[0]);
  });

  it('refuses what is no event of the webhooks, and names them', async () => {
    const { code, err } = await run(dataDir, 'order.creatd');
    expect(code).toBe(2);
    expect(err).toContain('Expected one of order.created, order.refunded');
  });

  it('changes no data but the demo’s', async () => {
    const fixture = await openOrganiserFixture();
    const { code, err } = await run(fixture.dataDir, 'order.created');
    await fixture.close();
    expect(code).toBe(1);
    expect(err).toContain('has no demo data');
    const other = await database.write(async (tx) => {
      const { reference } = await createOrganiser(tx, { name: 'B', plan: 'pro', email: null });
      const event = { ...eventDefaults, name: 'B', slug: 'b', timezone: 'UTC', currency: 'EUR' };
      return createEvent(tx, reference, event);
    });
    const refused = await run(dataDir, 'order.created', '--event', other.reference);
    expect([refused.code, refused.err]).toEqual([
      1,
      `The event ${other.reference} is not of the demo, and its data stays as it is.`,
    ]);
  });
});
