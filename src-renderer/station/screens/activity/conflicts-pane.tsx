import layout from '../../../components/layout.module.css';
import chips from '../../../components/chip.module.css';
import { Message } from '../../../components/message.tsx';
import styles from './conflicts-pane.module.css';
import { type ReactElement, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { conflictErrorText } from '../../state/command-error.ts';
import { ConflictCard } from './conflict-card.tsx';
import { type ConflictState, useConflicts } from './use-conflicts.ts';

const states = ['open', 'resolved'] as const satisfies readonly ConflictState[];

/** Verdicts at doors that differ from the server's. Fetched from the server, because only it knows all doors. */
export function ConflictsPane(): ReactElement {
  const words = useWords();
  const { conflicts, actions, attention } = words;
  const [state, setState] = useState<ConflictState>('open');
  const { items, next, refusal, readAgain, showMore } = useConflicts(state);
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  return (
    <div className={styles['pane']}>
      <div role="group" aria-label={conflicts.title} className={styles['states']}>
        {states.map((one) => (
          <button
            key={one}
            type="button"
            className={chips['chip']}
            aria-pressed={one === state}
            onClick={() => setState(one)}
          >
            {conflicts.states[one]}
          </button>
        ))}
      </div>
      <div {...useScrollable<HTMLDivElement>()} className={`${layout['scroll']} ${styles['list']}`}>
        {refusal !== null && (
          <Message
            role="alert"
            className={styles['say']}
            title={conflicts.failed}
            next={conflictErrorText(refusal, words)}
          >
            <Button onPress={readAgain}>{actions.tryAgain}</Button>
          </Message>
        )}
        {items === null && refusal === null && (
          <Message className={styles['say']}>
            {isAway ? words.idle.connecting : conflicts.loading}
          </Message>
        )}
        {items?.length === 0 && (
          <Message className={styles['say']} title={conflicts.none[state]}>
            {state === 'open' && <p>{conflicts.noneNext}</p>}
          </Message>
        )}
        {items?.map((conflict) => (
          <ConflictCard key={conflict.reference} conflict={conflict} resolved={readAgain} />
        ))}
        {next !== null && (
          <div className={styles['more']}>
            <Button onPress={showMore}>{attention.showMore}</Button>
          </div>
        )}
      </div>
    </div>
  );
}
