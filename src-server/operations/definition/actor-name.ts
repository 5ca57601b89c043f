import type { ReadTransaction } from '../../database/transaction.ts';
import { getAccount } from '../../store/access/accounts.ts';
import { requireMember } from '../../rules/require-row.ts';
import type { Actor } from './operation.ts';

/** As others of the organiser know them. */
export async function nameOf(tx: ReadTransaction, actor: Actor): Promise<string> {
  if (actor.kind === 'command_line') return actor.name;
  const { account_id } = await requireMember(tx, actor.name);
  return (await getAccount(tx, account_id)).email;
}
