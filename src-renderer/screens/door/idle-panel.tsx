import { ScanLine } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { ImportProgress } from '../../components/import-progress.tsx';
import { useScrollable } from '../../components/use-scrollable.ts';
import { adviceOn, diagnose } from '../../state/diagnosis.ts';
import styles from './idle-panel.module.css';

/** Fills the verdict's place while there is none. */
export function IdlePanel(): ReactElement {
  const words = useWords();
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  const checking = useDoorState((state) => state.checking);
  const unanswered = useDoorState((state) => state.unanswered);
  const importing = useDoorState(({ importNow }) => importNow !== null);
  if (isAway) {
    return (
      <Idle title={words.idle.connecting} next={words.idle.awayNext} busy>
        {unanswered > 0 && <p className={styles['kept']}>{words.idle.kept(unanswered)}</p>}
      </Idle>
    );
  }
  if (checking)
    return <Idle title={words.verdict.checking} next={words.verdict.checkingNext} busy />;
  if (importing) {
    return (
      <Idle title={words.idle.loading} next={words.idle.loadingNext} busy>
        <ImportProgress />
        <ImportTrouble />
      </Idle>
    );
  }
  return <Idle title={words.idle.ready} next={words.idle.readyNext} />;
}

interface IdleProps {
  readonly title: string;
  readonly next: string;
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

function Idle({ title, next, busy = false, children }: IdleProps): ReactElement {
  return (
    <div {...useScrollable<HTMLDivElement>()} className={styles['idle']}>
      <ScanLine className={styles['icon']} data-busy={busy} aria-hidden="true" />
      <p className={styles['title']}>{title}</p>
      {children}
      <p className={styles['next']}>{next}</p>
    </div>
  );
}

/** Why the progress has stopped. The station sheet says what to do. */
function ImportTrouble(): ReactElement | null {
  const words = useWords();
  const station = useDoorState((state) => state.station);
  const diagnosis = station === null ? null : diagnose(station);
  if (station === null || diagnosis === null) return null;
  return <p className={styles['trouble']}>{adviceOn(diagnosis, station, words).what}</p>;
}
