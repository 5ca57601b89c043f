import type { EventRecord } from '../../ports/replica.ts';
import { isOffered } from '../access.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed } from './lane-context.ts';

/**
 * The events this client may see, whole each time: an event that was taken from the client's list is simply not there, which an
 * incremental list would never say. One that is there again may show rows that changed long ago: its lists are walked from their
 * beginning.
 */
export class PullEvents {
  #gathered: readonly EventRecord[] = [];
  #next: string | null = null;

  async step({ remote, replica, events: station, isCurrent }: LaneContext): Promise<LaneStep> {
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
    const added = grantedSince(replica.events(), events);
    if (added.length > 0) await replica.rewalk(added);
    await replica.replaceEvents(events);
    if (isCurrent()) station.emit('events_listed', events, added);
    return stepDone(answer.notes, null);
  }

  forget(): void {
    this.#gathered = [];
    this.#next = null;
  }
}

/** Events that doors may work for now, and could not before; none at the first list. */
function grantedSince(
  before: readonly EventRecord[],
  now: readonly EventRecord[],
): readonly string[] {
  if (before.length === 0) return [];
  const known = new Set(before.filter(isOffered).map(({ reference }) => reference));
  return now
    .filter((event) => isOffered(event) && !known.has(event.reference))
    .map(({ reference }) => reference);
}
