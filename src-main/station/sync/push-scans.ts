import { formatInstant } from '../../../shared/instant.ts';
import {
  MAX_UPLOAD_ITEMS,
  type ScanUpload,
  type ScanUploadResult,
} from '../../../shared/contract/scanner.ts';
import type { PendingScan, Settlement } from '../../ports/journal.ts';
import type { RemoteFailure } from '../../ports/remote.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed, withoutRequest } from './lane-context.ts';

/** Between two check-ins on a bare `/v1`, so that a long queue leaves the feeds their share of the budget. */
const CHECK_IN_PACE_MS = 700;

/**
 * Sends what the journal holds. A whole batch that is refused is halved until the item that is the cause stands alone; it is
 * set aside for a person, or behind the others, and the rest goes on. One that does not arrive in time is halved as well: over a
 * slow line it would never arrive.
 */
export class PushScans {
  #batchSize = MAX_UPLOAD_ITEMS;

  async step(context: LaneContext): Promise<LaneStep> {
    const { identity, journal } = context;
    if (identity === null) return withoutRequest();
    const batches = identity.capabilities.includes('scanner.scans');
    const pending = journal.pending(identity.organiser.reference, batches ? this.#batchSize : 1);
    const [first] = pending;
    if (first === undefined) {
      context.heard.sent();
      return withoutRequest();
    }
    return batches ? await this.#upload(context, pending) : await checkIn(context, first);
  }

  async #upload(context: LaneContext, pending: readonly PendingScan[]): Promise<LaneStep> {
    const answer = await context.remote.uploadScans(pending.map(uploadOf));
    if (answer.kind === 'failed') {
      const settled = this.#refusedBatch(context, pending, answer.failure);
      return settled ? stepDone(answer.notes, 0) : stepFailed(answer.failure, answer.notes);
    }
    const settlements = matchResults(pending, answer.value);
    if (settlements.length === 0) {
      const message = 'the server answered for none of the scans that were sent';
      return stepFailed({ code: 'invalid_response', message, retry_after_ms: null }, answer.notes);
    }
    settle(context, settlements);
    this.#batchSize = Math.min(this.#batchSize * 2, MAX_UPLOAD_ITEMS);
    return stepDone(answer.notes, hasMore(context) ? 0 : null);
  }

  /** Whether sending can go on at once. */
  #refusedBatch(
    context: LaneContext,
    pending: readonly PendingScan[],
    failure: RemoteFailure,
  ): boolean {
    const { code } = failure;
    const about = code === 'too_large' || code === 'refused';
    if (!about && code !== 'server_error' && code !== 'timeout') return false;
    const [only] = pending;
    if (pending.length > 1 || only === undefined) {
      this.#batchSize = Math.max(1, Math.floor(pending.length / 2));
      return about;
    }
    if (code === 'timeout') return false;
    const { reference } = only;
    if (about) {
      settle(context, [{ kind: 'attention', reference, code, message: failure.message }]);
    } else {
      settle(context, [{ kind: 'postponed', reference }]);
    }
    return about;
  }
}

/** One online check-in with the scan's reference as its idempotency key: the server's late verdict is kept beside the door's. */
async function checkIn(context: LaneContext, scan: PendingScan): Promise<LaneStep> {
  const { reference, ticket } = scan;
  const answer = await context.remote.checkIn(ticket, reference);
  if (answer.kind === 'ok') {
    settle(context, [{ kind: 'acknowledged', reference, answer: answer.value.answer }]);
    return stepDone(answer.notes, hasMore(context) ? CHECK_IN_PACE_MS : null);
  }
  const { code, message } = answer.failure;
  if (code === 'not_found' || code === 'refused' || code === 'too_large') {
    settle(context, [{ kind: 'attention', reference, code, message }]);
    return stepDone(answer.notes, hasMore(context) ? CHECK_IN_PACE_MS : null);
  }
  if (code === 'conflict' || code === 'server_error') {
    settle(context, [{ kind: 'postponed', reference }]);
  }
  return stepFailed(answer.failure, answer.notes);
}

function settle(context: LaneContext, settlements: readonly Settlement[]): void {
  context.journal.settle(settlements);
  context.heard.sent();
}

function hasMore({ journal, identity }: LaneContext): boolean {
  return identity !== null && journal.pending(identity.organiser.reference, 1).length > 0;
}

export function uploadOf(scan: PendingScan): ScanUpload {
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
  };
}

/** Answers are matched by reference, so that an answer that is short or out of order settles only what it names. */
export function matchResults(
  sent: readonly PendingScan[],
  results: readonly ScanUploadResult[],
): readonly Settlement[] {
  const references = new Set(sent.map(({ reference }) => reference));
  return results.flatMap((result): readonly Settlement[] => {
    const { reference, status, conflict } = result;
    if (reference === null || !references.has(reference)) return [];
    if (status === 'recorded' || status === 'duplicate') {
      const answer = conflict === null ? null : JSON.stringify(conflict);
      return [{ kind: 'acknowledged', reference, answer }];
    }
    const code = result.code ?? status;
    return [{ kind: 'attention', reference, code, message: result.message ?? code }];
  });
}
