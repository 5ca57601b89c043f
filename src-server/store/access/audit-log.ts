import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type AuditEntry = Omit<Row<'audit_log'>, 'id' | 'at'>;

export function appendAuditEntry(tx: WriteTransaction, entry: AuditEntry): void {
  tx.append('audit_log', [{ ...entry, at: tx.now }]);
}

/** What was done to any of these resources, newest first. */
export function listResourceEntries(
  tx: ReadTransaction,
  resources: readonly string[],
  limit: number,
): Promise<readonly Row<'audit_log'>[]> {
  return tx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('resource', 'in', resources)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** With the organiser's reference; in no particular order. */
export function readAuditEntries(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly (Row<'audit_log'> & { readonly organiser: string | null })[]> {
  return tx.db
    .selectFrom('audit_log as a')
    .leftJoin('organisers as o', 'o.id', 'a.organiser_id')
    .selectAll('a')
    .select('o.reference as organiser')
    .where('a.id', 'in', ids)
    .execute();
}
