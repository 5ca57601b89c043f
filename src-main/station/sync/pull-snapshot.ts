import { failureTraits, type FailureCode } from '../../../shared/station/remote-failure.ts';
import { snapshotLists } from '../../../shared/resources/snapshot.ts';
import type { ChannelContext, ChannelStep } from './channel-context.ts';
import { logUnreadable, offers, stepDone, stepFailed } from './channel-context.ts';

/**
 * After this many responses without a single complete part the lists are walked instead: something on the network path blocks snapshots.
 */
const GIVEN_UP_AFTER = 3;
const GIVEN_UP_MS = 30 * 60_000;
/** An interrupted response that delivered something is resumed soon. */
const RESUMED_AFTER_MS = 1_000;

/**
 * Imports an event from one streamed response, if the server offers that: at first, and after scopes were granted.
 *
 * Phases: request from the stored cursor → parts are applied as they become complete, each with the cursor of the next → end. An
 * interrupted response is resumed after its last complete part; a rejected cursor starts over; after several responses without progress the
 * lists are walked instead.
 */
export class PullSnapshot {
  readonly #fruitless = new Map<string, { readonly times: number; readonly at: number }>();

  /** Whether the lists wait for the beginning of a snapshot. */
  leads(context: ChannelContext): boolean {
    const { event } = context;
    return (
      event !== null && offers(context, 'scanner.snapshot') && !this.#isGivenUp(context, event)
    );
  }

  /** If the server no longer offers snapshots, or they never arrive, the one in progress will not be completed. */
  async abandon({ replica }: ChannelContext, event: string): Promise<void> {
    if (replica.snapshot(event) !== null) await replica.abandonSnapshot(event);
  }

  async step(context: ChannelContext): Promise<ChannelStep> {
    const { event, replica } = context;
    if (event === null || !this.leads(context)) return stepDone();
    const isWanted =
      replica.snapshot(event) !== null ||
      snapshotLists.some((list) => replica.position(event, list).pointer === null);
    return isWanted ? await this.#read(context, event) : stepDone();
  }

  async #read(context: ChannelContext, event: string): Promise<ChannelStep> {
    const { replica, clock, news, alive, due, logger } = context;
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
      logUnreadable(context, applied.unreadable);
      parts += applied.parts;
      ended ||= applied.ended;
      if (applied.began) due(snapshotLists);
      if (applied.parts > 0 || applied.began) news.rowsWritten(event, applied);
      return true;
    };
    const response = await context.ask((remote) => remote.readSnapshot(event, cursor, take));
    if (storeFailure !== null) throw storeFailure;
    if (response.kind === 'ok' && ended) {
      this.#fruitless.delete(event);
      due(snapshotLists);
      return stepDone();
    }
    if (
      cursor !== null &&
      response.kind === 'failed' &&
      response.failure.code === 'cursor_invalid'
    ) {
      logger.warn({}, 'the snapshot restarts');
      await replica.restartSnapshot(event);
      return stepFailed(response.failure);
    }
    const failure =
      response.kind === 'failed' ? response.failure : { code: 'invalid_response' as const };
    const isOwn = 'own' in failure && failure.own !== undefined;
    const isGeneral =
      isOwn || response.metadata.requests === 0 || failureTraits[failure.code].general;
    if (parts > 0) this.#fruitless.delete(event);
    else if (isGeneral !== true) this.#count(context, event, failure.code);
    if (parts === 0) return stepFailed(failure);
    due(['identity']);
    return stepDone(RESUMED_AFTER_MS);
  }

  /** Temporary: the network path may change. */
  #isGivenUp({ clock }: ChannelContext, event: string): boolean {
    const { times, at } = this.#fruitless.get(event) ?? { times: 0, at: 0 };
    return times >= GIVEN_UP_AFTER && clock.monotonicMs() < at + GIVEN_UP_MS;
  }

  #count(context: ChannelContext, event: string, code: FailureCode): void {
    const { clock, logger, due } = context;
    const times = (this.#fruitless.get(event)?.times ?? 0) + 1;
    this.#fruitless.set(event, { times, at: clock.monotonicMs() });
    if (!this.#isGivenUp(context, event)) return;
    logger.warn({ code }, 'snapshots do not come through: the lists are walked instead');
    due(['import', ...snapshotLists]);
  }
}
