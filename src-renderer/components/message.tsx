import type { ReactElement, ReactNode } from 'react';
import styles from './message.module.css';

interface Props {
  /** What is the matter, in a line. */
  readonly title?: string;
  readonly next?: string;
  /** A failure is announced. */
  readonly role?: 'alert';
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** In place of what cannot be shown. */
export function Message({ title, next, role, className = '', children }: Props): ReactElement {
  return (
    <div role={role} className={`${styles['message']} ${className}`}>
      {title !== undefined && (
        <p className={styles['what']} dir="auto">
          {title}
        </p>
      )}
      {next !== undefined && <p>{next}</p>}
      {children}
    </div>
  );
}
