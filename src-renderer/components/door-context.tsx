import { createContext, useContext } from 'react';
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
