import type { Changes, Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { getById, listByIds, newTimes, updateById } from '../rows.ts';

export type ClientRow = Row<'clients'>;

export function insertClient(
  tx: WriteTransaction,
  client: Pick<
    ClientRow,
    'client_id' | 'organiser_id' | 'name' | 'secret_hash' | 'scopes' | 'all_events'
  >,
): Promise<ClientRow> {
  return tx.insert('clients', {
    ...client,
    revoked_at: null,
    ...newTimes(tx),
    enrolment_hash: null,
    enrolment_ends_at: null,
  });
}

export function findClient(tx: ReadTransaction, clientId: string): Promise<ClientRow | undefined> {
  return tx.db
    .selectFrom('clients')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

export const updateClient = updateById('clients');

/** Changes a client whose enrolment code still works; undefined if it does not. */
export function updateEnrolling(
  tx: WriteTransaction,
  id: number,
  changes: Pick<Changes<'clients'>, 'secret_hash' | 'enrolment_ends_at'>,
): Promise<ClientRow | undefined> {
  return tx.db
    .updateTable('clients')
    .set({ ...changes, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .where('enrolment_ends_at', '>', tx.now)
    .returningAll()
    .executeTakeFirst();
}

/** Replaces the client's list of events. */
export async function setClientEvents(
  tx: WriteTransaction,
  clientRowId: number,
  eventIds: readonly number[],
): Promise<void> {
  await tx.db.deleteFrom('client_events').where('client_id', '=', clientRowId).execute();
  if (eventIds.length === 0) return;
  const rows = eventIds.map((event_id) => ({ client_id: clientRowId, event_id }));
  await tx.db.insertInto('client_events').values(rows).execute();
}

/** References of the events that a limited client may see. */
export async function listClientEvents(
  tx: ReadTransaction,
  clientRowId: number,
): Promise<readonly string[]> {
  const rows = await tx.db
    .selectFrom('client_events')
    .innerJoin('events', 'events.id', 'client_events.event_id')
    .select('events.reference')
    .where('client_events.client_id', '=', clientRowId)
    .orderBy('events.reference')
    .execute();
  return rows.map((row) => row.reference);
}

/** Clients that are limited to events, one of them an event of this client. */
export async function listClientsSharingEvents(
  tx: ReadTransaction,
  clientRowId: number,
): Promise<readonly number[]> {
  const rows = await tx.db
    .selectFrom('client_events as own')
    .innerJoin('client_events as other', 'other.event_id', 'own.event_id')
    .select('other.client_id')
    .distinct()
    .where('own.client_id', '=', clientRowId)
    .execute();
  return rows.map((row) => row.client_id);
}

/** The events that the client may see. */
export async function listEventIdsOf(
  tx: ReadTransaction,
  client: ClientRow,
): Promise<readonly number[]> {
  const { id, organiser_id, all_events } = client;
  const events = tx.db.selectFrom('events').select('id').where('organiser_id', '=', organiser_id);
  const granted = tx.db
    .selectFrom('client_events')
    .select('event_id as id')
    .where('client_id', '=', id);
  const rows = await (all_events === 1 ? events : granted).execute();
  return rows.map((row) => row.id);
}

export async function deleteClientTokens(tx: WriteTransaction, clientRowId: number): Promise<void> {
  await tx.db.deleteFrom('access_tokens').where('client_id', '=', clientRowId).execute();
}

export const getClient = getById('clients');

export const listClients = listByIds('clients');
