import type { Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Row } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';

export type FailuresRow = Row<'sign_in_failures'>;

const deleteForgotten = prepareQuery((db, $: Parameter<{ until: Instant; limit: number }>) =>
  db
    .deleteFrom('sign_in_failures')
    .where('subject', 'in', (eb) =>
      eb
        .selectFrom('sign_in_failures')
        .select('subject')
        .where('forgotten_at', '<=', $('until'))
        .limit($('limit')),
    ),
);

/** The failures of a subject, locked; a subject without any gets a row, so that two transactions cannot both find none. */
export function lockFailures(
  tx: WriteTransaction,
  fresh: Pick<FailuresRow, 'subject' | 'forgotten_at'>,
): Promise<FailuresRow> {
  return tx.db
    .insertInto('sign_in_failures')
    .values({ ...fresh, failures: 0, failed_at: tx.now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((eb) => ({ failures: eb.ref('sign_in_failures.failures') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function writeFailures(tx: WriteTransaction, row: FailuresRow): Promise<void> {
  const { subject, ...changes } = row;
  await tx.db.updateTable('sign_in_failures').set(changes).where('subject', '=', subject).execute();
}

export async function deleteFailures(tx: WriteTransaction, subject: Buffer): Promise<void> {
  await tx.db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
}

/** Deletes up to `limit` that are forgotten, or older than the newest `most`; returns how many. */
export async function forgetFailures(
  tx: WriteTransaction,
  limit: number,
  most: number,
): Promise<number> {
  const first = await tx.db
    .selectFrom('sign_in_failures')
    .select('forgotten_at')
    .where('forgotten_at', 'is not', null)
    .orderBy('forgotten_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  const excess = first?.forgotten_at ?? tx.now;
  const until = excess > tx.now ? excess : tx.now;
  return tx.run(deleteForgotten, { until, limit });
}
