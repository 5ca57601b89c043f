import type { ReactElement } from 'react';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { knownFlags } from '../../../shared/verdict/terms/door-flags.ts';
import { isKiosk } from '../state/door-state.ts';
import { useDoorState, useNames, useWords } from './door-context.tsx';
import styles from './said.module.css';

/** What the organiser wants said at the door. Note and answers go with the name: they are hidden where names are. */
export function Said({ outcome }: { readonly outcome: ScanOutcome }): ReactElement | null {
  const words = useWords();
  const { areHidden } = useNames();
  const { door_note: note } = outcome;
  const hasOnlyDoor = useDoorState(isKiosk);
  const answers = hasOnlyDoor ? [] : (outcome.answers ?? []);
  // The verdict itself asks for it.
  const flags = (outcome.flags ?? []).filter(
    (flag) => flag !== 'check_id' || outcome.kind !== 'admitted',
  );
  if (note === undefined && flags.length + answers.length === 0) return null;
  return (
    <div className={styles['said']}>
      {flags.length > 0 && (
        <ul className={styles['flags']}>
          {flags.map((flag) => {
            const known = knownFlags.find((one) => one === flag);
            return (
              <li key={flag}>
                <bdi>{known === undefined ? flag : words.flags[known]}</bdi>
              </li>
            );
          })}
        </ul>
      )}
      {note !== undefined && <p dir="auto">{areHidden ? '…' : note}</p>}
      {answers.map(({ label, text }) => (
        <p key={label} className={styles['answer']} dir="auto">
          <span>{label}</span> {areHidden ? '…' : text}
        </p>
      ))}
    </div>
  );
}
