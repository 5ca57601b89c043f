import { Fragment } from 'react';
import type { ReactElement } from 'react';
import styles from './command-line.module.css';

/** A terminal command, wrapped as needed. */
export function CommandLine({ text }: { readonly text: string }): ReactElement {
  return (
    <pre className={styles['command']} dir="ltr">
      {text.split(' ').map((word, place) => (
        <Fragment key={`${place} ${word}`}>
          {place > 0 && ' '}
          <span className={styles['word']}>{word}</span>
        </Fragment>
      ))}
    </pre>
  );
}
