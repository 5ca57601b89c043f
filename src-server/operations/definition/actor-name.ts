import type { ReadTransaction } from '../../database/transaction.ts';
import { getAccount } from '../../store/access/accounts.ts';
import { listResourceEntries } from '../../store/access/audit-log.ts';
import { findClient } from '../../store/access/clients.ts';
import { findMember } from '../../store/access/members.ts';
import { requireMember } from '../../rules/require-row.ts';
import type { Actor } from './operation.ts';

/** As others of the organiser know them. */
export async function nameOf(tx: ReadTransaction, actor: Actor): Promise<string> {
  if (actor.kind === 'command_line') return actor.name;
  const { account_id } = await requireMember(tx, actor.name);
  return (await getAccount(tx, account_id)).email;
}

/** The same of an entry of the audit log, a client by its name; a member who was removed is what the entry says. */
export async function nameInLog(tx: ReadTransaction, actor: string): Promise<string> {
  const [, kind, name = actor] = /^(member|client|command_line):(.+)$/.exec(actor) ?? [];
  if (kind === 'client') return (await findClient(tx, name))?.name ?? name;
  const member = kind === 'member' ? await findMember(tx, name) : undefined;
  if (member !== undefined) return (await getAccount(tx, member.account_id)).email;
  return kind === 'command_line' ? name : actor;
}

/** Who made each of these resources, to which nothing is done later; by the resource. */
export async function readActorNames(
  tx: ReadTransaction,
  resources: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const actors = new Map<string, string>();
  if (resources.length === 0) return actors;
  const names = new Map<string, string>();
  for (const { resource, actor } of await listResourceEntries(tx, resources, resources.length)) {
    const name = names.get(actor) ?? (await nameInLog(tx, actor));
    names.set(actor, name);
    if (resource !== null) actors.set(resource, name);
  }
  return actors;
}
