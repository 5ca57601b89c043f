import type { ReactElement } from 'react';
import { findWords } from '../../shared/search-text.ts';
import styles from './marked.module.css';

interface Props {
  readonly text: string;
  readonly query: string;
}

/** A text with the search terms highlighted, matched the way the station matches them. */
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
