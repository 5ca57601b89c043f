import type { ReactElement } from 'react';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { OutcomeShape } from '../../design/shapes/outcome-shape.tsx';
import { roleOf } from '../../state/signal.ts';
import { signalOfEntry } from '../../state/verdict-board.ts';
import styles from './waiting-verdicts.module.css';

const SHOWN = 6;

/** Verdicts that come next, in order. */
export function WaitingVerdicts(): ReactElement | null {
  const words = useWords();
  const waiting = useDoorState(({ board }) => board.waiting);
  if (waiting.length === 0) return null;
  return (
    <p className={styles['waiting']}>
      {waiting.slice(0, SHOWN).map(({ entry, serial }) => {
        const signal = signalOfEntry(entry);
        return (
          <span key={serial} className={styles['shape']} data-role={roleOf(signal)}>
            <OutcomeShape signal={signal} />
          </span>
        );
      })}
      <span>{words.verdict.waiting(waiting.length)}</span>
    </p>
  );
}
