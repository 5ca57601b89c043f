import { Type, type Static } from 'typebox';
import {
  NamedReference,
  Nullable,
  ReferenceTo,
  Text,
  Timestamp,
  warned,
} from '../contract/fields.ts';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '../contract/retention.ts';
import {
  MAX_OWN_HEADER_LENGTH,
  MAX_OWN_HEADERS,
  MAX_SUBSCRIPTIONS,
  MAX_WEBHOOK_URL_LENGTH,
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

const OwnHeaders = Type.Record(Type.String(), Type.String(), {
  maxProperties: MAX_OWN_HEADERS,
  description: `Headers that every request carries, such as a secret of your endpoint: at most ${MAX_OWN_HEADERS}, \`Authorization\` or names that begin with \`X-\`, each of at most ${MAX_OWN_HEADER_LENGTH.toLocaleString('en')} characters. They are stored encrypted and never shown. A change replaces them all, and null removes them, as does a \`url\` at another origin without them (additive).`,
});

export const WebhookCreateRequest = Type.Object({
  ...webhookTarget,
  headers: Type.Optional(Nullable(OwnHeaders)),
  event: Type.Optional(
    Nullable(NamedReference('event', 'Pins it to one event; clients limited to events need it.')),
  ),
});
export type WebhookCreateRequest = Static<typeof WebhookCreateRequest>;

/** Only fields that are sent change. */
export const WebhookUpdateRequest = Type.Object({
  url: Type.Optional(webhookTarget.url),
  events: Type.Optional(webhookTarget.events),
  headers: Type.Optional(Nullable(OwnHeaders)),
  is_active: Type.Optional(
    Type.Boolean({
      description:
        'False ends every delivery that is pending. True clears `disabled_reason`; what was missed is sent again only if you ask for it.',
    }),
  ),
});
export type WebhookUpdateRequest = Static<typeof WebhookUpdateRequest>;

export const SecretRotationRequest = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_SECONDS,
      default: DEFAULT_OVERLAP_SECONDS,
      description:
        'How long deliveries are signed with former secrets as well; 0 ends them all immediately.',
    }),
  ),
});
export type SecretRotationRequest = Static<typeof SecretRotationRequest>;

export const WebhookSubscriptionPage = NumberedList(WebhookSubscription);

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
