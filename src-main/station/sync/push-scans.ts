import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { MAX_UPLOAD_ITEMS, type ScanUpload } from '../../../shared/contract/scanner.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import {
  forgetScans,
  isResting,
  nextWaking,
  restScan,
  wakeMany,
  type RestingScans,
} from '../../core/sync/resting-scans.ts';
import type { PendingScan, UploadRefusal, UploadOutcome } from '../../ports/journal.ts';
import type { RemoteFailure, UploadedScan } from '../../ports/remote.ts';
import type { ChannelContext, ChannelStep } from './channel-context.ts';
import { stepDone, stepFailed, withoutRequest } from './channel-context.ts';

/** Between two check-ins on a bare `/v1`, so that a long queue leaves the feeds their share of the budget. */
const CHECK_IN_PACE_MS = 700;
/** A scan refused this often is listed for a person while it continues to be retried. */
export const LISTED_AFTER = 3;
/** The queue is examined at least this often, however long its scans rest. */
const LONGEST_PAUSE_MS = 30_000;

/** Server errors about the one scan that was sent: it is set aside. All others concern the request or the network path. */
export const ABOUT_THE_SCAN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'validation.failed',
  'request.malformed',
  'request.too_large',
]);
/** On a bare `/v1` the request names the ticket and carries its own key. */
const ABOUT_THE_CHECK_IN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...ABOUT_THE_SCAN,
  'resource.not_found',
  'idempotency.key_reused',
]);

/**
 * Responses that may come from something on the network path, or concern one scan of the batch. They decide nothing: the batch is halved
 * until the scan that causes them is alone, and that one moves to the end of the queue.
 */
export const MAY_BE_ONE_SCAN: ReadonlySet<RemoteFailureCode> = new Set<RemoteFailureCode>([
  'too_large',
  'refused',
  'not_the_server',
  'invalid_response',
  'not_found',
  'forbidden',
  'conflict',
  'server_error',
]);
/** The batch did not arrive in time, or was aborted when the server was back before it had answered. */
export const IS_TOO_SLOW: ReadonlySet<RemoteFailureCode> = new Set<RemoteFailureCode>([
  'timeout',
  'aborted',
]);
/**
 * The API itself can respond like this while it accepts other scans: the next check-in follows at the usual pace, and the scan does not
 * wait for the path to be free. An upload of a single scan still backs off.
 */
const IS_AN_ANSWER: ReadonlySet<RemoteFailureCode> = new Set<RemoteFailureCode>([
  'too_large',
  'refused',
  'not_found',
]);

/**
 * Uploads the journal. Only the server's own response removes a scan from the queue: its result for that scan, or an error for a scan sent
 * alone. After any other refusal the scan stays queued and is retried at growing intervals. A batch that does not arrive in time is halved:
 * over a slow line it never would.
 *
 * States of a scan: waiting → sent → acknowledged, set aside, or resting and then waiting again.
 */
export class PushScans {
  #batchSize = MAX_UPLOAD_ITEMS;
  #resting: RestingScans = new Map();

  /** The server is back, or a sync was requested: all resting items are due. */
  wakeAll(): void {
    this.#batchSize = MAX_UPLOAD_ITEMS;
    this.#resting = new Map();
  }

  async step(context: ChannelContext): Promise<ChannelStep> {
    const { identity } = context;
    if (identity === null) return withoutRequest();
    const batches = identity.capabilities.includes('scanner.scans');
    const due = this.#due(context, batches ? this.#batchSize : 1);
    const [first] = due;
    if (first === undefined) {
      context.events.emit('uploads_recorded');
      return withoutRequest(this.#pause(context, 0));
    }
    return batches ? await this.#upload(context, due) : await this.#checkIn(context, first);
  }

  async #upload(context: ChannelContext, sent: readonly PendingScan[]): Promise<ChannelStep> {
    const answer = await context.remote.uploadScans(sent.map(uploadOf));
    if (answer.kind === 'failed') {
      const goesOn = this.#refusedBatch(context, sent, answer.failure);
      if (!goesOn) return stepFailed(answer.failure, answer.metadata);
      return stepDone(answer.metadata, this.#pause(context, 0));
    }
    const outcomes = matchResults(sent, answer.value, context.clock.now());
    if (outcomes.length === 0) {
      const message = 'the server answered for none of the scans that were sent';
      return stepFailed(
        { code: 'invalid_response', message, retry_after_ms: null },
        answer.metadata,
      );
    }
    this.#recordUploads(context, outcomes);
    const hasConflict = answer.value.some(({ conflict }) => (conflict ?? null) !== null);
    if (hasConflict) context.events.emit('channels_due', ['heartbeat']);
    this.#resting = wakeMany(this.#resting);
    const wasFull = sent.length >= this.#batchSize;
    this.#batchSize = Math.min(this.#batchSize * 2, MAX_UPLOAD_ITEMS);
    return stepDone(answer.metadata, wasFull ? this.#pause(context, 0) : this.#rest(context));
  }

  /** Whether sending can continue at once. */
  #refusedBatch(
    context: ChannelContext,
    sent: readonly PendingScan[],
    failure: RemoteFailure,
  ): boolean {
    const { code, own } = failure;
    const isOwnWord = own !== undefined && ABOUT_THE_SCAN.has(own.code);
    const isAboutAll = own !== undefined && own.code !== 'server.failed' && !isOwnWord;
    if (isAboutAll || (!MAY_BE_ONE_SCAN.has(code) && !IS_TOO_SLOW.has(code))) return false;
    const [only] = sent;
    if (sent.length > 1 || only === undefined) {
      this.#batchSize = Math.max(1, Math.floor(sent.length / 2));
      return isOwnWord || code === 'too_large';
    }
    if (IS_TOO_SLOW.has(code)) return false;
    if (isOwnWord) this.#setAside(context, only, failure);
    else this.#postpone(context, only, failure);
    return isOwnWord;
  }

  /** One online check-in with the scan's reference as its idempotency key: the server's late verdict is stored beside the door's. */
  async #checkIn(context: ChannelContext, scan: PendingScan): Promise<ChannelStep> {
    const { reference, ticket } = scan;
    const answer = await context.remote.checkIn(ticket, reference);
    if (answer.kind === 'ok') {
      const { answer: late } = answer.value;
      this.#recordUploads(context, [{ kind: 'acknowledged', reference, answer: late }]);
      this.#resting = wakeMany(this.#resting);
      return stepDone(answer.metadata, this.#pause(context, CHECK_IN_PACE_MS));
    }
    const { code, own } = answer.failure;
    const isOwnWord = own !== undefined && ABOUT_THE_CHECK_IN.has(own.code);
    if (isOwnWord) this.#setAside(context, scan, answer.failure);
    else if (MAY_BE_ONE_SCAN.has(code)) this.#postpone(context, scan, answer.failure);
    if (isOwnWord || IS_AN_ANSWER.has(code)) {
      return stepDone(answer.metadata, this.#pause(context, CHECK_IN_PACE_MS));
    }
    return stepFailed(answer.failure, answer.metadata);
  }

  #recordUploads(context: ChannelContext, outcomes: readonly UploadOutcome[]): void {
    const references = new Set(outcomes.map(({ reference }) => reference));
    this.#resting = forgetScans(this.#resting, references);
    recordUploads(context, outcomes);
  }

  #setAside(context: ChannelContext, { reference }: PendingScan, failure: RemoteFailure): void {
    const refusal = refusalBy(failure, context.clock.now());
    this.#recordUploads(context, [{ kind: 'attention', reference, refusal }]);
  }

  #postpone(context: ChannelContext, scan: PendingScan, failure: RemoteFailure): void {
    const { clock } = context;
    const { reference, attempts } = scan;
    const isListed = attempts + 1 >= LISTED_AFTER;
    const refusal = isListed ? refusalBy(failure, clock.now()) : null;
    const byTheWay = !IS_AN_ANSWER.has(failure.code);
    this.#resting = restScan(this.#resting, { reference, byTheWay }, clock.monotonicMs());
    recordUploads(context, [{ kind: 'postponed', reference, refusal }]);
  }

  #due({ identity, journal, clock }: ChannelContext, limit: number): readonly PendingScan[] {
    if (identity === null) return [];
    const now = clock.monotonicMs();
    const passOver = (reference: string) => isResting(this.#resting, reference, now);
    return journal.pending(identity.organiser.reference, limit, passOver);
  }

  /** Scans recorded during an upload share the next one. */
  #rest(context: ChannelContext): number | null {
    return this.#due(context, 1).length > 0 ? null : this.#pause(context, 0);
  }

  /** How long until the next push: `pace` if something is due, null if nothing waits. */
  #pause(context: ChannelContext, pace: number): number | null {
    if (this.#due(context, 1).length > 0) return pace;
    const waitMs = nextWaking(this.#resting, context.clock.monotonicMs());
    return waitMs === null ? null : Math.min(Math.max(waitMs, pace), LONGEST_PAUSE_MS);
  }
}

export function refusalBy({ code, message, own }: RemoteFailure, at: Instant): UploadRefusal {
  return { code: own?.code ?? code, message: own?.message ?? message, at };
}

function recordUploads(context: ChannelContext, outcomes: readonly UploadOutcome[]): void {
  context.journal.recordUploads(outcomes);
  context.events.emit('uploads_recorded');
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
    ...(scan.admission_source === null ? {} : { admission_source: scan.admission_source }),
  };
}

/** Matched by reference, so that a short or unordered response counts only for the items that it names. */
export function matchResults(
  sent: readonly PendingScan[],
  results: readonly UploadedScan[],
  at: Instant,
): readonly UploadOutcome[] {
  const references = new Set(sent.map(({ reference }) => reference));
  return results.flatMap((result): readonly UploadOutcome[] => {
    const { reference, status, conflict = null } = result;
    if (reference === null || !references.has(reference)) return [];
    if (status === 'recorded' || status === 'duplicate') {
      const answer = conflict === null ? null : JSON.stringify(conflict);
      return [{ kind: 'acknowledged', reference, answer }];
    }
    const code = result.code ?? status;
    return [
      { kind: 'attention', reference, refusal: { code, message: result.message ?? code, at } },
    ];
  });
}
