import type { ReactElement } from 'react';
import { useDoorState } from '../../components/door-context.tsx';
import { CameraPreview } from '../../components/camera-preview.tsx';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { isKiosk } from '../../state/door-state.ts';
import { AdmissionCounters } from './counters.tsx';
import styles from './door-screen.module.css';
import { LastScans } from './last-scans.tsx';
import { VerdictPanel } from './verdict-panel.tsx';

/** The door: the verdict, and next to it counters and last scans. */
export function DoorScreen(): ReactElement {
  const hasSheet = useDoorState(({ sheet }) => sheet !== null);
  const hasOnlyDoor = useDoorState(isKiosk);
  return (
    <main
      {...useScrollable<HTMLElement>()}
      className={styles['main']}
      data-docked={hasSheet}
      data-kiosk={hasOnlyDoor && !hasSheet}
    >
      <VerdictPanel />
      <aside className={styles['side']}>
        {!hasOnlyDoor && <AdmissionCounters />}
        {!hasOnlyDoor && <LastScans />}
        <div className={styles['camera']}>
          <CameraPreview />
        </div>
      </aside>
    </main>
  );
}
