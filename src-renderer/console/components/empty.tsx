import type { ReactElement, ReactNode } from 'react';
import styles from './trouble.module.css';

interface Props {
  readonly title: string;
  readonly next?: string;
  /** What begins it. */
  readonly children?: ReactNode;
}

/** In place of a list without rows. */
export function Empty({ title, next, children }: Props): ReactElement {
  return (
    <div className={styles['trouble']}>
      <p className={styles['what']}>{title}</p>
      {next !== undefined && <p className={styles['next']}>{next}</p>}
      {children}
    </div>
  );
}
