import type { ScanOutcome, ScanRelease } from '../../../shared/station/outcomes.ts';
import type { DoorState } from './door-state.ts';
import type { VerdictBoard } from './verdict/verdict-board.ts';

/** The length of the list; older scans are in the journal. */
export const RECENT_LIMIT = 50;

/** Adds an outcome to the last scans, newest first. A repeated read of the same scan is not added again, and neither a training code nor a ticket that was held is a scan. */
export function addRecent(
  recent: readonly ScanOutcome[],
  outcome: ScanOutcome,
): readonly ScanOutcome[] {
  if (outcome.note === 'training' || outcome.kind === 'held') return recent;
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

type Released = Pick<DoorState, 'recent' | 'board' | 'companions' | 'order'>;

/** The end of an admission, wherever it is shown. */
export function markReleased(
  { recent, board, companions, order }: Released,
  scan: string,
  released: ScanRelease,
): Released {
  const end = (outcome: ScanOutcome) =>
    outcome.reference === scan ? { ...outcome, released } : outcome;
  return {
    recent: recent.map(end),
    order: order?.map(end) ?? null,
    board: { ...board, shown: board.shown && withEnd(board.shown, end) },
    companions: companions?.scan === scan ? null : companions,
  };
}

function withEnd(
  shown: NonNullable<VerdictBoard['shown']>,
  end: (outcome: ScanOutcome) => ScanOutcome,
): VerdictBoard['shown'] {
  const { entry } = shown;
  return entry.kind === 'outcome'
    ? { ...shown, entry: { ...entry, outcome: end(entry.outcome) } }
    : shown;
}
