import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './secret.module.css';

/** A secret or a one-time link, to be read character by character or copied. */
export function Secret({ text }: { readonly text: string }): ReactElement {
  return (
    <span className={styles['secret']}>
      <code>{text}</code>
      <CopyButton text={text} />
    </span>
  );
}
