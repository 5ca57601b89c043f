import { webhookEvents, type WebhookEventName } from '../../shared/resources/webhook-events.ts';
import { API_VERSION } from '../../shared/contract/scopes.ts';
import { formatWebhookTime, isInstant, type Instant } from '../../shared/instant.ts';
import type { DomainEventBody } from '../database/domain-event.ts';

/** The body of a delivery: the envelope of §6.1 around the payload of §6.4. Rendered once: every attempt sends these bytes. */
export function renderPayload({ name, data }: DomainEventBody, createdAt: Instant): string {
  return JSON.stringify({
    event: name,
    created_at: formatWebhookTime(createdAt),
    api_version: API_VERSION,
    data: payloadOf(name, data),
  });
}

/** The body of a test: the envelope, marked as one, around an example of the event's payload. */
export function renderTestPayload(
  name: WebhookEventName,
  data: object,
  createdAt: Instant,
): string {
  return JSON.stringify({
    event: name,
    created_at: formatWebhookTime(createdAt),
    api_version: API_VERSION,
    test: true,
    data,
  });
}

/** Keeps only the keys of the event's schema, in its order, so that integrators get nothing that the contract does not list. */
function payloadOf(name: WebhookEventName, data: object): Readonly<Record<string, unknown>> {
  const given = new Map<string, unknown>(Object.entries(data));
  const keys = Object.keys(webhookEvents[name].payload.properties).filter((key) => given.has(key));
  return Object.fromEntries(keys.map((key) => [key, writeField(key, given.get(key))]));
}

/** Timestamps of `EventData` are instants. */
function writeField(key: string, value: unknown): unknown {
  const isTime = key.endsWith('_at') && typeof value === 'number' && isInstant(value);
  return isTime ? formatWebhookTime(value) : value;
}

/** The email address in the payload, if any: by it, the erasure of a person finds the message. */
export function emailIn({ data }: DomainEventBody): string | null {
  const emails = Object.entries(data).filter(([key]) => /(?:^|_)email$/.test(key));
  return emails.map(([, value]) => value).find((value) => typeof value === 'string') ?? null;
}
