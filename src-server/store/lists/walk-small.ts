import { sql } from 'kysely';
import type { Instant } from '../../../shared/instant.ts';
import type { DeliveryStatus, WaitlistStatus } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import {
  FEW,
  fewNaming,
  rowsWhere,
  isAmong,
  type Condition,
  type Few,
  type SortOrder,
  type Walk,
} from './read-list.ts';
import { within, type Owner } from './within.ts';

/** Lists of what an organiser has some of. A filter that is undefined leaves nothing out. */

export interface EventChoice {
  readonly organiserId: number | undefined;
  readonly status: 'draft' | 'published' | 'archived' | undefined;
  readonly when: 'upcoming' | 'past' | undefined;
  readonly search: string | undefined;
}

export const byStart = 'k.starts_at';

/** Without archived ones, unless they are asked for. By their start, those without one come last. */
export async function walkEvents(
  tx: ReadTransaction,
  { organiserId, status, when, search }: EventChoice,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const { organisers } = await within(tx, { organiserId, event: undefined });
  const isTheirs = isAmong('organiser_id', organisers);
  const where: Condition[] = [
    status === 'archived' ? sql`k.deleted_at is not null` : sql`k.deleted_at is null`,
  ];
  if (status === 'draft' || status === 'published') where.push(sql`k.status = ${status}`);
  const isPast = sql<boolean>`coalesce(k.ends_at, k.starts_at, ${tx.now}) < ${tx.now}`;
  if (when !== undefined) where.push(when === 'past' ? isPast : sql`not (${isPast})`);
  const named = tx.db
    .selectFrom('events')
    .select(['id', 'name', 'slug', 'reference'])
    .where(isTheirs);
  const few = await fewOf(search, named);
  const walk: Walk = {
    from: sql`events as k`,
    of: { column: 'k.organiser_id', ids: organisers },
    order,
    where,
    few,
  };
  if (order.by !== byStart) return [walk];
  const newest: SortOrder = { by: 'k.created_at', direction: 'desc' };
  return [
    { ...walk, fixed: [sql`k.starts_at is not null`] },
    { ...walk, fixed: [sql`k.starts_at is null`], order: newest },
  ];
}

export interface WaitlistChoice extends Owner {
  readonly sellable:
    { readonly column: 'ticket_type_id' | 'add_on_id'; readonly id: number } | undefined;
  readonly status: WaitlistStatus | undefined;
  readonly search: string | undefined;
}

export async function walkWaitlist(
  tx: ReadTransaction,
  { sellable, status, search, ...owner }: WaitlistChoice,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const { events } = await within(tx, owner);
  const where: Condition[] = [];
  if (sellable !== undefined) where.push(sql`${sql.ref(`k.${sellable.column}`)} = ${sellable.id}`);
  if (status !== undefined) where.push(sql`k.status = ${status}`);
  const named = tx.db
    .selectFrom('waitlist_entries')
    .select(['id', 'email', 'reference'])
    .where(isAmong('event_id', events))
    .limit(FEW + 1);
  const few = await fewOf(search, named);
  const of = { column: 'k.event_id', ids: events };
  return [{ from: sql`waitlist_entries as k`, of, order, where, few }];
}

export async function walkImports(
  tx: ReadTransaction,
  { search, ...owner }: Owner & { readonly search: string | undefined },
  order: SortOrder,
): Promise<readonly Walk[]> {
  const { events } = await within(tx, owner);
  const named = tx.db
    .selectFrom('imports')
    .select(['id', 'file_name', 'reference'])
    .where(isAmong('event_id', events))
    .limit(FEW + 1);
  const few = await fewOf(search, named);
  const of = { column: 'k.event_id', ids: events };
  return [{ from: sql`imports as k`, of, order, where: [], few }];
}

export async function walkDisputes(
  tx: ReadTransaction,
  {
    organiserId,
    orderId,
    search,
  }: {
    readonly organiserId: number;
    readonly orderId: number | undefined;
    readonly search: string | undefined;
  },
  order: SortOrder,
): Promise<readonly Walk[]> {
  const named = tx.db
    .selectFrom('disputes')
    .select(['id', 'dispute', 'charge', 'reason'])
    .where('organiser_id', '=', organiserId)
    .limit(FEW + 1);
  const few = await fewOf(search, named);
  const of = { column: 'k.organiser_id', ids: [organiserId] };
  if (orderId === undefined) return [{ from: sql`disputes as k`, of, order, where: [], few }];
  const where = [sql<boolean>`k.order_id = ${orderId}`];
  const theirs = few ?? (await rowsWhere(tx, 'disputes', sql`k.order_id = ${orderId}`));
  return [{ from: sql`disputes as k`, of, order, where, few: theirs }];
}

export async function walkClients(
  tx: ReadTransaction,
  {
    organiserId,
    search,
    few,
  }: {
    readonly organiserId: number | undefined;
    readonly search: string | undefined;
    /** Which of them; all if not given. */
    readonly few?: Few;
  },
  order: SortOrder,
): Promise<readonly Walk[]> {
  const { organisers } = await within(tx, { organiserId, event: undefined });
  const named = tx.db
    .selectFrom('clients')
    .select(['id', 'name', 'client_id'])
    .where(isAmong('organiser_id', organisers));
  const found = await fewOf(search, named);
  const of = { column: 'k.organiser_id', ids: organisers };
  const ids = few?.ids.filter((id) => found === undefined || found.ids.includes(id));
  const kept = ids === undefined ? found : { ids, isCut: false };
  return [{ from: sql`clients as k`, of, order, where: [], few: kept }];
}

export async function walkSubscriptions(
  tx: ReadTransaction,
  { organiserId, search }: { readonly organiserId: number; readonly search: string | undefined },
  order: SortOrder,
): Promise<readonly Walk[]> {
  const named = tx.db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'url', 'events', 'reference'])
    .where('organiser_id', '=', organiserId);
  const few = await fewOf(search, named);
  const of = { column: 'k.organiser_id', ids: [organiserId] };
  const where = [sql<boolean>`k.deleted_at is null`];
  return [{ from: sql`webhook_subscriptions as k`, of, order, where, few }];
}

export interface DeliveryChoice {
  readonly subscriptionId: number;
  readonly status: DeliveryStatus | undefined;
  /** Of the webhook's event. */
  readonly name: string | undefined;
  readonly search: string | undefined;
}

export async function walkDeliveries(
  tx: ReadTransaction,
  { subscriptionId, status, name, search }: DeliveryChoice,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const where: Condition[] = [];
  if (status !== undefined) where.push(sql`${standing} = ${status}`);
  if (name !== undefined)
    where.push(
      sql`exists (select 1 from webhook_messages as m where m.id = k.message_id and m.name = ${name})`,
    );
  const reference = search?.trim().toLowerCase();
  const few =
    reference === undefined
      ? undefined
      : await rowsWhere(tx, 'webhook_deliveries', sql`k.reference = ${reference}`);
  const of = { column: 'k.subscription_id', ids: [subscriptionId] };
  return [{ from: sql`webhook_deliveries as k`, of, order, where, few }];
}

/** The status that `deliveryStanding` shows. */
const standing = sql`case
  when k.status = 'pending' and k.epoch = (select s.epoch from webhook_subscriptions as s where s.id = k.subscription_id) then 'pending'
  when k.attempts = 0 and exists (select 1 from webhook_redeliveries as r where r.delivery_id = k.id) then 'pending'
  when k.status = 'pending' then 'cancelled'
  else k.status end`;

export async function walkMembers(
  tx: ReadTransaction,
  { organiserId, search }: { readonly organiserId: number; readonly search: string | undefined },
  order: SortOrder,
): Promise<readonly Walk[]> {
  const named = tx.db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['members.id', 'accounts.email', 'members.role'])
    .where('members.organiser_id', '=', organiserId);
  const few = await fewOf(search, named);
  const of = { column: 'k.organiser_id', ids: [organiserId] };
  return [{ from: sql`members as k`, of, order, where: [], few }];
}

export interface AuditChoice {
  readonly from: Instant | undefined;
  readonly until: Instant | undefined;
  readonly search: string | undefined;
}

/** The email of the member or the name of the client who did it, as long as there is one. `member:` and `client:` are equally long. */
export const whoDidIt = sql<string>`coalesce(
  (select a.email from members m join accounts a on a.id = m.account_id where m.reference = substr(k.actor, 8)),
  (select c.name from clients c where c.client_id = substr(k.actor, 8)), '')`;

/** Of entries `k`. */
export function isAuditChosen({ from, until, search }: AuditChoice): readonly Condition[] {
  const where: Condition[] = [];
  if (from !== undefined) where.push(sql`k.at >= ${from}`);
  if (until !== undefined) where.push(sql`k.at < ${until}`);
  for (const word of search?.toLowerCase().split(/\s+/) ?? [])
    where.push(
      sql`lower(k.actor || ' ' || k.operation || ' ' || coalesce(k.resource, '') || ' ' || ${whoDidIt}) like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
    );
  return where;
}

/** Without an organiser: what concerns any, and none. */
export function walkAudit(
  { organiserId, ...choice }: AuditChoice & { readonly organiserId: number | undefined },
  order: SortOrder,
): readonly Walk[] {
  const of = organiserId === undefined ? null : { column: 'k.organiser_id', ids: [organiserId] };
  return [{ from: sql`audit_log as k`, of, order, where: isAuditChosen(choice) }];
}

/** Those with texts that match the search; undefined without one. */
async function fewOf(
  search: string | undefined,
  named: {
    readonly execute: () => Promise<
      readonly ({ readonly id: number } & Readonly<Record<string, string | number | null>>)[]
    >;
  },
): Promise<Few | undefined> {
  if (search === undefined) return undefined;
  const rows = (await named.execute()).map(({ id, ...texts }) => ({
    id,
    texts: Object.values(texts).filter((text) => typeof text === 'string'),
  }));
  return fewNaming(rows, search);
}
