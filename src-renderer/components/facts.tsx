import type { ReactElement, ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** A list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles['fact']}>
          <dt className={styles['label']}>{label}</dt>
          <dd className={styles['value']} dir="auto">
            {value === '' || value === null ? '–' : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
