import type { Instant } from '../../shared/instant.ts';
import type { ListName } from '../ports/replica.ts';
import type { StationEmitter } from './station-events.ts';

const followed: readonly ListName[] = ['tickets', 'scans'];

/**
 * Until when the lists are known to be complete. A walk makes a list complete as of its beginning. While the event stream is open, its
 * heartbeats do too: everything that had changed by then was told before. That counts for a list once a walk that began after the
 * stream was opened, and after the last change of the list that did not come whole, has come to its end.
 */
export class Freshness {
  readonly #events: StationEmitter;
  /** Counts what happened, so that its order does not depend on clocks. */
  #count = 0;
  readonly #begun = new Map<string, number>();
  readonly #walked = new Map<string, number>();
  readonly #needed = new Map<string, number>();
  readonly #proven = new Map<string, Instant>();

  constructor(events: StationEmitter) {
    this.#events = events;
  }

  /** What changed before is not told. */
  streamOpened(event: string): void {
    for (const list of followed) this.rowsChanged(event, list);
  }

  /** The stream told of a change whose row is in the list only. */
  rowsChanged(event: string, list: ListName): void {
    this.#needed.set(keyOf(event, list), this.#next());
  }

  /** The first page of a walk is asked for. */
  walkBegins(event: string, list: ListName): void {
    this.#begun.set(keyOf(event, list), this.#next());
  }

  /** Its last page was applied. One that an earlier run of the station began proves nothing. */
  walkEnded(event: string, list: ListName): void {
    const key = keyOf(event, list);
    const begun = this.#begun.get(key);
    if (begun !== undefined) this.#walked.set(key, begun);
  }

  /** The server's own word of `at`; every change that it told of before is written, or noted here. */
  heartbeat(event: string, at: Instant, isWhole: (list: ListName) => boolean): void {
    for (const list of followed) {
      const key = keyOf(event, list);
      const isTold = (this.#walked.get(key) ?? -1) > (this.#needed.get(key) ?? Infinity);
      if (isTold && isWhole(list)) this.#proven.set(key, at);
    }
    this.#events.emit('changed');
  }

  /** The later of what the replica says and what the stream has proven; null while the list was never whole. */
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
