import type { Chance } from './chance.ts';
import { isUnderWay, realImmediate } from './under-way.ts';

interface Entry {
  readonly at: number;
  /** Drawn from the seed, so that tasks due at the same time run in random order. */
  readonly order: number;
  readonly number: number;
  readonly run: () => void;
  cancelled: boolean;
}

/** More tasks than this at one time are an endless loop. */
const MOST_OF_A_MOMENT = 20_000;
const LONGEST_WORK_MS = 60_000;

/** The start time of every world. */
export const WORLDS_START_AT = Date.UTC(2026, 10, 20, 18);

/** The true time of a world, in milliseconds since its start, and its queue of tasks. Nothing waits for a real clock. */
export class VirtualTime {
  /** The true wall-clock time of the start, milliseconds since the epoch. */
  readonly startsAt: number;
  readonly #chance: Chance;
  readonly #entries: Entry[] = [];
  #immediates: (() => void)[] = [];
  #now = 0;
  #count = 0;
  /** The number of tasks run since time last advanced. */
  #ofMoment = 0;
  /** Called with an error that a task threw. */
  failed: (error: unknown) => void = (error) => {
    throw error;
  };

  constructor(chance: Chance, startsAt = WORLDS_START_AT) {
    this.startsAt = startsAt;
    this.#chance = chance;
  }

  get nowMs(): number {
    return this.#now;
  }

  get wallMs(): number {
    return this.startsAt + this.#now;
  }

  /** The number of tasks run so far. */
  get count(): number {
    return this.#count;
  }

  after(delayMs: number, run: () => void): () => void {
    const delay = Number.isFinite(delayMs) ? Math.max(delayMs, 0) : 0;
    this.#number += 1;
    const entry: Entry = {
      at: this.#now + delay,
      order: this.#chance.fraction(),
      number: this.#number,
      run,
      cancelled: false,
    };
    this.#push(entry);
    return () => {
      entry.cancelled = true;
    };
  }

  /** Runs it at the current time, after everything that is ready. */
  immediately(run: () => void): () => void {
    this.#immediates.push(run);
    return () => {
      this.#immediates = this.#immediates.filter((one) => one !== run);
    };
  }

  /** Advances the time by `ms`. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (;;) {
      const next = this.#entries[0];
      if (next === undefined || next.at > end) break;
      this.#pop();
      if (next.cancelled) continue;
      if (next.at > this.#now) this.#moveTo(next.at);
      this.#attempt(next.run);
      await this.settle();
    }
    this.#moveTo(end);
  }

  /** Advances the time until the work is done, by a minute at most. */
  async finish<Value>(work: Promise<Value>, what: string): Promise<Value> {
    const settled = { is: false };
    const done = work.finally(() => {
      settled.is = true;
    });
    done.catch(() => undefined);
    const end = this.#now + LONGEST_WORK_MS;
    await this.settle();
    while (!settled.is && this.#now < end) await this.pass(100);
    if (!settled.is) throw new Error(`expected ${what} to come to an end`);
    return done;
  }

  /** Runs everything that is ready, and what it makes ready, without advancing the time. */
  async settle(): Promise<void> {
    for (;;) {
      await new Promise<void>((resolve) => realImmediate(resolve));
      if (isUnderWay('keys')) continue;
      if (this.#immediates.length === 0 && !isUnderWay('files')) return;
      const ready = this.#immediates;
      this.#immediates = [];
      for (const run of ready) this.#attempt(run);
    }
  }

  #number = 0;

  #moveTo(at: number): void {
    this.#now = at;
    this.#ofMoment = 0;
  }

  #attempt(run: () => void): void {
    this.#count += 1;
    this.#ofMoment += 1;
    if (this.#ofMoment > MOST_OF_A_MOMENT) throw new Error('expected time to go on');
    try {
      run();
    } catch (error) {
      this.failed(error);
    }
  }

  #push(entry: Entry): void {
    const heap = this.#entries;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent])) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #pop(): void {
    const heap = this.#entries;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let least = index;
      if (isBefore(heap[left], heap[least])) least = left;
      if (isBefore(heap[right], heap[least])) least = right;
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #swap(one: number, other: number): void {
    const heap = this.#entries;
    const first = heap[one];
    const second = heap[other];
    if (first === undefined || second === undefined) return;
    heap[one] = second;
    heap[other] = first;
  }
}

function isBefore(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.at - other.at || one.order - other.order || one.number - other.number
    ? (one.at - other.at || one.order - other.order || one.number - other.number) < 0
    : false;
}
