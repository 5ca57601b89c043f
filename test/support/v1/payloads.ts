import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { expect } from 'vitest';
import type { ReceivedRequest } from '../webhooks/receiver.ts';
import { shaped } from './shaped.ts';
import { exact, nullable, oneOf, reasons } from './shapes.ts';

/** Section 6: envelope and payloads of deliveries, transcribed from the specification. */
const text = Type.String();
const ref = (prefix: string) => Type.String({ pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$` });
const time = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?[+-]\\d\\d:\\d\\d$',
});
const whole = Type.Integer();

const waitlist = exact({
  waitlist_entry: ref('wle'),
  status: oneOf('waiting', 'offered', 'converted'),
  email: text,
  quantity: whole,
  event: nullable(ref('evt')),
  sellable: nullable(Type.String({ pattern: '^(?:tt|adn)_' })),
  order: nullable(ref('ord')),
});

export const payloads = {
  'order.created': exact({
    order: ref('ord'),
    status: oneOf('paid', 'free_confirmed'),
    currency: text,
    total: whole,
    application_fee: whole,
    event: nullable(ref('evt')),
    contact_email: nullable(text),
    tickets: whole,
  }),
  'order.refunded': exact({
    order: ref('ord'),
    refund: Type.Optional(ref('ref')),
    amount: whole,
    fee_reversed: Type.Optional(whole),
    fully_refunded: Type.Boolean(),
  }),
  'order.cancelled': exact({ order: ref('ord'), reason: nullable(text) }),
  'ticket.scanned': exact({
    ticket: ref('tkt'),
    event: ref('evt'),
    result: oneOf('allowed', 'denied'),
    reason: oneOf(...reasons),
    scanner_location: nullable(ref('loc')),
    scanned_at: time,
  }),
  /** additive */
  'ticket.released': exact({
    release: ref('rel'),
    scan: nullable(ref('scn')),
    ticket: ref('tkt'),
    event: ref('evt'),
    kind: oneOf('exit', 'mistake'),
    scanner_location: nullable(ref('loc')),
    released_at: time,
  }),
  'contact.updated': exact({ contact: ref('con'), updated_at: time }),
  'contact.erased': exact({ contact: ref('con'), erased_at: time }),
  'event.updated': exact({
    event: ref('evt'),
    slug: Type.String(),
    status: oneOf('draft', 'published'),
    updated_at: time,
    deleted_at: nullable(time),
  }),
  'conflict.opened': exact({
    conflict: ref('cfl'),
    ticket: ref('tkt'),
    event: ref('evt'),
    kind: oneOf('double_admission', 'stale_admission', 'rule_admission', 'false_denial'),
    expected_reason: oneOf(...reasons),
    opened_at: time,
  }),
  'subscription.disabled': exact({
    subscription: ref('whk'),
    event: nullable(ref('evt')),
    reason: Type.String(),
    disabled_at: time,
  }),
  'ticket.updated': exact({
    ticket: ref('tkt'),
    event: ref('evt'),
    status: oneOf('valid', 'cancelled', 'refunded', 'checked_in'),
    ticket_type: nullable(ref('tt')),
    revision: whole,
    updated_at: nullable(time),
  }),
  'add_on.redeemed': exact({
    order_line: ref('oln'),
    add_on: nullable(ref('adn')),
    event: ref('evt'),
    quantity: whole,
    remaining: whole,
    scanner_location: nullable(ref('loc')),
    redeemed_at: time,
  }),
  'charge.disputed': exact({
    dispute: nullable(text),
    charge: nullable(text),
    amount: nullable(whole),
    reason: nullable(text),
  }),
  'waitlist.joined': waitlist,
  'waitlist.offered': waitlist,
  'waitlist.converted': waitlist,
  'session.cancelled': exact({
    session: ref('ses'),
    event: ref('evt'),
    name: nullable(text),
    starts_at: time,
    ends_at: time,
    tickets: whole,
  }),
} as const;
type PayloadName = keyof typeof payloads;
export const eventNames = Object.keys(payloads).filter(
  (name): name is PayloadName => name in payloads,
);

export const Envelope = exact({
  event: oneOf(...eventNames.map((name) => name.replace('.', '\\.'))),
  created_at: time,
  api_version: Type.Literal('2026-08-01'),
  data: Type.Record(Type.String(), Type.Unknown()),
});

export interface Delivered {
  readonly delivery: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Fails unless `data` is what section 6.4 says for that event. */
export function expectPayload(event: string, data: unknown): void {
  const name = eventNames.find((known) => known === event);
  if (name === undefined) throw new Error(`there is no event ${event}`);
  shaped(payloads[name], data);
}

/** Checks a delivery as section 6.3 tells receivers to, and its body against section 6.4. */
export function readDelivery(
  { headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>,
  secret: string,
): Delivered {
  expect(headers['content-type']).toMatch(/^application\/json\b/);
  const signed = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']));
  const [, at = '', signature] = signed ?? [];
  expect(signature).toBe(createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'));
  expect(headers['x-service-delivery']).toMatch(/^whd_[0-9a-hjkmnp-tv-z]{26}$/);
  const { event, data } = shaped(Envelope, JSON.parse(body));
  expect(headers['x-service-event']).toBe(event);
  expectPayload(event, data);
  return { delivery: String(headers['x-service-delivery']), event, data };
}
