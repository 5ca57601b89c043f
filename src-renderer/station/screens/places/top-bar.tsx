import { Eye, EyeOff, Lock, LogIn, LogOut, Maximize, Settings } from 'lucide-react';
import { type ReactElement, useSyncExternalStore } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useNow,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { Picker, type PickerOption } from './picker.tsx';
import { changeDoor, runAction } from '../../state/door-actions.ts';
import { areNamesHidden, isKiosk, turns } from '../../state/door-state.ts';
import { canFillScreen, enterFullScreen, onFullScreen } from '../../state/stay-in-front.ts';
import { formatClock, formatDayTime } from '../../i18n/format.ts';
import styles from './top-bar.module.css';

const BOX_OFFICE = 'box-office';
/** Turns the door around; no entry point. */
const TURN = 'turn';

export function TopBar(): ReactElement {
  const words = useWords();
  const hasOnlyDoor = useDoorState(isKiosk);
  const hidesNames = useDoorState(({ preferences }) => preferences.hidesNames);
  if (hasOnlyDoor) return <KioskBar />;
  return (
    <header className={styles['bar']} data-buttons={hidesNames ? 2 : 1}>
      <EventPicker />
      <div className={styles['entry']}>
        <EntryPointPicker />
        <TurnButton />
      </div>
      <Clock />
      <ShowNames />
      <ActionButton action="settings" label={words.actions.settings} look="icon">
        <Settings size={22} />
      </ActionButton>
    </header>
  );
}

/** If names are hidden: shows them for a moment. */
function ShowNames(): ReactElement | null {
  const words = useWords();
  const hidesNames = useDoorState(({ preferences }) => preferences.hidesNames);
  const isHidden = useDoorState(areNamesHidden);
  if (!hidesNames) return null;
  return (
    <ActionButton action="showNames" label={words.actions.showNames} look="icon">
      {isHidden ? <EyeOff size={22} /> : <Eye size={22} />}
    </ActionButton>
  );
}

/** The top bar of a kiosk, where nothing can be chosen: event and entry point, the time, and the way out. */
function KioskBar(): ReactElement {
  const words = useWords();
  const event = useDoorState(({ station }) => station?.event?.name ?? words.noEvent);
  const entryPoint = useDoorState(
    ({ station }) => station?.entry_point?.name ?? words.actions.boxOffice,
  );
  const hasRoom = useSyncExternalStore(onFullScreen, canFillScreen);
  return (
    <header className={styles['locked']}>
      <h1 className={styles['name']}>{event}</h1>
      <p className={styles['name']}>{entryPoint}</p>
      <TurnButton />
      <Clock />
      <ShowNames />
      {hasRoom && (
        <Button look="icon" aria-label={words.kiosk.fullScreen} onPress={enterFullScreen}>
          <Maximize size={22} />
        </Button>
      )}
      <ActionButton action="kiosk" label={words.kiosk.leave} look="icon">
        <Lock size={22} />
      </ActionButton>
    </header>
  );
}

/** Turns the door around where guests pass both ways. Elsewhere the list of entry points does, so that no slip lets anybody out. */
function TurnButton(): ReactElement | null {
  const { corrections: words } = useWords();
  const isOffered = useDoorState(turns);
  const isOut = useDoorState(({ station }) => station?.direction === 'out');
  if (!isOffered) return null;
  return (
    <div className={styles['turn']}>
      <ActionButton action="direction" label={isOut ? words.turnIn : words.turnOut}>
        {isOut ? <LogIn size={20} aria-hidden="true" /> : <LogOut size={20} aria-hidden="true" />}
        <span>{isOut ? words.turnIn : words.turnOut}</span>
      </ActionButton>
    </div>
  );
}

function EventPicker(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const place = usePlace();
  const event = useDoorState(({ station }) => station?.event ?? null);
  const offered = useDoorState(({ station }) => station?.events ?? none);
  const startsAt = event?.starts_at ?? null;
  const options: PickerOption[] = offered.map(({ reference, name, starts_at }) => ({
    id: reference,
    name,
    note: starts_at === null ? null : formatDayTime(starts_at, place),
  }));
  const isOffered = offered.some(({ reference }) => reference === event?.reference);
  if (event !== null && !isOffered) {
    options.unshift({ id: event.reference, name: event.name, note: words.notOffered });
  }
  return (
    <h1 className={styles['event']}>
      {event === null ? (
        <span className={styles['noEvent']}>{words.noEvent}</span>
      ) : (
        <Picker
          name="event"
          label={words.actions.event}
          options={options}
          selected={event.reference}
          onSelect={(reference) => changeDoor(door, { kind: 'select_event', event: reference })}
        />
      )}
      {startsAt !== null && (
        <span className={styles['when']}>{formatDayTime(startsAt, place)}</span>
      )}
    </h1>
  );
}

function EntryPointPicker(): ReactElement | null {
  const door = useDoor();
  const words = useWords();
  const hasEvent = useDoorState(({ station }) => (station?.event ?? null) !== null);
  const current = useDoorState(({ station }) => station?.entry_point ?? null);
  const points = useDoorState(({ station }) => station?.entry_points ?? none);
  const isOut = useDoorState(({ station }) => station?.direction === 'out');
  const hasButton = useDoorState(turns);
  if (!hasEvent) return null;
  const options: PickerOption[] = [
    ...points.map(({ reference, name }) => ({ id: reference, name, note: null })),
    { id: BOX_OFFICE, name: words.actions.boxOffice, note: null },
    ...(current === null || hasButton
      ? []
      : [
          {
            id: TURN,
            name: isOut ? words.corrections.turnIn : words.corrections.turnOut,
            note: null,
          },
        ]),
  ];
  // Once archived, it is still this station's until somebody chooses another.
  const isOffered = points.some(({ reference }) => reference === current?.reference);
  if (current !== null && !isOffered) {
    options.unshift({ id: current.reference, name: current.name, note: words.notOffered });
  }
  return (
    <Picker
      name="entryPoint"
      label={words.actions.entryPoint}
      options={options}
      selected={current?.reference ?? BOX_OFFICE}
      onSelect={(id) => {
        if (id === TURN) runAction(door, 'direction');
        else {
          changeDoor(door, {
            kind: 'select_entry_point',
            location: id === BOX_OFFICE ? null : id,
          });
        }
      }}
    />
  );
}

function Clock(): ReactElement {
  const place = usePlace();
  const now = useNow();
  return <time className={styles['clock']}>{formatClock(now, place)}</time>;
}

const none: readonly never[] = [];
