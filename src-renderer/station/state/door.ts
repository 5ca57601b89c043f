import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { Label } from '../../../shared/station/labels.ts';
import type { ScanSource } from '../../../shared/station/outcomes.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import type { ReadCode } from '../../../shared/ticket-code/read-codes.ts';
import type { StationTransport } from '../transport/station-transport.ts';
import { createStationClient, type PendingRequests } from '../transport/station-client.ts';
import { type DoorState, hasConnectForm, isKiosk, noSearch } from './door-state.ts';
import type { Preferences } from './preferences.ts';
import { followFirstRun } from './follow-first-run.ts';
import { runBoard, type Senses } from './run-board.ts';
import type { SelfTestResult } from './self-test.ts';
import { sampleTone } from './sound/tones.ts';
import type { TonePlayer } from './sound/tone-player.ts';
import { cameraOff } from './camera/camera-reader.ts';
import { followLabels, type PrintHere } from './follow-labels.ts';
import { followCamera } from './follow-camera.ts';
import { takeMessages } from './take-messages.ts';
import { testLayout } from './wedge/layout-test.ts';
import type { KeyStroke } from './wedge/us-layout.ts';
import type { StationPlace } from './station-place.ts';
import { emptyBoard } from './verdict/verdict-board.ts';

/** After this many milliseconds the screen says that an answer is pending. */
const OVERDUE_MS = 150;
/** How long an error stays on the door screen. In a form it stays until the next try. */
const TROUBLE_MS = 12_000;

export interface Door {
  readonly store: StoreApi<DoorState>;
  readonly scan: (raw: string, source: ScanSource) => void;
  /** A code typed by a keyboard scanner. */
  readonly scanKeys: (code: ReadCode, keys: readonly KeyStroke[]) => void;
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** Sends a query; its errors are shown where the result would have been. */
  readonly query: (command: StationCommand) => Promise<CommandResult>;
  /** Connects the station; the connect form closes on success. */
  readonly connect: (to: Credentials) => Promise<void>;
  /** The name of an admission is the one on the proof of identity. */
  readonly checkName: (scan: string) => void;
  /** Prints a label of the chosen size. */
  readonly printLabel: (label: Label) => void;
  /** Plays yes, no and unknown at the current volume. */
  readonly playSample: () => void;
  readonly close: () => void;
}

export type Credentials = Omit<Extract<StationCommand, { kind: 'connect' }>, 'kind'>;

export interface DoorOptions {
  readonly transport: StationTransport;
  readonly kept: PendingRequests;
  readonly preferences: Preferences;
  /** The place before the page was reloaded. */
  readonly place?: StationPlace | null;
  /** The last self-test stored on this screen. */
  readonly selfTest?: SelfTestResult | null;
  readonly player: TonePlayer;
  /** Null or omitted: this device cannot speak, or cannot vibrate. */
  readonly speaker?: Senses['speaker'];
  readonly vibrate?: Senses['vibrate'];
  readonly printHere?: PrintHere;
  readonly newId: () => string;
}

const initialState = {
  transport: 'connecting',
  station: null,
  recent: [],
  board: emptyBoard,
  companions: null,
  order: null,
  unanswered: 0,
  checking: false,
  importStart: null,
  importNow: null,
  namesAsked: false,
  activityTab: 'journal',
  arrivals: 0,
  search: noSearch,
  unsureGuest: null,
  firstRun: null,
  sheet: null,
  picker: null,
  trouble: null,
  camera: cameraOff,
  layoutFinding: null,
  soundBlocked: false,
  spoken: [],
} satisfies Partial<DoorState>;

/** The screen's side of the station: its messages, commands to it, and the current verdict. */
export function createDoor({
  transport,
  kept,
  preferences,
  place = null,
  selfTest = null,
  player,
  speaker = null,
  vibrate = null,
  printHere = null,
  newId,
}: DoorOptions): Door {
  const store = createStore<DoorState>(() => ({
    ...initialState,
    preferences,
    place,
    selfTest,
    vibrates: vibrate !== null,
  }));
  player.onBlocked((soundBlocked) => store.setState({ soundBlocked }));
  forgetTroubles(store);
  const stopCamera = followCamera(
    store,
    ({ text, symbology }) => void scan(parsed(text), 'camera', symbology),
  );
  const board = runBoard(store, { player, speaker, vibrate });
  speaker?.onVoices((spoken) => store.setState({ spoken }));

  const link = createStationClient({
    transport,
    kept,
    newId,
    listener: {
      onMessage: takeMessages(store, {
        showVerdict: board.show,
        onEnrolmentCode: (code, source) => void scan(parsed(code), source),
      }),
      onDown: () =>
        store.setState(({ transport: before }) => ({
          transport: before === 'connecting' ? 'connecting' : 'away',
          checking: false,
        })),
      onRefused: () => store.setState({ transport: 'refused', checking: false }),
    },
  });

  const ask = async (command: StationCommand) => {
    const result = await link.ask(command);
    showTrouble(store, command, result);
    return result;
  };
  const printLabel = followLabels(store, ask, printHere);
  const { connect, isConnecting } = connector(store, ask);
  const stopFirstRun = followFirstRun(store, ask, isConnecting);

  const scan = async (
    { raw, code }: ReadCode,
    source: ScanSource,
    symbology: string | null = null,
  ) => {
    const state = store.getState();
    if (code.kind === 'enrolment' && isToConnect(code.enrolment, state)) {
      await connect(code.enrolment);
      return;
    }
    if (code.kind !== 'enrolment' && hasConnectForm(state.station) && !isKiosk(state)) {
      store.setState({ trouble: { code: 'connect.no_code', message: 'No enrolment code.' } });
    }
    const command = { kind: 'scan', code: raw, symbology, source } as const;
    // An enrolment code carries credentials: it is not recorded.
    const send = code.kind === 'enrolment' ? link.ask : link.askKept;
    const result = await untilAnswered(store, () => send(command));
    if (!result.ok) board.show({ kind: 'refusal', id: newId(), message: result.message });
  };

  return {
    store,
    ask,
    query: link.ask,
    connect,
    checkName: board.checkName,
    printLabel,
    playSample: () => player.play(sampleTone, store.getState().preferences.volume),
    scan: (raw, source) => void scan(parsed(raw), source),
    scanKeys: (code, keys) => {
      const { sheet } = store.getState();
      const isTesting = sheet?.kind === 'scanners' || sheet?.kind === 'selfTest';
      const layoutFinding = isTesting ? testLayout(keys) : null;
      if (layoutFinding !== null) store.setState({ layoutFinding });
      // A training code garbled by a wrong layout is not a ticket either, nor a scan.
      if (layoutFinding === null || code.code.kind === 'training') {
        void scan(code, 'keyboard');
      }
    },
    close: () => {
      stopCamera();
      stopFirstRun();
      board.stop();
      link.close();
    },
  };
}

function parsed(raw: string): ReadCode {
  return { raw, code: parseTicketCode(raw) };
}

/** Removes an error after a while, whatever reported it. */
function forgetTroubles(store: StoreApi<DoorState>): void {
  store.subscribe(({ trouble }, before) => {
    if (trouble === null || trouble === before.trouble) return;
    const forget = () => {
      const state = store.getState();
      if (state.trouble !== trouble) return;
      if (isFormOpen(state)) setTimeout(forget, TROUBLE_MS);
      else store.setState({ trouble: null });
    };
    setTimeout(forget, TROUBLE_MS);
  });
}

/** Shows the error of a command, or removes the previous one. */
function showTrouble(
  store: StoreApi<DoorState>,
  command: StationCommand,
  result: CommandResult,
): void {
  const tried = command.kind === 'connect' && { server: command.server_url };
  store.setState({
    trouble: result.ok ? null : { code: result.code, message: result.message, ...tried },
  });
}

/** Connects the station, and then closes the connect form or moves the first run on. */
function connector(store: StoreApi<DoorState>, ask: Door['ask']) {
  let connecting = 0;
  const connect = async (to: Credentials) => {
    connecting += 1;
    const result = await ask({ kind: 'connect', ...to });
    connecting -= 1;
    const { sheet, firstRun } = store.getState();
    if (result.ok && sheet?.kind === 'connect') store.setState({ sheet: null });
    if (!result.ok || firstRun === null) return;
    const hasPlace = (to.location ?? null) !== null;
    store.setState({
      firstRun: { ...firstRun, step: 'chooseEvent', revisited: false, hasPlace },
    });
  };
  return { connect, isConnecting: () => connecting > 0 };
}

/** Counts a scan as unanswered until its result arrives, and says so on the screen if that takes long. */
async function untilAnswered(
  store: StoreApi<DoorState>,
  send: () => Promise<CommandResult>,
): Promise<CommandResult> {
  store.setState(({ unanswered }) => ({ unanswered: unanswered + 1 }));
  const overdue = setTimeout(() => {
    if (store.getState().transport === 'present') store.setState({ checking: true });
  }, OVERDUE_MS);
  const result = await send();
  clearTimeout(overdue);
  const unanswered = store.getState().unanswered - 1;
  store.setState({ unanswered, ...(unanswered === 0 ? { checking: false } : {}) });
  return result;
}

/** Whether a scanned enrolment code connects the station; otherwise it is judged as a scan. */
function isToConnect({ server_url }: Credentials, state: DoorState): boolean {
  const { station } = state;
  if (isFormOpen(state)) return true;
  return lacksSecret(station) && isSameServer(server_url, station?.server_url ?? null);
}

function isFormOpen({ station, sheet, firstRun }: DoorState): boolean {
  const isStep = firstRun?.step === 'connect';
  return hasConnectForm(station) || sheet?.kind === 'connect' || isStep;
}

/** At any other open door an enrolment code is a slip. */
function lacksSecret(station: StationState | null): boolean {
  const codes = ['secret_missing', 'secret_unreadable'];
  return station?.warnings.some(({ code }) => codes.includes(code)) === true;
}

/** A guest may hold up an enrolment code too: at an open door none may lead to another server. */
function isSameServer(one: string, other: string | null): boolean {
  return other !== null && withoutEnd(one) === withoutEnd(other);
}

function withoutEnd(url: string): string {
  return (URL.parse(url)?.href ?? url).replace(/\/+$/, '');
}
