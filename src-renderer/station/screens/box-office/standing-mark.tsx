import type { ReactElement } from 'react';
import { useWords } from '../../components/door-context.tsx';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { roleOf } from '../../state/verdict/outcome-signal.ts';
import type { Standing } from './ticket-standing.ts';
import styles from './standing-mark.module.css';

/** A ticket's status as a sign and a word: a ring if it is not in yet, otherwise the verdict's shape. */
export function StandingMark({ standing }: { readonly standing: Standing }): ReactElement {
  const { search, signal } = useWords();
  const isTold = standing === 'open' || standing === 'in';
  const words = { open: search.open, in: search.isIn };
  const role = isTold ? standing : roleOf(standing);
  return (
    <span className={styles['standing']} data-role={role}>
      <span className={styles['sign']} aria-hidden="true">
        {standing === 'open' ? (
          <span className={styles['ring']} />
        ) : (
          <OutcomeShape signal={standing === 'in' ? 'admit' : standing} />
        )}
      </span>
      <span>{isTold ? words[standing] : signal[standing]}</span>
    </span>
  );
}
