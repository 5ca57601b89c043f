import { CHECK_IN_KEY_DAYS } from '../../../shared/contract/retention.ts';
import { type Release, releaseRoutes } from '../../../shared/resources/releases.ts';
import { formatInstant, MICROS_PER_DAY } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { Handler, HandlersOf } from '../../http/request-context.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import type { EventRow } from '../../store/events.ts';
import { listReleaseIds } from '../../store/releases.ts';
import { releaseScan } from '../../domain/scans/release-scan.ts';
import { recordReleases } from '../../domain/scans/record-releases.ts';
import { uploadOf } from './uploads.ts';
import {
  inOrderOf,
  listSource,
  selectRows,
  type RowOf,
  type Selection,
} from '../lists/list-rows.ts';
import { listOfEvent } from '../resources/events.ts';
import { locationSummary } from '../resources/summaries.ts';

const REMEMBERED_MICROS = CHECK_IN_KEY_DAYS * MICROS_PER_DAY;
const validate = compileBody(releaseRoutes.releaseScan.request);

const release: Handler = (context) =>
  withIdempotency(
    context,
    { rememberMicros: REMEMBERED_MICROS, isolation: 'read committed' },
    async (tx) => {
      const { kind, note = null, scanner_location = null } = validate(context.json);
      const scan = context.param('reference');
      const input = { scan, kind, note, scanner_location };
      const { release: ended, contactId } = await releaseScan(tx, context.caller, input);
      const [data] = await readReleases(tx, [ended.id]);
      return { status: 200, body: { data }, contactId };
    },
  );

export const releaseHandlers: HandlersOf<typeof releaseRoutes> = {
  listReleases: listOfEvent('releases', releasesOf),
  releaseScan: release,
  uploadReleases: uploadOf(recordReleases),
};

const releaseRows = listSource('releases', (db, ids) =>
  db
    .selectFrom('releases as t')
    .innerJoin('tickets as k', 'k.id', 't.ticket_id')
    .leftJoin('locations as l', 'l.id', 't.location_id')
    .leftJoin('clients as c', 'c.id', 't.client_id')
    .selectAll('t')
    .select([
      'k.reference as ticket_reference',
      'l.reference as location_reference',
      'l.name as location_name',
      'c.name as client_name',
    ])
    .where('t.id', 'in', ids),
);

type ReleaseRow = RowOf<typeof releaseRows>;

export function releasesOf(event: EventRow): Selection<'releases', ReleaseRow, Release> {
  return {
    source: releaseRows,
    where: { event_id: event.id },
    partition: 'event_id',
    toResources: (_tx, rows) => rows.map(releaseResource),
  };
}

/** The releases with these numbers, in their order. */
export async function readReleases(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly Release[]> {
  return inOrderOf(ids, await selectRows(tx, releaseRows, ids)).map(releaseResource);
}

/** Those of an admission, oldest first. */
export async function readReleasesOf(
  tx: ReadTransaction,
  scan: string,
): Promise<readonly Release[]> {
  return readReleases(tx, await listReleaseIds(tx, scan));
}

function releaseResource(row: ReleaseRow): Release {
  return {
    reference: row.reference,
    scan: row.scan,
    ticket: row.ticket_reference,
    kind: row.kind,
    note: row.note,
    scanner_location: locationSummary(row),
    released_at: formatInstant(row.released_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    station: row.client_name,
  };
}
