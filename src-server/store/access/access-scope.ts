import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';

/** Which rows a caller may see: its organiser's, and for a limited client only those of its current events (§5). */
export interface AccessScope {
  readonly organiserId: number;
  /** The client's row. */
  readonly clientRowId: number;
  readonly allEvents: boolean;
}

const ofOrganiser = prepareQuery((db, $: Parameter<{ key: string; organiserId: number }>) =>
  db
    .selectFrom('events')
    .selectAll()
    .where((eb) => eb.or([eb('reference', '=', $('key')), eb('slug', '=', $('key'))]))
    .where('organiser_id', '=', $('organiserId')),
);
const granted = prepareQuery(
  (db, $: Parameter<{ key: string; organiserId: number; clientRowId: number }>) =>
    db
      .selectFrom('events')
      .selectAll()
      .where((eb) => eb.or([eb('reference', '=', $('key')), eb('slug', '=', $('key'))]))
      .where('organiser_id', '=', $('organiserId'))
      .where('id', 'in', (eb) =>
        eb.selectFrom('client_events').select('event_id').where('client_id', '=', $('clientRowId')),
      ),
);

/**
 * Finds an event by reference or slug if this client may see it. Null for an unknown, foreign or out-of-scope event alike; null
 * also for an archived one unless requested.
 */
export async function findVisibleEvent(
  tx: ReadTransaction,
  { organiserId, clientRowId, allEvents }: AccessScope,
  { key, includeDeleted }: { readonly key: string; readonly includeDeleted: boolean },
): Promise<Row<'events'> | null> {
  const event = allEvents
    ? await tx.first(ofOrganiser, { key, organiserId })
    : await tx.first(granted, { key, organiserId, clientRowId });
  if (event === undefined || (event.deleted_at !== null && !includeDeleted)) return null;
  return event;
}
