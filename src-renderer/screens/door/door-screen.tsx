import type { ReactElement } from 'react';
import { useDoorState } from '../../components/door-context.tsx';
import { CameraPreview } from '../../components/camera-preview.tsx';
import { useScrollable } from '../../components/use-scrollable.ts';
import { Warnings } from '../../components/warnings.tsx';
import { Counters } from './counters.tsx';
import styles from './door-screen.module.css';
import { LastScans } from './last-scans.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { VerdictPanel } from './verdict-panel.tsx';

/** The signal: event and place above, the verdict, what happened beside it, the station's honest state below. */
export function DoorScreen(): ReactElement {
  const hasSheet = useDoorState(({ sheet }) => sheet !== null);
  return (
    <div className={styles['door']}>
      <TopBar />
      <main {...useScrollable<HTMLElement>()} className={styles['main']} data-docked={hasSheet}>
        <VerdictPanel />
        <aside className={styles['side']}>
          <Counters />
          <LastScans />
          <div className={styles['camera']}>
            <CameraPreview />
          </div>
        </aside>
      </main>
      <footer>
        <Warnings />
        <StatusBar />
      </footer>
    </div>
  );
}
