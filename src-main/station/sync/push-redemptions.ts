import { formatInstant, type Instant } from '../../../shared/instant.ts';
import { MAX_UPLOAD_ITEMS, type RedemptionUpload } from '../../../shared/contract/scanner.ts';
import {
  forgetScans,
  isResting,
  nextWaking,
  restScan,
  wakeMany,
  type RestingScans,
} from '../../core/sync/resting-scans.ts';
import type { PendingRedemption, UploadOutcome } from '../../ports/journal.ts';
import type { RemoteFailure, UploadedRedemption } from '../../ports/remote.ts';
import type { ChannelContext, ChannelStep } from './channel-context.ts';
import { stepDone, stepFailed } from './channel-context.ts';
import {
  ABOUT_THE_SCAN,
  IS_TOO_SLOW,
  LISTED_AFTER,
  MAY_BE_ONE_SCAN,
  refusalBy,
} from './push-scans.ts';

/**
 * Uploads add-ons that were handed out here, by the same rules as scans: only the server's own response about a redemption removes it from
 * the queue, and nothing is ever dropped. A bare `/v1` does not accept them; there they wait.
 */
export class PushRedemptions {
  #batchSize = MAX_UPLOAD_ITEMS;
  #resting: RestingScans = new Map();

  wakeAll(): void {
    this.#batchSize = MAX_UPLOAD_ITEMS;
    this.#resting = new Map();
  }

  /** Whether something can be sent now. */
  isDue(context: ChannelContext): boolean {
    return this.#due(context, 1).length > 0;
  }

  /** Milliseconds until something that rests is due; null if nothing rests. */
  nextIn(context: ChannelContext): number | null {
    return nextWaking(this.#resting, context.clock.monotonicMs());
  }

  async step(context: ChannelContext): Promise<ChannelStep> {
    const sent = this.#due(context, this.#batchSize);
    const answer = await context.remote.uploadRedemptions(sent.map(uploadOf));
    if (answer.kind === 'failed') {
      this.#refused(context, sent, answer.failure);
      return stepFailed(answer.failure, answer.metadata);
    }
    const outcomes = outcomesOf(sent, answer.value, context.clock.now());
    if (outcomes.length === 0) {
      const message = 'the server answered for none of the redemptions that were sent';
      return stepFailed(
        { code: 'invalid_response', message, retry_after_ms: null },
        answer.metadata,
      );
    }
    this.#recordUploads(context, outcomes);
    this.#resting = wakeMany(this.#resting);
    this.#batchSize = Math.min(this.#batchSize * 2, MAX_UPLOAD_ITEMS);
    const over = answer.value.filter((result) => result.over_redeemed === true);
    if (over.length > 0) context.events.emit('over_redeemed', over.length);
    return stepDone(answer.metadata, null);
  }

  /** Halves the batch until the possible cause is alone in it. */
  #refused(
    context: ChannelContext,
    sent: readonly PendingRedemption[],
    { code, own, ...failure }: RemoteFailure,
  ): void {
    const isOwnWord = own !== undefined && ABOUT_THE_SCAN.has(own.code);
    const isAboutAll = own !== undefined && own.code !== 'server.failed' && !isOwnWord;
    if (isAboutAll || (!MAY_BE_ONE_SCAN.has(code) && !IS_TOO_SLOW.has(code))) return;
    const [only] = sent;
    if (sent.length > 1 || only === undefined) {
      this.#batchSize = Math.max(1, Math.floor(sent.length / 2));
      return;
    }
    if (IS_TOO_SLOW.has(code)) return;
    const { reference, attempts } = only;
    const said = own === undefined ? { code, ...failure } : { code, own, ...failure };
    const refusal = refusalBy(said, context.clock.now());
    if (isOwnWord) {
      this.#recordUploads(context, [{ kind: 'attention', reference, refusal }]);
      return;
    }
    this.#resting = restScan(
      this.#resting,
      { reference, byTheWay: true },
      context.clock.monotonicMs(),
    );
    const isListed = attempts + 1 >= LISTED_AFTER;
    context.journal.recordUploads([
      { kind: 'postponed', reference, refusal: isListed ? refusal : null },
    ]);
    context.events.emit('uploads_recorded');
  }

  #recordUploads(context: ChannelContext, outcomes: readonly UploadOutcome[]): void {
    const references = new Set(outcomes.map(({ reference }) => reference));
    this.#resting = forgetScans(this.#resting, references);
    context.journal.recordUploads(outcomes);
    context.events.emit('uploads_recorded');
  }

  #due({ identity, journal, clock }: ChannelContext, limit: number): readonly PendingRedemption[] {
    if (identity?.capabilities.includes('scanner.redemptions') !== true) return [];
    const now = clock.monotonicMs();
    const passOver = (reference: string) => isResting(this.#resting, reference, now);
    return journal.pendingRedemptions(identity.organiser.reference, limit, passOver);
  }
}

function uploadOf(redemption: PendingRedemption): RedemptionUpload {
  return {
    client_reference: redemption.reference,
    order_line: redemption.order_line,
    quantity: redemption.quantity,
    redeemed_at: formatInstant(redemption.redeemed_at),
    scanner_location: redemption.location,
  };
}

/** Matched by reference, so that a short or unordered response counts only for the items that it names. */
function outcomesOf(
  sent: readonly PendingRedemption[],
  results: readonly UploadedRedemption[],
  at: Instant,
): readonly UploadOutcome[] {
  const byReference = new Map(sent.map((one) => [one.reference, one]));
  return results.flatMap((result): readonly UploadOutcome[] => {
    const { client_reference: reference, status, remaining, updated_at, over_redeemed } = result;
    const one = reference === null ? undefined : byReference.get(reference);
    if (one === undefined) return [];
    if (status === 'recorded' || status === 'duplicate') {
      const answer = JSON.stringify({ remaining, updated_at, over_redeemed });
      return [{ kind: 'acknowledged', reference: one.reference, answer }];
    }
    const code = result.code ?? status;
    const refusal = { code, message: result.message ?? code, at };
    return [{ kind: 'attention', reference: one.reference, refusal }];
  });
}
