import type { StoreApi } from 'zustand/vanilla';
import { MAX_PRINTED_LABELS, type Label, type LabelJob } from '../../../shared/station/labels.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { type DoorState, isKiosk } from './door-state.ts';
import { RECENT_LIMIT } from './recent-scans.ts';
import { awaitsCheck, type BoardEntry } from './verdict/verdict-board.ts';

/** Prints by this page itself, with a dialog; resolves once that is closed. Null: the host prints, without one. */
export type PrintHere = ((job: LabelJob) => Promise<void>) | null;

/** The tickets of an order are admitted within this time, and become one print job. */
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
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
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
    const { board, station } = state;
    if (board === before.board) return;
    // In kiosk mode a dialog would offer more than scanning.
    const isOn = station?.label.size !== 'off' && !(printHere !== null && isKiosk(state));
    for (const { entry } of [...(board.shown === null ? [] : [board.shown]), ...board.waiting]) {
      const outcome = admissionOf(entry);
      if (outcome === null || seen.includes(outcome.reference)) continue;
      seen = [outcome.reference, ...seen].slice(0, RECENT_LIMIT);
      if (isOn) add(labelOf(outcome));
    }
  });
  return add;
}

/** The admission that an entry of the board shows, if its guest goes in for the first time; null also if it was shown before. */
function admissionOf(entry: BoardEntry): ScanOutcome | null {
  if (entry.kind === 'refusal' || awaitsCheck(entry)) return null;
  const { outcome, isChecked = false } = entry;
  if (outcome.kind !== 'admitted' || outcome.released !== undefined) return null;
  if (outcome.re_entry === true) return null;
  return outcome.repeated && !isChecked ? null : outcome;
}

export type Labelled = Pick<ScanOutcome, 'holder' | 'ticket_type' | 'seat_label' | 'ticket'>;

export function labelOf({ holder, ticket_type, seat_label, ticket }: Labelled): Label {
  return { name: holder, ticket_type, seat_label, code: ticket ?? '' };
}
