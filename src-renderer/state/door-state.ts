import type { ScanOutcome } from '../../shared/station/outcomes.ts';
import type { StationState } from '../../shared/station/state.ts';
import type { Locale } from '../../shared/verdict/locale.ts';
import type { CameraState } from './camera/camera-reader.ts';
import type { FirstRun } from './first-run.ts';
import type { LayoutFinding } from './layout-test.ts';
import type { Preferences } from './preferences.ts';
import type { Refusal } from './refusal.ts';
import type { Progress } from './remaining-time.ts';
import type { SelfTestResult } from './self-test.ts';
import type { StationPlace } from './station-place.ts';
import type { VerdictBoard } from './verdict-board.ts';

/** Everything the screens show. One store; a screen subscribes to the slice it draws. */
export interface DoorState {
  /** `away` from the loss of the carrier until the next `welcome`; `refused`: the station does not let this page in. */
  readonly carrier: 'connecting' | 'present' | 'away' | 'refused';
  readonly station: StationState | null;
  readonly recent: readonly ScanOutcome[];
  readonly board: VerdictBoard;
  /** Scans that the station has not answered. */
  readonly unanswered: number;
  /** An answer is overdue: the verdict before must not be taken for it. */
  readonly checking: boolean;
  /** Where the pace of the running import is measured from. */
  readonly importStart: Progress | null;
  readonly importNow: Progress | null;
  readonly preferences: Preferences;
  /** Somebody asked for the names, a moment ago. */
  readonly namesAsked: boolean;
  /** Null until it is known where this screen begins. */
  readonly place: StationPlace | null;
  /** How often somebody went to a place, the one on the screen included. */
  readonly arrivals: number;
  readonly search: TicketSearch;
  /** Null unless this device is being set up here. */
  readonly firstRun: FirstRun | null;
  readonly sheet: Sheet | null;
  readonly picker: Picker | null;
  /** The last refusal of a command that is no scan. */
  readonly trouble: Refusal | null;
  readonly camera: CameraState;
  /** What came of the keyboard's test, while its sheet is open. */
  readonly layoutFinding: LayoutFinding | null;
  /** The last one that was made at this screen. */
  readonly selfTest: SelfTestResult | null;
  /** The browser keeps the page silent until a gesture. */
  readonly soundBlocked: boolean;
  /** Languages that this device has a voice of its own for. */
  readonly spoken: readonly Locale[];
  /** Whether the browser can let the device vibrate; whether that can be felt it does not say. */
  readonly vibrates: boolean;
}

/** What is looked for in the box office, and what was chosen of it. */
export interface TicketSearch {
  readonly query: string;
  /** Null: the first one that is found. */
  readonly ticket: string | null;
  /** Where there is room for one of them, the order stands in the place of the list. */
  readonly isOpen: boolean;
}

export const noSearch: TicketSearch = { query: '', ticket: null, isOpen: false };

export type Sheet =
  | { readonly kind: 'help' }
  | { readonly kind: 'typed' }
  | { readonly kind: 'station' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'attention' }
  | { readonly kind: 'scanners' }
  | { readonly kind: 'selfTest' }
  | { readonly kind: 'kiosk' }
  /** The form that connects a station, while it has a server. */
  | { readonly kind: 'connect' }
  | { readonly kind: 'scan'; readonly reference: string };

export type Picker = 'entryPoint' | 'event';

export function areNamesHidden({
  preferences,
  namesAsked,
}: Pick<DoorState, 'preferences' | 'namesAsked'>): boolean {
  return preferences.hidesNames && !namesAsked;
}

export function isKiosk({ station }: Pick<DoorState, 'station'>): boolean {
  return station?.kiosk.on === true;
}

/** Whether the screen itself, and no sheet on it, asks for a server. */
export function hasConnectForm(station: StationState | null): boolean {
  const phase = station?.phase.kind;
  return phase === 'unenrolled' || phase === 'undecided' || phase === 'revoked';
}
