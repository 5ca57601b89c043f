import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  newWebhookSecret,
  webhookKeys,
  writeSignatureHeader,
  writeStandardSignature,
} from './signature.ts';
import { verifyWebhook } from './verify-webhook.ts';

const stripe = new Stripe('sk_test_none');
const now = () => Math.floor(Date.now() / 1000);
const body = JSON.stringify({ event: 'order.created', data: { name: 'Łódź 🎟️' } });

describe('signing', () => {
  it('signs timestamp, dot and body with the whole secret', () => {
    const header = writeSignatureHeader({
      keys: [webhookKeys('whsec_abc')],
      timestamp: 1_700_000_000,
      body: '{}',
    });
    const expected = createHmac('sha256', 'whsec_abc').update('1700000000.{}').digest('hex');
    expect(header).toBe(`t=1700000000,v1=${expected}`);
  });

  it("is accepted by Stripe's library, which refuses a changed body", () => {
    const secret = newWebhookSecret();
    const header = writeSignatureHeader({ keys: [webhookKeys(secret)], timestamp: now(), body });
    expect(stripe.webhooks.constructEvent(body, header, secret)).toMatchObject({
      event: 'order.created',
    });
    expect(() => stripe.webhooks.constructEvent(`${body} `, header, secret)).toThrow('signature');
  });

  it('is accepted by the Standard Webhooks library, which refuses a changed id', () => {
    const secret = newWebhookSecret();
    const id = 'whd_01kyvbnvq0g7m3x9r2c5t8w4ez';
    const timestamp = now();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': writeStandardSignature({
        keys: [webhookKeys(secret)],
        timestamp,
        body,
        id,
      }),
    };
    const webhook = new Webhook(secret);
    expect(webhook.verify(body, headers)).toMatchObject({ event: 'order.created' });
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'whd_other' })).toThrow(
      'signature',
    );
  });

  it('generates secrets whose tail is base64 of 33 bytes', () => {
    const tail = newWebhookSecret().replace('whsec_', '');
    expect(Buffer.from(tail, 'base64').toString('base64')).toBe(tail);
    expect(Buffer.from(tail, 'base64')).toHaveLength(33);
  });
});

describe('verifyWebhook', () => {
  const secret = 'whsec_c2VjcmV0';
  const signed = (text: string) => ({
    secret,
    header: writeSignatureHeader({ keys: [webhookKeys(secret)], timestamp: 1000, body: text }),
    body: text,
  });

  it('accepts any body as it was signed, as text or as bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const received = { ...signed(text), nowSeconds: 1000 };
        const genuine = { kind: 'genuine', timestamp: 1000 };
        expect(verifyWebhook(received)).toEqual(genuine);
        expect(verifyWebhook({ ...received, body: Buffer.from(text) })).toEqual(genuine);
      }),
    );
  });

  it('refuses a timestamp more than five minutes away, in either direction', () => {
    const verdictAt = (nowSeconds: number) => verifyWebhook({ ...signed('x'), nowSeconds }).kind;
    expect([700, 1300].map(verdictAt)).toEqual(['genuine', 'genuine']);
    expect(verifyWebhook({ ...signed('x'), nowSeconds: 1301 })).toMatchObject({
      reason: 'too_old',
    });
    expect(verifyWebhook({ ...signed('x'), nowSeconds: 699 })).toMatchObject({ reason: 'too_old' });
  });

  it('refuses another secret, another body and another time', () => {
    const good = { ...signed('x'), nowSeconds: 1000 };
    const changed = [
      { ...good, secret: 'whsec_b3RoZXI=' },
      { ...good, body: 'y' },
      { ...good, header: good.header.replace('t=1000', 't=1001') },
    ];
    expect(changed.map(verifyWebhook)).toEqual(
      changed.map(() => ({ kind: 'refused', reason: 'signature_wrong' })),
    );
  });

  it('accepts one right signature among several, as during a change of secrets', () => {
    const good = { ...signed('x'), nowSeconds: 1000 };
    const header = good.header.replace('v1=', `v1=${'0'.repeat(64)},v1=`);
    expect(verifyWebhook({ ...good, header })).toMatchObject({ kind: 'genuine' });
  });

  it('refuses any malformed header, without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const { kind } = verifyWebhook({ secret, header, body: 'x', nowSeconds: 1000 });
        expect(kind).toBe('refused');
      }),
    );
    const twoTimes = { ...signed('x'), header: `t=1,${signed('x').header}`, nowSeconds: 1000 };
    expect(verifyWebhook(twoTimes)).toMatchObject({ reason: 'header_malformed' });
  });
});
