import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, SentTime, Text, Timestamp } from '../contract/fields.ts';
import { DELIVERY_LOG_DAYS } from '../contract/retention.ts';
import {
  FEW_ROWS,
  MAX_REQUESTED_DELIVERIES,
  STORED_RESPONSE_CHARACTERS,
} from '../contract/limits.ts';
import { NumberedList } from '../contract/lists.ts';
import { DataOf, type Routes, read, write } from './route-contract.ts';
import { webhookEventNames } from './webhook-events.ts';

/** One request of a delivery (§6.5). */
export const WebhookAttempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  at: Timestamp(),
  status: Type.Enum(['delivered', 'failed']),
  response_code: Nullable(Type.Integer({ description: 'Null if none arrived.' })),
  response_body: Nullable(
    Text(`Its first ${STORED_RESPONSE_CHARACTERS.toLocaleString('en')} characters.`),
  ),
  error: Nullable(
    Text(
      'A code, a colon and a sentence: why no status arrived, or what the status does not say, even of an attempt that delivered. Null if the status says it all.',
    ),
  ),
  duration_ms: Type.Integer(),
});
export type WebhookAttempt = Static<typeof WebhookAttempt>;

/** An entry of the delivery log (additive). */
export const WebhookDelivery = Type.Object({
  reference: ReferenceTo('delivery', 'The same in every attempt, and in its headers.'),
  event: Type.Enum([...webhookEventNames], { description: 'The name of the event.' }),
  status: Type.Enum(['pending', 'delivered', 'failed', 'cancelled']),
  created_at: Timestamp(),
  next_attempt_at: Nullable(Timestamp('Null if none is due, or if one is under way.')),
  attempts: Type.Array(WebhookAttempt, { description: 'In the order in which they were made.' }),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookTestRequest = Type.Object({
  event_name: Type.Optional(
    Type.Enum([...webhookEventNames], {
      description: 'Which event to send an example of; by default the first of the subscription.',
    }),
  ),
});
export type WebhookTestRequest = Static<typeof WebhookTestRequest>;

/** A range of what was missed. */
export const MissedRequest = Type.Object({
  since: Type.Optional(
    Nullable(SentTime('What happened at or after this moment; by default everything.')),
  ),
  until: Type.Optional(Nullable(SentTime('What happened before this moment; by default now.'))),
});
export type MissedRequest = Static<typeof MissedRequest>;

export const RequestedDeliveries = Type.Object({
  deliveries: Type.Integer({ description: 'How many were requested now.' }),
  is_complete: Type.Boolean({
    description: 'False if the range has more: ask again, with another key.',
  }),
});
export type RequestedDeliveries = Static<typeof RequestedDeliveries>;

export const WebhookDeliveryPage = NumberedList(WebhookDelivery);

export const webhookDeliveryRoutes = {
  testWebhook: {
    ...write,
    summary: 'Send a test delivery',
    description:
      'Sends an example of an event, signed, with `"test": true` in its body: one attempt, also to a subscription that is switched off. The deliveries say what came of it.',
    path: '/integration/webhooks/{reference}/test',
    scopes: ['webhooks:write'],
    takesKey: true,
    request: WebhookTestRequest,
    bodyOptional: true,
    responses: { 202: DataOf(WebhookDelivery) },
  },
  listWebhookDeliveries: {
    ...read,
    summary: "List a webhook subscription's deliveries",
    description: `The delivery log, newest first, with every attempt. It reaches back ${DELIVERY_LOG_DAYS} days.`,
    path: '/integration/webhooks/{reference}/deliveries',
    scopes: ['webhooks:write'],
    query: ['page', 'per_page'],
    responses: { 200: WebhookDeliveryPage },
  },
  listMissedDeliveries: {
    ...read,
    summary: 'List what a webhook subscription missed',
    description: `Events that were not delivered, newest first: those of which every attempt failed, and those that happened while failures had switched the subscription off. Of more than ${FEW_ROWS.toLocaleString('en')} it has the oldest. It reaches back ${DELIVERY_LOG_DAYS} days (additive).`,
    path: '/integration/webhooks/{reference}/missed',
    scopes: ['webhooks:write'],
    query: ['page', 'per_page', 'since'],
    responses: { 200: WebhookDeliveryPage },
  },
  sendMissedDeliveries: {
    ...write,
    summary: 'Send what was missed',
    description: `Requests the deliveries of a range again, oldest first, ${MAX_REQUESTED_DELIVERIES.toLocaleString('en')} at most, with the same references and bodies, on the schedule of new ones. The subscription has to be switched on (additive).`,
    path: '/integration/webhooks/{reference}/missed/send',
    scopes: ['webhooks:write'],
    takesKey: true,
    request: MissedRequest,
    bodyOptional: true,
    responses: { 202: DataOf(RequestedDeliveries) },
  },
  redeliverWebhook: {
    ...write,
    summary: 'Deliver once more',
    description:
      'One attempt of a delivery with the same reference and body, signed with the current secret, also to a subscription that is switched off. It changes neither its schedule nor whether it is switched on.',
    path: '/integration/webhooks/{reference}/deliveries/{delivery}/redeliver',
    scopes: ['webhooks:write'],
    takesKey: true,
    responses: { 202: DataOf(WebhookDelivery) },
  },
} as const satisfies Routes;
