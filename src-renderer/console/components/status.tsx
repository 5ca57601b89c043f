import type { ReactElement } from 'react';
import styles from './status.module.css';

/** How a state is meant: done or good, waiting, over or refused, or nothing in particular. */
export type Tone = 'ok' | 'waiting' | 'no' | 'plain';

/** A state in a word, with a dot of its tone. */
export function Status({
  tone,
  text,
}: {
  readonly tone: Tone;
  readonly text: string;
}): ReactElement {
  return (
    <span className={`${styles['status']} ${styles[tone]}`}>
      <span className={styles['dot']} aria-hidden="true" />
      {text}
    </span>
  );
}
