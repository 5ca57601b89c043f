import type { WriteTransaction } from '../../database/transaction.ts';
import { appendAuditEntry } from '../../store/access/audit-log.ts';
import { listMemberships, type Membership } from '../../store/access/memberships.ts';

export { listMemberships, type Membership };

/** What an account does with itself, as the audit log names it. */
export const accountDeeds = [
  'account.password',
  'account.authenticator-confirm',
  'account.authenticator-remove',
  'account.recovery-codes',
  'account.passkey-add',
  'account.passkey-remove',
  'sign-in.begin',
  'sign-in.recovery',
  'sign-in.forgot',
  'link.take',
] as const;
export type AccountDeed = (typeof accountDeeds)[number];

/** Writes what an account did with itself into the audit log of every organiser that it is a member of. */
export async function noteAccount(
  tx: WriteTransaction,
  accountId: number,
  { operation, address }: { readonly operation: AccountDeed; readonly address: string },
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
