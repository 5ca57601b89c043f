import type { EventRecord } from '../../ports/replica.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed } from './lane-context.ts';

/**
 * The events this client may see, whole each time: an event that was taken from the client's list is simply not there, which an
 * incremental list would never say.
 */
export class PullEvents {
  #gathered: readonly EventRecord[] = [];
  #next: string | null = null;

  async step({ remote, replica, heard }: LaneContext): Promise<LaneStep> {
    const answer = await remote.listEvents(this.#next);
    if (answer.kind === 'failed') {
      this.forget();
      return stepFailed(answer.failure, answer.notes);
    }
    this.#gathered = [...this.#gathered, ...answer.value.events];
    this.#next = answer.value.next_url;
    if (this.#next !== null) return stepDone(answer.notes, 0);
    const events = this.#gathered;
    this.forget();
    await replica.replaceEvents(events);
    heard.events();
    return stepDone(answer.notes, null);
  }

  forget(): void {
    this.#gathered = [];
    this.#next = null;
  }
}
