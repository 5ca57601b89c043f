import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ImportDescribed } from '../../../../shared/console/operation-results.ts';
import { useFormats } from '../../data/console-context.tsx';
import { Busy } from './import-outcome.tsx';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

/** How long lines were counted before they tell how long the others take. */
const KNOWN_AFTER_MS = 3_000;

export function isMoving({ status }: ImportDescribed): boolean {
  return status === 'running' || status === 'undoing';
}

/** How far an import is that has not ended. */
export function ImportProgress({
  shown: { status, lines, lines_done },
  at,
  isLost,
}: {
  readonly shown: ImportDescribed;
  /** When it was so, in milliseconds. */
  readonly at: number;
  /** Nobody knows how far it is. */
  readonly isLost: boolean;
}): ReactElement {
  const { importing: words } = useImportWords();
  const { number, duration } = useFormats();
  const [first] = useState({ at, lines_done });
  const secondsALine = (at - first.at) / 1_000 / (lines_done - first.lines_done);
  const isKnown = at - first.at >= KNOWN_AFTER_MS && lines_done > first.lines_done;
  const left = isKnown ? ` ${words.left(duration((lines - lines_done) * secondsALine))}` : '';
  return (
    <div className={styles['progress']}>
      {status === 'running' && (
        <progress value={lines_done} max={Math.max(1, lines)} aria-label={words.progress} />
      )}
      {isLost ? (
        <p role="alert" className={styles['asked']}>
          {words.lostSight}
        </p>
      ) : (
        <Busy
          text={
            status === 'running'
              ? words.importing(number(lines_done), number(lines)) + left
              : words.states.undoing
          }
        />
      )}
    </div>
  );
}
