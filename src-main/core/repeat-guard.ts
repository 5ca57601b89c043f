// Why: docs/decisions/0021-scanners.md
import { JUST_IN_MS } from '../../shared/station/outcomes.ts';

interface Remembered<Shown> {
  readonly shown: Shown;
  /** When the reading that was judged came, and when the last one that showed the verdict again. */
  readonly judgedAtMs: number;
  readonly lastAtMs: number;
}

export const REPEAT_WITHIN_MS = 3_000;
const HELD_GAP_MS = 1_500;
const LONGEST_HELD_MS = 15_000;
/** Nobody lets in more within a minute. */
const MOST_REMEMBERED = 500;

interface ReadAgain<Shown> {
  /** The verdict to show again; null if the code must be judged. */
  readonly held: Shown | null;
  /** What this code was shown within the last minute. */
  readonly recent: Shown | null;
}

/**
 * What a code shows that was read a moment ago. A ticket held under the scanner keeps its verdict: within three seconds of it, and as
 * long as the readings are less than 1.5 s apart, though not longer than 15 s, so that it cannot keep an old "admit" on the screen.
 */
export class RepeatGuard<Shown> {
  /** The verdict that was given first comes first. */
  readonly #reads = new Map<string, Remembered<Shown>>();

  get size(): number {
    return this.#reads.size;
  }

  readAgain(code: string, readAtMs: number): ReadAgain<Shown> {
    const earlier = this.#reads.get(code);
    if (earlier === undefined) return { held: null, recent: null };
    const { shown, judgedAtMs, lastAtMs } = earlier;
    const age = readAtMs - judgedAtMs;
    const isHeld = readAtMs - lastAtMs < HELD_GAP_MS && age < LONGEST_HELD_MS;
    if (age >= REPEAT_WITHIN_MS && !isHeld) {
      return { held: null, recent: age < JUST_IN_MS ? shown : null };
    }
    this.#reads.set(code, { ...earlier, lastAtMs: readAtMs });
    return { held: shown, recent: shown };
  }

  /** Its codes show something else from now on; null: their next reading is judged again. */
  replace(isIt: (shown: Shown) => boolean, now: Shown | null, atMs: number): void {
    const replaced = [...this.#reads].filter(([, { shown }]) => isIt(shown));
    for (const [code] of replaced) {
      if (now === null) this.#reads.delete(code);
      else this.remember(code, atMs, now);
    }
  }

  /** Remembers a verdict and drops old ones. */
  remember(code: string, readAtMs: number, shown: Shown): void {
    this.#reads.delete(code);
    this.#reads.set(code, { shown, judgedAtMs: readAtMs, lastAtMs: readAtMs });
    for (const [other, { judgedAtMs }] of this.#reads) {
      if (this.#reads.size <= MOST_REMEMBERED && readAtMs - judgedAtMs < JUST_IN_MS) return;
      this.#reads.delete(other);
    }
  }
}
