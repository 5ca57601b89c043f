import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import { useDoorState } from '../../components/door-context.tsx';
import { OfflineQuestion } from './offline-question.tsx';
import { WarningList } from '../../components/warning-list.tsx';
import { isKiosk } from '../../state/door-state.ts';
import type { StationPlace } from '../../state/station-place.ts';
import { ActivityScreen } from '../activity/activity-screen.tsx';
import { BoxOfficeScreen } from '../box-office/box-office-screen.tsx';
import { DoorScreen } from '../door/door-screen.tsx';
import { StatusBar } from '../../components/status-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { PlaceRail } from './place-rail.tsx';
import styles from './places-screen.module.css';
import { VerdictStrip } from './verdict-strip.tsx';

/** The page loads it after the door; see `main.tsx`. */
const TonightScreen = lazy(async () => ({
  default: (await import('../tonight/tonight-screen.tsx')).TonightScreen,
}));

const screens: Readonly<Record<StationPlace, ComponentType>> = {
  door: DoorScreen,
  boxOffice: BoxOfficeScreen,
  activity: ActivityScreen,
  tonight: TonightScreen,
};

/** An open station: event and entry point at the top, the current place, and the station's status at the bottom. */
export function PlacesScreen(): ReactElement {
  const hasOnlyDoor = useDoorState(isKiosk);
  const chosen = useDoorState((state) => state.place ?? 'door');
  const place = hasOnlyDoor ? 'door' : chosen;
  const Place = screens[place];
  return (
    <div className={styles['screen']}>
      <TopBar />
      <div className={styles['middle']} data-kiosk={hasOnlyDoor}>
        {!hasOnlyDoor && <PlaceRail />}
        <Suspense>
          <Place />
        </Suspense>
      </div>
      <footer>
        <OfflineQuestion />
        <WarningList />
        <StatusBar />
      </footer>
      {place !== 'door' && <VerdictStrip />}
    </div>
  );
}
