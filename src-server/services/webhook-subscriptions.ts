import { isReference } from '../../shared/references.ts';
import { webhookEventNames, isWebhookEventName } from '../../shared/contract/webhooks.ts';
import type { Plan } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findEvent, getEvent, type EventRow } from '../repositories/events.ts';
import { findVisibleEvent, type AccessScope } from '../repositories/access-scope.ts';
import { findOrganiser } from '../repositories/organisers.ts';
import { writeTexts } from '../repositories/texts-column.ts';
import {
  activateSubscription,
  deactivateClientSubscriptions,
  deleteSubscriptionRow,
  findSubscription,
  insertSubscription,
  type SubscriptionRow,
} from '../webhooks/store/subscriptions.ts';
import { mintWebhookSecret } from '../webhooks/signature.ts';
import type { CheckedEndpoint } from './check-endpoint.ts';
import { DomainError, found, impossible, invalid } from './domain-error.ts';

export interface SubscriptionInput {
  /** From `checkEndpoint`, which asks name servers and so must have been called before the transaction. */
  readonly endpoint: CheckedEndpoint;
  readonly events: readonly string[];
  /** `evt_…` to pin it to one event; null for organisation-wide. */
  readonly event: string | null;
}

export type SubscriptionWithEvent = SubscriptionRow & {
  /** `evt_…`, where it is pinned to one. */
  readonly event_reference: string | null;
};

/**
 * Makes a subscription for an API client (§4.4). A client limited to events must pin one of its own; a pin that is unknown, another
 * organiser's or out of scope is the same `resource.not_found`. The caller has checked plan and scope.
 */
export async function createSubscription(
  tx: WriteTransaction,
  client: AccessScope,
  input: SubscriptionInput,
): Promise<SubscriptionWithEvent> {
  const events = checkEventNames(input.events);
  if (input.event === null && !client.allEvents) {
    throw invalid('event', 'Expected an event: this client is limited to specific events.');
  }
  const event = input.event === null ? null : await visiblePin(tx, client, input.event);
  return insert(tx, { ...input, events, event }, client.organiserId, client.clientRowId);
}

/** Makes a subscription in the organiser's name. API clients do not see it. */
export async function createConsoleSubscription(
  tx: WriteTransaction,
  organiser: string,
  input: SubscriptionInput,
): Promise<SubscriptionWithEvent> {
  const { id, plan } = found(await findOrganiser(tx, organiser), 'organiser', organiser);
  if (!planAllowsWebhooks(plan)) throw impossible('Webhooks need the Pro or Enterprise plan.');
  const events = checkEventNames(input.events);
  const event = input.event === null ? null : await ownPin(tx, id, input.event);
  return insert(tx, { ...input, events, event }, id, null);
}

/**
 * Removes one of the client's own subscriptions. Returns false if it has none of that reference. To be called with `writeFenced`:
 * then no delivery begins after its answer.
 */
export async function deleteSubscription(
  tx: WriteTransaction,
  client: AccessScope,
  reference: string,
): Promise<boolean> {
  const subscription = await findSubscription(tx, reference);
  if (subscription === undefined || subscription.client_id !== client.clientRowId) return false;
  await deleteSubscriptionRow(tx, subscription.id);
  return true;
}

/** §3.4: deliveries resume for new events; what was missed is not replayed. */
export async function enableSubscription(
  tx: WriteTransaction,
  reference: string,
): Promise<SubscriptionWithEvent> {
  const row = found(await findSubscription(tx, reference), 'webhook subscription', reference);
  if (row.is_active === 1) throw impossible(`The subscription ${reference} is active.`);
  const event = row.event_id === null ? null : await getEvent(tx, row.event_id);
  const enabled = await activateSubscription(tx, row.id);
  return { ...enabled, event_reference: event?.reference ?? null };
}

/** §5: revoking a client deactivates what it subscribed to. */
export async function endClientSubscriptions(
  tx: WriteTransaction,
  clientRowId: number,
): Promise<void> {
  await deactivateClientSubscriptions(tx, clientRowId, 'The API client was revoked.');
}

function planAllowsWebhooks(plan: Plan): boolean {
  return plan !== 'free';
}

function checkEventNames(names: readonly string[]): readonly string[] {
  if (names.length === 0) throw invalid('events', 'Expected at least one event name.');
  const unknown = names.find((name) => !isWebhookEventName(name));
  if (unknown !== undefined) {
    const known = webhookEventNames.join(', ');
    throw invalid('events', `Expected event names of ${known}; ${unknown.slice(0, 100)} is none.`);
  }
  return [...new Set(names)];
}

async function visiblePin(
  tx: ReadTransaction,
  client: AccessScope,
  reference: string,
): Promise<EventRow> {
  const query = { key: reference, includeDeleted: false };
  const isPin = isReference('event', reference);
  const event = isPin ? await findVisibleEvent(tx, client, query) : null;
  if (event === null) throw new DomainError('resource.not_found', 'Not found.', 'event');
  return event;
}

async function ownPin(
  tx: ReadTransaction,
  organiserId: number,
  reference: string,
): Promise<EventRow> {
  const event = await findEvent(tx, reference);
  if (event?.organiser_id === organiserId && event.deleted_at === null) return event;
  throw new DomainError('resource.not_found', `There is no event ${reference}.`, 'event');
}

async function insert(
  tx: WriteTransaction,
  input: {
    readonly endpoint: CheckedEndpoint;
    readonly events: readonly string[];
    readonly event: EventRow | null;
  },
  organiserId: number,
  clientRowId: number | null,
): Promise<SubscriptionWithEvent> {
  const row = await insertSubscription(tx, {
    organiser_id: organiserId,
    client_id: clientRowId,
    event_id: input.event?.id ?? null,
    url: input.endpoint.url,
    events: writeTexts(input.events) ?? '[]',
    secret: mintWebhookSecret(),
  });
  return { ...row, event_reference: input.event?.reference ?? null };
}
