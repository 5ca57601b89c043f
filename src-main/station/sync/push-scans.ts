import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import {
  MAX_UPLOAD_ITEMS,
  type ScanUpload,
  type ScanUploadResult,
} from '../../../shared/contract/scanner.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import {
  forgetScans,
  isResting,
  nextWaking,
  restScan,
  wakeMany,
  type RestingScans,
} from '../../core/sync/resting-scans.ts';
import type { PendingScan, Refusal, Settlement } from '../../ports/journal.ts';
import type { RemoteFailure } from '../../ports/remote.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed, withoutRequest } from './lane-context.ts';

/** Between two check-ins on a bare `/v1`, so that a long queue leaves the feeds their share of the budget. */
const CHECK_IN_PACE_MS = 700;
/** A scan that was refused this often is listed for a person while it goes on being offered. */
export const LISTED_AFTER = 3;
/** However long all that is left rests, the queue is looked at this often. */
const LONGEST_PAUSE_MS = 30_000;

/** In the server's own words, something about the one scan that was sent: it is set aside. Anything else is about the way. */
export const ABOUT_THE_SCAN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'validation.failed',
  'request.malformed',
  'request.too_large',
]);
/** On a bare `/v1` the request names the ticket and carries a key of its own. */
const ABOUT_THE_CHECK_IN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...ABOUT_THE_SCAN,
  'resource.not_found',
  'idempotency.key_reused',
]);

/**
 * Answers that may come from something on the way, or may be about one scan of the batch. Nothing is settled by them: the batch is
 * halved until the scan that is the cause stands alone, and that one goes behind the others.
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
/** The batch did not arrive in time, or was given up when the server was back before it was answered. */
export const IS_TOO_SLOW: ReadonlySet<RemoteFailureCode> = new Set<RemoteFailureCode>([
  'timeout',
  'aborted',
]);
/**
 * The API itself answers like this, and goes on answering for other scans: the next check-in follows at the usual pace, and the scan does not
 * wait for the way to be free. An upload of one scan backs off all the same.
 */
const IS_AN_ANSWER: ReadonlySet<RemoteFailureCode> = new Set<RemoteFailureCode>([
  'too_large',
  'refused',
  'not_found',
]);

/**
 * Sends what the journal holds. Only the server's own word settles a scan: its result for that scan, or its own error when the scan
 * was sent alone. Every other refusal keeps the scan in the queue, where it is offered ever more rarely. A batch that does not arrive
 * in time is halved: over a slow line it would never arrive.
 */
export class PushScans {
  #batchSize = MAX_UPLOAD_ITEMS;
  #resting: RestingScans = new Map();

  /** The server is back, or somebody asked to sync now: nothing rests any more. */
  wakeAll(): void {
    this.#batchSize = MAX_UPLOAD_ITEMS;
    this.#resting = new Map();
  }

  async step(context: LaneContext): Promise<LaneStep> {
    const { identity } = context;
    if (identity === null) return withoutRequest();
    const batches = identity.capabilities.includes('scanner.scans');
    const due = this.#due(context, batches ? this.#batchSize : 1);
    const [first] = due;
    if (first === undefined) {
      context.events.emit('uploads_settled');
      return withoutRequest(this.#pause(context, 0));
    }
    return batches ? await this.#upload(context, due) : await this.#checkIn(context, first);
  }

  async #upload(context: LaneContext, sent: readonly PendingScan[]): Promise<LaneStep> {
    const answer = await context.remote.uploadScans(sent.map(uploadOf));
    if (answer.kind === 'failed') {
      const goesOn = this.#refusedBatch(context, sent, answer.failure);
      if (!goesOn) return stepFailed(answer.failure, answer.notes);
      return stepDone(answer.notes, this.#pause(context, 0));
    }
    const settlements = matchResults(sent, answer.value, context.clock.now());
    if (settlements.length === 0) {
      const message = 'the server answered for none of the scans that were sent';
      return stepFailed({ code: 'invalid_response', message, retry_after_ms: null }, answer.notes);
    }
    this.#settle(context, settlements);
    this.#resting = wakeMany(this.#resting);
    const wasFull = sent.length >= this.#batchSize;
    this.#batchSize = Math.min(this.#batchSize * 2, MAX_UPLOAD_ITEMS);
    return stepDone(answer.notes, wasFull ? this.#pause(context, 0) : this.#rest(context));
  }

  /** Whether sending can go on at once. */
  #refusedBatch(
    context: LaneContext,
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

  /** One online check-in with the scan's reference as its idempotency key: the server's late verdict is kept beside the door's. */
  async #checkIn(context: LaneContext, scan: PendingScan): Promise<LaneStep> {
    const { reference, ticket } = scan;
    const answer = await context.remote.checkIn(ticket, reference);
    if (answer.kind === 'ok') {
      const { answer: late } = answer.value;
      this.#settle(context, [{ kind: 'acknowledged', reference, answer: late }]);
      this.#resting = wakeMany(this.#resting);
      return stepDone(answer.notes, this.#pause(context, CHECK_IN_PACE_MS));
    }
    const { code, own } = answer.failure;
    const isOwnWord = own !== undefined && ABOUT_THE_CHECK_IN.has(own.code);
    if (isOwnWord) this.#setAside(context, scan, answer.failure);
    else if (MAY_BE_ONE_SCAN.has(code)) this.#postpone(context, scan, answer.failure);
    if (isOwnWord || IS_AN_ANSWER.has(code)) {
      return stepDone(answer.notes, this.#pause(context, CHECK_IN_PACE_MS));
    }
    return stepFailed(answer.failure, answer.notes);
  }

  #settle(context: LaneContext, settlements: readonly Settlement[]): void {
    const references = new Set(settlements.map(({ reference }) => reference));
    this.#resting = forgetScans(this.#resting, references);
    settle(context, settlements);
  }

  #setAside(context: LaneContext, { reference }: PendingScan, failure: RemoteFailure): void {
    const refusal = refusalBy(failure, context.clock.now());
    this.#settle(context, [{ kind: 'attention', reference, refusal }]);
  }

  #postpone(context: LaneContext, scan: PendingScan, failure: RemoteFailure): void {
    const { clock } = context;
    const { reference, attempts } = scan;
    const isListed = attempts + 1 >= LISTED_AFTER;
    const refusal = isListed ? refusalBy(failure, clock.now()) : null;
    const byTheWay = !IS_AN_ANSWER.has(failure.code);
    this.#resting = restScan(this.#resting, { reference, byTheWay }, clock.monotonicMs());
    settle(context, [{ kind: 'postponed', reference, refusal }]);
  }

  #due({ identity, journal, clock }: LaneContext, limit: number): readonly PendingScan[] {
    if (identity === null) return [];
    const now = clock.monotonicMs();
    const passOver = (reference: string) => isResting(this.#resting, reference, now);
    return journal.pending(identity.organiser.reference, limit, passOver);
  }

  /** Scans that came while the others were sent share the next push. */
  #rest(context: LaneContext): number | null {
    return this.#due(context, 1).length > 0 ? null : this.#pause(context, 0);
  }

  /** How long until the next push: `pace` when something is due, null when nothing waits. */
  #pause(context: LaneContext, pace: number): number | null {
    if (this.#due(context, 1).length > 0) return pace;
    const waitMs = nextWaking(this.#resting, context.clock.monotonicMs());
    return waitMs === null ? null : Math.min(Math.max(waitMs, pace), LONGEST_PAUSE_MS);
  }
}

export function refusalBy({ code, message, own }: RemoteFailure, at: Instant): Refusal {
  return { code: own?.code ?? code, message: own?.message ?? message, at };
}

function settle(context: LaneContext, settlements: readonly Settlement[]): void {
  context.journal.settle(settlements);
  context.events.emit('uploads_settled');
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

/** Answers are matched by reference, so that an answer that is short or out of order settles only what it names. */
export function matchResults(
  sent: readonly PendingScan[],
  results: readonly ScanUploadResult[],
  at: Instant,
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
    return [
      { kind: 'attention', reference, refusal: { code, message: result.message ?? code, at } },
    ];
  });
}
