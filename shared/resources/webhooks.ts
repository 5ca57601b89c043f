import { Type, type Static } from 'typebox';
import {
  NamedReference,
  Nullable,
  ReferenceTo,
  Text,
  Timestamp,
  warned,
} from '../contract/fields.ts';
import {
  DEFAULT_OVERLAP_SECONDS,
  DELIVERY_LOG_DAYS,
  MAX_OVERLAP_SECONDS,
  MAX_SUBSCRIPTIONS,
  MAX_WEBHOOK_URL_LENGTH,
  STORED_RESPONSE_CHARACTERS,
} from '../contract/limits.ts';
import { NumberedList } from '../contract/lists.ts';
import { DataOf, type Routes, read, write } from './route-contract.ts';
import { webhookEventNames } from './webhook-events.ts';

export const WebhookSubscription = Type.Object({
  reference: ReferenceTo('webhook'),
  url: Text(),
  events: Type.Array(Text()),
  event: Nullable(ReferenceTo('event', 'The event it is pinned to; null is organiser-wide.')),
  is_active: Type.Boolean(),
  disabled_reason: Nullable(Text()),
  created_at: Timestamp(),
});
export type WebhookSubscription = Static<typeof WebhookSubscription>;

/** The create response only (§2.10). */
export const WebhookSubscriptionWithSecret = Type.Object({
  ...WebhookSubscription.properties,
  secret: Text('Signing secret, shown once.'),
});

/** The answer to a rotation only (additive). */
export const RotatedWebhookSecret = Type.Object({
  ...WebhookSubscriptionWithSecret.properties,
  former_secrets_until: Nullable(
    Timestamp('Until when deliveries are signed with former secrets too; null if no longer.'),
  ),
});
export type RotatedWebhookSecret = Static<typeof RotatedWebhookSecret>;

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

const webhookTarget = {
  url: Type.String({
    minLength: 1,
    maxLength: MAX_WEBHOOK_URL_LENGTH,
    description:
      'An http or https address; every address of its host must be one that the server may call.',
  }),
  events: Type.Array(Type.Enum([...webhookEventNames]), {
    minItems: 1,
    maxItems: 100,
    description: 'Names of events: those of the webhooks of this description.',
  }),
};

export const WebhookCreateRequest = Type.Object({
  ...webhookTarget,
  event: Type.Optional(
    Nullable(NamedReference('event', 'Pins it to one event; clients limited to events need it.')),
  ),
});
export type WebhookCreateRequest = Static<typeof WebhookCreateRequest>;

/** Only fields that are sent change. */
export const WebhookUpdateRequest = Type.Object({
  url: Type.Optional(webhookTarget.url),
  events: Type.Optional(webhookTarget.events),
  is_active: Type.Optional(
    Type.Boolean({
      description:
        'False ends every delivery that is pending. True clears `disabled_reason`; what was missed is not sent again.',
    }),
  ),
});
export type WebhookUpdateRequest = Static<typeof WebhookUpdateRequest>;

export const WebhookTestRequest = Type.Object({
  event_name: Type.Optional(
    Type.Enum([...webhookEventNames], {
      description: 'Which event to send an example of; by default the first of the subscription.',
    }),
  ),
});
export type WebhookTestRequest = Static<typeof WebhookTestRequest>;

export const SecretRotationRequest = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_SECONDS,
      default: DEFAULT_OVERLAP_SECONDS,
      description:
        'How long deliveries are signed with former secrets as well; 0 ends them all at once.',
    }),
  ),
});
export type SecretRotationRequest = Static<typeof SecretRotationRequest>;

export const WebhookSubscriptionPage = NumberedList(WebhookSubscription);

export const WebhookDeliveryPage = NumberedList(WebhookDelivery);

export const webhookRoutes = {
  listWebhooks: {
    ...read,
    summary: 'List webhook subscriptions',
    description: 'Those that this client created, newest first.',
    path: '/integration/webhooks',
    scopes: ['webhooks:write'],
    query: ['page', 'per_page'],
    responses: { 200: WebhookSubscriptionPage },
  },
  createWebhook: {
    ...write,
    summary: 'Create a webhook subscription',
    description: `The answer holds the signing secret, which is shown only once. A client may have ${MAX_SUBSCRIPTIONS} subscriptions unless the operator chose another number; two may have the same address.`,
    path: '/integration/webhooks',
    scopes: ['webhooks:write'],
    takesKey: true,
    request: WebhookCreateRequest,
    responses: { 201: DataOf(WebhookSubscriptionWithSecret) },
    refusals: ['resource.not_found'],
  },
  readWebhook: {
    ...read,
    summary: 'Read a webhook subscription',
    description: 'One that this client created, without its secret.',
    path: '/integration/webhooks/{reference}',
    scopes: ['webhooks:write'],
    query: [],
    responses: { 200: DataOf(WebhookSubscription) },
  },
  updateWebhook: {
    ...write,
    summary: 'Update a webhook subscription',
    description:
      'Sets the fields that are sent. Switch it on again here after failures switched it off; a new `url` also gets what is still pending.',
    method: 'PATCH',
    path: '/integration/webhooks/{reference}',
    scopes: ['webhooks:write'],
    request: WebhookUpdateRequest,
    responses: { 200: DataOf(WebhookSubscription) },
  },
  rotateWebhookSecret: {
    ...write,
    summary: "Rotate a webhook subscription's secret",
    description:
      'Answers a new signing secret, shown only once. During the overlap every delivery carries a signature by the new secret and one by each former secret, so a receiver can change over at any time.',
    path: '/integration/webhooks/{reference}/rotate-secret',
    scopes: ['webhooks:write'],
    takesKey: true,
    request: SecretRotationRequest,
    bodyOptional: true,
    responses: { 200: DataOf(RotatedWebhookSecret) },
  },
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
  deleteWebhook: {
    ...write,
    summary: 'Delete a webhook subscription',
    description: 'No delivery of it starts after the answer.',
    method: 'DELETE',
    path: '/integration/webhooks/{reference}',
    scopes: ['webhooks:write'],
    responses: { 200: Type.Object({ message: Type.String(), ...warned }) },
  },
} as const satisfies Routes;
