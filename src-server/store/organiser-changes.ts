import type { Instant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';

export interface ChangeQuery {
  readonly organiserId: number;
  /** Reports what was changed after then. */
  readonly since: Instant;
}

/** The tables of the organiser that have changed rows. */
export async function findChanges(tx: ReadTransaction, { organiserId, since }: ChangeQuery) {
  const changed = (table: 'orders' | 'contacts' | 'webhook_subscriptions' | 'disputes') =>
    tx.db
      .selectFrom(tx.db.dynamic.table<typeof table>(table).as('t'))
      .select('t.id')
      .where('t.organiser_id', '=', organiserId)
      .where('t.updated_at', '>', since)
      .limit(1)
      .executeTakeFirst();
  return {
    orders: (await changed('orders')) !== undefined,
    contacts: (await changed('contacts')) !== undefined,
    webhooks: (await changed('webhook_subscriptions')) !== undefined,
    disputes: (await changed('disputes')) !== undefined,
  };
}

const eventTables = [
  'tickets',
  'entry_scans',
  'releases',
  'conflicts',
  'waitlist_entries',
  'imports',
  'sessions',
  'ticket_types',
  'add_ons',
  'locations',
  'questions',
] as const;
export type EventTable = (typeof eventTables)[number];

/** The organiser's events with changed rows: in which tables. Of one that was archived before, nothing changes that anybody watches. */
export async function findEventChanges(
  tx: ReadTransaction,
  { organiserId, since }: ChangeQuery,
): Promise<
  readonly { readonly event: string; readonly tables: readonly (EventTable | 'events')[] }[]
> {
  const rows = await tx.db
    .selectFrom('events as e')
    .select(['e.reference', 'e.updated_at'])
    // One by one and with a limit, so that each is a look into an index.
    .select((eb) =>
      eventTables.map((table) =>
        eb
          .selectFrom(tx.db.dynamic.table<EventTable>(table).as('t'))
          .select('t.id')
          .whereRef('t.event_id', '=', 'e.id')
          .where(changedAt(table), '>', since)
          .limit(1)
          .as(table),
      ),
    )
    .where('e.organiser_id', '=', organiserId)
    .where((eb) => eb.or([eb('e.deleted_at', 'is', null), eb('e.updated_at', '>', since)]))
    .execute();
  return rows.flatMap((row) => {
    const tables = [
      ...(row.updated_at > since ? ['events' as const] : []),
      ...eventTables.filter((table) => row[table] !== null),
    ];
    return tables.length === 0 ? [] : [{ event: row.reference, tables }];
  });
}

/** A scan never changes, and its index is by its creation. */
function changedAt(table: EventTable) {
  return table === 'entry_scans' ? 't.created_at' : 't.updated_at';
}

/** What else tells that something happened: it differs afterwards. */
export async function readChangeMarks(tx: ReadTransaction, organiserId: number) {
  const audit = await tx.db
    .selectFrom('audit_log')
    .select('id')
    .where('organiser_id', '=', organiserId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { stations } = await tx.db
    .selectFrom('stations')
    .innerJoin('clients', 'clients.id', 'stations.client_id')
    .select((eb) => eb.fn.max('stations.received_at').as('stations'))
    .where('clients.organiser_id', '=', organiserId)
    .executeTakeFirstOrThrow();
  const deliveries = await tx.db
    .selectFrom('webhook_subscriptions as s')
    .select(['s.id', 's.served_at', 's.next_due_at'])
    .select((eb) => {
      const newest = eb
        .selectFrom('webhook_deliveries as d')
        .whereRef('d.subscription_id', '=', 's.id')
        .orderBy('d.created_at', 'desc')
        .limit(1);
      return [
        newest.select('d.id').as('delivery'),
        newest.select('d.attempts').as('attempts'),
        newest.select('d.status').as('status'),
      ];
    })
    .where('s.organiser_id', '=', organiserId)
    .where('s.deleted_at', 'is', null)
    .execute();
  return { audit: audit?.id ?? 0, stations, webhooks: JSON.stringify(deliveries) };
}
