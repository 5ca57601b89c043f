import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answered,
  openDeliveryFixture,
  type DeliveryFixture,
} from '../../test/support/webhooks/delivery-fixture.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { redeliver } from './management/webhook-deliveries.ts';
import { eraseContact, saveContact } from '../domain/contacts/contacts.ts';
import type { AttemptResult } from './attempt.ts';
import { writeFenced } from './deletion-fence.ts';
import { deleteSubscriptionRow, findSubscription } from './store/subscriptions.ts';

const FENCE_MS = 150;

let fixture: DeliveryFixture;

beforeEach(async () => {
  fixture = await openDeliveryFixture();
});
afterEach(() => fixture.close());

/** Claims everything that is due, and ends the attempts when the test says so. */
async function claimAll() {
  const { promise, resolve } = Promise.withResolvers<AttemptResult>();
  const { promise: claimed, resolve: nowClaimed } = Promise.withResolvers<void>();
  const loop = fixture.deliveryLoop({
    deliver: () => {
      nowClaimed();
      return promise;
    },
  });
  loop.wake();
  await claimed;
  return async () => {
    resolve(answered(200));
    await loop.settled();
  };
}

/** How long the write took. */
async function measure(callback: (tx: WriteTransaction) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await writeFenced(fixture.database, callback);
  return performance.now() - started;
}

function deletion(hook: { readonly reference: string }) {
  return async (tx: WriteTransaction) => {
    const row = await findSubscription(tx, hook.reference);
    await deleteSubscriptionRow(tx, row?.id ?? 0);
  };
}

it('a deletion is answered only when a previously claimed attempt has written its request', async () => {
  const hook = await fixture.subscribe('https://live.example/');
  await fixture.happen();
  const end = await claimAll();
  expect(await measure(deletion(hook))).toBeGreaterThanOrEqual(FENCE_MS - 1);
  await end();
});

it('a deletion waits for a redelivery as well', async () => {
  const hook = await fixture.subscribe('https://live.example/');
  await fixture.happen();
  await (
    await claimAll()
  )();
  const [delivery] = await fixture.log(hook);
  await fixture.write((tx) => redeliver(tx, delivery?.reference ?? ''));
  const end = await claimAll();
  expect(await measure(deletion(hook))).toBeGreaterThanOrEqual(FENCE_MS - 1);
  await end();
});

it('an erasure waits for a claimed delivery of a waiting list, which is then recorded as cancelled', async () => {
  const hook = await fixture.subscribe('https://live.example/', { events: ['waitlist.joined'] });
  const { contact } = await fixture.write((tx) =>
    saveContact(tx, fixture.organiserId, { email: 'ada@example.org' }),
  );
  await fixture.write(async (tx) => {
    tx.emit({
      name: 'waitlist.joined',
      organiser_id: fixture.organiserId,
      event_id: null,
      data: {
        waitlist_entry: tx.newReference('waitlistEntry'),
        status: 'waiting',
        email: 'ada@example.org',
        quantity: 1,
        event: null,
        sellable: null,
        order: null,
      },
    });
  });
  const end = await claimAll();
  const took = await measure((tx) => eraseContact(tx, contact.reference));
  expect(took).toBeGreaterThanOrEqual(FENCE_MS - 1);
  expect(await fixture.log(hook)).toMatchObject([{ status: 'cancelled' }]);
  await end();
});

it('a write does not wait if nothing is claimed, or if it ends no delivery', async () => {
  const hook = await fixture.subscribe('https://live.example/');
  await fixture.happen();
  expect(await measure(listOrganisers)).toBeLessThan(FENCE_MS);
  const end = await claimAll();
  expect(await measure(listOrganisers)).toBeLessThan(FENCE_MS);
  await end();
  expect(await measure(deletion(hook))).toBeLessThan(FENCE_MS);
});

function listOrganisers(tx: WriteTransaction) {
  return tx.db.selectFrom('organisers').select('id').execute();
}
