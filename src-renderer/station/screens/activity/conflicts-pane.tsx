import layout from '../../../components/layout.module.css';
import chips from '../../../components/chip.module.css';
import message from '../../../components/message.module.css';
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
          <div role="alert" className={`${message['message']} ${styles['say']}`}>
            <p className={message['what']}>{conflicts.failed}</p>
            <p>{conflictErrorText(refusal, words)}</p>
            <Button onPress={readAgain}>{actions.tryAgain}</Button>
          </div>
        )}
        {items === null && refusal === null && (
          <p className={`${message['message']} ${styles['say']}`}>
            {isAway ? words.idle.connecting : conflicts.loading}
          </p>
        )}
        {items?.length === 0 && (
          <div className={`${message['message']} ${styles['say']}`}>
            <p className={message['what']}>{conflicts.none[state]}</p>
            {state === 'open' && <p>{conflicts.noneNext}</p>}
          </div>
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
