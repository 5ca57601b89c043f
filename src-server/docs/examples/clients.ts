import type { WebhookCreateRequest } from '../../../shared/contract/requests.ts';
import type { Identity, WebhookSubscription } from '../../../shared/contract/resources.ts';
import { scannerCapabilities } from '../../../shared/contract/scanner.ts';
import { API_VERSION } from '../../../shared/contract/scopes.ts';
import type { TokenRequest, TokenResponse } from '../../../shared/contract/token.ts';
import type { WebhookEventName } from '../../../shared/contract/webhooks.ts';
import { gala, lumenHall } from './programme.ts';

export const tokenRequest = {
  grant_type: 'client_credentials',
  client_id: 'gci_4dcdab1c21cf30a797212650370770d7',
  client_secret: 'gcs_KwVOjHrnCH2CcKri90g65nkh4LJYx2PXLihPpOPo2KI',
  scope: 'events:read orders:read tickets:read scans:write webhooks:write',
} satisfies TokenRequest;

export const tokenResponse = {
  token_type: 'Bearer',
  expires_in: 3600,
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

const told = ['order.created', 'order.refunded', 'ticket.scanned'] satisfies WebhookEventName[];

export const subscription = {
  reference: 'whk_01m31chdcqt1e3r5zcfscqb85g',
  url: 'https://example.org/hooks/gatehouse',
  events: told,
  event: null,
  is_active: true,
  disabled_reason: null,
  created_at: '2026-09-21T07:05:28.471930Z',
} satisfies WebhookSubscription;

export const signingSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g';

/** Pinned to one event, and given up after the last attempt. */
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

export const webhookCreate = {
  url: subscription.url,
  events: subscription.events,
} satisfies WebhookCreateRequest;
