import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { formatNumber, formatTime } from '../../i18n/format.ts';
import styles from './counters.module.css';

const RATE_MINUTES = 5;

/** How full the venue is, and how fast it fills. */
export function AdmissionCounters(): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const counters = useDoorState(({ station }) => station?.counters ?? null);
  // Until all tickets have loaded, their number would keep growing.
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
      <Inside />
      <p className={styles['here']}>
        {number(counters?.admitted_here)} {words.counters.here}
      </p>
    </section>
  );
}

/** How many are inside now, where that differs from who was admitted, or is limited. From 95 % of the limit it warns. */
export function Inside(): ReactElement | null {
  const { corrections: words, signal } = useWords();
  const place = usePlace();
  const counters = useDoorState(({ station }) => station?.counters ?? null);
  const capacity = useDoorState(({ station }) => station?.policy.capacity ?? null);
  const asOf = useDoorState(({ station }) =>
    station?.sync.connection.kind === 'offline' ? station.sync.fresh_at.scans : null,
  );
  if (counters === null) return null;
  const { inside, admitted_total: admitted } = counters;
  if (capacity === null && inside === admitted) return null;
  const text =
    capacity === null
      ? `${formatNumber(inside, place.locale)} ${words.inside}`
      : words.insideOf(formatNumber(inside, place.locale), formatNumber(capacity, place.locale));
  const isNear = capacity !== null && inside >= capacity * NEARLY_FULL;
  return (
    <p className={styles['now']} data-near={isNear}>
      {isNear && <TriangleAlert size={18} aria-hidden="true" />}
      {text}
      {capacity !== null && inside >= capacity && ` · ${signal.full}`}
      {asOf !== null && ` · ${words.asOf(formatTime(asOf, place))}`}
    </p>
  );
}

const NEARLY_FULL = 0.95;

/** Admissions per minute over the last whole minutes. The current minute counts only if it is already ahead of them. */
function recentRate(perMinute: readonly number[]): number {
  const whole = perMinute.slice(-1 - RATE_MINUTES, -1);
  const mean = whole.reduce((sum, count) => sum + count, 0) / Math.max(1, whole.length);
  return Math.max(Math.round(mean), perMinute.at(-1) ?? 0);
}

const WIDTH = 160;
const HEIGHT = 36;
const GAP = 2;

interface Props {
  readonly values: readonly number[];
  readonly label: string;
}

/** One bar per minute, oldest left; the current minute is lighter because it is incomplete. */
function Sparkline({ values, label }: Props): ReactElement {
  const highest = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  return (
    <svg
      className={styles['sparkline']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${values.join(', ')}`}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1.5 : Math.max(3, (value / highest) * HEIGHT);
        const running = index === values.length - 1;
        return (
          <rect
            // A bar's identity is its position.
            key={index} // oxlint-disable-line react/no-array-index-key
            className={value === 0 ? styles['none'] : running ? styles['running'] : styles['bar']}
            x={index * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
            rx="1"
          />
        );
      })}
    </svg>
  );
}
