import type { Instant } from '../../../shared/instant.ts';
import { snapshotLists } from '../../../shared/contract/scanner.ts';
import type { ListName } from '../../ports/replica.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { offers, stepDone, stepFailed, withoutRequest } from './lane-context.ts';

const NEXT_MS = 500;
/** Time for the list to be walked up to what the server said. */
const WALK_MS = 6_000;
/** When an import did not help, the next one waits, twice as long each time. */
const FIRST_REST_MS = 20 * 60_000;
const LONGEST_REST_MS = 8 * 3_600_000;

/** The server's number of rows, asked between two counts of the replica's. */
interface Asked {
  readonly event: string;
  readonly list: ListName;
  readonly at: Instant;
  readonly total: number;
}

/**
 * Compares numbers of rows with the server's, one list after the other: rows are added and marked as deleted, never taken away, so that
 * a replica that is right has no more rows before the server is asked than the server says, and no fewer once the list was walked
 * after that. A replica that is not right is imported again, while the door goes on with what it has.
 */
export class DriftCheck {
  #asked: Asked | null = null;
  /** Lists that were found right in this round. */
  #right = new Set<ListName>();
  #restsUntil = 0;
  #restMs = FIRST_REST_MS;

  async step(context: LaneContext): Promise<LaneStep> {
    const { event, replica, clock } = context;
    const isImporting =
      event === null ||
      replica.snapshot(event) !== null ||
      listsOf(context).some((list) => replica.position(event, list).pointer === null);
    if (isImporting || clock.monotonicMs() < this.#restsUntil) {
      this.#asked = null;
      this.#right.clear();
      return withoutRequest();
    }
    if (this.#asked?.event === event) return await this.#compare(context, this.#asked);
    return await this.#ask(context, event);
  }

  async #ask(context: LaneContext, event: string): Promise<LaneStep> {
    const { replica, remote, clock, events } = context;
    const list = listsOf(context).find((name) => !this.#right.has(name));
    if (list === undefined) return this.#ended();
    const here = await replica.count(event, list);
    const answer = await remote.countRows(event, list);
    if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
    const { value: total, notes } = answer;
    if (total < here) {
      await this.#drifted(context, event, { list, here, server: total });
      return stepDone(notes, null);
    }
    if (total === here) this.#right.add(list);
    else {
      this.#asked = { event, list, total, at: clock.now() };
      events.emit('lanes_due', [list]);
    }
    return stepDone(notes, total === here ? NEXT_MS : WALK_MS);
  }

  async #compare(context: LaneContext, { event, list, total, at }: Asked): Promise<LaneStep> {
    const { fresh_at } = context.replica.position(event, list);
    if (fresh_at === null || fresh_at <= at) return withoutRequest(WALK_MS);
    this.#asked = null;
    const here = await context.replica.count(event, list);
    if (here < total) {
      await this.#drifted(context, event, { list, here, server: total });
      return withoutRequest();
    }
    this.#right.add(list);
    return withoutRequest(NEXT_MS);
  }

  #ended(): LaneStep {
    this.#right.clear();
    this.#restMs = FIRST_REST_MS;
    return withoutRequest();
  }

  async #drifted(
    { replica, clock, events, logger }: LaneContext,
    event: string,
    numbers: { readonly list: ListName; readonly here: number; readonly server: number },
  ): Promise<void> {
    logger.error(numbers, 'the replica does not hold what the server has: it is imported again');
    this.#restsUntil = clock.monotonicMs() + this.#restMs;
    this.#restMs = Math.min(this.#restMs * 2, LONGEST_REST_MS);
    await replica.rewalk([event]);
    this.#right.clear();
    events.emit('lanes_due', ['import', ...snapshotLists]);
  }
}

function listsOf(context: LaneContext): readonly ListName[] {
  return offers(context, 'scanner.order_lines') ? snapshotLists : ['tickets', 'scans'];
}
