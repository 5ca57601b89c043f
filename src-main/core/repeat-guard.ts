// Why: docs/decisions/0021-scanners.md
import { JUST_IN_MS } from '../../shared/station/outcomes.ts';

/**
 * What a code shows that was read a moment ago. A ticket held under the scanner keeps its verdict: within three seconds of it, and as
 * long as the readings are less than 1.5 s apart, though not longer than 15 s, so that it cannot keep an old "admit" on the screen.
 */
export interface RepeatGuard<Shown> {
  readonly reads: ReadonlyMap<string, Remembered<Shown>>;
}

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

export function emptyGuard<Shown>(): RepeatGuard<Shown> {
  return { reads: new Map() };
}

export interface ReadAgain<Shown> {
  readonly guard: RepeatGuard<Shown>;
  /** The verdict to show again; null if the code must be judged. */
  readonly held: Shown | null;
  /** What this code was shown within the last minute. */
  readonly recent: Shown | null;
}

export function readAgain<Shown>(
  guard: RepeatGuard<Shown>,
  code: string,
  readAtMs: number,
): ReadAgain<Shown> {
  const earlier = guard.reads.get(code);
  if (earlier === undefined) return { guard, held: null, recent: null };
  const age = readAtMs - earlier.judgedAtMs;
  const isHeld = readAtMs - earlier.lastAtMs < HELD_GAP_MS && age < LONGEST_HELD_MS;
  if (age >= REPEAT_WITHIN_MS && !isHeld) {
    return { guard, held: null, recent: age < JUST_IN_MS ? earlier.shown : null };
  }
  const reads = new Map(guard.reads).set(code, { ...earlier, lastAtMs: readAtMs });
  return { guard: { reads }, held: earlier.shown, recent: earlier.shown };
}

/** Remembers a verdict and drops old ones. */
export function rememberRead<Shown>(
  guard: RepeatGuard<Shown>,
  read: { readonly code: string; readonly readAtMs: number; readonly shown: Shown },
): RepeatGuard<Shown> {
  const { code, readAtMs, shown } = read;
  const recent = [...guard.reads].filter(
    ([other, { judgedAtMs }]) => other !== code && readAtMs - judgedAtMs < JUST_IN_MS,
  );
  const kept = recent.slice(-(MOST_REMEMBERED - 1));
  return { reads: new Map([...kept, [code, { shown, judgedAtMs: readAtMs, lastAtMs: readAtMs }]]) };
}
