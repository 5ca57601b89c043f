import type { ReactElement } from 'react';
import { Counters } from './counters.tsx';
import styles from './door-screen.module.css';
import { LastScans } from './last-scans.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { VerdictPanel } from './verdict-panel.tsx';
import { Warnings } from '../../components/warnings.tsx';

/** The signal: event and place above, the verdict, what happened beside it, the station's honest state below. */
export function DoorScreen(): ReactElement {
  return (
    <div className={styles['door']}>
      <TopBar />
      <main className={styles['main']}>
        <VerdictPanel />
        <aside className={styles['side']}>
          <Counters />
          <LastScans />
        </aside>
      </main>
      <footer className={styles['foot']}>
        <Warnings />
        <StatusBar />
      </footer>
    </div>
  );
}
