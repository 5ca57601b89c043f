import { bindReleases, type Released } from '../../../shared/verdict/releases.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';
import { listConflictsOfScans, listConflictsOfTickets } from '../../store/conflicts.ts';
import {
  listFirstScans,
  listScansOfTickets,
  MAX_ROWS_OF_TICKETS,
  type EntryScanRow,
  type TicketScan,
} from '../../store/entry-scans.ts';
import {
  listFirstReleases,
  listReleasesOfTickets,
  updateRelease,
  type ReleaseRow,
} from '../../store/releases.ts';
import { reconcileConflicts, type ScannedTicket } from './reconcile-conflicts.ts';

/**
 * With so many of the scans and releases of a ticket that were recorded first an upload is compared, if one of its tickets has thousands.
 * Nobody queues that often: a code lies before a scanner, or somebody has a station's credentials. All would take longer with each upload.
 */
const COMPARED_ROWS = 100;

/** Brings releases and conflicts of tickets in line with what is stored now. Returns the tickets by reference. */
export async function reconcileTickets(
  tx: WriteTransaction,
  tickets: readonly AdmissionRow[],
  uploaded: readonly EntryScanRow[],
): Promise<ReadonlyMap<string, ScannedTicket>> {
  const references = tickets.map(({ ticket }) => ticket.reference);
  const all = await listScansOfTickets(tx, references);
  const isComplete = all.length < MAX_ROWS_OF_TICKETS;
  const compared = isComplete ? all : await listCompared(tx, tickets, uploaded);
  const stored = isComplete
    ? await listConflictsOfTickets(tx, references)
    : await listConflictsOfScans(
        tx,
        compared.map(({ id }) => id),
      );
  const scans = Map.groupBy(compared, (scan) => scan.ticket_id);
  const conflicts = Map.groupBy(stored, (conflict) => conflict.ticket_id);
  const known = await listReleasesOfTickets(tx, references);
  const releases = Map.groupBy(
    known.length < MAX_ROWS_OF_TICKETS ? known : await listComparedReleases(tx, tickets),
    (release) => release.ticket_id,
  );
  const reconciled = new Map<string, ScannedTicket>();
  for (const row of tickets) {
    const { id, reference } = row.ticket;
    const of = scans.get(id) ?? [];
    reconciled.set(
      reference,
      await reconcileConflicts(tx, {
        row,
        scans: of,
        releases: await bindStored(tx, of, releases.get(id) ?? []),
        conflicts: conflicts.get(id) ?? [],
      }),
    );
  }
  return reconciled;
}

/** Which admission a release ends that names none may change when earlier scans arrive. */
async function bindStored(
  tx: WriteTransaction,
  scans: readonly TicketScan[],
  releases: readonly ReleaseRow[],
): Promise<readonly ReleaseRow[]> {
  if (releases.length === 0) return releases;
  const admitted = scans.filter(({ result }) => result === 'allowed');
  const bound = bindReleases(admitted, releases.map(asGiven));
  const kept: ReleaseRow[] = [];
  for (const release of releases) {
    const scan = bound.get(release.reference) ?? null;
    kept.push(scan === release.scan ? release : await updateRelease(tx, release.id, { scan }));
  }
  return kept;
}

function asGiven(release: ReleaseRow): Released {
  return { ...release, scan: release.is_named === 1 ? release.scan : null };
}

async function listComparedReleases(
  tx: WriteTransaction,
  tickets: readonly AdmissionRow[],
): Promise<readonly ReleaseRow[]> {
  const first: ReleaseRow[] = [];
  for (const { ticket } of tickets)
    first.push(...(await listFirstReleases(tx, ticket.id, COMPARED_ROWS)));
  return first;
}

async function listCompared(
  tx: WriteTransaction,
  tickets: readonly AdmissionRow[],
  uploaded: readonly EntryScanRow[],
): Promise<readonly TicketScan[]> {
  const compared = new Map<number, TicketScan>(uploaded.map((scan) => [scan.id, scan]));
  for (const { ticket } of tickets) {
    for (const scan of await listFirstScans(tx, ticket.id, COMPARED_ROWS)) {
      compared.set(scan.id, scan);
    }
  }
  return [...compared.values()];
}
