import { addMicros, MICROS_PER_MINUTE } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { WriteTransaction } from '../../database/transaction.ts';

/** An email to an organiser whose subscription was deactivated. */
export interface Notice {
  readonly id: number;
  readonly email: string;
  readonly reason: string;
  readonly attempts: number;
  readonly subscription: string;
  readonly url: string;
  readonly organiser: string;
}

const due: CompiledStatement<Notice> = {
  sql: `select n.id, n.email, n.reason, n.attempts, s.reference as subscription, s.url, o.display_name as organiser
    from webhook_notices n join webhook_subscriptions s on s.id = n.subscription_id join organisers o on o.id = s.organiser_id
    where n.due_at <= ? order by n.due_at, n.id limit 1`,
};

/** Parameter: now. */
export const anyNoticeDue: CompiledStatement<{ id: number }> = {
  sql: 'select id from webhook_notices where due_at <= ? limit 1',
};

const postpone: CompiledStatement<unknown> = {
  sql: 'update webhook_notices set attempts = attempts + 1, due_at = ? where id = ?',
};

const remove: CompiledStatement<unknown> = { sql: 'delete from webhook_notices where id = ?' };

const FIRST_PAUSE = MICROS_PER_MINUTE;
const MAX_DOUBLINGS = 9;

/** Takes one notice for sending: unless it is removed, it is due again after a pause that doubles from a minute up to 8.5 hours. */
export async function claimNotice(tx: WriteTransaction): Promise<Notice | null> {
  const notice = await tx.first(due, [tx.now]);
  if (notice === undefined) return null;
  const pause = FIRST_PAUSE * 2 ** Math.min(notice.attempts, MAX_DOUBLINGS);
  await tx.run(postpone, [addMicros(tx.now, pause), notice.id]);
  return notice;
}

export async function removeNotice(tx: WriteTransaction, id: number): Promise<void> {
  await tx.run(remove, [id]);
}
