import { addMicros, MICROS_PER_MINUTE, type Instant } from '../../shared/instant.ts';
import { prepareQuery, type AmongParameter, type Parameter } from '../database/prepared-query.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { ELSEWHERE } from './entry-scans.ts';
import { findByReference, getById, listByIds, newRow, updateById } from './rows.ts';

export type ImportRow = Row<'imports'>;
export type ImportedLineRow = Row<'imported_lines'>;

export function insertImport(
  tx: WriteTransaction,
  started: Pick<ImportRow, 'event_id' | 'file_name' | 'lines' | 'report'>,
): Promise<ImportRow> {
  return tx.insert('imports', {
    ...newRow(tx, 'import'),
    ...started,
    status: 'running',
    lines_done: 0,
  });
}

export const findImport = findByReference('imports');
export const getImport = getById('imports');
export const listImports = listByIds('imports');
export const updateImport = updateById('imports');

/** For a transaction at `read committed`: those that undo the import run one after another. */
export async function lockImport(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.selectFrom('imports').select('id').where('id', '=', id).forUpdate().execute();
}

/** A process that imports writes more often: one that is silent for so long has ended. */
export const IMPORT_SILENT_MICROS = MICROS_PER_MINUTE;

/** When the newest import of the event ended, its undoing, or the process that did it; null if none did. */
export async function findImportsEnd(
  tx: ReadTransaction,
  eventId: number,
): Promise<Instant | null> {
  const row = await tx.db
    .selectFrom('imports')
    .select(({ fn }) => fn.max('updated_at').as('ended'))
    .where('event_id', '=', eventId)
    .where((eb) =>
      eb.or([
        eb('status', 'not in', ['running', 'undoing']),
        eb('updated_at', '<', addMicros(tx.now, -IMPORT_SILENT_MICROS)),
      ]),
    )
    .executeTakeFirst();
  return row?.ended ?? null;
}

/** Those that are being undone. */
export function listUndoing(tx: ReadTransaction): Promise<readonly ImportRow[]> {
  return tx.db.selectFrom('imports').selectAll().where('status', '=', 'undoing').execute();
}

interface Keys {
  readonly eventId: number;
  readonly keys: readonly string[];
}

const byKeys = prepareQuery((db, $: Parameter<Keys>, isAmong: AmongParameter<Keys>) =>
  db
    .selectFrom('imported_lines')
    .selectAll()
    .where('event_id', '=', $('eventId'))
    .where(isAmong('line_key', 'keys'))
    .orderBy('line_key')
    .orderBy('position'),
);

/** What lines with these keys became, in the order of their positions. */
export function listImportedLines(
  tx: ReadTransaction,
  eventId: number,
  keys: readonly string[],
): Promise<readonly ImportedLineRow[]> {
  return tx.all(byKeys, { eventId, keys });
}

export function updateImportedLine(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'imported_lines'>,
): Promise<unknown> {
  return tx.db.updateTable('imported_lines').set(changes).where('id', '=', id).execute();
}

/** What the last file said of a line, unless it is gone. */
export async function findImportedContent(
  tx: ReadTransaction,
  id: number,
): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('imported_lines')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content;
}

/** What was noted of tickets that no file before had named is compared with them again. */
export async function forgetSeen(
  tx: WriteTransaction,
  eventId: number,
  ticketIds: readonly number[],
): Promise<void> {
  if (ticketIds.length === 0) return;
  await tx.db
    .updateTable('imported_lines')
    .set({ content: '' })
    .where('event_id', '=', eventId)
    .where('ticket_id', 'in', ticketIds)
    .execute();
}

/** A ticket that the import made and that a door admitted; undefined without any. */
export function findAdmittedTicket(
  tx: ReadTransaction,
  importId: number,
): Promise<{ readonly reference: string } | undefined> {
  return tx.db
    .selectFrom('imported_lines as l')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.order_id', '=', 'l.order_id').onRef('t.order_line_id', '=', 'l.order_line_id'),
    )
    .innerJoin('entry_scans as s', 's.ticket_id', 't.id')
    .select('t.reference')
    .where('l.import_id', '=', importId)
    .where('s.result', '=', 'allowed')
    .where('s.source', '!=', ELSEWHERE)
    .limit(1)
    .executeTakeFirst();
}

/** An order with a line that the import made and an add-on that was handed out; undefined without any. */
export function findOrderHandedOut(
  tx: ReadTransaction,
  importId: number,
): Promise<{ readonly reference: string } | undefined> {
  return tx.db
    .selectFrom('imported_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .innerJoin('order_lines as a', 'a.order_id', 'o.id')
    .select('o.reference')
    .where('l.import_id', '=', importId)
    .where('a.redeemed', '>', 0)
    .limit(1)
    .executeTakeFirst();
}

/** The first lines that an import made. */
export function listLinesOfImport(
  tx: ReadTransaction,
  importId: number,
  limit: number,
): Promise<readonly ImportedLineRow[]> {
  return tx.db
    .selectFrom('imported_lines')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function deleteImportedLines(
  tx: WriteTransaction,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.db.deleteFrom('imported_lines').where('id', 'in', ids).execute();
}

export function recordImportChange(
  tx: WriteTransaction,
  change: Omit<Row<'import_changes'>, 'id'>,
): void {
  tx.append('import_changes', [change]);
}

/** The latest first. */
export function listImportChanges(
  tx: ReadTransaction,
  importId: number,
  limit: number,
): Promise<readonly Row<'import_changes'>[]> {
  return tx.db
    .selectFrom('import_changes')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteImportChanges(
  tx: WriteTransaction,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.db.deleteFrom('import_changes').where('id', 'in', ids).execute();
}
