import type { StoreApi } from 'zustand/vanilla';
import { MAX_PRINTED_LABELS, type Label, type LabelJob } from '../../../shared/station/labels.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { type DoorState, isKiosk } from './door-state.ts';
import { RECENT_LIMIT } from './recent-scans.ts';
import { awaitsCheck, type SeenOutcome } from './verdict/verdict-board.ts';

/** Prints by this page itself, with a dialog; resolves once that is closed. Null: the host prints, without one. */
export type PrintHere = ((job: LabelJob) => Promise<void>) | null;

/** The next ticket of an order is admitted within this time; together they become one print job. */
const GATHER_MS = 100;

/**
 * Prints a label for each admission, once: as soon as it is shown, or once the name has been checked. Nothing waits for the printer. The
 * returned function prints one more.
 */
export function followLabels(
  store: StoreApi<DoorState>,
  ask: (command: StationCommand) => Promise<unknown>,
  printHere: PrintHere,
): (label: Label) => void {
  let waiting: readonly Label[] = [];
  let seen: readonly string[] = [];
  let isPrinting = false;

  const print = async (labels: readonly Label[]) => {
    const { size = 'off', printer = null } = store.getState().station?.label ?? {};
    if (size === 'off') return;
    const job = { size, labels };
    if (printHere === null) await ask({ kind: 'print_labels', job, printer });
    else await printHere(job);
  };
  const printWaiting = async () => {
    isPrinting = true;
    while (waiting.length > 0) {
      let gathered;
      do {
        gathered = waiting.length;
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      } while (waiting.length > gathered && waiting.length < MAX_PRINTED_LABELS);
      const labels = waiting.slice(0, MAX_PRINTED_LABELS);
      waiting = waiting.slice(MAX_PRINTED_LABELS);
      await print(labels).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        store.setState({ trouble: { code: 'printing.failed', message } });
      });
    }
    isPrinting = false;
  };
  const add = (label: Label) => {
    waiting = [...waiting, label];
    if (!isPrinting) void printWaiting();
  };

  store.subscribe((state, before) => {
    const { board, recent, station } = state;
    if (board === before.board && recent === before.recent) return;
    // In kiosk mode a dialog would offer more than scanning.
    const isOn = station?.label.size !== 'off' && !(printHere !== null && isKiosk(state));
    const onBoard = [...(board.shown === null ? [] : [board.shown]), ...board.waiting].flatMap(
      ({ entry }) => (entry.kind === 'outcome' ? [entry.outcome] : []),
    );
    for (const outcome of [...onBoard, ...answeredSince(before.recent, recent)]) {
      if (!isFirstEntry(outcome) || seen.includes(outcome.reference)) continue;
      seen = [outcome.reference, ...seen].slice(0, RECENT_LIMIT);
      if (isOn) add(labelOf(outcome));
    }
  });
  return add;
}

/** Whose name was checked after another guest had been scanned. */
function answeredSince(
  before: readonly SeenOutcome[],
  recent: readonly SeenOutcome[],
): readonly SeenOutcome[] {
  const asked = new Set(before.filter(awaitsCheck).map(({ reference }) => reference));
  return recent.filter(({ reference, isChecked }) => isChecked === true && asked.has(reference));
}

/** Whether a guest goes in for the first time by it; false also if it was shown before. */
function isFirstEntry(outcome: SeenOutcome): boolean {
  const { kind, released, re_entry: isBack, repeated, isChecked = false } = outcome;
  if (kind !== 'admitted' || released !== undefined || isBack === true) return false;
  return !awaitsCheck(outcome) && (!repeated || isChecked);
}

export type Labelled = Pick<ScanOutcome, 'holder' | 'ticket_type' | 'seat_label' | 'ticket'>;

export function labelOf({ holder, ticket_type, seat_label, ticket }: Labelled): Label {
  return { name: holder, ticket_type, seat_label, code: ticket ?? '' };
}
