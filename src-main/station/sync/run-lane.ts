import { assertNever } from '../../../shared/assert-never.ts';
import type { Lane } from '../../core/sync/sync-state.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepStoreFailed } from './lane-context.ts';
import { PullEvents } from './pull-events.ts';
import { pullIdentity } from './pull-identity.ts';
import { pullList } from './pull-list.ts';
import { pullSetup } from './pull-setup.ts';
import { PushScans } from './push-scans.ts';

/** What each lane does when its turn comes. Never rejects: a store that failed is a failed step. */
export class LaneSteps {
  #pullEvents = new PullEvents();
  #pushScans = new PushScans();

  async run(lane: Lane, context: LaneContext): Promise<LaneStep> {
    try {
      return await this.#step(lane, context);
    } catch (error) {
      context.logger.error({ lane, error: String(error) }, 'a sync step failed at the store');
      return stepStoreFailed();
    }
  }

  /** Another server: what was half gathered from the last one does not count. */
  forget(): void {
    this.#pullEvents = new PullEvents();
    this.#pushScans = new PushScans();
  }

  #step(lane: Lane, context: LaneContext): Promise<LaneStep> {
    switch (lane) {
      case 'identity':
        return pullIdentity(context);
      case 'push':
        return this.#pushScans.step(context);
      case 'scans':
        return pullList(context, 'scans');
      case 'setup':
        return pullSetup(context);
      case 'events':
        return this.#pullEvents.step(context);
      case 'tickets':
        return pullList(context, 'tickets');
      default:
        return assertNever(lane);
    }
  }
}
