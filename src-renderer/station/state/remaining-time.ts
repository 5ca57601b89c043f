/** The progress of an import at one moment: milliseconds on the page's monotonic clock. */
export interface Progress {
  readonly applied: number;
  readonly total: number | null;
  readonly at: number;
}

const ENOUGH_MS = 1_000;

/** Milliseconds until the import is complete at the pace since `first`; null if there is too little to tell. */
export function remainingTime(first: Progress, latest: Progress): number | null {
  const [rows, elapsed] = [latest.applied - first.applied, latest.at - first.at];
  if (latest.total === null || rows <= 0 || elapsed < ENOUGH_MS) return null;
  return Math.max(0, ((latest.total - latest.applied) * elapsed) / rows);
}

/** The sample to measure the pace from: the first of this import, or the current one if the import has started again. */
export function paceFrom(first: Progress | null, latest: Progress): Progress {
  return first === null || latest.applied < first.applied ? latest : first;
}
