import { expect, it } from 'vitest';
import { instantFromMicros } from '../../shared/instant.ts';
import { renderPayload } from './payload.ts';

const at = instantFromMicros(1_797_102_000_000_000);

it('a payload has exactly the keys of the contract, whatever the event contains', () => {
  const data = {
    dispute: 'dp_1',
    charge: null,
    amount: 250,
    reason: 'fraudulent',
    internal_note: 'seen before',
    received_at: at,
  };
  expect(JSON.parse(renderPayload({ name: 'charge.disputed', data }, at)).data).toEqual({
    dispute: 'dp_1',
    charge: null,
    amount: 250,
    reason: 'fraudulent',
  });
});

it('a key that the event omits is not in the payload', () => {
  const data = { order: 'ord_01kyvbnvq0g7m3x9r2c5t8w4ez', amount: 5, fully_refunded: false };
  expect(Object.keys(JSON.parse(renderPayload({ name: 'order.refunded', data }, at)).data)).toEqual(
    ['order', 'amount', 'fully_refunded'],
  );
});
