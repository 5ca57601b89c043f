import { locales } from '../../../shared/languages.ts';
import { MAX_QUERY_LENGTH } from '../../../shared/station/commands.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { changesDoor, type DoorChange } from '../../../shared/station/change-lock.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { ChangeLock, StationState } from '../../../shared/station/state.ts';
import type { Door } from './door.ts';
import {
  type CorrectionCommand,
  type LockedCommand,
  noSearch,
  turns,
  type ToggledSheet,
} from './door-state.ts';
import { NAMES_SHOWN_MS } from './hidden-name.ts';
import { themes } from './preferences.ts';
import type { Preferences } from './preferences.ts';
import { kioskActions, type Action } from './shortcuts.ts';
import { isOpen, type StationPlace } from './station-place.ts';

/** Performs the action of a shortcut or its button. */
export function runAction(door: Door, action: Action): void {
  const { station, preferences } = door.store.getState();
  if (station?.kiosk.on === true && !kioskActions.includes(action)) {
    if (action !== 'direction' || !turns({ station })) return;
  }
  switch (action) {
    case 'door':
    case 'boxOffice':
    case 'activity':
    case 'tonight':
      return goTo(door, action);
    case 'help':
    case 'station':
    case 'attention':
    case 'scanners':
    case 'selfTest':
    case 'kiosk':
    case 'settings':
      return toggleSheet(door, action);
    case 'typeCode':
      return toggleSheet(door, 'typed');
    case 'entryPoint':
    case 'event':
      return door.store.setState(({ picker }) => ({
        sheet: null,
        picker: picker === action ? null : action,
      }));
    case 'undo':
      return undoShown(door);
    case 'admitOrder':
      void admitOrder(door);
      return;
    case 'direction':
      void door.ask({
        kind: 'set_direction',
        direction: station?.direction === 'out' ? 'in' : 'out',
      });
      return;
    case 'offlineSwitch':
      return switchMode(door);
    case 'syncNow':
      void door.ask({ kind: 'sync_now' });
      return;
    case 'showNames':
      return showNames(door);
    case 'sound':
      return setPreferences(door, { muted: !preferences.muted });
    case 'theme':
      return setPreferences(door, { theme: after(themes, preferences.theme) });
    case 'language':
      void door.ask({ kind: 'set_locale', locale: after(locales, station?.locale ?? 'en') });
      return;
    default:
      assertNever(action);
  }
}

/** Pressed again while it is asked for, it withdraws the question. */
function switchMode(door: Door): void {
  const { station, sheet } = door.store.getState();
  if (sheet?.kind === 'change' && sheet.command.kind === 'set_mode') {
    door.store.setState({ sheet: sheet.before });
    return;
  }
  const mode = station?.sync.mode === 'offline' ? 'automatic' : 'offline';
  changeDoor(door, { kind: 'set_mode', mode });
}

/** Sends a command that may change what the door is about, or asks first for what the change lock requires. */
export function changeDoor(door: Door, command: DoorChange): void {
  const { station } = door.store.getState();
  if (station === null) return;
  const { event, entry_point, asks_entry_point, sync, change_lock } = station;
  const isChange = changesDoor(command, {
    event: event?.reference ?? null,
    entryPoint: entry_point?.reference ?? null,
    asksEntryPoint: asks_entry_point,
    mode: sync.mode,
  });
  if (isChange && change_lock !== 'at_once') askFirst(door, command);
  else void door.ask(command);
}

/** Removing a PIN takes the PIN; setting one asks for it. */
export function setChangeLock(door: Door, lock: ChangeLock): void {
  const now = door.store.getState().station?.change_lock;
  if (lock === now) return;
  const command = { kind: 'set_change_lock', lock } as const;
  if (now === 'pin') askFirst(door, command);
  else if (lock === 'pin') askNewPin(door);
  else void door.ask(command);
}

/** Once it is set, the sheet that asked for it comes back. */
export function askNewPin(door: Door): void {
  door.store.setState(({ sheet }) => ({ sheet: { kind: 'newPin', before: sheet } }));
}

function askFirst(door: Door, command: LockedCommand): void {
  door.store.setState(({ sheet }) => ({
    picker: null,
    sheet: { kind: 'change', command, before: sheet?.kind === 'change' ? sheet.before : sheet },
  }));
}

/** Also for the current place: its first field gets the focus again. */
export function goTo(door: Door, place: StationPlace): void {
  if (!isOpen(door.store.getState().station)) return;
  door.store.setState(({ arrivals }) => ({
    place,
    arrivals: arrivals + 1,
    sheet: null,
    picker: null,
  }));
}

/** Goes to the list of conflicts. */
export function showConflicts(door: Door): void {
  door.store.setState({ activityTab: 'conflicts' });
  goTo(door, 'activity');
}

/** Opens the box office with a query; an empty one asks who it is. */
export function lookUp(door: Door, query: string): void {
  door.store.setState({ search: { ...noSearch, query: query.trim().slice(0, MAX_QUERY_LENGTH) } });
  goTo(door, 'boxOffice');
}

/** Goes to the door, where scans are shown best: the previous place may be what failed. */
export function leaveFailedScreen(door: Door): void {
  door.store.setState(({ place }) => ({
    place: place === null ? null : 'door',
    sheet: null,
    picker: null,
  }));
}

/** Shows names for a moment; another call restarts the moment. */
function showNames(door: Door): void {
  const { preferences } = door.store.getState();
  if (!preferences.hidesNames) return;
  const shownAt = performance.now();
  lastShownAt = shownAt;
  door.store.setState({ namesAsked: true });
  setTimeout(() => {
    if (lastShownAt === shownAt) door.store.setState({ namesAsked: false });
  }, NAMES_SHOWN_MS);
}

let lastShownAt = 0;

/** Goes back to the connect form. */
export function openConnect(door: Door): void {
  door.store.setState({ picker: null, trouble: null, sheet: { kind: 'connect' } });
}

export function setPreferences(door: Door, change: Partial<Preferences>): void {
  door.store.setState(({ preferences }) => ({ preferences: { ...preferences, ...change } }));
}

function toggleSheet(door: Door, kind: ToggledSheet): void {
  door.store.setState(({ sheet }) => ({
    picker: null,
    sheet: sheet?.kind === kind ? null : { kind },
  }));
}

function after<T>(members: readonly T[], current: T): T {
  return members[(members.indexOf(current) + 1) % members.length] ?? current;
}

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
export async function undo(door: Door, outcome: ScanOutcome, note?: string): Promise<void> {
  const { reference: scan } = outcome;
  if (underWay.has(scan)) return;
  const command = { kind: 'undo', scan, ...(note !== undefined && { note }) } as const;
  underWay.add(scan);
  const result = await door.query(command);
  underWay.delete(scan);
  if (!result.ok && asksSupervisor.has(result.code)) openCorrection(door, command, outcome);
  else if (!result.ok) door.store.setState({ trouble: result });
}

/** Admissions that are being undone: a second press undoes nothing else. */
const underWay = new Set<string>();

const asksSupervisor: ReadonlySet<string> = new Set([
  'pin.required',
  'pin.not_set',
  'command.invalid',
]);

/** Of the verdict that is shown: nobody looks at the admission before it. */
export function undoShown(door: Door): void {
  const entry = door.store.getState().board.shown?.entry;
  if (entry?.kind === 'outcome' && isUndoable(entry.outcome)) void undo(door, entry.outcome);
}

/** Checks a ticket in at the box office. Returns whether others may follow: where the house is full, a supervisor is asked first. */
export async function checkIn(door: Door, ticket: string): Promise<boolean> {
  const result = await door.ask({ kind: 'check_in', ticket });
  const [outcome] = (result.ok && 'outcomes' in result && result.outcomes) || [];
  if (outcome?.kind === 'held') openCorrection(door, { kind: 'admit_held', ticket }, outcome);
  return result.ok && outcome?.kind !== 'held' && outcome?.kind !== 'not_recorded';
}

export function openCorrection(door: Door, command: CorrectionCommand, outcome: ScanOutcome): void {
  door.store.setState({ sheet: { kind: 'correction', command, outcome }, picker: null });
}

/** Scans the others of the shown admission's order; once, however often it is pressed. */
export async function admitOrder(door: Door): Promise<void> {
  const { companions } = door.store.getState();
  if (companions === null) return;
  door.store.setState({ companions: null });
  const result = await door.ask({ kind: 'admit_order', scan: companions.scan });
  const outcomes = result.ok ? (result.outcomes ?? []) : [];
  const own = [companions.scan, ...outcomes.map(({ reference }) => reference)];
  // Another guest may have been scanned meanwhile.
  if (!own.includes(door.store.getState().recent[0]?.reference ?? '')) return;
  door.store.setState(result.ok ? { order: outcomes } : { companions });
}

/** Scans the ticket of an undone admission anew, as if it were held under the scanner. */
export function admitAgain(door: Door, { reference: scan }: ScanOutcome): void {
  void door.ask({ kind: 'admit_again', scan });
}
