import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './secret.module.css';

/** A secret or a one-time link, to be read character by character or copied. */
export function Secret({
  text,
  shown = text,
}: {
  readonly text: string;
  /** The same as people read it. */
  readonly shown?: string;
}): ReactElement {
  return (
    <span className={styles['secret']}>
      <code>{shown}</code>
      <CopyButton text={text} />
    </span>
  );
}
