import type { ReactElement } from 'react';
import styles from './keys.module.css';

/** Keys as they are printed, pressed together. */
export function Keys({ keys }: { readonly keys: readonly string[] }): ReactElement {
  return (
    <span className={styles['keys']}>
      {keys.map((key) => (
        <kbd key={key} className={styles['key']}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
