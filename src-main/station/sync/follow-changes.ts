// Why: docs/decisions/0017-replica.md
import { doublingDelay, type BackoffShape } from '../../core/backoff.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { RemoteChange, StreamListener } from '../../ports/remote.ts';
import type { ListName, StreamedRows } from '../../ports/replica.ts';
import type { ChannelContext, ChannelStep } from './channel-context.ts';
import { stepDone, stepFailed } from './channel-context.ts';

const PAUSE: BackoffShape = { firstMs: 1_000, capMs: 60_000 };
/** A stream that ends sooner is reopened at growing intervals: something on the network path interrupts it. */
const SHORT_MS = 20_000;

/** What must be fetched for a change that comes without its row. */
const ASKS: Readonly<Record<RemoteChange['kind'], ListName | 'setup'>> = {
  scan: 'scans',
  release: 'releases',
  ticket: 'tickets',
  order_line: 'order_lines',
  answers: 'answers',
  session: 'setup',
  setup: 'setup',
};

/**
 * Follows the event's change stream as long as it is open. Scans and releases come with their rows and are known at this door immediately;
 * other changes trigger a poll of the list.
 *
 * Phases: request → opened → changes and heartbeats → ended → reopened, later each time if it was short.
 */
export class FollowChanges {
  #position: { readonly event: string; readonly after: string } | null = null;
  #short = 0;

  async step(context: ChannelContext): Promise<ChannelStep> {
    const { event, clock, alive, freshness } = context;
    if (event === null) return stepDone();
    const after = this.#position?.event === event ? this.#position.after : null;
    const rows = new RowInlet(context, event);
    const openedAt = clock.monotonicMs();
    const listener: StreamListener = {
      opened: (metadata) => {
        freshness.streamOpened(event);
        alive('stream', metadata);
      },
      received: () => rows.settled(),
      changed: (change, position) => {
        alive('stream', null);
        if (position !== null) this.#position = { event, after: position };
        const { kind, scan, release } = change;
        if (scan === null && release === undefined) askFor(context, event, ASKS[kind]);
        else rows.take({ scans: scan === null ? [] : [scan], releases: release ? [release] : [] });
      },
      // Other bytes prove nothing: a proxy may send comments.
      heartbeat: (at) => {
        alive('stream', null);
        const now = clock.now();
        const until = at < now ? at : now;
        void rows
          .settled()
          .then(() => freshness.heartbeat(event, until, (list) => isWhole(context, event, list)));
      },
    };
    const response = await context.ask((remote) => remote.followChanges(event, after, listener));
    await rows.settled();
    if (response.kind === 'failed') return stepFailed(response.failure);
    this.#short = clock.monotonicMs() - openedAt < SHORT_MS ? this.#short + 1 : 0;
    return stepDone(doublingDelay(PAUSE, this.#short + 1));
  }
}

function askFor(
  { due, freshness }: ChannelContext,
  event: string,
  channel: ListName | 'setup',
): void {
  if (channel !== 'setup') freshness.rowsChanged(event, channel);
  due([channel]);
}

/** While a list is being imported, the replica does not contain the reported rows. */
function isWhole({ replica }: ChannelContext, event: string, list: ListName): boolean {
  return readableOr(
    false,
    () => replica.position(event, list).pointer !== null && replica.snapshot(event) === null,
  );
}

/** Rows that arrive during a write are written together afterwards. */
class RowInlet {
  readonly #context: ChannelContext;
  readonly #event: string;
  #waiting: StreamedRows[] = [];
  #writing: Promise<void> | null = null;

  constructor(context: ChannelContext, event: string) {
    this.#context = context;
    this.#event = event;
  }

  take(rows: StreamedRows): void {
    this.#waiting.push(rows);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { replica, news, logger } = this.#context;
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      const rows = {
        scans: waiting.flatMap(({ scans }) => scans),
        releases: waiting.flatMap(({ releases }) => releases),
      };
      try {
        news.rowsWritten(this.#event, await replica.writeRows(this.#event, rows));
      } catch (error) {
        logger.error({ error: String(error) }, 'rows of the stream could not be written');
        if (rows.scans.length > 0) askFor(this.#context, this.#event, 'scans');
        if (rows.releases.length > 0) askFor(this.#context, this.#event, 'releases');
      }
    }
  }
}
