import {
  MissedRequest,
  RequestedDeliveries,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookTestRequest,
  type webhookDeliveryRoutes,
} from '../../shared/resources/webhook-deliveries.ts';
import { webhookEventNames } from '../../shared/resources/webhook-events.ts';
import { wrongField } from './errors.ts';
import type { ExamplesOf } from './example.ts';
import { EXAMPLE_LIST, onlyPage } from './lists.ts';
import { subscription } from './webhooks.ts';

/** A test that waits for its attempt. */
export const requestedTest = {
  reference: 'whd_01m8e7t1v5sgq0f3xjw2pd9kbn',
  event: 'ticket.scanned',
  status: 'pending',
  created_at: '2026-12-12T09:00:00.481026Z',
  next_attempt_at: '2026-12-12T09:00:00.481026Z',
  attempts: [],
} satisfies WebhookDelivery;

export const failedAttempt = {
  number: 1,
  at: '2026-10-14T08:24:06.108554Z',
  status: 'failed',
  response_code: 503,
  response_body: 'Down for maintenance',
  error: null,
  duration_ms: 84,
} satisfies WebhookAttempt;

/** Failed once, and is to be tried again. */
export const retriedDelivery = {
  reference: 'whd_01m4wr5w5dsee6m1y2t2276xsr',
  event: 'order.created',
  status: 'pending',
  created_at: '2026-10-14T08:24:05.417209Z',
  next_attempt_at: '2026-10-14T08:24:16.902733Z',
  attempts: [failedAttempt],
} satisfies WebhookDelivery;

/** It happened while the subscription was switched off. */
const missedDelivery = {
  reference: 'whd_01m7r3tn8n18ypfg26wymesxf4',
  event: 'ticket.scanned',
  status: 'cancelled',
  created_at: '2026-11-18T19:58:33.719540Z',
  next_attempt_at: null,
  attempts: [],
} satisfies WebhookDelivery;
const missedRange = { since: '2026-11-18T00:00:00Z' } satisfies MissedRequest;
const requested = { deliveries: 12, is_complete: true } satisfies RequestedDeliveries;

const { reference } = subscription;

export const webhookDeliveryExamples = {
  calls: {
    testWebhook: {
      path: { reference },
      request: { event_name: 'ticket.scanned' },
      answers: { 202: { requested: { data: requestedTest } } },
      invalid: wrongField('event_name', `must be one of ${webhookEventNames.join(', ')}`),
    },
    listWebhookDeliveries: { path: { reference }, rows: { numbered: [retriedDelivery] } },
    listMissedDeliveries: { path: { reference }, rows: { numbered: [missedDelivery] } },
    sendMissedDeliveries: {
      path: { reference },
      request: missedRange,
      answers: { 202: { requested: { data: requested } } },
    },
    redeliverWebhook: {
      path: { reference, delivery: retriedDelivery.reference },
      answers: { 202: { requested: { data: retriedDelivery } } },
    },
  },
  schemas: {
    MissedRequest: [MissedRequest, missedRange],
    RequestedDeliveries: [RequestedDeliveries, requested],
    WebhookAttempt: [WebhookAttempt, failedAttempt],
    WebhookDelivery: [WebhookDelivery, retriedDelivery],
    WebhookDeliveryPage: [WebhookDeliveryPage, onlyPage(EXAMPLE_LIST, [retriedDelivery])],
    WebhookTestRequest: [WebhookTestRequest, { event_name: 'ticket.scanned' }],
  },
} satisfies ExamplesOf<typeof webhookDeliveryRoutes>;
