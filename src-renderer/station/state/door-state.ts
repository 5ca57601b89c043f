import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { DoorChange } from '../../../shared/station/change-lock.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { StationState } from '../../../shared/station/state.ts';
import type { Locale } from '../../../shared/languages.ts';
import type { CameraState } from './camera/camera-reader.ts';
import type { FirstRun } from './first-run.ts';
import type { LayoutFinding } from './wedge/layout-test.ts';
import type { Preferences } from './preferences.ts';
import type { CommandError } from './command-error.ts';
import type { GuestDraft } from './guest-draft.ts';
import type { Progress } from './remaining-time.ts';
import type { SelfTestResult } from './self-test.ts';
import type { StationPlace } from './station-place.ts';
import type { SeenOutcome, VerdictBoard } from './verdict/verdict-board.ts';

/** Everything the screens show. One store; each screen subscribes to the slices it renders. */
export interface DoorState {
  /** `away` from the loss of the connection until the next `welcome`; `refused`: the station does not let this page in. */
  readonly transport: 'connecting' | 'present' | 'away' | 'refused';
  readonly station: StationState | null;
  readonly recent: readonly SeenOutcome[];
  readonly board: VerdictBoard;
  /** The shown admission's order has more tickets; null once they were scanned, or another verdict came. */
  readonly companions: { readonly scan: string; readonly others: number } | null;
  /** What became of them; null until then. */
  readonly order: readonly ScanOutcome[] | null;
  /** Number of scans that the station has not answered. */
  readonly unanswered: number;
  /** An answer is overdue: the previous verdict must not be mistaken for it. */
  readonly checking: boolean;
  /** The sample from which the pace of the running import is measured. */
  readonly importStart: Progress | null;
  readonly importNow: Progress | null;
  readonly preferences: Preferences;
  /** Names are shown for a moment on request. */
  readonly namesAsked: boolean;
  /** Null until the screen's first place is known. */
  readonly place: StationPlace | null;
  readonly activityTab: ActivityTab;
  /** Counts navigations to a place, including to the current one. */
  readonly arrivals: number;
  readonly search: BoxOfficeSearch;
  /** Who may have been added: the server's answer was lost, or is on its way. */
  readonly unsureGuest: GuestDraft | null;
  /** Null unless this device is being set up on this screen. */
  readonly firstRun: FirstRun | null;
  readonly sheet: SheetName | null;
  readonly picker: PickerName | null;
  /** The last error of a command other than a scan. */
  readonly trouble: CommandError | null;
  readonly camera: CameraState;
  /** The result of the keyboard test, while its sheet is open. */
  readonly layoutFinding: LayoutFinding | null;
  /** The last one made on this screen. */
  readonly selfTest: SelfTestResult | null;
  /** The browser keeps the page silent until a user gesture. */
  readonly soundBlocked: boolean;
  /** Languages for which this device has a built-in voice. */
  readonly spoken: readonly Locale[];
  /** Whether the browser supports vibration; whether the device has a motor it does not say. */
  readonly vibrates: boolean;
}

/** The query of the box office, and the chosen result. */
export interface BoxOfficeSearch {
  readonly query: string;
  /** Null: the first result. */
  readonly ticket: string | null;
  /** If only one of them fits, the order replaces the list. */
  readonly isOpen: boolean;
}

export const noSearch: BoxOfficeSearch = { query: '', ticket: null, isOpen: false };

export type SheetName =
  | { readonly kind: PlainSheet }
  /** What the change lock asks for. `before`: the sheet that it was opened from. */
  | { readonly kind: 'change'; readonly command: LockedCommand; readonly before: SheetName | null }
  /** Sets the PIN of the change lock. */
  | { readonly kind: 'newPin'; readonly before: SheetName | null }
  /** What a supervisor is asked for, and about whom: whoever is scanned meanwhile. */
  | {
      readonly kind: 'correction';
      readonly command: CorrectionCommand;
      readonly outcome: ScanOutcome;
    }
  | { readonly kind: 'scan'; readonly reference: string };

/** Without the PIN. `note`: the reason to begin with. */
export type CorrectionCommand =
  | { readonly kind: 'undo' | 'overrule'; readonly scan: string; readonly note?: string }
  | { readonly kind: 'admit_held'; readonly ticket: string };

/** `samples`: codes of the demo to scan. `connect`: another server than the station has. */
export type PlainSheet = ToggledSheet | 'about' | 'guest' | 'samples' | 'connect';

/** Sheets that the same action opens and closes. */
export type ToggledSheet =
  'help' | 'typed' | 'station' | 'attention' | 'scanners' | 'selfTest' | 'kiosk' | 'settings';

/** Commands for which a station may ask for its PIN. */
export type LockedCommand = DoorChange | Extract<StationCommand, { kind: 'set_change_lock' }>;

export type ActivityTab = 'journal' | 'conflicts';

export type PickerName = 'entryPoint' | 'event';

export function areNamesHidden({
  preferences,
  namesAsked,
}: Pick<DoorState, 'preferences' | 'namesAsked'>): boolean {
  return preferences.hidesNames && !namesAsked;
}

/** Whether guests pass both ways here, so that whoever is at the door turns it around. */
export function turns({ station }: Pick<DoorState, 'station'>): boolean {
  return station?.entry_point?.direction === 'both';
}

export function isKiosk({ station }: Pick<DoorState, 'station'>): boolean {
  return station?.kiosk.on === true;
}

export function mayHavePinField({ sheet }: Pick<DoorState, 'sheet'>): boolean {
  const kinds: readonly (string | undefined)[] = ['kiosk', 'change', 'newPin', 'correction'];
  return kinds.includes(sheet?.kind);
}

/** Rows of the server that this station cannot read, or not completely. */
export function unreadableRows({ station }: Pick<DoorState, 'station'>): number {
  const warning = station?.warnings.find(({ code }) => code === 'rows_unreadable');
  return warning?.code === 'rows_unreadable' ? warning.rows : 0;
}

export function openConflicts({ station }: Pick<DoorState, 'station'>): number {
  return station?.sync.open_conflicts ?? 0;
}

/** What a supervisor has to look at in Activity. */
export function toLookAt(state: Pick<DoorState, 'station'>): number {
  const refused = state.station?.sync.needs_attention ?? 0;
  return refused + openConflicts(state) + unreadableRows(state);
}

/** Whether the screen itself, rather than a sheet, asks for a server. */
export function hasConnectForm(station: StationState | null): boolean {
  const phase = station?.phase.kind;
  return phase === 'unenrolled' || phase === 'undecided' || phase === 'revoked';
}

/** The new state, reusing unchanged parts of the old one, so that components that show only those do not re-render. */
export function shareState(before: StationState | null, after: StationState): StationState {
  if (before === null) return after;
  return {
    ...after,
    phase: same(before.phase, after.phase),
    event: same(before.event, after.event),
    events: same(before.events, after.events),
    entry_point: same(before.entry_point, after.entry_point),
    entry_points: same(before.entry_points, after.entry_points),
    counters: same(before.counters, after.counters),
    access: same(before.access, after.access),
    sync: { ...after.sync, connection: same(before.sync.connection, after.sync.connection) },
    clock: same(before.clock, after.clock),
    label: same(before.label, after.label),
    warnings: same(before.warnings, after.warnings),
  };
}

function same<T>(before: T, after: T): T {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
