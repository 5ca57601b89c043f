import type { ReactElement } from 'react';
import { ProgressBar } from 'react-aria-components';
import { remainingTime } from '../state/remaining-time.ts';
import { formatAge, formatNumber } from '../i18n/format.ts';
import { useDoorState, usePlace, useWords } from './door-context.tsx';
import styles from './import-progress.module.css';

/** The progress of the first import and its remaining time. Renders nothing if none is running. */
export function ImportProgress(): ReactElement | null {
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
