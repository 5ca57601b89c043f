import type { ReactElement } from 'react';
import styles from './sparkline.module.css';

const WIDTH = 160;
const HEIGHT = 36;
const GAP = 2;

interface Props {
  readonly values: readonly number[];
  readonly label: string;
}

/** One bar a minute, oldest left; the running minute is drawn lighter, because it is not whole. */
export function Sparkline({ values, label }: Props): ReactElement {
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
            // A bar is its minute's place in the row.
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
