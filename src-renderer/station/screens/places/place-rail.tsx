import { ChartColumnStacked, ListOrdered, ScanLine, Store } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import badge from '../../../components/badge.module.css';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { goTo } from '../../state/door-actions.ts';
import { toLookAt } from '../../state/door-state.ts';
import { ariaShortcut, shortcutLabels } from '../../state/shortcuts.ts';
import { stationPlaces, type StationPlace } from '../../state/station-place.ts';
import styles from './place-rail.module.css';

const icons: Readonly<Record<StationPlace, LucideIcon>> = {
  door: ScanLine,
  boxOffice: Store,
  activity: ListOrdered,
  tonight: ChartColumnStacked,
};

/** How much in Activity waits for a supervisor. */
function LookBadge(): ReactElement | null {
  const words = useWords();
  const count = useDoorState(toLookAt);
  if (count === 0) return null;
  return (
    <span className={`${badge['badge']} ${styles['badge']}`}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="for-screen-readers">{words.status.attention(count)}</span>
    </span>
  );
}

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
                <span className={styles['sign']}>
                  <Icon className={styles['icon']} aria-hidden="true" />
                  {place === 'activity' && <LookBadge />}
                </span>
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
