import type { StoreApi } from 'zustand/vanilla';
import { assertNever } from '../../../shared/assert-never.ts';
import type { StationMessage } from '../../../shared/station/messages.ts';
import type { ScanOutcome, ScanSource } from '../../../shared/station/outcomes.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { type DoorState, noSearch, shareState } from './door-state.ts';
import {
  addRecent,
  keepChecked,
  markReleased,
  mergeRecent,
  type Released,
  unseenOutcomes,
} from './recent-scans.ts';
import { paceFrom } from './remaining-time.ts';
import { firstPlace } from './station-place.ts';
import { type BoardEntry, emptyBoard } from './verdict/verdict-board.ts';

type Message = Exclude<StationMessage, { kind: 'reply' }>;

interface Receivers {
  readonly showVerdict: (entry: BoardEntry) => void;
  readonly onEnrolmentCode: (code: string, source: ScanSource) => void;
}

/** Returns a function that puts what the station reports into the store, and shows each outcome. */
export function takeMessages(
  store: StoreApi<DoorState>,
  { showVerdict, onEnrolmentCode }: Receivers,
): (message: Message) => void {
  const takeOutcome = (received: ScanOutcome) => {
    const outcome = keepChecked(store.getState().recent, received);
    store.setState(({ recent, companions, order }) => ({
      recent: addRecent(recent, outcome),
      companions: companionsAfter(companions, outcome),
      order: orderAfter(order, outcome),
      checking: false,
      namesAsked: false,
    }));
    showVerdict({ kind: 'outcome', outcome });
  };

  return (message) => {
    switch (message.kind) {
      case 'welcome': {
        const isFirst = store.getState().transport === 'connecting';
        takeState(store, message.state);
        const { recent } = store.getState();
        const known = message.state.phase.kind === 'revoked' ? [] : message.recent;
        const missed = isFirst ? [] : unseenOutcomes(recent, known);
        // Whose name was asked for before this page was opened, nobody can say any more.
        const received = known.map((one) => (isFirst ? { ...one, isChecked: true } : one));
        store.setState((state) => ({
          // What was undone meanwhile may still be shown as an admission.
          ...received.reduce<Released>(markEnded, state),
          transport: 'present',
          recent: mergeRecent(recent, received),
        }));
        for (const outcome of missed) takeOutcome(outcome);
        return;
      }
      case 'state':
        if (message.state.revision >= (store.getState().station?.revision ?? 0)) {
          takeState(store, message.state);
        }
        return;
      case 'outcome':
        takeOutcome(message.outcome);
        return;
      case 'released':
        store.setState((state) => markReleased(state, message.scan, message.released));
        return;
      case 'companions': {
        // Its verdict may still wait for the one before.
        const { scan, others } = message;
        if (store.getState().recent[0]?.reference === scan)
          store.setState({ companions: { scan, others } });
        return;
      }
      case 'enrolment_code':
        onEnrolmentCode(message.code, message.source);
        return;
      default:
        assertNever(message);
    }
  };
}

/** What the station reports as ended has ended wherever it is shown. */
function markEnded(before: Released, { reference, released }: ScanOutcome): Released {
  return released === undefined ? before : markReleased(before, reference, released);
}

/** An offer to admit the rest of an order stays while its ticket lies under the scanner and is read again. */
function companionsAfter(
  companions: DoorState['companions'],
  { kind, repeated, reference }: ScanOutcome,
): DoorState['companions'] {
  const isSame = repeated && kind === 'admitted' && reference === companions?.scan;
  return isSame ? companions : null;
}

/** While those of an order who were held are let in one after another, what became of it stays. */
function orderAfter(order: DoorState['order'], outcome: ScanOutcome): DoorState['order'] {
  const isHeld = order?.some(({ kind, ticket }) => kind === 'held' && ticket === outcome.ticket);
  if (order === null || isHeld !== true) return null;
  return order.map((one) => (one.ticket === outcome.ticket ? outcome : one));
}

function takeState(store: StoreApi<DoorState>, received: StationState): void {
  const { importStart, station: before, place: current, board } = store.getState();
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
  // What was said of a guest on the way in is not said of the next one on the way out.
  const isTurned = before !== null && before.direction !== station.direction;
  if (isTurned && board.waiting.length === 0)
    store.setState({ board: emptyBoard, companions: null, order: null });
  // Closes what was open before kiosk mode, and the keypad.
  if (entersKiosk || leavesKiosk) store.setState({ sheet: null, picker: null });
  store.setState({
    station,
    place: current ?? firstPlace(station),
    importNow: now,
    importStart: now === null ? null : paceFrom(importStart, now),
  });
}
