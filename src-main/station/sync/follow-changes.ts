import { doublingDelay, type BackoffShape } from '../../core/backoff.ts';
import { ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import type { Change } from '../../ports/remote.ts';
import type { ListName, ScanRecord } from '../../ports/replica.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed, withoutRequest } from './lane-context.ts';

const PAUSE: BackoffShape = { firstMs: 1_000, capMs: 60_000 };
/** A stream that ends sooner than this is opened again later each time: something on the way does not let it through. */
const SHORT_MS = 20_000;

/** What a change concerns, where its row does not come with it. */
const ASKS: Readonly<Record<Change['kind'], ListName | 'setup'>> = {
  scan: 'scans',
  ticket: 'tickets',
  order_line: 'order_lines',
  session: 'setup',
  setup: 'setup',
};

/**
 * Listens to the event's changes for as long as the server tells of them. Scans come whole and are known at this door at once; for
 * anything else the list is asked.
 */
export class FollowChanges {
  #position: { readonly event: string; readonly after: string } | null = null;
  #short = 0;

  async step(context: LaneContext): Promise<LaneStep> {
    const { event, remote, clock, alive, freshness } = context;
    if (event === null) return withoutRequest();
    const after = this.#position?.event === event ? this.#position.after : null;
    const scans = new ScanInlet(context, event);
    const openedAt = clock.monotonicMs();
    const answer = await remote.followChanges(event, after, {
      opened: (notes) => {
        freshness.streamOpened(event);
        alive('stream', notes);
      },
      heard: () => alive('stream', null),
      changed: (change, position) => {
        if (position !== null) this.#position = { event, after: position };
        if (change.scan === null) askFor(context, event, ASKS[change.kind]);
        else scans.take(change.scan);
      },
      heartbeat: (at) => {
        const now = clock.now();
        const until = at < now ? at : now;
        void scans
          .settled()
          .then(() => freshness.heartbeat(event, until, (list) => isWhole(context, event, list)));
      },
    });
    await scans.settled();
    if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
    this.#short = clock.monotonicMs() - openedAt < SHORT_MS ? this.#short + 1 : 0;
    return stepDone(answer.notes, doublingDelay(PAUSE, this.#short + 1));
  }
}

function askFor({ events, freshness }: LaneContext, event: string, lane: ListName | 'setup'): void {
  if (lane !== 'setup') freshness.rowsChanged(event, lane);
  events.emit('lanes_due', [lane]);
}

/** While a list is imported the replica does not hold what is told of. */
function isWhole({ replica }: LaneContext, event: string, list: ListName): boolean {
  try {
    return replica.position(event, list).pointer !== null && replica.snapshot(event) === null;
  } catch (error) {
    if (error instanceof ReplicaUnreadableError) return false;
    throw error;
  }
}

/** Scans that come while others are written are written together. */
class ScanInlet {
  readonly #context: LaneContext;
  readonly #event: string;
  #waiting: ScanRecord[] = [];
  #writing: Promise<void> | null = null;

  constructor(context: LaneContext, event: string) {
    this.#context = context;
    this.#event = event;
  }

  take(scan: ScanRecord): void {
    this.#waiting.push(scan);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { replica, events, logger } = this.#context;
    while (this.#waiting.length > 0) {
      const scans = this.#waiting;
      this.#waiting = [];
      try {
        events.emit('rows_written', this.#event, await replica.writeScans(this.#event, scans));
      } catch (error) {
        logger.error({ error: String(error) }, 'scans of the stream could not be written');
        askFor(this.#context, this.#event, 'scans');
      }
    }
  }
}
