import { sql } from 'kysely';
import type { ScanResult } from '../../../shared/resources/scans.ts';
import type { ReleaseKind } from '../../../shared/verdict/terms/releases.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { fewWhere, type Condition, type SortOrder, type Walk } from './read-list.ts';
import { seekOfTickets, type Sought } from './seek.ts';
import { within, type Owner } from './within.ts';

/** A filter that is undefined leaves nothing out. */
export interface ScanChoice extends Owner {
  readonly ticketId: number | undefined;
  readonly locationId: number | undefined;
  /** The client that scanned. */
  readonly clientId: number | undefined;
  readonly result: ScanResult | undefined;
  readonly reason: string | undefined;
  /** Whether a supervisor admitted in spite of a reason. */
  readonly overruled: boolean | undefined;
  readonly from: Instant | undefined;
  readonly until: Instant | undefined;
  readonly search: string | undefined;
}

export async function walkScans(
  tx: ReadTransaction,
  choice: ScanChoice,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const { ticketId, locationId, clientId, result, reason, overruled, from, until, search } = choice;
  const all = await within(tx, choice);
  const sought: Sought =
    search === undefined ? { where: [] } : await seekOfTickets(tx, 'entry_scans', all, search);
  const where: Condition[] = [...sought.where];
  let { few } = sought;
  if (ticketId !== undefined) {
    few ??= await fewWhere(tx, 'entry_scans', sql`k.ticket_id = ${ticketId}`);
    where.push(sql`k.ticket_id = ${ticketId}`);
  }
  if (locationId !== undefined) where.push(sql`k.location_id = ${locationId}`);
  if (clientId !== undefined) where.push(sql`k.client_id = ${clientId}`);
  if (result !== undefined) where.push(sql`k.result = ${result}`);
  if (reason !== undefined) where.push(sql`k.reason = ${reason}`);
  if (overruled === false) where.push(sql`k.overruled_reason is null`);
  // They are rare, and have an index of their own.
  const fixed = overruled === true ? [sql<boolean>`k.overruled_reason is not null`] : [];
  if (from !== undefined) where.push(sql`k.scanned_at >= ${from}`);
  if (until !== undefined) where.push(sql`k.scanned_at < ${until}`);
  const of = { column: 'k.event_id', ids: all.events };
  return [{ from: sql`entry_scans as k`, of, fixed, order, where, few }];
}

/** A filter that is undefined leaves nothing out. */
export interface ReleaseChoice extends Owner {
  readonly ticketId: number | undefined;
  readonly kind: ReleaseKind | undefined;
  readonly search: string | undefined;
}

export async function walkReleases(
  tx: ReadTransaction,
  { ticketId, kind, search, ...owner }: ReleaseChoice,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const all = await within(tx, owner);
  const sought: Sought =
    search === undefined ? { where: [] } : await seekOfTickets(tx, 'releases', all, search);
  const where: Condition[] = [...sought.where];
  let { few } = sought;
  if (ticketId !== undefined) {
    few ??= await fewWhere(tx, 'releases', sql`k.ticket_id = ${ticketId}`);
    where.push(sql`k.ticket_id = ${ticketId}`);
  }
  if (kind !== undefined) where.push(sql`k.kind = ${kind}`);
  const of = { column: 'k.event_id', ids: all.events };
  return [{ from: sql`releases as k`, of, order, where, few }];
}

/** A filter that is undefined leaves nothing out. */
export interface ConflictChoice extends Owner {
  readonly status: 'open' | 'resolved' | undefined;
  readonly search: string | undefined;
}

/** Without withdrawn ones. */
export async function walkConflicts(
  tx: ReadTransaction,
  { status, search, ...owner }: ConflictChoice,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const all = await within(tx, owner);
  const sought: Sought =
    search === undefined ? { where: [] } : await seekOfTickets(tx, 'conflicts', all, search);
  const where: Condition[] = [sql`k.deleted_at is null`, ...sought.where];
  if (status !== undefined) where.push(sql`k.state = ${status}`);
  const of = { column: 'k.event_id', ids: all.events };
  return [{ from: sql`conflicts as k`, of, order, where, few: sought.few }];
}
