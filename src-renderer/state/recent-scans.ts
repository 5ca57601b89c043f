import type { ScanOutcome } from '../../shared/station/outcomes.ts';

/** As many as the list shows; older ones are in the journal. */
export const RECENT_LIMIT = 50;

/** Adds an outcome to the last scans, newest first. The same scan read again is no new line. */
export function addRecent(
  recent: readonly ScanOutcome[],
  outcome: ScanOutcome,
): readonly ScanOutcome[] {
  if (outcome.repeated && recent.some(({ number }) => number === outcome.number)) return recent;
  return mergeRecent(recent, [outcome]);
}

export function mergeRecent(
  recent: readonly ScanOutcome[],
  others: readonly ScanOutcome[],
): readonly ScanOutcome[] {
  const byReference = new Map([...recent, ...others].map((scan) => [scan.reference, scan]));
  return [...byReference.values()].sort((a, b) => b.number - a.number).slice(0, RECENT_LIMIT);
}

/** Outcomes that a returning station tells of and this screen has not shown: in order, oldest first. */
export function unseenOutcomes(
  seen: readonly ScanOutcome[],
  told: readonly ScanOutcome[],
): readonly ScanOutcome[] {
  const known = new Set(seen.map(({ reference }) => reference));
  return told.filter(({ reference }) => !known.has(reference)).sort((a, b) => a.number - b.number);
}
