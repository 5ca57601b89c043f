import { assertNever } from '../../../shared/assert-never.ts';
import type { Lane } from '../../core/sync/sync-state.ts';
import type { HeardSetup } from '../../ports/remote.ts';
import type { ListName } from '../../ports/replica.ts';
import { DriftCheck } from './drift-check.ts';
import { FollowChanges } from './follow-changes.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { offers, stepDone, stepFailed, stepStoreFailed, withoutRequest } from './lane-context.ts';
import { PullEvents } from './pull-events.ts';
import { pullList } from './pull-list.ts';
import { PullSnapshot } from './pull-snapshot.ts';
import { PushRedemptions } from './push-redemptions.ts';
import { PushScans } from './push-scans.ts';
import { sendHeartbeat } from './send-heartbeat.ts';
import { ToldByAnswers } from './told-by-answers.ts';

/** What each lane does when its turn comes. Never rejects: a store that failed is a failed step. */
export class LaneSteps {
  #pullEvents = new PullEvents();
  #pushScans = new PushScans();
  #pullSnapshot = new PullSnapshot();
  #followChanges = new FollowChanges();
  #driftCheck = new DriftCheck();
  #pushRedemptions = new PushRedemptions();
  /** Where both wait they take turns, so that neither is held up by the other's failures. */
  #lastPushed: 'scans' | 'redemptions' = 'redemptions';

  async run(lane: Lane, context: LaneContext): Promise<LaneStep> {
    const told = new ToldByAnswers();
    try {
      return await this.#step(lane, { ...context, remote: told.listenTo(context.remote) });
    } catch (error) {
      context.logger.error({ lane, error: String(error) }, 'a sync step failed at the store');
      return stepStoreFailed(told);
    }
  }

  /** Another server: what was half gathered from the last one does not count. */
  forget(): void {
    this.#pullEvents = new PullEvents();
    this.#pushScans = new PushScans();
    this.#pullSnapshot = new PullSnapshot();
    this.#followChanges = new FollowChanges();
    this.#driftCheck = new DriftCheck();
    this.#pushRedemptions = new PushRedemptions();
  }

  /** What rested because nobody took it is offered again. */
  wakeScans(): void {
    this.#pushScans.wakeAll();
    this.#pushRedemptions.wakeAll();
  }

  async #push(context: LaneContext): Promise<LaneStep> {
    const redemptions = this.#pushRedemptions;
    const isTurn = this.#lastPushed === 'scans' || !hasScans(context);
    if (redemptions.isDue(context) && isTurn) {
      this.#lastPushed = 'redemptions';
      const step = await redemptions.step(context);
      return hasScans(context) ? goingOn(step, 0) : goingOn(step, redemptions.nextIn(context));
    }
    this.#lastPushed = 'scans';
    const step = await this.#pushScans.step(context);
    return goingOn(step, redemptions.isDue(context) ? 0 : redemptions.nextIn(context));
  }

  #step(lane: Lane, context: LaneContext): Promise<LaneStep> {
    switch (lane) {
      case 'identity':
        return pullIdentity(context);
      case 'push':
        return this.#push(context);
      case 'stream':
        return this.#followChanges.step(context);
      case 'import':
        return this.#pullSnapshot.step(context);
      case 'drift':
        return this.#driftCheck.step(context);
      case 'scans':
      case 'order_lines':
        return this.#pullList(context, lane);
      case 'setup':
        return pullSetup(context);
      case 'events':
        return this.#pullEvents.step(context);
      case 'heartbeat':
        return sendHeartbeat(context);
      case 'tickets':
        return this.#pullList(context, lane);
      default:
        return assertNever(lane);
    }
  }

  /** A list without a pointer waits for the beginning of a snapshot, where there will be one. */
  async #pullList(context: LaneContext, list: ListName): Promise<LaneStep> {
    const { event, replica } = context;
    if (event === null) return withoutRequest();
    if (!this.#pullSnapshot.leads(context)) await this.#pullSnapshot.abandon(context, event);
    else if (replica.position(event, list).pointer === null) return withoutRequest();
    return await pullList(context, list);
  }
}

/** A server that was there a moment ago answers sooner than this, or is in doubt. */
const LIVE_DEADLINE_MS = 3_000;
/** One that is looked for may be at the end of a slow line. */
const DEADLINE_MS = 5_000;

/** Asks who this station is to the server. Also the health probe of a server that did not answer. */
async function pullIdentity(context: LaneContext): Promise<LaneStep> {
  const { remote, takeIdentity, logger, isLive } = context;
  const answer = await remote.identify(isLive ? LIVE_DEADLINE_MS : DEADLINE_MS);
  if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
  if (await takeIdentity(answer.value)) return stepDone(answer.notes, null);
  const message =
    'the server speaks for another organiser, and scans for the present one are unsent';
  logger.error({ organiser: answer.value.organiser.reference }, message);
  return stepFailed({ code: 'forbidden', message, retry_after_ms: null }, answer.notes);
}

/** Asks for the event's setup: from the scanner surface where it is offered, from the event itself on a bare `/v1`. */
async function pullSetup(context: LaneContext): Promise<LaneStep> {
  const { event, remote, replica, events } = context;
  if (event === null) return withoutRequest();
  const known = replica.setup(event);
  // Keys that were lost come with a whole setup only.
  const isWhole = known?.source === 'scanner' && !(known.peers && context.lacksVenueKeys(event));
  const answer = offers(context, 'scanner.setup')
    ? await remote.readSetup(event, isWhole ? known.etag : null)
    : await remote.readEvent(event);
  if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
  if (answer.value !== null) {
    const { venue_keys = [], ...setup }: HeardSetup = answer.value;
    events.emit('venue_keys_read', event, venue_keys);
    await replica.writeSetup(setup);
  }
  events.emit('setup_read', event);
  return stepDone(answer.notes, null);
}

function hasScans({ identity, journal }: LaneContext): boolean {
  return identity !== null && journal.pending(identity.organiser.reference, 1).length > 0;
}

/** What is done follows on after this long at the latest; null leaves it as it is. */
function goingOn(step: LaneStep, nextInMs: number | null): LaneStep {
  const { result } = step;
  if (result.kind === 'failed' || nextInMs === null) return step;
  const sooner = Math.min(nextInMs, result.nextInMs ?? nextInMs);
  return { ...step, result: { kind: 'done', nextInMs: sooner } };
}
