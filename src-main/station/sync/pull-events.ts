import type { EventRecord } from '../../../shared/station/records.ts';
import type { UnreadableRow } from '../../ports/replica.ts';
import { isOffered } from '../selection/access.ts';
import type { ChannelContext, ChannelStep } from './channel-context.ts';
import { stepDone, stepFailed } from './channel-context.ts';

/** An organiser has some hundreds; a list that goes on is no list. */
const MAX_EVENTS = 10_000;

/**
 * The events that this client may see, always the complete list: an event withdrawn from the client is simply absent, which an incremental
 * list would never report. An event that is granted again may contain rows that changed long ago: its lists are walked from their
 * beginning.
 */
export class PullEvents {
  #gathered: readonly EventRecord[] = [];
  #unreadable: readonly UnreadableRow[] = [];
  #next: string | null = null;

  async step({ ask, replica, news, isCurrent }: ChannelContext): Promise<ChannelStep> {
    const response = await ask((remote) => remote.listEvents(this.#next));
    if (response.kind === 'failed') {
      this.forget();
      return stepFailed(response.failure);
    }
    this.#gathered = [...this.#gathered, ...response.value.events];
    this.#unreadable = [...this.#unreadable, ...response.value.unreadable];
    this.#next = response.value.next_url;
    if (this.#gathered.length + this.#unreadable.length > MAX_EVENTS) {
      this.forget();
      return stepFailed({ code: 'invalid_response' });
    }
    if (this.#next !== null) return stepDone(0);
    const events = this.#gathered;
    const unreadable = this.#unreadable;
    this.forget();
    const added = grantedSince(replica.events(), events);
    if (added.length > 0) await replica.rewalk(added);
    await replica.replaceEvents(events, unreadable);
    if (isCurrent()) news.eventsListed(events, added);
    return stepDone();
  }

  forget(): void {
    this.#gathered = [];
    this.#unreadable = [];
    this.#next = null;
  }
}

/** Events that doors may newly work for; none for the first list. */
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
