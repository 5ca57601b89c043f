// Why: docs/decisions/0022-door-screen.md
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import { nextStepOf } from './next-step.ts';
import type { NextStep } from './reason-view.ts';
import { reasonKeyOf, signalOf } from './outcome-signal.ts';
import type { Signal } from './outcome-signal.ts';

/**
 * The queue of verdicts for the screen. Outcomes are shown in order and none is skipped: one that arrives while the current
 * verdict still has time left waits, visibly. The time shrinks as the queue grows, so a burst is cleared within seconds.
 */
export interface VerdictBoard {
  readonly shown: ShownVerdict | null;
  readonly waiting: readonly WaitingVerdict[];
}

/** A verdict with its serial number. Two reads of one scan share a reference, never a serial. */
export interface WaitingVerdict {
  readonly entry: BoardEntry;
  readonly serial: number;
}

/** An outcome as this screen has it. */
export interface SeenOutcome extends ScanOutcome {
  /** Somebody has compared the name. */
  readonly isChecked?: boolean;
}

export type BoardEntry =
  | { readonly kind: 'outcome'; readonly outcome: SeenOutcome }
  /** The station rejected the scan itself: nothing was decided or recorded. */
  | { readonly kind: 'refusal'; readonly id: string; readonly message: string };

export interface ShownVerdict extends WaitingVerdict {
  /** Milliseconds on the page's monotonic clock. */
  readonly since: number;
  /** How often the same code was read again. */
  readonly readAgain: number;
  readonly dimmed: boolean;
}

export const emptyBoard: VerdictBoard = { shown: null, waiting: [] };

/** Minimum time on the screen, in milliseconds, if one verdict is waiting. */
export const ADMIT_HOLD_MS = 300;
export const STOP_HOLD_MS = 900;
/** At most six changes in any second, which are three flashes: more can trigger seizures (WCAG 2.3.1). */
const SHORTEST_HOLD_MS = 200;
export const DIM_AFTER_MS = 8_000;

export function arrive(board: VerdictBoard, entry: BoardEntry, now: number): VerdictBoard {
  const { shown, waiting } = board;
  if (shown !== null && waiting.length === 0 && isReadAgain(shown.entry, entry)) {
    const readAgain = shown.readAgain + 1;
    return { ...board, shown: { ...shown, entry, readAgain, since: now, dimmed: false } };
  }
  const before = waiting.at(-1) ?? shown;
  const serial = (before?.serial ?? 0) + 1;
  return advance({ ...board, waiting: [...waiting, { entry, serial }] }, now);
}

/** Changes outcomes, those too that still wait: an admission that was undone by then must not appear as one. */
export function changeOutcomes(
  { shown, waiting }: VerdictBoard,
  change: (outcome: SeenOutcome) => SeenOutcome,
): VerdictBoard {
  const changed = <One extends WaitingVerdict>(one: One): One =>
    one.entry.kind === 'outcome'
      ? { ...one, entry: { ...one.entry, outcome: change(one.entry.outcome) } }
      : one;
  return { shown: shown && changed(shown), waiting: waiting.map(changed) };
}

/** Applies what is due at `now`: the next verdict appears, or the shown one dims. */
export function advance(board: VerdictBoard, now: number): VerdictBoard {
  const { shown, waiting } = board;
  const [next, ...rest] = waiting;
  if (next !== undefined && (shown === null || now >= shown.since + holdOf(board))) {
    return { shown: bringOn(next, now), waiting: rest };
  }
  if (next !== undefined || shown === null || shown.dimmed) return board;
  return now >= shown.since + DIM_AFTER_MS
    ? { ...board, shown: { ...shown, dimmed: true } }
    : board;
}

/** When `advance` next has something to do; null if only a scan can change the board. */
export function nextChange(board: VerdictBoard): number | null {
  const { shown, waiting } = board;
  if (shown === null) return null;
  if (waiting.length > 0) return shown.since + holdOf(board);
  return shown.dimmed ? null : shown.since + DIM_AFTER_MS;
}

function holdOf({ shown, waiting }: VerdictBoard): number {
  if (shown === null) return 0;
  const admitted = shown.entry.kind === 'outcome' && shown.entry.outcome.kind === 'admitted';
  const hold = (admitted ? ADMIT_HOLD_MS : STOP_HOLD_MS) / Math.max(1, waiting.length);
  return Math.max(SHORTEST_HOLD_MS, hold);
}

function bringOn({ entry, serial }: WaitingVerdict, now: number): ShownVerdict {
  const repeated = entry.kind === 'outcome' && entry.outcome.repeated;
  return { entry, serial, since: now, readAgain: repeated ? 1 : 0, dimmed: false };
}

function isReadAgain(shown: BoardEntry, entry: BoardEntry): boolean {
  return (
    shown.kind === 'outcome' &&
    entry.kind === 'outcome' &&
    entry.outcome.repeated &&
    entry.outcome.number === shown.outcome.number
  );
}

export function signalOfEntry(entry: BoardEntry): Signal {
  return entry.kind === 'refusal' ? 'system' : signalOfScan(entry.outcome);
}

/** Also in a list: until somebody has answered it. */
export function signalOfScan(outcome: SeenOutcome): Signal {
  return awaitsCheck(outcome) ? 'check_id' : signalOf(outcome);
}

/** An admission whose holder goes in once somebody has compared the name. */
export function awaitsCheck(outcome: SeenOutcome): boolean {
  const isAsked = signalOf(outcome) === 'admit' && outcome.flags?.includes('check_id') === true;
  return isAsked && outcome.isChecked !== true;
}

/** What door staff do next; null if the station rejected the scan. */
export function nextStepOfEntry(entry: BoardEntry): NextStep | null {
  return entry.kind === 'refusal' ? null : nextStepOfScan(entry.outcome);
}

export function nextStepOfScan(outcome: SeenOutcome): NextStep {
  return awaitsCheck(outcome) ? 'check_name' : nextStepOf(outcome);
}

/** Data attributes of the verdict's live region, for tests and tools that watch the page. */
export function dataOfEntry(entry: BoardEntry) {
  if (entry.kind === 'refusal') return { 'data-reason': 'not_recorded' };
  const { outcome } = entry;
  return { 'data-reason': reasonKeyOf(outcome), 'data-ticket': outcome.ticket ?? undefined };
}
