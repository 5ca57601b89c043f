/** A walk of known length, seen at one moment: milliseconds on the page's monotonic clock. */
export interface Progress {
  readonly applied: number;
  readonly total: number | null;
  readonly at: number;
}

const ENOUGH_MS = 1_000;

/** Milliseconds until the walk is whole at the pace since `first`; null while too little was seen to say. */
export function remainingTime(first: Progress, latest: Progress): number | null {
  const [rows, elapsed] = [latest.applied - first.applied, latest.at - first.at];
  if (latest.total === null || rows <= 0 || elapsed < ENOUGH_MS) return null;
  return Math.max(0, ((latest.total - latest.applied) * elapsed) / rows);
}

/** Where the pace is measured from: the first sight of this walk, or now when the walk began again. */
export function paceFrom(first: Progress | null, latest: Progress): Progress {
  return first === null || latest.applied < first.applied ? latest : first;
}
