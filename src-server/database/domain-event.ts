import type { WebhookPayload } from '../../shared/contract/webhook-payloads.ts';
import type { WebhookEventName } from '../../shared/contract/webhooks.ts';
import type { Instant } from '../../shared/instant.ts';

/**
 * What happened, as the catalogue of specification §6.4 tells it, recorded by the services in the transaction of the change.
 * Times are instants; whoever sends an event writes them in the webhook format. Keys that §6.4 omits are left out.
 */
export type DomainEvent = DomainEventBody & {
  readonly organiser_id: number;
  /** The event it belongs to; null for account-level events. */
  readonly event_id: number | null;
};

/** Of any of the names. */
export type DomainEventBody<Name extends WebhookEventName = WebhookEventName> = {
  [Each in Name]: { readonly name: Each; readonly data: EventData<Each> };
}[Name];

/** The payload of an event before it is written. */
export type EventData<Name extends WebhookEventName> = {
  readonly [Field in keyof WebhookPayload<Name>]: Field extends `${string}_at`
    ? Instant | Extract<WebhookPayload<Name>[Field], null>
    : WebhookPayload<Name>[Field];
};
