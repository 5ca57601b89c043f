import type { ScanOutcome, ScanRelease } from '../../../../shared/station/outcomes.ts';
import type { DoorState } from '../door-state.ts';
import type { VerdictBoard } from '../verdict/verdict-board.ts';

/** The end of an admission, where it is shown. */
export function markReleased(
  { recent, board, companions }: Pick<DoorState, 'recent' | 'board' | 'companions'>,
  scan: string,
  released: ScanRelease,
): Pick<DoorState, 'recent' | 'board' | 'companions'> {
  const end = (outcome: ScanOutcome) =>
    outcome.reference === scan ? { ...outcome, released } : outcome;
  return {
    recent: recent.map(end),
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
