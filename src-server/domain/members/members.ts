import { problem } from '../../../shared/console/problems.ts';
import { randomBytes } from 'node:crypto';
import type { Role } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { DomainError, invalidTransition } from '../../rules/domain-error.ts';
import { parseEmail } from '../../rules/email.ts';
import { requireMember, requireOrganiser } from '../../rules/require-row.ts';
import { deleteLinksOf } from '../../store/access/account-links.ts';
import {
  deleteAccount,
  deleteAccountSessions,
  findAccountByEmailKey,
  getAccount,
  hasPasskeys,
  insertAccount,
  setPasswordHash,
  type AccountRow,
} from '../../store/access/accounts.ts';
import {
  deleteMember,
  hasMembers,
  insertMember,
  listMemberRows,
  listMembershipRows,
  updateMember,
  type MemberRow,
} from '../../store/access/members.ts';
import { createOrganiser, listOrganisers } from '../access/organisers.ts';
import { lastServerAddress } from '../access/server-address.ts';
import { newLink } from './account-links.ts';
import { joinAddress } from './console-address.ts';
import { codeSubjects, noteSuccess } from './throttle.ts';

export interface Invited {
  readonly member: MemberRow;
  /** The token of the one-time link; null for who can sign in already, or was invited by another organiser. */
  readonly token: string | null;
}

/**
 * Makes somebody a member. The link sets a password, so it is handed out only while no other organiser relies on the account. `inviter` is the
 * member who does it; nobody is one for whoever runs the server. Throws `resource.exists` for a member, and `transition.impossible` for an
 * account of an organiser that the inviter does not own.
 */
export async function inviteMember(
  tx: WriteTransaction,
  {
    organiser: reference,
    email,
    role,
    inviter,
  }: {
    readonly organiser: string;
    readonly email: string;
    readonly role: Role;
    readonly inviter?: string;
  },
): Promise<Invited> {
  const organiser = await requireOrganiser(tx, reference);
  const account = await accountOf(tx, email);
  const memberships = await listMembershipRows(tx, account.id);
  const earlier = memberships.find(({ organiser_id }) => organiser_id === organiser.id);
  if (earlier !== undefined) {
    const said = problem('member_already', { email: account.email, member: earlier.reference });
    throw new DomainError('resource.exists', said);
  }
  if (inviter !== undefined) await assertOwnsAll(tx, inviter, memberships);
  const member = await insertMember(tx, {
    organiser_id: organiser.id,
    account_id: account.id,
    role,
  });
  if (memberships.length > 0 || (await canSignIn(tx, account))) return { member, token: null };
  return { member, token: await newLink(tx, { purpose: 'invitation', accountId: account.id }) };
}

/**
 * Whoever made an account had its link, and may be the one who signs in to it: that is no reason for another organiser to let them in. Nor
 * is anybody made a member of what they never heard of, whose log then says when and from where they sign in.
 */
async function assertOwnsAll(
  tx: ReadTransaction,
  inviter: string,
  memberships: readonly MemberRow[],
): Promise<void> {
  const { account_id } = await requireMember(tx, inviter);
  const owned = (await listMembershipRows(tx, account_id)).filter(({ role }) => role === 'owner');
  const isOwned = (one: MemberRow) => owned.some((own) => own.organiser_id === one.organiser_id);
  if (memberships.every(isOwned)) return;
  throw invalidTransition(
    'This email has an account with another organiser: only whoever runs the server can add it, with "gatehouse member invite".',
  );
}

/** Throws `transition.impossible` for the last owner. */
export async function changeRole(
  tx: WriteTransaction,
  reference: string,
  role: Role,
): Promise<MemberRow> {
  const member = await requireMember(tx, reference);
  if (role !== 'owner') {
    await keepAnOwner(tx, member);
    await endLinksOfOwner(tx, member);
  }
  return updateMember(tx, member.id, { role });
}

/** Whoever is an owner no more may have kept the links of the others, by which they would come back. */
async function endLinksOfOwner(tx: WriteTransaction, member: MemberRow): Promise<void> {
  if (member.role !== 'owner') return;
  for (const { account_id } of await listMemberRows(tx, member.organiser_id))
    await deleteLinksOf(tx, account_id);
}

/** Who is a member of no other organiser is forgotten altogether, with sessions, keys and codes. Throws `transition.impossible` for the last owner. */
export async function removeMember(tx: WriteTransaction, reference: string): Promise<MemberRow> {
  const member = await requireMember(tx, reference);
  await keepAnOwner(tx, member);
  await endLinksOfOwner(tx, member);
  await deleteMember(tx, member.id);
  const others = await listMembershipRows(tx, member.account_id);
  // Whoever holds an earlier link of this organiser must not become a member of the others by it.
  await deleteLinksOf(tx, member.account_id);
  if (others.length === 0) {
    await noteSuccess(tx, codeSubjects(await getAccount(tx, member.account_id)));
    await deleteAccount(tx, member.account_id);
  }
  return member;
}

/**
 * Ends the sessions and the wait after wrong codes, and returns the token of a link that sets a new password; the second factor stays. Throws `transition.impossible` for a
 * member of other organisers: the link would open theirs too.
 */
export async function resetMember(
  tx: WriteTransaction,
  reference: string,
): Promise<{ readonly member: MemberRow; readonly token: string }> {
  const member = await requireMember(tx, reference);
  const memberships = await listMembershipRows(tx, member.account_id);
  if (memberships.length > 1) {
    throw invalidTransition(
      'The account is a member of other organisers too, which must not be opened by this one.',
    );
  }
  const account = await getAccount(tx, member.account_id);
  await deleteAccountSessions(tx, account.id);
  await noteSuccess(tx, codeSubjects(account));
  const purpose = (await canSignIn(tx, account)) ? 'reset' : 'invitation';
  return { member, token: await newLink(tx, { purpose, accountId: account.id }) };
}

/** The address of a page that sets a new password; the second factor, and the sessions until then, stay. */
export async function resetLink(tx: WriteTransaction, account: AccountRow): Promise<string> {
  const purpose = (await canSignIn(tx, account)) ? 'reset' : 'invitation';
  return linkOf(tx, await newLink(tx, { purpose, accountId: account.id }));
}

/** The page of a link's token, at the address where the server last ran, and not where a request says that it is. */
export async function linkOf(tx: ReadTransaction, token: string): Promise<string> {
  const server = await lastServerAddress(tx);
  if (server !== null) return joinAddress(server.url, token);
  throw invalidTransition(
    'The server has not run on this data yet, so its address is not known: start it once.',
  );
}

/**
 * Sets the password and ends all sessions. Wrong codes still count: else whoever reads the mailbox guesses on with every new password.
 */
export async function setPassword(
  tx: WriteTransaction,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  await setPasswordHash(tx, accountId, passwordHash);
  await deleteAccountSessions(tx, accountId);
}

/** The token of a link that makes the first owner; null where there are members. */
export async function firstOwnerToken(tx: WriteTransaction): Promise<string | null> {
  return (await hasMembers(tx)) ? null : newLink(tx, { purpose: 'first_owner', accountId: null });
}

/**
 * Makes the account of the first owner, to whom every organiser of the server belongs; one is created with that name where there is none. Throws
 * `transition.impossible` if there are members.
 */
export async function createFirstOwner(
  tx: WriteTransaction,
  { email, organiser: name }: { readonly email: string; readonly organiser: string },
): Promise<AccountRow> {
  if (await hasMembers(tx)) throw invalidTransition('This server has an owner already.');
  const account = await accountOf(tx, email);
  const known = await listOrganisers(tx);
  const organisers =
    known.length > 0 ? known : [await createOrganiser(tx, { name, plan: 'pro', email: null })];
  for (const { id } of organisers) {
    await insertMember(tx, { organiser_id: id, account_id: account.id, role: 'owner' });
  }
  return account;
}

/** Whether somebody has set a password or registered a passkey. */
export async function canSignIn(
  tx: ReadTransaction,
  { id, password_hash }: Pick<AccountRow, 'id' | 'password_hash'>,
): Promise<boolean> {
  return password_hash !== null || (await hasPasskeys(tx, id));
}

/** Null if the mailbox has no account. Throws `validation.failed` for what is no email. */
export async function findAccountOf(
  tx: ReadTransaction,
  email: string,
): Promise<AccountRow | null> {
  return (await findAccountByEmailKey(tx, parseEmail(email).key)) ?? null;
}

/** The account of the mailbox, which is made if there is none. */
async function accountOf(tx: WriteTransaction, given: string): Promise<AccountRow> {
  const { spelling, key } = parseEmail(given);
  const known = await findAccountByEmailKey(tx, key);
  return known ?? insertAccount(tx, { handle: randomBytes(32), email: spelling, email_key: key });
}

/** Whoever was invited and never joined is no owner to leave the organiser to; but they may leave one who joined no more than they did. */
async function keepAnOwner(tx: ReadTransaction, member: MemberRow): Promise<void> {
  if (member.role !== 'owner') return;
  const members = await listMemberRows(tx, member.organiser_id);
  const others = members.filter(({ id, role }) => role === 'owner' && id !== member.id);
  if (others.length === 0)
    throw invalidTransition('The organiser has no other owner: make somebody else an owner first.');
  if (!(await hasJoined(tx, member))) return;
  for (const other of others) if (await hasJoined(tx, other)) return;
  throw invalidTransition('No other owner has joined yet: wait until one has set a password.');
}

async function hasJoined(tx: ReadTransaction, { account_id }: MemberRow): Promise<boolean> {
  return canSignIn(tx, await getAccount(tx, account_id));
}
