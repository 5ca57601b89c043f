import { writeDisabledReason } from '../../shared/resources/disabled-reason.ts';
import type { WebhookEventName } from '../../shared/resources/webhook-events.ts';
import {
  RotatedWebhookSecret,
  SecretRotationRequest,
  WebhookCreateRequest,
  WebhookSubscription,
  WebhookSubscriptionPage,
  WebhookSubscriptionWithSecret,
  WebhookUpdateRequest,
  type webhookRoutes,
} from '../../shared/resources/webhooks.ts';
import { wrongField } from './errors.ts';
import { gala } from './events.ts';
import { type ExamplesOf, found } from './example.ts';
import { EXAMPLE_LIST, onlyPage } from './lists.ts';

const subscribedEvents = [
  'order.created',
  'order.refunded',
  'ticket.scanned',
] satisfies WebhookEventName[];

/** Its address is nobody's: where the sample is pasted as it is, it is refused. */
export const subscription = {
  reference: 'whk_01m31chdcqt1e3r5zcfscqb85g',
  url: 'https://hooks.example/gatehouse',
  events: subscribedEvents,
  event: null,
  is_active: true,
  disabled_reason: null,
  created_at: '2026-09-21T07:05:28.471930Z',
} satisfies WebhookSubscription;

export const signingSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g';

/** Pinned to one event, and deactivated after the last attempt. */
export const disabledSubscription = {
  reference: 'whk_01m2fydswv9xdd3zb2y699ywne',
  url: 'https://hooks.example/arrivals',
  events: ['ticket.scanned'] satisfies WebhookEventName[],
  event: gala.reference,
  is_active: false,
  disabled_reason: writeDisabledReason({ kind: 'failures', attempts: 9, last: 503 }),
  created_at: '2026-09-14T12:31:45.208614Z',
} satisfies WebhookSubscription;

export const newWebhook = {
  url: subscription.url,
  events: subscription.events,
  headers: { Authorization: 'Bearer 7Qd0c1R5mPq9' },
} satisfies WebhookCreateRequest;

export const rotatedSecret = {
  ...subscription,
  secret: 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj9A',
  former_secrets_until: '2026-12-13T09:00:00.000000Z',
} satisfies RotatedWebhookSecret;

export const webhookExamples = {
  calls: {
    listWebhooks: { rows: { numbered: [subscription, disabledSubscription] } },
    createWebhook: {
      request: newWebhook,
      answers: { 201: { created: { data: { ...subscription, secret: signingSecret } } } },
    },
    readWebhook: found(disabledSubscription, { reference: subscription.reference }),
    updateWebhook: {
      path: { reference: disabledSubscription.reference },
      request: { is_active: true },
      answers: {
        200: {
          switched_on: {
            data: { ...disabledSubscription, is_active: true, disabled_reason: null },
          },
        },
      },
      invalid: wrongField('is_active', 'must be a boolean'),
    },
    rotateWebhookSecret: {
      path: { reference: subscription.reference },
      request: { overlap_seconds: 86_400 },
      answers: { 200: { rotated: { data: rotatedSecret } } },
      invalid: wrongField('overlap_seconds', 'must be an integer'),
    },
    deleteWebhook: {
      path: { reference: subscription.reference },
      answers: { 200: { deleted: { message: 'The webhook subscription was deleted.' } } },
    },
  },
  schemas: {
    RotatedWebhookSecret: [RotatedWebhookSecret, rotatedSecret],
    SecretRotationRequest: [SecretRotationRequest, { overlap_seconds: 86_400 }],
    WebhookCreateRequest: [WebhookCreateRequest, newWebhook],
    WebhookSubscription: [WebhookSubscription, subscription],
    WebhookSubscriptionPage: [WebhookSubscriptionPage, onlyPage(EXAMPLE_LIST, [subscription])],
    WebhookSubscriptionWithSecret: [
      WebhookSubscriptionWithSecret,
      { ...subscription, secret: signingSecret },
    ],
    WebhookUpdateRequest: [WebhookUpdateRequest, { is_active: true }],
  },
} satisfies ExamplesOf<typeof webhookRoutes>;
