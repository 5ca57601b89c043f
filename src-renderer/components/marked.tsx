import type { ReactElement } from 'react';
import { findWords } from '../../shared/search-text.ts';
import styles from './marked.module.css';

interface Props {
  readonly text: string;
  readonly query: string;
}

/** A text with what was searched for marked in it: found as the station finds it. */
export function Marked({ text, query }: Props): ReactElement {
  const found = findWords(text, query);
  const starts = [0, ...found.map(([, until]) => until)];
  return (
    <bdi>
      {starts.map((start, place) => {
        const [from, until] = found[place] ?? [text.length, text.length];
        return (
          <span key={start}>
            {text.slice(start, from)}
            {until > from && <mark className={styles['mark']}>{text.slice(from, until)}</mark>}
          </span>
        );
      })}
    </bdi>
  );
}
