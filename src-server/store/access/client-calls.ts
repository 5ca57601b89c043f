import { sql } from 'kysely';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export interface ClientCalls {
  readonly clientRowId: number;
  /** An `operationId` of the API. */
  readonly operation: string;
  readonly calls: number;
}

/** Adds calls to those that were counted before. */
export async function addClientCalls(
  tx: WriteTransaction,
  { clientRowId, operation, calls }: ClientCalls,
): Promise<void> {
  await tx.db
    .insertInto('client_calls')
    .values({ client_id: clientRowId, operation, calls, last_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'operation']).doUpdateSet((eb) => ({
        calls: sql<number>`client_calls.calls + ${eb.ref('excluded.calls')}`,
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** The latest first. */
export function listClientCalls(tx: ReadTransaction, clientRowId: number) {
  return tx.db
    .selectFrom('client_calls')
    .select(['operation', 'calls', 'last_at'])
    .where('client_id', '=', clientRowId)
    .orderBy('last_at', 'desc')
    .orderBy('operation')
    .execute();
}
