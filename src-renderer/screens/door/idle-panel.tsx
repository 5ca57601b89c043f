import { ScanLine } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { ProgressBar } from 'react-aria-components';
import { useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { useScrollable } from '../../components/use-scrollable.ts';
import { adviceOn, diagnose } from '../../state/diagnosis.ts';
import { remainingTime } from '../../state/remaining-time.ts';
import { formatAge, formatNumber } from '../../state/words/format.ts';
import styles from './idle-panel.module.css';

/** What the place of the verdict says while there is none. */
export function IdlePanel(): ReactElement {
  const words = useWords();
  const isAway = useDoorState(({ carrier }) => carrier !== 'present');
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

/** Why the progress stands still. The station sheet says what to do. */
function ImportTrouble(): ReactElement | null {
  const words = useWords();
  const station = useDoorState((state) => state.station);
  const diagnosis = station === null ? null : diagnose(station);
  if (station === null || diagnosis === null) return null;
  return <p className={styles['trouble']}>{adviceOn(diagnosis, station, words).what}</p>;
}

function ImportProgress(): ReactElement | null {
  const words = useWords();
  const { locale } = usePlace();
  const start = useDoorState(({ importStart }) => importStart);
  const now = useDoorState(({ importNow }) => importNow);
  if (now === null) return null;
  const remaining = start === null ? null : remainingTime(start, now);
  const total = now.total === null ? null : formatNumber(now.total, locale);
  return (
    <div className={styles['progress']}>
      <ProgressBar
        aria-label={words.idle.loading}
        className={styles['track'] ?? ''}
        minValue={0}
        maxValue={now.total ?? 1}
        value={now.applied}
        isIndeterminate={now.total === null}
      >
        {({ percentage }) => (
          <svg className={styles['bar']} viewBox="0 0 100 1" preserveAspectRatio="none">
            <rect width={percentage ?? 100} height="1" />
          </svg>
        )}
      </ProgressBar>
      <p className={styles['figures']}>
        <span>{words.idle.loaded(formatNumber(now.applied, locale), total)}</span>
        {remaining !== null && (
          <span>{words.idle.remaining(formatAge(remaining + 999, locale))}</span>
        )}
      </p>
    </div>
  );
}
