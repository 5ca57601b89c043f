import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { StationState } from '../../../../shared/station/state.ts';
import type { Door } from '../door.ts';
import type { CorrectionCommand } from '../door-state.ts';

export function isUndoable({ kind, released }: ScanOutcome): boolean {
  return kind === 'admitted' && released === undefined;
}

/** Whether the organiser lets a supervisor admit in spite of this denial. */
export function isOverrulable(
  { kind, reason, note }: ScanOutcome,
  station: StationState | null,
): boolean {
  const rule = station?.policy.overrule ?? 'none';
  if (kind !== 'denied' || reason === null || note === 'just_in' || rule === 'none') return false;
  return rule === 'any' || !voidReasons.has(reason);
}

const voidReasons: ReadonlySet<string> = new Set([
  'scanning.ticket_cancelled',
  'scanning.ticket_refunded',
]);

/** Undoes an admission; the station says if that takes a supervisor. */
export async function undo(door: Door, { reference: scan }: ScanOutcome): Promise<void> {
  const command = { kind: 'undo', scan } as const;
  const result = await door.query(command);
  if (!result.ok && asksSupervisor.has(result.code)) openCorrection(door, command);
  else if (!result.ok) door.store.setState({ trouble: result });
}

const asksSupervisor: ReadonlySet<string> = new Set([
  'pin.required',
  'pin.not_set',
  'command.invalid',
]);

export function undoLast(door: Door): void {
  const last = door.store.getState().recent.find(isUndoable);
  if (last !== undefined) void undo(door, last);
}

export function openCorrection(door: Door, command: CorrectionCommand): void {
  door.store.setState({ sheet: { kind: 'correction', command }, picker: null });
}

/** Scans the others of the shown admission's order. */
export async function admitOrder(door: Door): Promise<void> {
  const { companions } = door.store.getState();
  if (companions === null) return;
  const { scan } = companions;
  const result = await door.ask({ kind: 'admit_order', scan });
  if (result.ok) door.store.setState({ companions: null, order: result.outcomes ?? [] });
}

/** Scans the ticket anew, as if it were held under the scanner. */
export function admitAgain(door: Door, ticket: string): void {
  door.scan(ticket, 'typed');
}
