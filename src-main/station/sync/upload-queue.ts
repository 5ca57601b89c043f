import type { Instant } from '../../../shared/instant.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { IdentityRecord } from '../../../shared/station/records.ts';
import { failureTraits } from '../../../shared/station/remote-failure.ts';
import {
  forgetUploads,
  isResting,
  nextWaking,
  restUpload,
  wakeMany,
  type RestingUploads,
} from '../../core/sync/resting-uploads.ts';
import type { Journal, UploadOutcome, UploadRefusal } from '../../ports/journal.ts';
import type { Remote, RemoteFailure, RemoteResult } from '../../ports/remote.ts';
import type { ChannelContext, ChannelStep } from './channel-context.ts';
import { stepDone, stepFailed } from './channel-context.ts';

/** A row of the journal that the server has not acknowledged. */
export interface UploadItem {
  readonly reference: string;
  /** How often it was sent and refused. */
  readonly attempts: number;
}

/** The server's result for one row. A status that this version does not know is a refusal. */
export interface UploadResult {
  readonly reference: string | null;
  readonly status: string;
  readonly code?: string | null;
  readonly message?: string | null;
  /** JSON that is stored with an acknowledged row. */
  readonly answer: string | null;
  /** Recorded, but it contradicts what the server has from elsewhere. */
  readonly conflicts: boolean;
}

/** Which rows of the journal are uploaded together, and how. */
export interface UploadKind<Item extends UploadItem> {
  readonly maxItems: number;
  /** Between two uploads. */
  readonly paceMs: number;
  /** The server's own errors about an item sent alone: it is set aside. All others concern the request or the network path. */
  readonly aboutItem: ReadonlySet<ErrorCode>;
  /** Whether any API response about an item sent alone lets the next one follow at the usual pace. Otherwise the channel backs off. */
  readonly continuesAfterRefusal: boolean;
  accepts(identity: IdentityRecord): boolean;
  pending(
    journal: Journal,
    organiser: string,
    limit: number,
    passOver?: (reference: string) => boolean,
  ): readonly Item[];
  upload(remote: Remote, items: readonly Item[]): Promise<RemoteResult<readonly UploadResult[]>>;
  /** Called when some of the recorded items conflict. */
  conflicted(context: ChannelContext, count: number): void;
}

/** An item refused this often is listed for a person while it continues to be retried. */
const LISTED_AFTER = 3;
/** The queue is examined at least this often, however long its items rest. */
const LONGEST_PAUSE_MS = 30_000;

/**
 * Uploads one kind of journal rows. Only the server's own response removes an item from the queue: its result for that item, or an error
 * for an item sent alone. After any other refusal it stays queued and is retried at growing intervals. A refused batch is halved until the
 * item that may cause it is alone, and one that does not arrive in time is halved too: over a slow line it never would.
 *
 * States of an item: waiting → sent → acknowledged, set aside, or resting and then waiting again.
 */
export class UploadQueue<Item extends UploadItem> {
  readonly #kind: UploadKind<Item>;
  #batchSize: number;
  #resting: RestingUploads = new Map();

  constructor(kind: UploadKind<Item>) {
    this.#kind = kind;
    this.#batchSize = kind.maxItems;
  }

  /** The server is back, or a sync was requested: all resting items are due. */
  wakeAll(): void {
    this.#batchSize = this.#kind.maxItems;
    this.#resting = new Map();
  }

  /** Whether something can be sent now. */
  isDue(context: ChannelContext): boolean {
    return this.#due(context, 1).length > 0;
  }

  /** Milliseconds until the next upload; null if nothing waits. */
  nextIn(context: ChannelContext): number | null {
    const { paceMs } = this.#kind;
    if (this.isDue(context)) return paceMs;
    const waitMs = nextWaking(this.#resting, context.clock.monotonicMs());
    return waitMs === null ? null : Math.min(Math.max(waitMs, paceMs), LONGEST_PAUSE_MS);
  }

  /** Sends one batch of what is due. */
  async step(context: ChannelContext): Promise<ChannelStep> {
    const sent = this.#due(context, this.#batchSize);
    const response = await context.ask((remote) => this.#kind.upload(remote, sent));
    if (response.kind === 'failed') return this.#refused(context, sent, response.failure);
    const results = resultsOf(sent, response.value);
    if (results.length === 0) return stepFailed({ code: 'invalid_response' });
    const now = context.clock.now();
    this.#record(
      context,
      results.map((result) => outcomeOf(result, now)),
    );
    const conflicts = results.filter((result) => result.conflicts).length;
    if (conflicts > 0) this.#kind.conflicted(context, conflicts);
    this.#resting = wakeMany(this.#resting);
    const wasFull = sent.length >= this.#batchSize;
    this.#batchSize = Math.min(this.#batchSize * 2, this.#kind.maxItems);
    // Items recorded during an upload share the next one.
    const sharesNext = !wasFull && this.isDue(context);
    return stepDone(sharesNext ? null : this.nextIn(context));
  }

  #refused(context: ChannelContext, sent: readonly Item[], failure: RemoteFailure): ChannelStep {
    const { code, own } = failure;
    const cause = failureTraits[code].upload;
    const isOfItem = own !== undefined && this.#kind.aboutItem.has(own.code);
    const isOfAll = own !== undefined && own.code !== 'server.failed' && !isOfItem;
    if (isOfAll || cause === undefined) return stepFailed(failure);
    const [only] = sent;
    const isAlone = sent.length === 1 && only !== undefined;
    if (!isAlone) this.#batchSize = Math.max(1, Math.floor(sent.length / 2));
    else if (isOfItem) this.#setAside(context, only, failure);
    else if (cause !== 'slow_line') this.#postpone(context, only, failure, cause);
    const continues = isAlone
      ? this.#kind.continuesAfterRefusal && cause === 'item'
      : code === 'too_large';
    return isOfItem || continues ? stepDone(this.nextIn(context)) : stepFailed(failure);
  }

  #setAside(context: ChannelContext, { reference }: UploadItem, failure: RemoteFailure): void {
    const refusal = refusalBy(failure, context.clock.now());
    this.#record(context, [{ kind: 'attention', reference, refusal }]);
  }

  #postpone(
    context: ChannelContext,
    { reference, attempts }: UploadItem,
    failure: RemoteFailure,
    cause: 'item' | 'path_or_item',
  ): void {
    const { clock } = context;
    const isListed = attempts + 1 >= LISTED_AFTER;
    const refusal = isListed ? refusalBy(failure, clock.now()) : null;
    const byPath = cause === 'path_or_item';
    this.#resting = restUpload(this.#resting, { reference, byPath }, clock.monotonicMs());
    this.#record(context, [{ kind: 'postponed', reference, refusal }]);
  }

  #record({ journal, uploadsRecorded }: ChannelContext, outcomes: readonly UploadOutcome[]): void {
    const settled = outcomes.filter(({ kind }) => kind !== 'postponed');
    const references = new Set(settled.map(({ reference }) => reference));
    this.#resting = forgetUploads(this.#resting, references);
    journal.recordUploads(outcomes);
    uploadsRecorded();
  }

  #due({ identity, journal, clock }: ChannelContext, limit: number): readonly Item[] {
    if (identity === null || !this.#kind.accepts(identity)) return [];
    const now = clock.monotonicMs();
    const passOver = (reference: string) => isResting(this.#resting, reference, now);
    return this.#kind.pending(journal, identity.organiser.reference, limit, passOver);
  }
}

function refusalBy({ code, message, own }: RemoteFailure, at: Instant): UploadRefusal {
  return { code: own?.code ?? code, message: own?.message ?? message, at };
}

type OwnResult = UploadResult & { readonly reference: string };

/**
 * Matched by reference, so that a short or unordered response counts only for the items that it names. Of several results for one item the first
 * counts.
 */
function resultsOf(
  sent: readonly UploadItem[],
  results: readonly UploadResult[],
): readonly OwnResult[] {
  const left = new Set(sent.map(({ reference }) => reference));
  return results.flatMap((result) => {
    const { reference } = result;
    return reference !== null && left.delete(reference) ? [{ ...result, reference }] : [];
  });
}

function outcomeOf(
  { reference, status, answer, ...result }: OwnResult,
  at: Instant,
): UploadOutcome {
  if (status === 'recorded' || status === 'duplicate')
    return { kind: 'acknowledged', reference, answer };
  const code = result.code ?? status;
  return { kind: 'attention', reference, refusal: { code, message: result.message ?? code, at } };
}
