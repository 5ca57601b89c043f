import type { FailureCode } from '../../core/sync/sync-state.ts';
import { snapshotLists } from '../../../shared/contract/scanner.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { offers, stepDone, stepFailed, withoutRequest } from './lane-context.ts';

/** So many answers without a single whole part, and the lists are walked instead: something on the way does not let it through. */
const GIVEN_UP_AFTER = 3;
const GIVEN_UP_MS = 30 * 60_000;
/** An answer that broke off after it had brought something is continued soon. */
const GOES_ON_MS = 1_000;
/** Failures that do not show that snapshots are kept back: the station's own doing, or the server's wish to be left alone. */
const SAYS_NOTHING: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'aborted',
  'rate_limited',
  'unauthorized',
  'store_failed',
]);

/**
 * Imports an event as one streamed answer, where the server offers that: first, after other scopes were granted, and when the numbers
 * of rows have drifted apart. An answer that breaks off is continued behind its last whole part.
 */
export class PullSnapshot {
  readonly #fruitless = new Map<string, { readonly times: number; readonly at: number }>();

  /** Whether the lists wait for the beginning of a snapshot. */
  leads(context: LaneContext): boolean {
    const { event } = context;
    return (
      event !== null && offers(context, 'scanner.snapshot') && !this.#isGivenUp(context, event)
    );
  }

  /** A server that no longer offers snapshots, or whose snapshots do not come through, leaves the one that was begun without an end. */
  async abandon({ replica }: LaneContext, event: string): Promise<void> {
    if (replica.snapshot(event) !== null) await replica.abandonSnapshot(event);
  }

  async step(context: LaneContext): Promise<LaneStep> {
    const { event, replica } = context;
    if (event === null || !this.leads(context)) return withoutRequest();
    const isWanted =
      replica.snapshot(event) !== null ||
      snapshotLists.some((list) => replica.position(event, list).pointer === null);
    return isWanted ? await this.#read(context, event) : withoutRequest();
  }

  async #read(context: LaneContext, event: string): Promise<LaneStep> {
    const { replica, remote, clock, events, alive, logger } = context;
    const askedAt = clock.now();
    const cursor = replica.snapshot(event)?.cursor ?? null;
    let first = true;
    let storeFailure: unknown = null;
    let parts = 0;
    let ended = false;
    const take = async (bytes: Uint8Array) => {
      alive('import', null);
      const asked = { event, first, cursor, asked_at: askedAt };
      first = false;
      const applied = await replica.applySnapshot({ ...asked, bytes }).catch((error: unknown) => {
        storeFailure = error;
        return null;
      });
      if (applied === null) return false;
      if (applied.kind === 'broken') {
        logger.warn({ problem: applied.problem }, 'a snapshot could not be read');
        return false;
      }
      if (applied.unreadable.length > 0) {
        logger.warn({ rows: applied.unreadable }, 'rows of a snapshot could not be read');
      }
      parts += applied.parts;
      ended ||= applied.ended;
      if (applied.began) events.emit('lanes_due', snapshotLists);
      if (applied.parts > 0 || applied.began) events.emit('rows_written', event, applied);
      return true;
    };
    const answer = await remote.readSnapshot(event, cursor, take);
    if (storeFailure !== null) throw storeFailure;
    if (answer.kind === 'ok' && ended) {
      this.#fruitless.delete(event);
      events.emit('lanes_due', snapshotLists);
      return stepDone(answer.notes, null);
    }
    if (cursor !== null && answer.kind === 'failed' && answer.failure.code === 'cursor_invalid') {
      logger.warn({}, 'a snapshot is begun again');
      await replica.restartSnapshot(event);
      return stepFailed(answer.failure, answer.notes);
    }
    const failure =
      answer.kind === 'failed'
        ? answer.failure
        : { code: 'invalid_response' as const, message: 'no end came', retry_after_ms: null };
    const isOwn = 'own' in failure && failure.own !== undefined;
    const saysNothing = isOwn || answer.notes.requests === 0 || SAYS_NOTHING.has(failure.code);
    if (parts > 0) this.#fruitless.delete(event);
    else if (!saysNothing) this.#count(context, event, failure.code);
    if (parts === 0) return stepFailed(failure, answer.notes);
    events.emit('lanes_due', ['identity']);
    return stepDone(answer.notes, GOES_ON_MS);
  }

  /** For a while: what is on the way may be another one later. */
  #isGivenUp({ clock }: LaneContext, event: string): boolean {
    const { times, at } = this.#fruitless.get(event) ?? { times: 0, at: 0 };
    return times >= GIVEN_UP_AFTER && clock.monotonicMs() < at + GIVEN_UP_MS;
  }

  #count(context: LaneContext, event: string, code: FailureCode): void {
    const { clock, logger, events } = context;
    const times = (this.#fruitless.get(event)?.times ?? 0) + 1;
    this.#fruitless.set(event, { times, at: clock.monotonicMs() });
    if (!this.#isGivenUp(context, event)) return;
    logger.warn({ code }, 'snapshots do not come through: the lists are walked instead');
    events.emit('lanes_due', ['import', ...snapshotLists]);
  }
}
