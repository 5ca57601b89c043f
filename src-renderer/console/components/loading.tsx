import type { ReactElement } from 'react';
import { useWords } from '../data/console-context.tsx';
import styles from './loading.module.css';

/** While something is read for the first time: as many lines as it will about have. */
export function Loading({ lines = 6 }: { readonly lines?: number }): ReactElement {
  const { shell } = useWords();
  return (
    <div className={styles['loading']} role="status">
      <span className="for-screen-readers">{shell.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  );
}
