import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type AuditEntry = Omit<Row<'audit_log'>, 'id' | 'at'>;

export function appendAuditEntry(tx: WriteTransaction, entry: AuditEntry): void {
  tx.append('audit_log', [{ ...entry, at: tx.now }]);
}

/** Newest first, of one organiser or of all. */
export function listAuditEntries(
  tx: ReadTransaction,
  { organiserId, limit }: { readonly organiserId: number | undefined; readonly limit: number },
): Promise<readonly (Row<'audit_log'> & { readonly organiser: string | null })[]> {
  const entries = tx.db
    .selectFrom('audit_log as a')
    .leftJoin('organisers as o', 'o.id', 'a.organiser_id')
    .selectAll('a')
    .select('o.reference as organiser')
    .orderBy('a.id', 'desc')
    .limit(limit);
  const chosen =
    organiserId === undefined ? entries : entries.where('a.organiser_id', '=', organiserId);
  return chosen.execute();
}
