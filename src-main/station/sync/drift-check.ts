import type { Instant } from '../../../shared/instant.ts';
import { snapshotLists } from '../../../shared/resources/snapshot.ts';
import type { ListName } from '../../ports/replica.ts';
import type { ChannelContext, ChannelStep } from './channel-context.ts';
import { offers, stepDone, stepFailed } from './channel-context.ts';

const NEXT_MS = 500;
/** Time for the list to be walked up to the server's state. */
const WALK_MS = 6_000;
/** If an import did not help, the next one waits, doubling each time. */
const FIRST_REST_MS = 20 * 60_000;
const LONGEST_REST_MS = 8 * 3_600_000;

/** The server's row count, requested between two counts of the replica's rows. */
interface Asked {
  readonly event: string;
  readonly list: ListName;
  readonly at: Instant;
  readonly total: number;
}

/**
 * Compares row counts with the server's, one list after the other. Rows are added and marked as deleted but never removed, so a correct
 * replica has no more rows before the request than the server reports, and no fewer after a later walk. A wrong replica is imported again,
 * while the door continues with what it has.
 *
 * Phases per list: count here → request the server's count → wait for a walk → count again.
 */
export class DriftCheck {
  #asked: Asked | null = null;
  /** Lists found correct in this round. */
  #right = new Set<ListName>();
  #restsUntil = 0;
  #restMs = FIRST_REST_MS;

  async step(context: ChannelContext): Promise<ChannelStep> {
    const { event, replica, clock } = context;
    const isImporting =
      event === null ||
      replica.snapshot(event) !== null ||
      listsOf(context).some((list) => replica.position(event, list).pointer === null);
    if (isImporting || clock.monotonicMs() < this.#restsUntil) {
      this.#asked = null;
      this.#right.clear();
      return stepDone();
    }
    if (this.#asked?.event === event) return await this.#compare(context, this.#asked);
    return await this.#ask(context, event);
  }

  async #ask(context: ChannelContext, event: string): Promise<ChannelStep> {
    const { replica, ask, clock, due } = context;
    const list = listsOf(context).find((name) => !this.#right.has(name));
    if (list === undefined) return this.#ended();
    const here = await replica.count(event, list);
    const answer = await ask((remote) => remote.countRows(event, list));
    if (answer.kind === 'failed') return stepFailed(answer.failure);
    const { value: total } = answer;
    if (total < here) {
      await this.#drifted(context, event, { list, here, server: total });
      return stepDone();
    }
    if (total === here) this.#right.add(list);
    else {
      this.#asked = { event, list, total, at: clock.now() };
      due([list]);
    }
    return stepDone(total === here ? NEXT_MS : WALK_MS);
  }

  async #compare(context: ChannelContext, { event, list, total, at }: Asked): Promise<ChannelStep> {
    const { fresh_at } = context.replica.position(event, list);
    if (fresh_at === null || fresh_at <= at) return stepDone(WALK_MS);
    this.#asked = null;
    const here = await context.replica.count(event, list);
    if (here < total) {
      await this.#drifted(context, event, { list, here, server: total });
      return stepDone();
    }
    this.#right.add(list);
    return stepDone(NEXT_MS);
  }

  #ended(): ChannelStep {
    this.#right.clear();
    this.#restMs = FIRST_REST_MS;
    return stepDone();
  }

  async #drifted(
    { replica, clock, due, logger }: ChannelContext,
    event: string,
    numbers: { readonly list: ListName; readonly here: number; readonly server: number },
  ): Promise<void> {
    logger.error(numbers, 'the replica does not hold what the server has: it is imported again');
    this.#restsUntil = clock.monotonicMs() + this.#restMs;
    this.#restMs = Math.min(this.#restMs * 2, LONGEST_REST_MS);
    await replica.rewalk([event]);
    this.#right.clear();
    due(['import', ...snapshotLists]);
  }
}

function listsOf(context: ChannelContext): readonly ListName[] {
  return offers(context, 'scanner.order_lines') ? snapshotLists : ['tickets', 'scans'];
}
