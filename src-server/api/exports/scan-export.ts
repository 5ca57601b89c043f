import { instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { EntryScan } from '../../../shared/resources/scans.ts';
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { requireEvent } from '../../rules/require-row.ts';
import type { EventRow } from '../../store/events.ts';
import { countRows } from '../../store/exports.ts';
import { readChangedPage, type ChangedPlace } from '../lists/list-rows.ts';
import { scansOf } from '../resources/scans.ts';
import { isoCell, type Cell } from './cells.ts';
import type { Export } from './export.ts';
import { PART_ROWS } from './read-parts.ts';

const heading = [
  'reference',
  'ticket',
  'result',
  'reason',
  'scanner_location',
  'scanner_location_name',
  'session',
  'session_name',
  'session_starts_at',
  'scanned_at',
  'created_at',
  'updated_at',
  'timezone',
];

/** Every scan of an event that was recorded when the export began, oldest first. They name nobody. Throws `resource.not_found`. */
export async function exportScans(
  database: Pick<Database, 'read' | 'readBounded'>,
  reference: string,
): Promise<Export> {
  const begin = await database.readBounded(async (tx, bound) => {
    const event = await requireEvent(tx, reference);
    return { event, upperBound: bound, from: null };
  });
  const count = () => database.read((tx) => countRows.scans(tx, begin.event.id));
  return { heading, pages: scanPages(database, begin), count };
}

interface ScanExport {
  readonly event: EventRow;
  readonly upperBound: Instant;
  readonly from: ChangedPlace | null;
}

/**
 * Each page is its own read transaction, so that a long export holds no snapshot open; the pages are consistent because scans never change.
 */
async function* scanPages(database: Pick<Database, 'read'>, begin: ScanExport): Export['pages'] {
  let position: ScanExport | null = begin;
  while (position !== null) {
    const current: ScanExport = position;
    const page = await database.read((tx) => readScanPage(tx, current));
    const { timezone } = current.event;
    if (page.scans.length > 0)
      yield page.scans.map((scan) => ({ cells: cellsOf(scan, timezone), json: scan }));
    position = page.next;
  }
}

async function readScanPage(
  tx: ReadTransaction,
  position: ScanExport,
): Promise<{ readonly scans: readonly EntryScan[]; readonly next: ScanExport | null }> {
  const { event, upperBound, from } = position;
  const range = { since: beginning, upperBound, perPage: PART_ROWS, from };
  const { resources, last, hasMore } = await readChangedPage(tx, scansOf(event), range);
  if (!hasMore || last === null) return { scans: resources, next: null };
  return { scans: resources, next: { ...position, from: { direction: 'next', ...last } } };
}

const beginning = instantFromMicros(Number.MIN_SAFE_INTEGER);

function cellsOf(scan: EntryScan, timezone: string): readonly Cell[] {
  return [
    scan.reference,
    scan.ticket,
    scan.result,
    scan.reason,
    scan.scanner_location?.reference ?? null,
    scan.scanner_location?.name ?? null,
    scan.session?.reference ?? null,
    scan.session?.name ?? null,
    isoCell(scan.session?.starts_at ?? null, timezone),
    isoCell(scan.scanned_at, timezone),
    isoCell(scan.created_at, timezone),
    isoCell(scan.updated_at, timezone),
    timezone,
  ];
}
