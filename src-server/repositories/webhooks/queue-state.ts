import type { Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';

/** Statements for `readNow`: looks at the queue without a transaction. */

/** A subscription of one sort, not among the busy ones, that has something due. Parameters: is_failing, now, busy ids as JSON. */
export const anyDue: CompiledStatement<{ id: number }> = {
  sql: `select id from webhook_subscriptions
    where is_failing = ? and next_due_at <= ? and id not in (select value from json_each(?)) limit 1`,
};

/** Parameter: now. */
export const anyRedeliveryDue: CompiledStatement<{ id: number }> = {
  sql: 'select id from webhook_redeliveries where due_at <= ? limit 1',
};

/** When the next thing becomes due after `now` (three times the same parameter). */
export const nextDue: CompiledStatement<{ due_at: Instant | null }> = {
  sql: `select min(due_at) as due_at from (
      select min(next_due_at) as due_at from webhook_subscriptions where is_failing = 0 and next_due_at > ?
      union all select min(next_due_at) from webhook_subscriptions where is_failing = 1 and next_due_at > ?
      union all select min(due_at) from webhook_redeliveries where due_at > ?)`,
};

const wantedBy = `webhook_subscriptions s left join clients c on c.id = s.client_id where s.id = ?
  and (s.client_id is null or c.all_events = 1
    or exists (select 1 from client_events g where g.client_id = s.client_id and g.event_id = ?))`;

/**
 * Whether a subscription still wants what was claimed for it: it is active, was not deactivated meanwhile, and its client still sees
 * the event. Looks at one row of a small table, because it is asked for every request. Parameters: subscription id, event id, epoch.
 */
export const isStillWanted: CompiledStatement<{ id: number }> = {
  sql: `select s.id from ${wantedBy} and s.is_active = 1 and s.epoch = ?`,
};

/** The same for a redelivery, which an inactive subscription may have, and a deleted one may not. Parameters without the epoch. */
export const isRedeliveryWanted: CompiledStatement<{ id: number }> = {
  sql: `select s.id from ${wantedBy} and s.deleted_at is null`,
};

/** Whether a message still holds a person's address: erasing them takes it out of what was claimed as well. Parameter: delivery id. */
export const holdsPerson: CompiledStatement<{ id: number }> = {
  sql: `select d.id from webhook_deliveries d join webhook_messages m on m.id = d.message_id
    where d.id = ? and m.email_key is not null`,
};

/** How many deliveries wait, and since when the one that waits longest has been due. Parameter: now. */
export const queueDepth: CompiledStatement<{ depth: number; oldest_due: Instant | null }> = {
  sql: `select (select count(*) from webhook_deliveries d join webhook_subscriptions s on s.id = d.subscription_id
        where d.status = 'pending' and s.epoch = d.epoch) as depth,
      (select min(next_due_at) from webhook_subscriptions where next_due_at <= ?) as oldest_due`,
};
