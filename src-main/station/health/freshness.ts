import type { Instant } from '../../../shared/instant.ts';
import type { ListName } from '../../ports/replica.ts';
import type { StationEmitter } from '../state/station-events.ts';

const followed: readonly ListName[] = ['tickets', 'scans'];

/**
 * Until when the lists are known to be complete. A completed walk proves a list complete as of the walk's beginning. While the event stream
 * is open, its heartbeats do so too: every earlier change was reported before. A heartbeat counts for a list once a walk has completed that
 * began after the stream was opened and after the last change that was reported without its row.
 */
export class Freshness {
  readonly #events: StationEmitter;
  /** Orders events without using clocks. */
  #count = 0;
  readonly #begun = new Map<string, number>();
  readonly #walked = new Map<string, number>();
  readonly #needed = new Map<string, number>();
  readonly #proven = new Map<string, Instant>();

  constructor(events: StationEmitter) {
    this.#events = events;
  }

  /** Earlier changes are not reported. */
  streamOpened(event: string): void {
    for (const list of followed) this.rowsChanged(event, list);
  }

  /** The stream reported a change whose row must be fetched from the list. */
  rowsChanged(event: string, list: ListName): void {
    this.#needed.set(keyOf(event, list), this.#next());
  }

  /** The first page of a walk is being requested. */
  walkBegins(event: string, list: ListName): void {
    this.#begun.set(keyOf(event, list), this.#next());
  }

  /** Its last page was applied. A walk that an earlier run began proves nothing. */
  walkEnded(event: string, list: ListName): void {
    const key = keyOf(event, list);
    const begun = this.#begun.get(key);
    if (begun !== undefined) this.#walked.set(key, begun);
  }

  /** The server's heartbeat for `at`; every change that it reported before is stored, or noted here. */
  heartbeat(event: string, at: Instant, isWhole: (list: ListName) => boolean): void {
    for (const list of followed) {
      const key = keyOf(event, list);
      const isWalked = (this.#walked.get(key) ?? -1) > (this.#needed.get(key) ?? Infinity);
      if (isWalked && isWhole(list)) this.#proven.set(key, at);
    }
    this.#events.emit('changed');
  }

  /** The later of the replica's time and what the stream has proven; null while the list was never complete. */
  until(event: string, list: ListName, freshAt: Instant | null): Instant | null {
    const proven = this.#proven.get(keyOf(event, list));
    return freshAt === null || proven === undefined || proven < freshAt ? freshAt : proven;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}

function keyOf(event: string, list: ListName): string {
  return `${event} ${list}`;
}
