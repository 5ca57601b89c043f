import { assertNever } from '../../../shared/assert-never.ts';
import type { SnapshotList, SnapshotStart } from '../../../shared/contract/scanner.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { countRows, type KnownTotals } from '../../repositories/lists/count-rows.ts';
import type { EventRow } from '../../repositories/lists/events-list.ts';
import type { ListRow, ListSelection } from '../../repositories/lists/list-source.ts';
import { readChangedKeys, type ChangedRange } from '../../repositories/lists/read-changed-keys.ts';
import { readResources } from '../../repositories/lists/read-rows.ts';
import type { TicketView } from '../../repositories/lists/tickets-list.ts';
import { selectAddOnLines, selectScans, selectTickets } from './select-lists.ts';

export interface SnapshotPage {
  /** JSON texts, in the order of their changes. */
  readonly rows: readonly string[];
  readonly last: { readonly updatedAt: ListRow['updated_at']; readonly reference: string } | null;
  readonly hasMore: boolean;
}

/** One stretch of one list of a snapshot: rows with their tombstones, as the incremental list has them. */
export async function readSnapshotPage(
  tx: ReadTransaction,
  event: EventRow,
  { list, view, range }: { list: SnapshotList; view: TicketView; range: ChangedRange },
): Promise<SnapshotPage> {
  switch (list) {
    case 'tickets':
      return readPage(tx, await everyTicket(tx, event, view), range);
    case 'scans':
      return readPage(tx, selectScans(event), range);
    case 'order_lines':
      return readPage(tx, selectAddOnLines(event), range);
    default:
      return assertNever(list);
  }
}

export async function countSnapshot(
  tx: ReadTransaction,
  event: EventRow,
  view: TicketView,
  known: KnownTotals,
): Promise<SnapshotStart['counts']> {
  return {
    tickets: await countRows(tx, await everyTicket(tx, event, view), known),
    scans: await countRows(tx, selectScans(event), known),
    order_lines: await countRows(tx, selectAddOnLines(event), known),
  };
}

async function everyTicket(tx: ReadTransaction, event: EventRow, view: TicketView) {
  const all = { includeDeleted: true, status: null, order: null } as const;
  const selection = await selectTickets(tx, event, { ...all, ...view });
  if (selection === null) throw new Error('expected the tickets of an event');
  return selection;
}

/** Nothing of it is kept for later: a whole event would push out what lists are asked for again and again. */
async function readPage<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  selection: ListSelection<Row, Resource>,
  range: ChangedRange,
): Promise<SnapshotPage> {
  const { keys, hasMore } = await readChangedKeys(tx, selection, range);
  const resources = await readResources(tx, selection.source, keys);
  const last = keys.at(-1);
  return {
    rows: resources.map((resource) => JSON.stringify(resource)),
    last: last === undefined ? null : { updatedAt: last.updated_at, reference: last.reference },
    hasMore,
  };
}
