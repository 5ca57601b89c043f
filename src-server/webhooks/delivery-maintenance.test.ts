import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DELIVERY_LOG_DAYS } from '../../shared/contract/retention.ts';
import { MICROS_PER_DAY, MICROS_PER_MINUTE } from '../../shared/instant.ts';
import {
  answered,
  openDeliveryFixture,
  type DeliveryFixture,
} from '../../test/support/webhooks/delivery-fixture.ts';
import { deleteSubscriptionRow, findSubscription } from './store/subscriptions.ts';
import { WebhookMaintenance } from './delivery-maintenance.ts';
import type { Mail } from '../mail/mail.ts';

let fixture: DeliveryFixture;
let mails: Mail[];
let isMailAccepted: boolean;
let opened: WebhookMaintenance[];

beforeEach(async () => {
  fixture = await openDeliveryFixture();
  mails = [];
  isMailAccepted = true;
  opened = [];
});
afterEach(async () => {
  for (const maintenance of opened) await maintenance.close();
  await fixture.close();
});

function openMaintenance(): WebhookMaintenance {
  const maintenance = new WebhookMaintenance({
    database: fixture.database,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock: fixture.clock,
    mailer: {
      send: async (mail) => {
        mails.push(mail);
        if (!isMailAccepted) throw new Error('mailbox unavailable');
      },
      close: async () => undefined,
    },
  });
  opened.push(maintenance);
  return maintenance;
}

async function deliverAll(status: number): Promise<void> {
  const loop = fixture.deliveryLoop({ deliver: async () => answered(status), schedule: [] });
  loop.wake();
  await loop.settled();
}

function count(
  table: 'webhook_messages' | 'webhook_deliveries' | 'webhook_attempts',
): Promise<number> {
  return fixture.database.read(
    async (tx) => (await tx.db.selectFrom(table).selectAll().execute()).length,
  );
}

describe('the delivery log', () => {
  it('is kept for its retention and then pruned, except for pending deliveries', async () => {
    await fixture.subscribe('https://live.example/');
    await fixture.happen(1_200);
    await deliverAll(200);
    await fixture.happen(3);
    await fixture.advance(DELIVERY_LOG_DAYS * MICROS_PER_DAY);
    const maintenance = openMaintenance();
    await maintenance.run();
    expect(await count('webhook_attempts')).toBe(1_200);
    await fixture.advance(1 + MICROS_PER_DAY);
    await maintenance.run();
    expect(await count('webhook_attempts')).toBe(0);
    expect(await count('webhook_deliveries')).toBe(3);
    expect(await count('webhook_messages')).toBe(3);
  });

  it('is deleted with its deleted subscription', async () => {
    const hook = await fixture.subscribe('https://live.example/');
    await fixture.happen(2);
    await fixture.write(async (tx) => {
      const row = await findSubscription(tx, hook.reference);
      await deleteSubscriptionRow(tx, row?.id ?? 0);
    });
    const rows = () =>
      fixture.database.read((tx) =>
        tx.db.selectFrom('webhook_subscriptions').select('secret').execute(),
      );
    const maintenance = openMaintenance();
    await maintenance.run();
    expect(await rows()).toEqual([{ secret: '' }]);
    await fixture.advance((DELIVERY_LOG_DAYS + 1) * MICROS_PER_DAY);
    await maintenance.run();
    expect(await rows()).toEqual([]);
  });
});

async function deactivate(): Promise<void> {
  await fixture.write((tx) =>
    tx.db.updateTable('organisers').set({ email: 'desk@nordlys.example' }).execute(),
  );
  await fixture.subscribe('https://dead.example/path?token=secret');
  await fixture.happen();
  await deliverAll(500);
}

describe('the email about a deactivated subscription', () => {
  it('is sent once, says why and what to do, and omits the path of the URL', async () => {
    await deactivate();
    const maintenance = openMaintenance();
    await maintenance.run();
    await fixture.advance(MICROS_PER_DAY);
    await maintenance.run();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: 'desk@nordlys.example',
      subject: expect.stringContaining('https://dead.example'),
      text: expect.stringContaining('status 500'),
    });
    expect(JSON.stringify(mails)).not.toContain('secret');
  });

  it('is retried at growing intervals until it is accepted', async () => {
    await deactivate();
    isMailAccepted = false;
    const maintenance = openMaintenance();
    await maintenance.run();
    await maintenance.run();
    expect(mails).toHaveLength(1);
    await fixture.advance(MICROS_PER_MINUTE);
    await maintenance.run();
    await fixture.advance(MICROS_PER_MINUTE);
    await maintenance.run();
    expect(mails).toHaveLength(2);
    isMailAccepted = true;
    await fixture.advance(MICROS_PER_MINUTE);
    await maintenance.run();
    await fixture.advance(MICROS_PER_DAY);
    await maintenance.run();
    expect(mails).toHaveLength(3);
  });

  it('is not written for an organiser without an address', async () => {
    await fixture.subscribe('https://dead.example/');
    await fixture.happen();
    await deliverAll(500);
    await openMaintenance().run();
    expect(mails).toEqual([]);
  });
});

describe('deliveries', () => {
  it('of a deleted subscription are marked cancelled, except for one with an attempt in progress', async () => {
    const hook = await fixture.subscribe('https://slow.example/');
    await fixture.happen(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: claimed, resolve: nowClaimed } = Promise.withResolvers<void>();
    const loop = fixture.deliveryLoop({
      deliver: async () => {
        nowClaimed();
        await promise;
        return answered(500);
      },
    });
    loop.wake();
    await claimed;
    await fixture.write(async (tx) => {
      const row = await findSubscription(tx, hook.reference);
      await deleteSubscriptionRow(tx, row?.id ?? 0);
    });
    const statuses = () =>
      fixture.database.read(async (tx) => {
        const deliveries = tx.db.selectFrom('webhook_deliveries').select('status').orderBy('id');
        return (await deliveries.execute()).map(({ status }) => status);
      });
    const maintenance = openMaintenance();
    await maintenance.run();
    expect(await statuses()).toEqual(['pending', 'cancelled']);
    resolve();
    await loop.settled();
    await maintenance.run();
    expect(await statuses()).toEqual(['cancelled', 'cancelled']);
  });
});

it('one process at a time does the maintenance, and another takes over when it ends', async () => {
  const first = openMaintenance();
  await first.run();
  await deactivate();
  const second = openMaintenance();
  await second.run();
  expect(mails).toEqual([]);
  await first.close();
  await second.run();
  expect(mails).toHaveLength(1);
});
