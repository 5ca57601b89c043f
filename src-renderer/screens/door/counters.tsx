import type { ReactElement } from 'react';
import { useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { formatNumber } from '../../state/words/format.ts';
import styles from './counters.module.css';
import { Sparkline } from './sparkline.tsx';

const RATE_MINUTES = 5;

/** How full it is, and how fast it fills. */
export function Counters(): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const counters = useDoorState(({ station }) => station?.counters ?? null);
  // Until the tickets are all here, their number would only grow.
  const isWhole = useDoorState(({ station }) => station?.phase.kind !== 'importing');
  const number = (value: number | undefined) =>
    value === undefined ? '–' : formatNumber(value, locale);
  const perMinute = counters?.per_minute ?? [];
  return (
    <section className={styles['counters']} aria-label={words.counters.title}>
      <p className={styles['total']}>
        <strong className={styles['inside']}>{number(counters?.admitted_total)}</strong>
        <span className={styles['of']}>
          {' / '}
          {number(isWhole ? counters?.expected : undefined)} {words.counters.inside}
        </span>
      </p>
      <div className={styles['pace']}>
        <Sparkline values={perMinute} label={words.counters.chart} />
        <span className={styles['rate']}>
          {number(recentRate(perMinute))}
          <span className={styles['unit']}>{words.counters.perMinute}</span>
        </span>
      </div>
      <p className={styles['here']}>
        {number(counters?.admitted_here)} {words.counters.here}
      </p>
    </section>
  );
}

/** Admissions per minute over the last whole minutes. The running minute counts only when it is already ahead of them. */
function recentRate(perMinute: readonly number[]): number {
  const whole = perMinute.slice(-1 - RATE_MINUTES, -1);
  const mean = whole.reduce((sum, count) => sum + count, 0) / Math.max(1, whole.length);
  return Math.max(Math.round(mean), perMinute.at(-1) ?? 0);
}
