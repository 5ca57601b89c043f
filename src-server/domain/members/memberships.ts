import type { WriteTransaction } from '../../database/transaction.ts';
import { appendAuditEntry } from '../../store/access/audit-log.ts';
import { listMemberships, type Membership } from '../../store/access/memberships.ts';

export { listMemberships, type Membership };

/** Writes what an account did with itself into the audit log of every organiser that it is a member of. */
export async function noteAccount(
  tx: WriteTransaction,
  accountId: number,
  { operation, address }: { readonly operation: string; readonly address: string },
): Promise<void> {
  for (const { reference, organiser_id } of await listMemberships(tx, accountId)) {
    const actor = `member:${reference}`;
    appendAuditEntry(tx, {
      organiser_id,
      actor,
      address,
      operation,
      resource: reference,
      input: '{}',
    });
  }
}
