import { ChartColumnStacked, ListOrdered, ScanLine, Store } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { goTo } from '../../state/door-actions.ts';
import { ariaShortcut, shortcutLabels } from '../../state/shortcuts.ts';
import { stationPlaces, type StationPlace } from '../../state/station-place.ts';
import styles from './place-rail.module.css';

const icons: Readonly<Record<StationPlace, LucideIcon>> = {
  door: ScanLine,
  boxOffice: Store,
  activity: ListOrdered,
  tonight: ChartColumnStacked,
};

/** The rail of places, each with icon, word and key. */
export function PlaceRail(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const current = useDoorState(({ place }) => place ?? 'door');
  return (
    <nav className={styles['rail']} aria-label={words.places}>
      <ul className={styles['places']}>
        {stationPlaces.map((place) => {
          const Icon = icons[place];
          return (
            <li key={place}>
              <button
                type="button"
                className={styles['place']}
                aria-current={place === current ? 'page' : undefined}
                aria-keyshortcuts={ariaShortcut(place)}
                onClick={() => goTo(door, place)}
              >
                <Icon className={styles['icon']} aria-hidden="true" />
                <span className={styles['word']}>{words.actions[place]}</span>
                <span className={styles['keys']} aria-hidden="true">
                  {shortcutLabels[place].join(' ')}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
