import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { assertNever } from '../../shared/assert-never.ts';
import type { StationCommand } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';
import type { ScanOutcome, ScanSource } from '../../shared/station/outcomes.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { StationState } from '../../shared/station/state.ts';
import { parseTicketCode } from '../../shared/ticket-code/parse-ticket-code.ts';
import type { ReadCode } from '../../shared/ticket-code/split-merged-codes.ts';
import type { StationCarrier } from '../transport/station-carrier.ts';
import { createStationLink } from '../transport/station-link.ts';
import type { KeptRequests } from '../transport/station-link.ts';
import { hasConnectForm, noSearch, type DoorState } from './door-state.ts';
import type { Preferences } from './preferences.ts';
import { addRecent, mergeRecent, unseenOutcomes } from './recent-scans.ts';
import { followFirstRun } from './follow-first-run.ts';
import { paceFrom } from './remaining-time.ts';
import { runBoard, type Senses } from './run-board.ts';
import { shareState } from './share-state.ts';
import type { SelfTestResult } from './self-test.ts';
import { sampleTone } from './sound/tones.ts';
import type { TonePlayer } from './sound/tone-player.ts';
import { cameraOff } from './camera/camera-reader.ts';
import { followCamera } from './camera/follow-camera.ts';
import { testLayout } from './layout-test.ts';
import type { KeyStroke } from './wedge/key-stroke.ts';
import { firstPlace, type StationPlace } from './station-place.ts';
import { emptyBoard } from './verdict-board.ts';

/** An answer that takes longer than this is announced as being waited for. */
const OVERDUE_MS = 150;
/** How long a refusal stays on the door screen. In a form it stays until the next try. */
const TROUBLE_MS = 12_000;

export interface Door {
  readonly store: StoreApi<DoorState>;
  readonly scan: (raw: string, source: ScanSource) => void;
  /** A code that a keyboard scanner typed. */
  readonly scanKeys: (code: ReadCode, keys: readonly KeyStroke[]) => void;
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** Asks for something to look at: an answer that fails is told where it would have been shown. */
  readonly query: (command: StationCommand) => Promise<CommandResult>;
  /** Connects the station; the form that asks for it closes when that succeeds. */
  readonly connect: (to: Credentials) => Promise<void>;
  /** Lets the operator hear yes, no and unknown at the volume that is set. */
  readonly playSample: () => void;
  readonly close: () => void;
}

export type Credentials = Omit<Extract<StationCommand, { kind: 'connect' }>, 'kind'>;

export interface DoorOptions {
  readonly carrier: StationCarrier;
  readonly kept: KeptRequests;
  readonly preferences: Preferences;
  /** Where the page was before it was loaded again. */
  readonly place?: StationPlace | null;
  /** The last one that this screen remembers. */
  readonly selfTest?: SelfTestResult | null;
  readonly player: TonePlayer;
  /** Null, or left out: this device does not speak, or does not move. */
  readonly speaker?: Senses['speaker'];
  readonly vibrate?: Senses['vibrate'];
  readonly mintId: () => string;
}

/** The screen's side of the station: what it said, what was asked of it, and which verdict is on. */
export function createDoor({
  carrier,
  kept,
  preferences,
  place = null,
  selfTest = null,
  player,
  speaker = null,
  vibrate = null,
  mintId,
}: DoorOptions): Door {
  const store = createStore<DoorState>(() => ({
    carrier: 'connecting',
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

  const takeState = (told: StationState) => {
    const { importStart, station: before, place: current } = store.getState();
    const station = shareState(before, told);
    const { phase } = station;
    // Names of guests have no place on a device that is no station any more.
    if (phase.kind === 'revoked') {
      store.setState({ recent: [], board: emptyBoard, search: noSearch });
    }
    if (before?.event?.reference !== station.event?.reference) store.setState({ search: noSearch });
    const now = phase.kind === 'importing' ? { ...phase, at: performance.now() } : null;
    const entersKiosk = station.kiosk.on && before?.kiosk.on !== true;
    const leavesKiosk = !station.kiosk.on && before?.kiosk.on === true;
    // What was open belongs to whoever had the whole station; the keypad has done its work.
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
        const { recent, carrier: before } = store.getState();
        const missed = before === 'connecting' ? [] : unseenOutcomes(recent, message.recent);
        takeState(message.state);
        store.setState({ carrier: 'present', recent: mergeRecent(recent, message.recent) });
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

  const link = createStationLink({
    carrier,
    kept,
    mintId,
    listener: {
      onMessage,
      onDown: () =>
        store.setState(({ carrier: before }) => ({
          carrier: before === 'connecting' ? 'connecting' : 'away',
          checking: false,
        })),
      onRefused: () => store.setState({ carrier: 'refused', checking: false }),
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
      if (store.getState().carrier === 'present') store.setState({ checking: true });
    }, OVERDUE_MS);
    const command = { kind: 'scan', code: raw, symbology, source } as const;
    // An enrolment code carries credentials: it is not written down.
    const result = await (code.kind === 'enrolment' ? link.ask : link.askKept)(command);
    clearTimeout(overdue);
    const unanswered = store.getState().unanswered - 1;
    store.setState({ unanswered, ...(unanswered === 0 ? { checking: false } : {}) });
    if (!result.ok) board.show({ kind: 'refusal', id: mintId(), message: result.message });
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
      // What a wrong layout made of the training code is no ticket either, and no scan.
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

/** At any other door that is open an enrolment code is a slip. */
function lacksSecret(station: StationState | null): boolean {
  const codes = ['secret_missing', 'secret_unreadable'];
  return station?.warnings.some(({ code }) => codes.includes(code)) === true;
}

/** A guest may hold up a code, too: at an open door none leads to another server. */
function isSameServer(one: string, other: string | null): boolean {
  return other !== null && withoutEnd(one) === withoutEnd(other);
}

function withoutEnd(url: string): string {
  return (URL.parse(url)?.href ?? url).replace(/\/+$/, '');
}
