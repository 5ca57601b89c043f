import { createContext, startTransition, useContext, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Door } from '../state/door.ts';
import { type CommandError, commandErrorText } from '../state/command-error.ts';
import { areNamesHidden, type DoorState } from '../state/door-state.ts';
import { HIDDEN_EMAIL, initialsOf } from '../state/hidden-name.ts';
import { catalogue } from '../i18n/languages.ts';
import { knownZone, type Place } from '../i18n/format.ts';
import type { Words } from '../i18n/en.ts';

export const DoorContext = createContext<Door | null>(null);

export function useDoor(): Door {
  const door = useContext(DoorContext);
  if (door === null) throw new Error('expected a DoorContext above this component');
  return door;
}

/** Subscribes to one slice: the component re-renders only when that slice changes. */
export function useDoorState<T>(select: (state: DoorState) => T): T {
  return useStore(useDoor().store, select);
}

/**
 * The same for parts that may update a moment later: they change after the next frame has been painted, so that a verdict does
 * not wait for its surroundings. `select` must be the same function at every call.
 */
export function useDoorStateAfterPaint<T>(select: (state: DoorState) => T): T {
  const { store } = useDoor();
  const [value, setValue] = useState(() => select(store.getState()));
  useEffect(() => {
    const take = () => startTransition(() => setValue(() => select(store.getState())));
    let frame: number | null = null;
    const unsubscribe = store.subscribe((state, before) => {
      if (frame !== null || select(state) === select(before)) return;
      frame = requestAnimationFrame(() => {
        frame = null;
        setTimeout(take);
      });
    });
    take();
    return () => {
      unsubscribe();
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [store, select]);
  return value;
}

export function useWords(): Words {
  return catalogue[useDoorState(localeOf)];
}

/** Returns the sentence for an error of a command. */
export function useErrorText(): (error: CommandError) => string {
  const words = useWords();
  const station = useDoorState((state) => state.station);
  return (error) => commandErrorText(error, words, station);
}

/** The screen's language and the event's time zone, for formatting times. Before there is an event, the device's zone. */
export function usePlace(): Place {
  const locale = useDoorState(localeOf);
  const zone = useDoorState(({ station }) => station?.event?.timezone);
  return {
    locale,
    zone: zone === undefined ? DEVICE_ZONE : knownZone(zone),
    deviceZone: DEVICE_ZONE,
  };
}

const DEVICE_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

function localeOf({ station, preferences }: DoorState) {
  return station?.locale ?? preferences.locale;
}

/** Corrected time in milliseconds since the epoch, updated at each whole second. */
export function useNow(): number {
  const offset = useDoorState(({ station }) => station?.clock.offset_ms ?? 0);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const device = Date.now();
      setNow(device);
      timer = setTimeout(tick, 1000 - ((((device + offset) % 1000) + 1000) % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [offset]);
  return now + offset;
}

const QUIET_MS = 300;

/** Returns a different string after any change at the station that may affect a search or an order; at most about three times a second. */
export function useStationChanges(): string {
  const now = useDoorState(({ transport, station, recent }) =>
    [transport, station?.revision, recent[0]?.reference].join(' '),
  );
  const latest = useRef(now);
  const [shown, show] = useState(now);
  const isStale = shown !== now;
  useEffect(() => {
    latest.current = now;
  }, [now]);
  useEffect(() => {
    if (!isStale) return undefined;
    const timer = setTimeout(() => show(latest.current), QUIET_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what changes while an earlier change is being shown leaves `isStale` as it was
  }, [isStale, shown]);
  return shown;
}

interface Names {
  readonly areHidden: boolean;
  readonly nameOf: (name: string) => string;
  readonly emailOf: (email: string) => string;
}

/** Formats names and addresses as the screen may currently show them. */
export function useNames(): Names {
  return useDoorState(areNamesHidden) ? hidden : shown;
}

const hidden: Names = { areHidden: true, nameOf: initialsOf, emailOf: () => HIDDEN_EMAIL };
const shown: Names = { areHidden: false, nameOf: (name) => name, emailOf: (email) => email };
