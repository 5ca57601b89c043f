import { MICROS_PER_SECOND, type Instant } from '../../../shared/instant.ts';
import { MAX_SUBSCRIPTIONS } from '../../../shared/contract/limits.ts';
import { isReference } from '../../../shared/references.ts';
import { writeDisabledReason } from '../../../shared/resources/disabled-reason.ts';
import { webhookEventNames, isWebhookEventName } from '../../../shared/resources/webhook-events.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { DomainEvent } from '../../database/domain-event.ts';
import type { Plan } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { findEvent, getEvent, type EventRow } from '../../store/events.ts';
import { findVisibleEvent, type AccessScope } from '../../store/access/access-scope.ts';
import { writeTexts } from '../../store/rows.ts';
import {
  activateSubscription,
  countClientSubscriptions,
  deactivateClientSubscriptions,
  deactivateSubscription,
  deleteSubscriptionRow,
  findSubscription,
  insertSubscription,
  updateSubscriptionRow,
  type SubscriptionRow,
} from '../store/subscriptions.ts';
import { keyOf } from '../../store/access/keys.ts';
import { checkOwnHeaders, sealOwnHeaders, type OwnHeaders } from '../own-headers.ts';
import { retireSecret, writeFormerSecrets } from '../former-secrets.ts';
import { listRecipients } from '../store/outbox.ts';
import { newWebhookSecret } from '../signature.ts';
import type { CheckedEndpoint } from './check-endpoint.ts';
import { DomainError, requireFound, invalidTransition, invalid } from '../../rules/domain-error.ts';
import { requireOrganiser } from '../../rules/require-row.ts';

/** Each signs every delivery, and has its place in the header. */
const MAX_FORMER_SECRETS = 5;

/** Of `event`, where it is missing. */
export const PIN_REQUIRED = 'Expected an event (evt_…): this client is limited to specific events.';

export interface SubscriptionInput {
  /** From `checkEndpoint`, which queries name servers and so must be called before the transaction. */
  readonly endpoint: CheckedEndpoint;
  readonly events: readonly string[];
  /** `evt_…` to pin it to one event; null for organisation-wide. */
  readonly event: string | null;
  /** Sent with every request. */
  readonly headers?: OwnHeaders;
}

export type OwnSubscription = SubscriptionRow;

export type SubscriptionWithEvent = SubscriptionRow & {
  /** `evt_…` if it is pinned to one. */
  readonly event_reference: string | null;
};

/**
 * Creates a subscription for an API client (§4.4). A client limited to events must pin one of its own; an unknown, foreign or
 * out-of-scope pin throws `resource.not_found`, and one more than `max` throws `validation.failed`. The caller has checked plan and scope.
 */
export async function createSubscription(
  tx: WriteTransaction,
  client: AccessScope,
  input: SubscriptionInput,
  max = MAX_SUBSCRIPTIONS,
): Promise<SubscriptionWithEvent> {
  const events = checkEventNames(input.events);
  if (input.event === null && !client.allEvents) throw invalid('event', PIN_REQUIRED);
  const event = input.event === null ? null : await visiblePin(tx, client, input.event);
  if ((await countClientSubscriptions(tx, client.clientRowId)) >= max) {
    const message = `This client has ${max} webhook subscriptions, the most that it may have. Delete one first.`;
    throw invalid('url', message);
  }
  const { headers = {} } = input;
  const own_headers = checkOwnHeaders(headers);
  const row = await insert(tx, { ...input, events, event }, client.organiserId, client.clientRowId);
  if (Object.keys(own_headers).length > 0) await writeOwnHeaders(tx, row, own_headers);
  return row;
}

/** Creates a subscription in the organiser's name. API clients do not see it. */
export async function createConsoleSubscription(
  tx: WriteTransaction,
  organiser: string,
  input: SubscriptionInput,
): Promise<SubscriptionWithEvent> {
  const { id, plan } = await requireOrganiser(tx, organiser);
  if (!planAllowsWebhooks(plan))
    throw invalidTransition('Webhooks need the Pro or Enterprise plan.');
  const events = checkEventNames(input.events);
  const event = input.event === null ? null : await ownPin(tx, id, input.event);
  return insert(tx, { ...input, events, event }, id, null);
}

/**
 * Deletes one of the client's own subscriptions. Returns false if it has none with that reference. Call it in `writeFenced`, so
 * that no delivery begins after the response.
 */
export async function deleteSubscription(
  tx: WriteTransaction,
  client: AccessScope,
  reference: string,
): Promise<boolean> {
  const subscription = await findOwnSubscription(tx, client, reference);
  if (subscription === null) return false;
  await deleteSubscriptionRow(tx, subscription.id);
  return true;
}

/** Null for an unknown one, another client's and the console's alike. */
export async function findOwnSubscription(
  tx: ReadTransaction,
  client: AccessScope,
  reference: string,
): Promise<SubscriptionRow | null> {
  const row = await findSubscription(tx, reference);
  return row?.client_id === client.clientRowId ? row : null;
}

export interface SubscriptionChanges {
  readonly endpoint?: CheckedEndpoint | undefined;
  readonly events?: readonly string[] | undefined;
  readonly isActive?: boolean | undefined;
  readonly headers?: OwnHeaders | undefined;
}

/** Changes what is given. Call it in `writeFenced`: no delivery to a former url begins after it, nor any once it is switched off. */
export async function updateSubscription(
  tx: WriteTransaction,
  row: SubscriptionRow,
  { endpoint, events, isActive, headers }: SubscriptionChanges,
): Promise<void> {
  if (headers !== undefined) await writeOwnHeaders(tx, row, checkOwnHeaders(headers));
  // They are for the endpoint that they were given for, whoever changes where deliveries go.
  else if (endpoint !== undefined && originOf(endpoint.url) !== originOf(row.url)) {
    await writeOwnHeaders(tx, row, {});
  }
  if (endpoint !== undefined || events !== undefined) {
    await updateSubscriptionRow(tx, row.id, {
      ...(endpoint !== undefined && { url: endpoint.url }),
      ...(events !== undefined && { events: writeTexts(checkEventNames(events)) ?? '[]' }),
    });
  }
  const { id, epoch, is_active } = row;
  if (isActive === true && is_active === 0) await activateSubscription(tx, id);
  if (isActive === false) {
    const reason = writeDisabledReason({ kind: 'switched_off' });
    await deactivateSubscription(tx, { id, epoch, reason });
  }
}

async function writeOwnHeaders(
  tx: WriteTransaction,
  { id, reference, own_headers }: Pick<SubscriptionRow, 'id' | 'reference' | 'own_headers'>,
  headers: OwnHeaders,
): Promise<void> {
  const isNone = Object.keys(headers).length === 0;
  if (isNone && own_headers === null) return;
  const key = await keyOf(tx, 'webhook_headers');
  await updateSubscriptionRow(tx, id, { own_headers: sealOwnHeaders(key, reference, headers) });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** Replaces the signing secret (§6.3): during the overlap, deliveries are signed with former ones too. Call it in `writeFenced`. */
export async function rotateSecret(
  tx: WriteTransaction,
  row: SubscriptionRow,
  overlapSeconds: number,
): Promise<{ readonly secret: string; readonly formerUntil: Instant | null }> {
  const overlapMicros = overlapSeconds * MICROS_PER_SECOND;
  const former = retireSecret(row, { now: tx.now, overlapMicros });
  if (former.length > MAX_FORMER_SECRETS) {
    throw invalid(
      'overlap_seconds',
      `The secret was changed ${MAX_FORMER_SECRETS} times within the overlap. Expected 0, which ends all former secrets, or a later try.`,
    );
  }
  const secret = newWebhookSecret();
  await updateSubscriptionRow(tx, row.id, { secret, former_secrets: writeFormerSecrets(former) });
  return { secret, formerUntil: former[0]?.until ?? null };
}

/** The same for whoever administers the organiser, by its reference. */
export async function rotateSecretOf(
  tx: WriteTransaction,
  reference: string,
  overlapSeconds: number,
): ReturnType<typeof rotateSecret> {
  const row = await requireSubscription(tx, reference);
  return rotateSecret(tx, row, overlapSeconds);
}

/** How many subscriptions get such an event now. */
export async function countRecipients(tx: ReadTransaction, event: DomainEvent): Promise<number> {
  if (event.to !== undefined) return event.to.length;
  return (await listRecipients(tx, event)).filter(({ isMissed }) => isMissed !== true).length;
}

/** Deletes a subscription for whoever administers the organiser, and returns what it was. Call it in `writeFenced`. */
export async function removeSubscription(
  tx: WriteTransaction,
  reference: string,
): Promise<SubscriptionWithEvent> {
  const subscription = await readSubscription(tx, reference);
  await deleteSubscriptionRow(tx, subscription.id);
  return subscription;
}

/** Throws `resource.not_found`. */
export async function requireSubscription(
  tx: ReadTransaction,
  reference: string,
): Promise<SubscriptionRow> {
  return requireFound(await findSubscription(tx, reference), 'webhook subscription', reference);
}

/** The same with its event. */
export async function readSubscription(
  tx: ReadTransaction,
  reference: string,
): Promise<SubscriptionWithEvent> {
  const row = await requireSubscription(tx, reference);
  const event = row.event_id === null ? null : await getEvent(tx, row.event_id);
  return { ...row, event_reference: event?.reference ?? null };
}

/** Re-enables a subscription (§3.4): deliveries resume for new events; missed ones are not replayed. */
export async function enableSubscription(
  tx: WriteTransaction,
  reference: string,
): Promise<SubscriptionWithEvent> {
  const { event_reference, ...row } = await readSubscription(tx, reference);
  if (row.is_active === 1) throw invalidTransition(`The subscription ${reference} is active.`);
  return { ...(await activateSubscription(tx, row.id)), event_reference };
}

/** Deactivates a revoked client's subscriptions (§5). */
export function endClientSubscriptions(tx: WriteTransaction, clientRowId: number): Promise<void> {
  const reason = writeDisabledReason({ kind: 'client_revoked' });
  return deactivateClientSubscriptions(tx, clientRowId, reason);
}

function planAllowsWebhooks(plan: Plan): boolean {
  return plan !== 'free';
}

function checkEventNames(names: readonly string[]): readonly string[] {
  if (names.length === 0) throw invalid('events', problem('choose_one', { what: 'event name' }));
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
    secret: newWebhookSecret(),
  });
  return { ...row, event_reference: input.event?.reference ?? null };
}
