import { DEFAULT_TOKEN_SECONDS } from '../../../shared/contract/limits.ts';
import type {
  WebhookCreateRequest,
  RotatedWebhookSecret,
  WebhookSubscription,
} from '../../../shared/resources/webhooks.ts';
import type {
  WebhookAttempt,
  WebhookDelivery,
} from '../../../shared/resources/webhook-deliveries.ts';
import {
  type CompletedEnrolment,
  type Identity,
  scannerCapabilities,
} from '../../../shared/resources/identity.ts';
import { API_VERSION, stationScopes } from '../../../shared/contract/scopes.ts';
import type { TokenRequest, TokenResponse } from '../../../shared/contract/token.ts';
import type { WebhookEventName } from '../../../shared/resources/webhook-events.ts';
import { gala, lumenHall } from './programme.ts';

export const tokenRequest = {
  grant_type: 'client_credentials',
  client_id: 'gci_4dcdab1c21cf30a797212650370770d7',
  client_secret: 'gcs_KwVOjHrnCH2CcKri90g65nkh4LJYx2PXLihPpOPo2KI',
  scope: 'events:read orders:read tickets:read scans:write webhooks:write',
} satisfies TokenRequest;

export const tokenResponse = {
  token_type: 'Bearer',
  expires_in: DEFAULT_TOKEN_SECONDS,
  access_token: 'gat_thp6m_F373dCoTuCAHSpUe-3L2JVARV1xjxXi_OYUpg',
  scope: tokenRequest.scope,
} satisfies TokenResponse;

export const identity = {
  organiser: lumenHall,
  client: {
    id: tokenRequest.client_id,
    name: 'Box office',
    scopes: tokenRequest.scope.split(' '),
    all_events: true,
  },
  api_version: API_VERSION,
  capabilities: [...scannerCapabilities],
} satisfies Identity;

export const completedEnrolment = {
  ...identity,
  client: {
    id: 'gci_9b1f6ad3c0e84c6f8f2f1f7de2a94c55',
    name: 'North Gate',
    scopes: [...stationScopes],
    all_events: false,
  },
  client_secret: 'gcs_yD1cRk0mE9mV3pO6qT2sXw5bNf8hJzL4uAaGv7iKoQw',
} satisfies CompletedEnrolment;

const subscribedEvents = [
  'order.created',
  'order.refunded',
  'ticket.scanned',
] satisfies WebhookEventName[];

export const subscription = {
  reference: 'whk_01m31chdcqt1e3r5zcfscqb85g',
  url: 'https://example.org/hooks/gatehouse',
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
  url: 'https://example.org/hooks/arrivals',
  events: ['ticket.scanned'] satisfies WebhookEventName[],
  event: gala.reference,
  is_active: false,
  disabled_reason:
    'Repeated failures: all 9 attempts to deliver an event failed; the last had status 503.',
  created_at: '2026-09-14T12:31:45.208614Z',
} satisfies WebhookSubscription;

export const newWebhook = {
  url: subscription.url,
  events: subscription.events,
} satisfies WebhookCreateRequest;

export const rotatedSecret = {
  ...subscription,
  secret: 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj9A',
  former_secrets_until: '2026-12-13T09:00:00.000000Z',
} satisfies RotatedWebhookSecret;

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
