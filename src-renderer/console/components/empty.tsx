import type { ReactElement, ReactNode } from 'react';
import styles from './trouble.module.css';

interface Props {
  readonly title: string;
  /** What to do about it, for who may. */
  readonly next?: string | false;
  /** What begins it. */
  readonly children?: ReactNode;
}

/** In place of a list without rows. */
export function Empty({ title, next = false, children }: Props): ReactElement {
  return (
    <div className={styles['trouble']}>
      <p className={styles['what']}>{title}</p>
      {next !== false && <p className={styles['next']}>{next}</p>}
      {children}
    </div>
  );
}
