import {
  type ConflictDetails,
  type ConflictScan,
  conflictRoutes,
} from '../../../shared/resources/conflicts.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { notFound } from '../../http/errors/api-error.ts';
import type { RequestContext, Handler, HandlersOf } from '../../http/request-context.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import { closeConflict } from '../../domain/scans/reconcile-conflicts.ts';
import type { EventRow } from '../../store/events.ts';
import { listOfEvent } from '../resources/events.ts';
import {
  inOrderOf,
  readOne,
  listSource,
  selectRows,
  type RowOf,
  type Selection,
  type Where,
} from '../lists/list-rows.ts';
import { formatOrNull, locationSummary } from '../resources/summaries.ts';

const validate = compileBody(conflictRoutes.resolveConflict.request);

const readConflict: Handler = (context) =>
  context.database.read(async (tx) => {
    const conflict = await findConflict(context, tx);
    if (conflict === null) throw notFound();
    return { status: 200, body: { data: conflict } };
  });

const resolveConflict: Handler = async (context) => {
  const { note, resolved_by = context.caller.clientName } = validate(context.json);
  const conflict = await context.database.write(async (tx) => {
    if ((await findConflict(context, tx)) === null) throw notFound();
    await closeConflict(tx, context.param('reference'), { note, resolved_by });
    return findConflict(context, tx);
  });
  return { status: 200, body: { data: conflict } };
};

export const conflictHandlers: HandlersOf<typeof conflictRoutes> = {
  /** Incremental mode always includes withdrawn conflicts, as tombstones, so that pollers learn of them. */
  listConflicts: listOfEvent('conflicts', (event, { includeDeleted, updatedSince, state }) =>
    conflictsOf(event, { includeDeleted: includeDeleted || updatedSince !== null, state }),
  ),
  readConflict,
  resolveConflict,
};

/** The conflict named in the path, if it was not withdrawn and the caller may see it. */
function findConflict(
  context: RequestContext,
  tx: ReadTransaction,
): Promise<ConflictDetails | null> {
  const visible = { ...conflictsWhere({ deleted_at: null }), scope: context.caller };
  return readOne(tx, visible, context.param('reference'));
}

const conflictRows = listSource('conflicts', (db, ids) =>
  db
    .selectFrom('conflicts as t')
    .innerJoin('tickets as k', 'k.id', 't.ticket_id')
    .selectAll('t')
    .select('k.reference as ticket_reference')
    .where('t.id', 'in', ids),
);

type ConflictRow = RowOf<typeof conflictRows>;

export function conflictsOf(
  event: EventRow,
  {
    includeDeleted,
    state,
  }: { readonly includeDeleted: boolean; readonly state: 'open' | 'resolved' | null },
): Selection<'conflicts', ConflictRow, ConflictDetails> {
  const deleted_at = includeDeleted ? undefined : null;
  const where = { event_id: event.id, deleted_at, state: state ?? undefined };
  return { ...conflictsWhere(where), partition: 'event_id' };
}

/** The conflicts with these numbers, in their order. */
export async function readConflicts(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly ConflictDetails[]> {
  const rows = inOrderOf(ids, await selectRows(tx, conflictRows, ids));
  return conflictsWhere({}).toResources(tx, rows);
}

/** Withdrawn conflicts are tombstones. */
function conflictsWhere(
  where: Where<'conflicts'>,
): Selection<'conflicts', ConflictRow, ConflictDetails> {
  return {
    source: conflictRows,
    where,
    toResources: async (tx, rows) => {
      const scans = await readScans(tx, rows);
      return rows.map((row) => conflictResource(row, scans));
    },
  };
}

async function readScans(
  tx: ReadTransaction,
  conflicts: readonly ConflictRow[],
): Promise<ReadonlyMap<number, ConflictScan>> {
  if (conflicts.length === 0) return new Map();
  const ids = conflicts.flatMap(({ scan_id, other_scan_id }) => [
    scan_id,
    other_scan_id ?? scan_id,
  ]);
  const scans = await selectScans(tx, [...new Set(ids)]);
  return new Map(scans.map((scan) => [scan.id, scanOfConflict(scan)]));
}

function selectScans(tx: ReadTransaction, ids: readonly number[]) {
  return tx.db
    .selectFrom('entry_scans as c')
    .leftJoin('locations as l', 'l.id', 'c.location_id')
    .leftJoin('clients as k', 'k.id', 'c.client_id')
    .selectAll('c')
    .select([
      'l.reference as location_reference',
      'l.name as location_name',
      'k.name as client_name',
    ])
    .where('c.id', 'in', ids)
    .execute();
}

function conflictResource(
  row: ConflictRow,
  scans: ReadonlyMap<number, ConflictScan>,
): ConflictDetails {
  const scan = scans.get(row.scan_id);
  if (scan === undefined) throw new Error(`expected the scan of conflict ${row.reference}`);
  const other = row.other_scan_id === null ? undefined : scans.get(row.other_scan_id);
  return {
    reference: row.reference,
    kind: row.kind,
    state: row.state,
    ticket: row.ticket_reference,
    scan: scan.reference,
    other_scan: other?.reference ?? null,
    expected_reason: row.expected_reason,
    created_at: formatInstant(row.created_at),
    scans: other === undefined ? [scan] : [scan, other],
    note: row.note,
    resolved_by: row.resolved_by,
    resolved_at: formatOrNull(row.resolved_at),
    updated_at: formatInstant(row.updated_at),
    deleted_at: formatOrNull(row.deleted_at),
  };
}

function scanOfConflict(row: Awaited<ReturnType<typeof selectScans>>[number]): ConflictScan {
  return {
    reference: row.reference,
    result: row.result,
    reason: row.reason,
    scanned_at: formatInstant(row.scanned_at),
    scanner_location: locationSummary(row),
    station: row.client_name,
    clock_offset_ms: row.clock_offset_ms,
    clock_suspect: row.clock_suspect === 1,
    admission_source: row.admission_source,
  };
}
