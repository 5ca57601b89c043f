import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Door } from '../state/door.ts';
import type { DoorState } from '../state/door-state.ts';
import { catalogue } from '../state/words/catalogue.ts';
import { knownZone } from '../state/words/format.ts';
import type { Place } from '../state/words/format.ts';
import type { Words } from '../state/words/words.ts';

export const DoorContext = createContext<Door | null>(null);

export function useDoor(): Door {
  const door = useContext(DoorContext);
  if (door === null) throw new Error('expected a DoorContext above this component');
  return door;
}

/** Subscribes to one slice: the component draws again only when that slice is another value. */
export function useDoorState<T>(select: (state: DoorState) => T): T {
  return useStore(useDoor().store, select);
}

/**
 * The same for what may come a moment later: it is taken up once the frame that follows a change has been painted, so that a verdict
 * does not wait for what stands beside it. `select` is the same function at every call.
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

/** The language of the screen and the zone of the event: where times are told. Before there is an event it is the device's. */
export function usePlace(): Place {
  const locale = useDoorState(localeOf);
  const zone = useDoorState(({ station }) => station?.event?.timezone);
  return { locale, zone: zone === undefined ? DEVICE_ZONE : knownZone(zone) };
}

const DEVICE_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

function localeOf({ station, preferences }: DoorState) {
  return station?.locale ?? preferences.locale;
}
