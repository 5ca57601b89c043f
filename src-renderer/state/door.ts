import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { assertNever } from '../../shared/assert-never.ts';
import type {
  CommandResult,
  ScanOutcome,
  ScanSource,
  StationCommand,
  StationMessage,
  StationState,
} from '../../shared/station/api.ts';
import { parseTicketCode } from '../../shared/ticket-code/parse-ticket-code.ts';
import type { StationCarrier } from '../transport/station-carrier.ts';
import { createStationLink } from '../transport/station-link.ts';
import type { KeptRequests } from '../transport/station-link.ts';
import type { DoorState } from './door-state.ts';
import type { Preferences } from './preferences.ts';
import { addRecent, mergeRecent, unseenOutcomes } from './recent-scans.ts';
import { paceFrom } from './remaining-time.ts';
import { readAgainTone, sampleTone, tones } from './sound/tones.ts';
import type { TonePlayer } from './sound/tone-player.ts';
import { advance, arrive, emptyBoard, nextChange, signalOfEntry } from './verdict-board.ts';
import type { BoardEntry, ShownVerdict, VerdictBoard } from './verdict-board.ts';

/** An answer that takes longer than this is announced as being waited for. */
const OVERDUE_MS = 150;

export interface Door {
  readonly store: StoreApi<DoorState>;
  readonly scan: (code: string, source: ScanSource) => void;
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** Lets the operator hear yes, no and unknown at the volume that is set. */
  readonly playSample: () => void;
  readonly close: () => void;
}

export interface DoorOptions {
  readonly carrier: StationCarrier;
  readonly kept: KeptRequests;
  readonly preferences: Preferences;
  readonly player: TonePlayer;
  readonly mintId: () => string;
}

/** The screen's side of the station: what it said, what was asked of it, and which verdict is on. */
export function createDoor({ carrier, kept, preferences, player, mintId }: DoorOptions): Door {
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
    sheet: null,
    picker: null,
    trouble: null,
  }));
  let boardTimer: ReturnType<typeof setTimeout> | undefined;

  const setBoard = (board: VerdictBoard) => {
    const before = store.getState().board;
    if (board !== before) store.setState({ board });
    sound(before.shown, board.shown);
    clearTimeout(boardTimer);
    const next = nextChange(board);
    if (next === null) return;
    boardTimer = setTimeout(
      () => setBoard(advance(store.getState().board, performance.now())),
      Math.max(0, next - performance.now()),
    );
  };

  const sound = (before: ShownVerdict | null, shown: ShownVerdict | null) => {
    const { muted, volume } = store.getState().preferences;
    if (shown === null || muted) return;
    const isNew = shown.serial !== before?.serial;
    if (!isNew && shown.readAgain === before?.readAgain) return;
    player.play(shown.readAgain > 0 ? readAgainTone : toneOf(shown.entry), volume);
  };

  const show = (entry: BoardEntry) =>
    setBoard(arrive(store.getState().board, entry, performance.now()));

  const takeOutcome = (outcome: ScanOutcome) => {
    store.setState(({ recent }) => ({ recent: addRecent(recent, outcome), checking: false }));
    show({ kind: 'outcome', outcome });
  };

  const takeState = (station: StationState) => {
    const { importStart } = store.getState();
    const { phase } = station;
    const now = phase.kind === 'importing' ? { ...phase, at: performance.now() } : null;
    store.setState({
      station,
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
    },
  });

  const ask = async (command: StationCommand) => {
    const result = await link.ask(command);
    store.setState({ trouble: result.ok ? null : result.message });
    return result;
  };

  const scan = async (code: string, source: ScanSource) => {
    const parsed = parseTicketCode(code);
    if (parsed.kind === 'enrolment' && store.getState().station?.phase.kind === 'unenrolled') {
      const { server_url, client_id, client_secret } = parsed.enrolment;
      await ask({ kind: 'connect', server_url, client_id, client_secret });
      return;
    }
    store.setState(({ unanswered }) => ({ unanswered: unanswered + 1 }));
    const overdue = setTimeout(() => {
      if (store.getState().carrier === 'present') store.setState({ checking: true });
    }, OVERDUE_MS);
    const result = await link.ask({ kind: 'scan', code, symbology: null, source });
    clearTimeout(overdue);
    const unanswered = store.getState().unanswered - 1;
    store.setState({ unanswered, ...(unanswered === 0 ? { checking: false } : {}) });
    if (!result.ok) show({ kind: 'refusal', id: mintId(), message: result.message });
  };

  return {
    store,
    ask,
    playSample: () => player.play(sampleTone, store.getState().preferences.volume),
    scan: (code, source) => void scan(code, source),
    close: () => {
      clearTimeout(boardTimer);
      link.close();
    },
  };
}

function toneOf(entry: BoardEntry) {
  return tones[signalOfEntry(entry)];
}
