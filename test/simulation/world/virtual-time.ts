import type { Chance } from './chance.ts';
import { isUnderWay, realImmediate } from './platform.ts';

interface Entry {
  readonly at: number;
  /** Drawn from the seed: of what falls due at one moment, any may come first. */
  readonly order: number;
  readonly number: number;
  readonly run: () => void;
  cancelled: boolean;
}

/** So much at one moment is somebody who does the same again and again. */
const MOST_OF_A_MOMENT = 20_000;
const LONGEST_WORK_MS = 60_000;

/** When every world begins. */
export const WORLDS_START_AT = Date.UTC(2026, 10, 20, 18);

/** True time of a world, milliseconds since its beginning, and all that is to happen in it. Nothing waits for a real clock. */
export class VirtualTime {
  /** The wall clock of somebody who is always right, milliseconds since the epoch. */
  readonly startsAt: number;
  readonly #chance: Chance;
  readonly #entries: Entry[] = [];
  #immediates: (() => void)[] = [];
  #now = 0;
  #count = 0;
  /** What was run since time last went on. */
  #ofMoment = 0;
  /** Called with what was thrown where nobody could catch it. */
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

  /** What was run so far. */
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

  /** Later in this moment, after everything that is ready. */
  immediately(run: () => void): () => void {
    this.#immediates.push(run);
    return () => {
      this.#immediates = this.#immediates.filter((one) => one !== run);
    };
  }

  /** Lets `ms` pass. */
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

  /** Lets time pass until the work is done, a minute at most. */
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

  /** Runs whatever is ready, and what follows from it, without time passing. */
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
