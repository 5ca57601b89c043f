import { prepareQuery, type AmongParameter, type Parameter } from '../database/prepared-query.ts';
import type { ReleaseKind } from '../../shared/verdict/terms/releases.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { MAX_ROWS_OF_TICKETS } from './entry-scans.ts';
import { newTimes, updateById } from './rows.ts';

export type ReleaseRow = Row<'releases'>;
export type NewRelease = Omit<ReleaseRow, 'id' | 'created_at' | 'updated_at'>;

export function insertRelease(tx: WriteTransaction, release: NewRelease): Promise<ReleaseRow> {
  return tx.insert('releases', { ...release, ...newTimes(tx) });
}

type References = { readonly references: readonly string[] };

const byReferences = prepareQuery(
  (db, _: Parameter<References>, isAmong: AmongParameter<References>) =>
    db.selectFrom('releases').selectAll().where(isAmong('reference', 'references')),
);

/** Those of the releases that are stored. */
export function findReleases(
  tx: ReadTransaction,
  references: readonly string[],
): Promise<readonly ReleaseRow[]> {
  return references.length === 0 ? Promise.resolve([]) : tx.all(byReferences, { references });
}

const byTickets = prepareQuery(
  (db, _: Parameter<References>, isAmong: AmongParameter<References>) =>
    db
      .selectFrom('tickets as t')
      .innerJoin('releases as r', 'r.ticket_id', 't.id')
      .where(isAmong('t.reference', 'references'))
      .selectAll('r')
      .limit(MAX_ROWS_OF_TICKETS),
);

/** At most {@link MAX_ROWS_OF_TICKETS} releases of the tickets with these references, in no particular order. */
export function listReleasesOfTickets(
  tx: ReadTransaction,
  references: readonly string[],
): Promise<readonly ReleaseRow[]> {
  return tx.all(byTickets, { references });
}

/** The first releases of the ticket that were recorded. */
export function listFirstReleases(
  tx: ReadTransaction,
  ticketId: number,
  count: number,
): Promise<readonly ReleaseRow[]> {
  return tx.db
    .selectFrom('releases')
    .where('ticket_id', '=', ticketId)
    .selectAll()
    .orderBy('id')
    .limit(count)
    .execute();
}

/** Whether one of these kinds ended the admission of the ticket. */
export async function hasEnded(
  tx: ReadTransaction,
  { ticket_id, reference }: Pick<Row<'entry_scans'>, 'ticket_id' | 'reference'>,
  kinds: readonly ReleaseKind[],
): Promise<boolean> {
  const found = await tx.db
    .selectFrom('releases')
    .select('id')
    .where('ticket_id', '=', ticket_id)
    .where('scan', '=', reference)
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What ended the admissions among these scans, by their references: a mistake, if any of it was. */
export async function listEndings(
  tx: ReadTransaction,
  scanIds: readonly number[],
): Promise<ReadonlyMap<string, ReleaseKind>> {
  if (scanIds.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom('entry_scans as s')
    .innerJoin('releases as r', (join) =>
      join.onRef('r.ticket_id', '=', 's.ticket_id').onRef('r.scan', '=', 's.reference'),
    )
    .select(['s.reference', 'r.kind'])
    .where('s.id', 'in', scanIds)
    .execute();
  const mistakes = rows.filter(({ kind }) => kind === 'mistake');
  return new Map([...rows, ...mistakes].map(({ reference, kind }) => [reference, kind]));
}

/** Of the admission with this reference, oldest first. */
export async function listReleaseIds(
  tx: ReadTransaction,
  scan: string,
): Promise<readonly number[]> {
  const rows = await tx.db
    .selectFrom('releases as r')
    .innerJoin('entry_scans as s', 's.ticket_id', 'r.ticket_id')
    .select('r.id')
    .where('s.reference', '=', scan)
    .where('r.scan', '=', scan)
    .orderBy('r.released_at')
    .execute();
  return rows.map(({ id }) => id);
}

export const updateRelease = updateById('releases');

/** What was to be said of the person at the door, and notes on releases and overruled refusals, which may say something of them. */
export async function eraseDoorNotes(tx: WriteTransaction, contactId: number): Promise<void> {
  const theirs = tx.db.selectFrom('tickets').select('id').where('contact_id', '=', contactId);
  await tx.db
    .updateTable('tickets')
    .set({ door_note: null })
    .where('door_note', 'is not', null)
    .where('contact_id', '=', contactId)
    .execute();
  await tx.db
    .updateTable('releases')
    .set({ note: null, updated_at: tx.timestamp() })
    .where('note', 'is not', null)
    .where('ticket_id', 'in', theirs)
    .execute();
  await tx.db
    .updateTable('entry_scans')
    .set({ overruled_note: '' })
    .where('overruled_note', 'is not', null)
    .where('ticket_id', 'in', theirs)
    .execute();
}
