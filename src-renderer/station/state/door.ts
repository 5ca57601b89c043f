import { createStore, type StoreApi } from 'zustand/vanilla';
import { assertNever } from '../../../shared/assert-never.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { StationMessage } from '../../../shared/station/messages.ts';
import type { ScanOutcome, ScanSource } from '../../../shared/station/outcomes.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import type { ReadCode } from '../../../shared/ticket-code/read-codes.ts';
import type { StationTransport } from '../transport/station-transport.ts';
import { createStationClient, type PendingRequests } from '../transport/station-client.ts';
import { type DoorState, hasConnectForm, noSearch, shareState } from './door-state.ts';
import type { Preferences } from './preferences.ts';
import { addRecent, mergeRecent, unseenOutcomes } from './recent-scans.ts';
import { followFirstRun } from './follow-first-run.ts';
import { paceFrom } from './remaining-time.ts';
import { runBoard, type Senses } from './run-board.ts';
import type { SelfTestResult } from './self-test.ts';
import { sampleTone } from './sound/tones.ts';
import type { TonePlayer } from './sound/tone-player.ts';
import { cameraOff } from './camera/camera-reader.ts';
import { followCamera } from './follow-camera.ts';
import { testLayout } from './wedge/layout-test.ts';
import type { KeyStroke } from './wedge/us-layout.ts';
import { firstPlace, type StationPlace } from './station-place.ts';
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
  readonly newId: () => string;
}

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
  newId,
}: DoorOptions): Door {
  const store = createStore<DoorState>(() => ({
    transport: 'connecting',
    station: null,
    recent: [],
    board: emptyBoard,
    unanswered: 0,
    checking: false,
    importStart: null,
    importNow: null,
    preferences,
    namesAsked: false,
    place,
    activityTab: 'journal',
    arrivals: 0,
    search: noSearch,
    firstRun: null,
    sheet: null,
    picker: null,
    trouble: null,
    camera: cameraOff,
    layoutFinding: null,
    selfTest,
    soundBlocked: false,
    spoken: [],
    vibrates: vibrate !== null,
  }));
  player.onBlocked((soundBlocked) => store.setState({ soundBlocked }));
  const stopCamera = followCamera(
    store,
    ({ text, symbology }) => void scan(parsed(text), 'camera', symbology),
  );
  const board = runBoard(store, { player, speaker, vibrate });
  speaker?.onVoices((spoken) => store.setState({ spoken }));

  const takeOutcome = (outcome: ScanOutcome) => {
    store.setState(({ recent }) => ({
      recent: addRecent(recent, outcome),
      checking: false,
      namesAsked: false,
    }));
    board.show({ kind: 'outcome', outcome });
  };

  const takeState = (received: StationState) => {
    const { importStart, station: before, place: current } = store.getState();
    const station = shareState(before, received);
    const { phase } = station;
    // A device that is no longer a station must not show guests' names.
    if (phase.kind === 'revoked') {
      store.setState({ recent: [], board: emptyBoard, search: noSearch });
    }
    if (before?.event?.reference !== station.event?.reference) store.setState({ search: noSearch });
    const now = phase.kind === 'importing' ? { ...phase, at: performance.now() } : null;
    const entersKiosk = station.kiosk.on && before?.kiosk.on !== true;
    const leavesKiosk = !station.kiosk.on && before?.kiosk.on === true;
    // Closes what was open before kiosk mode, and the keypad.
    if (entersKiosk || leavesKiosk) store.setState({ sheet: null, picker: null });
    store.setState({
      station,
      place: current ?? firstPlace(station),
      importNow: now,
      importStart: now === null ? null : paceFrom(importStart, now),
    });
  };

  const onMessage = (message: Exclude<StationMessage, { kind: 'reply' }>) => {
    switch (message.kind) {
      case 'welcome': {
        const { recent, transport: before } = store.getState();
        const missed = before === 'connecting' ? [] : unseenOutcomes(recent, message.recent);
        takeState(message.state);
        store.setState({ transport: 'present', recent: mergeRecent(recent, message.recent) });
        for (const outcome of missed) takeOutcome(outcome);
        return;
      }
      case 'state':
        if (message.state.revision >= (store.getState().station?.revision ?? 0)) {
          takeState(message.state);
        }
        return;
      case 'outcome':
        takeOutcome(message.outcome);
        return;
      case 'enrolment_code':
        void scan(parsed(message.code), message.source);
        return;
      default:
        assertNever(message);
    }
  };

  const link = createStationClient({
    transport,
    kept,
    newId,
    listener: {
      onMessage,
      onDown: () =>
        store.setState(({ transport: before }) => ({
          transport: before === 'connecting' ? 'connecting' : 'away',
          checking: false,
        })),
      onRefused: () => store.setState({ transport: 'refused', checking: false }),
    },
  });

  const isFormOpen = () => {
    const { station, sheet, firstRun } = store.getState();
    const isStep = firstRun?.step === 'connect';
    return hasConnectForm(station) || sheet?.kind === 'connect' || isStep;
  };

  const ask = async (command: StationCommand) => {
    const result = await link.ask(command);
    const trouble = result.ok ? null : { code: result.code, message: result.message };
    store.setState({ trouble });
    setTimeout(() => {
      if (store.getState().trouble === trouble && !isFormOpen()) store.setState({ trouble: null });
    }, TROUBLE_MS);
    return result;
  };

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
  const isAwaited = ({ server_url }: Credentials) => {
    const { station } = store.getState();
    return lacksSecret(station) && isSameServer(server_url, station?.server_url ?? null);
  };
  const stopFirstRun = followFirstRun(store, ask, () => connecting > 0);

  const scan = async (
    { raw, code }: ReadCode,
    source: ScanSource,
    symbology: string | null = null,
  ) => {
    if (code.kind === 'enrolment' && (isFormOpen() || isAwaited(code.enrolment))) {
      await connect(code.enrolment);
      return;
    }
    const { station: here } = store.getState();
    if (code.kind !== 'enrolment' && hasConnectForm(here) && here?.kiosk.on !== true) {
      store.setState({ trouble: { code: 'connect.no_code', message: 'No enrolment code.' } });
    }
    store.setState(({ unanswered }) => ({ unanswered: unanswered + 1 }));
    const overdue = setTimeout(() => {
      if (store.getState().transport === 'present') store.setState({ checking: true });
    }, OVERDUE_MS);
    const command = { kind: 'scan', code: raw, symbology, source } as const;
    // An enrolment code carries credentials: it is not recorded.
    const result = await (code.kind === 'enrolment' ? link.ask : link.askKept)(command);
    clearTimeout(overdue);
    const unanswered = store.getState().unanswered - 1;
    store.setState({ unanswered, ...(unanswered === 0 ? { checking: false } : {}) });
    if (!result.ok) board.show({ kind: 'refusal', id: newId(), message: result.message });
  };

  return {
    store,
    ask,
    query: link.ask,
    connect,
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
