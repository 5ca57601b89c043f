import type { WebhookPayload, WebhookEventName } from '../../shared/resources/webhook-events.ts';
import type { Instant } from '../../shared/instant.ts';

/**
 * A domain event of the catalogue in specification §6.4, recorded in the transaction of the change. Times are instants; the sender formats
 * them. Keys that §6.4 omits are left out.
 */
export type DomainEvent = DomainEventBody & {
  readonly organiser_id: number;
  /** The event it belongs to; null for account-level events. */
  readonly event_id: number | null;
  /** The subscriptions that receive it, in place of those that the organiser, the event and their names choose. */
  readonly to?: readonly { readonly id: number; readonly epoch: number }[];
};

/** Any event of the given names. */
export type DomainEventBody<Name extends WebhookEventName = WebhookEventName> = {
  [Each in Name]: { readonly name: Each; readonly data: EventData<Each> };
}[Name];

/** The payload before it is serialised. */
export type EventData<Name extends WebhookEventName> = {
  readonly [Field in keyof WebhookPayload<Name>]: Field extends `${string}_at`
    ? Instant | Extract<WebhookPayload<Name>[Field], null>
    : WebhookPayload<Name>[Field];
};
