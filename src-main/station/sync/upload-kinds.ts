import { formatInstant } from '../../../shared/instant.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { MAX_UPLOAD_ITEMS } from '../../../shared/contract/limits.ts';
import type { ReleaseUpload } from '../../../shared/resources/releases.ts';
import type { RedemptionUpload, ScanUpload } from '../../../shared/resources/uploads.ts';
import type { IdentityRecord } from '../../../shared/station/records.ts';
import type {
  Journal,
  PendingRedemption,
  PendingRelease,
  PendingScan,
} from '../../ports/journal.ts';
import type { RemoteResult } from '../../ports/remote.ts';
import { takesReleases } from '../selection/access.ts';
import type { UploadKind } from './upload-queue.ts';

/** Errors about a single uploaded item, if it was sent alone. */
const ABOUT_ITEM: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'validation.failed',
  'request.malformed',
  'request.too_large',
]);

/** Scans, in batches. */
export const scanUploads: UploadKind<PendingScan> = {
  maxItems: MAX_UPLOAD_ITEMS,
  paceMs: 0,
  aboutItem: ABOUT_ITEM,
  continuesAfterRefusal: false,
  accepts: ({ capabilities }) => capabilities.includes('scanner.scans'),
  pending: (journal, organiser, limit, passOver) => journal.pending(organiser, limit, passOver),
  upload: async (remote, scans) =>
    withResults(await remote.uploadScans(scans.map(scanUpload)), (results) =>
      results.map(({ conflict = null, ...result }) => ({
        ...result,
        answer: conflict === null ? null : JSON.stringify(conflict),
        conflicts: conflict !== null,
      })),
    ),
  conflicted: ({ due }) => due(['heartbeat']),
};

/** Scans on a bare `/v1`: online check-ins, each with its reference as the idempotency key. The late verdict is stored beside the door's. */
export const checkIns: UploadKind<PendingScan> = {
  ...scanUploads,
  maxItems: 1,
  /** A long queue leaves the feeds their share of the budget. */
  paceMs: 700,
  /** The request names the ticket and carries its own key. */
  aboutItem: new Set<ErrorCode>([...ABOUT_ITEM, 'resource.not_found', 'idempotency.key_reused']),
  /** Error bodies of a bare `/v1` are not ours: its refusal of one ticket is an unmarked 404 or 422. */
  continuesAfterRefusal: true,
  accepts: (identity) => !scanUploads.accepts(identity),
  upload: async (remote, [scan]) => {
    if (scan === undefined) throw new Error('expected a scan to check in');
    const { reference, ticket } = scan;
    return withResults(await remote.checkIn(ticket, reference), ({ answer }) => [
      { reference, status: 'recorded', answer, conflicts: false },
    ]);
  },
};

/** Admissions that were ended here. A server that takes none never learns of them; they wait. */
export const releaseUploads: UploadKind<PendingRelease> = {
  maxItems: MAX_UPLOAD_ITEMS,
  paceMs: 0,
  aboutItem: ABOUT_ITEM,
  continuesAfterRefusal: false,
  accepts: takesReleases,
  pending: (journal, organiser, limit, passOver) =>
    journal.pendingReleases(organiser, limit, passOver),
  upload: async (remote, releases) =>
    withResults(await remote.uploadReleases(releases.map(releaseUpload)), (results) =>
      results.map((result) => ({ ...result, answer: null, conflicts: false })),
    ),
  conflicted: () => undefined,
};

/** Add-ons that were handed out here. A bare `/v1` does not accept them; there they wait. */
export const redemptionUploads: UploadKind<PendingRedemption> = {
  maxItems: MAX_UPLOAD_ITEMS,
  paceMs: 0,
  aboutItem: ABOUT_ITEM,
  continuesAfterRefusal: false,
  accepts: ({ capabilities }) => capabilities.includes('scanner.redemptions'),
  pending: (journal, organiser, limit, passOver) =>
    journal.pendingRedemptions(organiser, limit, passOver),
  upload: async (remote, redemptions) =>
    withResults(await remote.uploadRedemptions(redemptions.map(redemptionUpload)), (results) =>
      results.map(({ client_reference, remaining, updated_at, over_redeemed, ...result }) => ({
        ...result,
        reference: client_reference,
        answer: JSON.stringify({ remaining, updated_at, over_redeemed }),
        conflicts: over_redeemed === true,
      })),
    ),
  conflicted: ({ news }, count) => news.overRedeemed(count),
};

/** Whether rows wait that this server accepts. */
export function hasUnsent(journal: Journal, identity: IdentityRecord | null): boolean {
  if (identity === null) return false;
  return [scanUploads, checkIns, releaseUploads, redemptionUploads].some(
    (kind) =>
      kind.accepts(identity) && kind.pending(journal, identity.organiser.reference, 1).length > 0,
  );
}

function withResults<Value, Results>(
  response: RemoteResult<Value>,
  resultsOf: (value: Value) => Results,
): RemoteResult<Results> {
  return response.kind === 'ok' ? { ...response, value: resultsOf(response.value) } : response;
}

function scanUpload(scan: PendingScan): ScanUpload {
  return {
    reference: scan.reference,
    ticket: scan.ticket,
    result: scan.kind === 'admitted' ? 'allowed' : 'denied',
    reason: scan.reason,
    scanned_at: formatInstant(scan.scanned_at),
    session: scan.session,
    scanner_location: scan.location,
    clock_offset_ms: scan.clock_offset_ms,
    sequence: scan.sequence,
    snapshot: { watermark: scan.watermark },
    code: scan.code,
    ...(scan.admission_source === null ? {} : { admission_source: scan.admission_source }),
    ...(scan.overruled === null ? {} : { overruled: scan.overruled }),
  };
}

function releaseUpload(release: PendingRelease): ReleaseUpload {
  const { attempts: _, event: __, released_at, location, ...rest } = release;
  return { ...rest, released_at: formatInstant(released_at), scanner_location: location };
}

function redemptionUpload(redemption: PendingRedemption): RedemptionUpload {
  return {
    client_reference: redemption.reference,
    order_line: redemption.order_line,
    quantity: redemption.quantity,
    redeemed_at: formatInstant(redemption.redeemed_at),
    scanner_location: redemption.location,
  };
}
