import { assertNever } from '../../../shared/assert-never.ts';
import type { RequestCost } from '../../core/sync/request-budget.ts';
import type { Channel } from '../../core/sync/sync-state.ts';
import { keepNames } from '../../core/sync/keep-names.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import type { Remote, RemoteResult, SetupReply } from '../../ports/remote.ts';
import type { ListName } from '../../ports/replica.ts';
import { FollowChanges } from './follow-changes.ts';
import type { ChannelContext, ChannelStep, StationContext } from './channel-context.ts';
import { offers, stepDone, stepFailed } from './channel-context.ts';
import { PullEvents } from './pull-events.ts';
import { pullList } from './pull-list.ts';
import { PullSnapshot } from './pull-snapshot.ts';
import { pushHeartbeat } from './push-heartbeat.ts';
import { checkIns, redemptionUploads, releaseUploads, scanUploads } from './upload-kinds.ts';
import { UploadQueue } from './upload-queue.ts';

/** With everything that its requests cost. */
export interface FinishedStep extends ChannelStep {
  readonly cost: RequestCost;
}

/** Runs one step of each channel. Never rejects: a failed store makes a failed step. */
export class ChannelSteps {
  #pullEvents = new PullEvents();
  #pullSnapshot = new PullSnapshot();
  #followChanges = new FollowChanges();
  #uploads = uploadQueues();

  async run(channel: Channel, { remote, ...context }: StationContext): Promise<FinishedStep> {
    let cost: RequestCost = { requests: 0, left: null, retryAfterMs: null };
    const ask = async <Value>(request: (to: Remote) => Promise<RemoteResult<Value>>) => {
      const response = await request(remote);
      const { requests, clock, budget } = response.metadata;
      // Before the step uses the response: scans that wait for the event are judged as soon as its setup is stored.
      if (clock !== null) context.clock.learn(clock);
      const waitMs = response.kind === 'failed' ? response.failure.retry_after_ms : null;
      cost = {
        requests: cost.requests + requests,
        left: budget ?? cost.left,
        retryAfterMs: waitMs ?? cost.retryAfterMs,
      };
      return response;
    };
    try {
      const step = await this.#step(channel, { ...context, ask });
      return { ...step, cost };
    } catch (error) {
      context.logger.error({ channel, error: String(error) }, 'a sync step failed at the store');
      return { ...stepFailed({ code: 'store_failed' }), cost };
    }
  }

  /** Another server: incomplete results from the last one do not count. */
  forget(): void {
    this.#pullEvents = new PullEvents();
    this.#pullSnapshot = new PullSnapshot();
    this.#followChanges = new FollowChanges();
    this.#uploads = uploadQueues();
  }

  /** Retries uploads that rest because they were not accepted. */
  wakeUploads(): void {
    for (const queue of this.#uploads) queue.wakeAll();
  }

  /** The queues take turns, so that none is held up by another's failures. */
  async #push(context: ChannelContext): Promise<ChannelStep> {
    const due = this.#uploads.find((queue) => queue.isDue(context));
    const others = this.#uploads.filter((queue) => queue !== due);
    if (due !== undefined) this.#uploads = [...others, due];
    else context.uploadsRecorded();
    const step = due === undefined ? stepDone() : await due.step(context);
    return others.reduce((from, queue) => atLatest(from, queue.nextIn(context)), step);
  }

  #step(channel: Channel, context: ChannelContext): Promise<ChannelStep> {
    switch (channel) {
      case 'identity':
        return pullIdentity(context);
      case 'push':
        return this.#push(context);
      case 'stream':
        return this.#followChanges.step(context);
      case 'import':
        return this.#pullSnapshot.step(context);
      case 'scans':
      case 'releases':
      case 'order_lines':
      case 'answers':
        return this.#pullList(context, channel);
      case 'setup':
        return pullSetup(context);
      case 'events':
        return this.#pullEvents.step(context);
      case 'heartbeat':
        return pushHeartbeat(context);
      case 'tickets':
        return this.#pullList(context, channel);
      default:
        return assertNever(channel);
    }
  }

  /** A list without a pointer waits for the beginning of a snapshot, if there will be one. */
  async #pullList(context: ChannelContext, list: ListName): Promise<ChannelStep> {
    const { event, replica } = context;
    if (event === null) return stepDone();
    if (!this.#pullSnapshot.leads(context)) await this.#pullSnapshot.abandon(context, event);
    else if (replica.position(event, list).pointer === null) return stepDone();
    return await pullList(context, list);
  }
}

/** A server that was reachable a moment ago answers sooner than this, or is in doubt. */
const LIVE_DEADLINE_MS = 3_000;
/** A server that is being probed may be at the end of a slow line. */
const DEADLINE_MS = 5_000;

const REFUSED_IDENTITY = {
  unsent_scans: [
    'forbidden',
    'the server speaks for another organiser, and scans for the present one are unsent',
  ],
  keys_changed: ['keys_changed', 'the server speaks with keys that this station does not trust'],
} as const satisfies Record<string, readonly [RemoteFailureCode, string]>;

/** Requests this station's identity. Also the health probe of a server that did not answer. */
async function pullIdentity(context: ChannelContext): Promise<ChannelStep> {
  const { ask, takeIdentity, identityAccepted, isCurrent, logger, isLive } = context;
  const deadlineMs = isLive ? LIVE_DEADLINE_MS : DEADLINE_MS;
  const response = await ask((remote) => remote.identify(deadlineMs));
  if (response.kind === 'failed') return stepFailed(response.failure);
  const { organiser } = response.value;
  const outcome = await takeIdentity(response.value);
  if (outcome === 'taken') {
    if (isCurrent()) identityAccepted();
    return stepDone();
  }
  const [code, message] = REFUSED_IDENTITY[outcome];
  logger.error({ organiser: organiser.reference }, message);
  return stepFailed({ code });
}

/** Requests the event's setup: from the scanner surface if it is offered, otherwise from the event itself on a bare `/v1`. */
async function pullSetup(context: ChannelContext): Promise<ChannelStep> {
  const { event, ask, replica, news, logger } = context;
  if (event === null) return stepDone();
  const known = replica.setup(event);
  // Lost keys are only sent with a complete setup.
  const isWhole = known?.source === 'scanner' && !(known.peers && context.lacksVenueKeys(event));
  const response = offers(context, 'scanner.setup')
    ? await ask((remote) => remote.readSetup(event, isWhole ? known.etag : null))
    : await ask<SetupReply | null>((remote) => remote.readEvent(event));
  if (response.kind === 'failed') return stepFailed(response.failure);
  if (response.value !== null) {
    const { signed, epoch, unreadable, ...setup }: SetupReply = response.value;
    if (!(await context.areTrusted(event, signed))) {
      logger.error({ event }, 'the setup brings keys that the organiser did not sign');
      return stepFailed({ code: 'invalid_response' });
    }
    if (epoch !== undefined) await context.takeEpoch(epoch);
    news.venueKeysRead(event, signed?.keys.venue_keys ?? []);
    await replica.writeSetup(keepNames(known, setup), unreadable);
  }
  news.setupRead(event);
  return stepDone();
}

function uploadQueues() {
  return [
    new UploadQueue(scanUploads),
    new UploadQueue(checkIns),
    new UploadQueue(releaseUploads),
    new UploadQueue(redemptionUploads),
  ];
}

/** Limits how long after a completed step the next one follows; null leaves the step unchanged. */
function atLatest(step: ChannelStep, nextInMs: number | null): ChannelStep {
  const { result } = step;
  if (result.kind === 'failed' || nextInMs === null) return step;
  const sooner = Math.min(nextInMs, result.nextInMs ?? nextInMs);
  return { ...step, ...stepDone(sooner) };
}
