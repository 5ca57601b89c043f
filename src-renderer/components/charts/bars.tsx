import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { ReactElement, ReactNode } from 'react';
import styles from './bars.module.css';

export interface BarRow {
  readonly key: string;
  readonly sign?: ReactNode;
  readonly name: string;
  /** The chart in words. */
  readonly figures: string;
  readonly part: number;
  readonly whole: number;
}

const LENGTH = 100;

/** A list of texts, each with a bar below it. The text contains the number, so the bar is decorative. */
export function Bars({
  rows,
  role,
}: {
  readonly rows: readonly BarRow[];
  readonly role: 'accent' | 'no';
}): ReactElement {
  return (
    <ul className={styles['bars']} data-role={role}>
      {rows.map(({ key, sign, name, figures, part, whole }) => {
        const lengthOf = scaleLinear<number>({
          domain: [0, Math.max(1, whole)],
          range: [0, LENGTH],
          clamp: true,
        });
        return (
          <li key={key} className={styles['row']}>
            <span className={styles['name']}>
              {sign !== undefined && <span className={styles['sign']}>{sign}</span>}
              <bdi className={styles['text']}>{name}</bdi>
            </span>
            <span className={styles['figures']}>{figures}</span>
            <svg
              className={styles['drawing']}
              viewBox={`0 0 ${LENGTH} 1`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <Bar className={styles['whole'] ?? ''} width={LENGTH} height={1} />
              <Bar className={styles['part'] ?? ''} width={lengthOf(part)} height={1} />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
