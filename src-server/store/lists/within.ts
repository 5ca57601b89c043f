import type { Row } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { Within } from './seek.ts';

/** Whose rows to list: of an event, of an organiser, or of both; of everybody without either. */
export interface Owner {
  readonly organiserId: number | undefined;
  readonly event: Pick<Row<'events'>, 'id' | 'organiser_id'> | undefined;
}

/** The organisers and events, archived ones too. An event of another organiser is none. */
export async function within(tx: ReadTransaction, { organiserId, event }: Owner): Promise<Within> {
  if (event !== undefined) {
    const isTheirs = organiserId === undefined || organiserId === event.organiser_id;
    return isTheirs
      ? { organisers: [event.organiser_id], events: [event.id] }
      : { organisers: [], events: [] };
  }
  let events = tx.db.selectFrom('events').select('id');
  if (organiserId !== undefined) events = events.where('organiser_id', '=', organiserId);
  const organisers =
    organiserId === undefined
      ? (await tx.db.selectFrom('organisers').select('id').execute()).map(({ id }) => id)
      : [organiserId];
  return { organisers, events: (await events.execute()).map(({ id }) => id) };
}
