import type { ScanOutcome, ScanRelease } from '../../../shared/station/outcomes.ts';
import type { DoorState } from './door-state.ts';
import { changeOutcomes, type SeenOutcome } from './verdict/verdict-board.ts';

/** The length of the list; older scans are in the journal. */
export const RECENT_LIMIT = 50;

/** Adds an outcome to the last scans, newest first. A repeated read of the same scan is not added again, and neither a training code nor a ticket that was held is a scan. */
export function addRecent(
  recent: readonly SeenOutcome[],
  outcome: SeenOutcome,
): readonly SeenOutcome[] {
  if (outcome.note === 'training' || outcome.kind === 'held') return recent;
  if (outcome.repeated && recent.some(({ number }) => number === outcome.number)) return recent;
  return mergeRecent(recent, [outcome]);
}

export function mergeRecent(
  recent: readonly SeenOutcome[],
  others: readonly SeenOutcome[],
): readonly SeenOutcome[] {
  const byReference = new Map(recent.map((scan) => [scan.reference, scan]));
  for (const other of others) byReference.set(other.reference, keepChecked(recent, other));
  return [...byReference.values()].sort(newestFirst).slice(0, RECENT_LIMIT);
}

/** What could not be recorded has no number. */
function newestFirst(one: ScanOutcome, other: ScanOutcome): number {
  if (one.number > 0 && other.number > 0) return other.number - one.number;
  return Date.parse(other.scanned_at) - Date.parse(one.scanned_at);
}

/** Nobody compares a name twice because a code was read twice. */
export function keepChecked(recent: readonly SeenOutcome[], outcome: SeenOutcome): SeenOutcome {
  const isChecked = recent.some((one) => one.number === outcome.number && one.isChecked === true);
  return isChecked ? { ...outcome, isChecked } : outcome;
}

/** The name of an admission is the one on the proof of identity. */
export function markChecked(
  { recent, board }: Pick<DoorState, 'recent' | 'board'>,
  scan: string,
): Pick<DoorState, 'recent' | 'board'> {
  const check = (outcome: SeenOutcome) =>
    outcome.reference === scan ? { ...outcome, isChecked: true } : outcome;
  return { recent: recent.map(check), board: changeOutcomes(board, check) };
}

/** The outcomes of a returning station that this screen has not shown, oldest first. */
export function unseenOutcomes(
  seen: readonly ScanOutcome[],
  received: readonly ScanOutcome[],
): readonly ScanOutcome[] {
  const known = new Set(seen.map(({ reference }) => reference));
  return received
    .filter(({ reference }) => !known.has(reference))
    .sort((a, b) => a.number - b.number);
}

export type Released = Pick<DoorState, 'recent' | 'board' | 'companions' | 'order'>;

/** The end of an admission, wherever it is shown. */
export function markReleased(
  { recent, board, companions, order }: Released,
  scan: string,
  released: ScanRelease,
): Released {
  const end = (outcome: SeenOutcome) =>
    outcome.reference === scan ? { ...outcome, released } : outcome;
  return {
    recent: recent.map(end),
    order: order?.map(end) ?? null,
    board: changeOutcomes(board, end),
    companions: companions?.scan === scan ? null : companions,
  };
}
