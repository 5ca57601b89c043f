// Why: docs/decisions/0025-console-access.md
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { SESSION_DAYS } from '../../shared/console/session-calls.ts';
import { addMicros, MICROS_PER_DAY } from '../../shared/instant.ts';
import { roles, type Role } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { listMemberships, type Membership } from '../domain/members/memberships.ts';
import { addNonce, isFresh, type ConsoleSessionRow } from '../domain/members/sessions.ts';
import { ApiError } from '../http/errors/api-error.ts';
import { planAllowsApi } from '../oauth/caller.ts';
import type { MemberActor, Operation, View } from '../operations/definition/operation.ts';
import { look, perform } from '../operations/definition/perform.ts';
import type { ConsoleContext } from './console-context.ts';
import { ConsoleError } from './console-error.ts';
import { requireVerified } from './guards.ts';

/** As long as the session may last in which the page still has the key. */
const REMEMBERED_DAYS = SESSION_DAYS;

/**
 * Does an operation or looks at a view for a member. An input that names the organiser need not: it is the one of the request. Throws what
 * `perform` throws, `session.second_factor_required`, `session.second_factor_stale`, `role.insufficient`, `organiser.required`,
 * `plan.required`, `mail.not_configured`, and `record.changed` where `was` beside the input is not what there is.
 */
export async function runEntry(
  context: ConsoleContext,
  entry: Operation | View,
  given: unknown,
): Promise<unknown> {
  const { database } = context;
  const { member, session } = await database.read((tx) => authorised(tx, context, entry));
  const { was, asked } = splitSeen(entry, given);
  const input = withOrganiser(entry, asked, member.organiser);
  const actor: MemberActor = {
    kind: 'member',
    name: member.reference,
    organiserId: member.organiser_id,
    session,
    address: context.address,
    authorise: async (tx) => {
      const current = await authorised(tx, { ...context, organiser: member.organiser }, entry);
      if (current.member.reference !== member.reference) throw new ConsoleError('session.required');
    },
    once: (tx) => assertFirst(tx, entry, [member.reference, context.idempotencyKey, input]),
    assertSeen: was === null ? null : (current) => assertUnchanged(was, current),
  };
  const { services } = context;
  if (entry.kind === 'view') return look(database, entry, input, { member: actor, services });
  const result = await perform(database, entry, input, actor);
  return entry.after?.(services, result) ?? result;
}

/**
 * Throws `operation.repeated` if it was done for the same member, key and input, whose answer was lost. What follows the commit may be missing
 * then, so what has something to follow is done again.
 */
async function assertFirst(
  tx: WriteTransaction,
  entry: Operation | View,
  asked: readonly [member: string, key: string | null, input: unknown],
): Promise<void> {
  if (asked[1] === null || entry.kind === 'view' || entry.after !== undefined) return;
  const hash = createHash('sha256')
    .update(`${entry.name} ${JSON.stringify(asked)}`)
    .digest();
  if (!(await addNonce(tx, hash, addMicros(tx.now, REMEMBERED_DAYS * MICROS_PER_DAY))))
    throw new ConsoleError('operation.repeated');
}

/** `was`: what somebody saw in the fields that they change, for an operation that knows its `current`. */
function splitSeen(
  entry: Operation | View,
  given: unknown,
): { readonly was: object | null; readonly asked: unknown } {
  const hasCurrent = entry.kind === 'operation' && entry.current !== undefined;
  if (!hasCurrent || !isRecord(given)) return { was: null, asked: given };
  const { was, ...asked } = given;
  return isRecord(was) ? { was, asked } : { was: null, asked: given };
}

/** Throws `record.changed` with the fields that are not as they were. */
function assertUnchanged(was: object, current: object): void {
  const now = new Map(Object.entries(current));
  const changed = Object.entries(was)
    .map(([field, value]) => [field, value, now.get(field) ?? null] as const)
    .filter(([, before, after]) => !isDeepStrictEqual(before, after));
  if (changed.length === 0) return;
  const fields = Object.fromEntries(changed.map(([field, , after]) => [field, after]));
  throw new ConsoleError('record.changed', {}, fields);
}

/** The session, and the membership by which it may do it now. */
async function authorised(
  tx: ReadTransaction,
  context: Pick<ConsoleContext, 'session' | 'organiser' | 'services'>,
  entry: Operation | View,
): Promise<{ readonly session: ConsoleSessionRow; readonly member: Membership }> {
  const session = await requireVerified(tx, context);
  const member = await requireMembership(tx, session, context.organiser);
  if (!allows(member.role, entry)) throw new ConsoleError('role.insufficient');
  if (entry.kind === 'view') return { session, member };
  if (entry.needsPlan === true && !planAllowsApi(member.plan)) throw new ApiError('plan.required');
  if (entry.needsMail === true && context.services.mail === null)
    throw new ConsoleError('mail.not_configured');
  if (entry.fresh === true && !isFresh(session, tx.now))
    throw new ConsoleError('session.second_factor_stale');
  return { session, member };
}

/** Whether a role may do it. */
export function allows(role: Role, entry: Pick<Operation, 'role'>): boolean {
  return entry.role !== 'operator' && roles.indexOf(role) <= roles.indexOf(entry.role);
}

/** The account's membership of an organiser; null for who has only one. Throws `role.insufficient` and `organiser.required`. */
export async function requireMembership(
  tx: ReadTransaction,
  { account_id }: Pick<ConsoleSessionRow, 'account_id'>,
  organiser: string | null,
): Promise<Membership> {
  const memberships = await listMemberships(tx, account_id);
  const [only, other] = memberships;
  if (only === undefined) throw new ConsoleError('role.insufficient');
  if (organiser === null) {
    if (other !== undefined) throw new ConsoleError('organiser.required');
    return only;
  }
  const chosen = memberships.find((one) => one.organiser === organiser);
  if (chosen === undefined) throw new ConsoleError('role.insufficient');
  return chosen;
}

function withOrganiser({ input }: Operation | View, given: unknown, organiser: string): unknown {
  if (!isRecord(given) || !Object.hasOwn(input.properties, 'organiser')) return given;
  return { organiser, ...given };
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
