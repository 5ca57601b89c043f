/**
 * A code scanned again within three seconds of its verdict shows that verdict again. The time counts from the scan that was judged, not
 * from the last one: a ticket held in front of the scanner cannot keep an old "admit" on the screen.
 */
export interface RepeatGuard<Shown> {
  readonly reads: ReadonlyMap<string, { readonly readAtMs: number; readonly shown: Shown }>;
}

export const REPEAT_WITHIN_MS = 3_000;

export function emptyGuard<Shown>(): RepeatGuard<Shown> {
  return { reads: new Map() };
}

/** The outcome shown for this code less than three seconds before `readAtMs`; null if it must be judged. */
export function shownBefore<Shown>(
  guard: RepeatGuard<Shown>,
  code: string,
  readAtMs: number,
): Shown | null {
  const earlier = guard.reads.get(code);
  if (earlier === undefined || readAtMs - earlier.readAtMs >= REPEAT_WITHIN_MS) return null;
  return earlier.shown;
}

/** Remembers a verdict and drops expired ones. */
export function rememberRead<Shown>(
  guard: RepeatGuard<Shown>,
  read: { readonly code: string; readonly readAtMs: number; readonly shown: Shown },
): RepeatGuard<Shown> {
  const recent = [...guard.reads].filter(
    ([, earlier]) => read.readAtMs - earlier.readAtMs < REPEAT_WITHIN_MS,
  );
  return {
    reads: new Map([...recent, [read.code, { readAtMs: read.readAtMs, shown: read.shown }]]),
  };
}
