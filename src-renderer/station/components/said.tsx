import type { ReactElement } from 'react';
import type { SaidAnswer, ScanOutcome } from '../../../shared/station/outcomes.ts';
import { knownFlags } from '../../../shared/verdict/terms/door-flags.ts';
import { isKiosk } from '../state/door-state.ts';
import { useDoorState, useNames, useWords } from './door-context.tsx';
import styles from './said.module.css';

/** Answers that the organiser wants said. They go with the name: they are hidden where names are, and not for a kiosk. */
export function useAnswers(answers: readonly SaidAnswer[] = []): readonly SaidAnswer[] {
  const { areHidden } = useNames();
  if (useDoorState(isKiosk)) return [];
  return areHidden ? answers.map(({ label }) => ({ label, text: '…' })) : answers;
}

interface Props {
  /** Of an outcome, or of a ticket at the box office. */
  readonly of: Pick<ScanOutcome, 'door_note' | 'flags' | 'answers'> & {
    readonly kind?: ScanOutcome['kind'];
  };
}

/** Below each other, each as far as two lines hold it. */
export function SaidAnswers({ of }: Props): readonly ReactElement[] {
  return useAnswers(of.answers).map(({ label, text }) => (
    <p key={label} className={styles['answer']} dir="auto">
      <span>{label}</span> {text}
    </p>
  ));
}

/** What the organiser wants said at the door. The note goes with the name: it is hidden where names are. */
export function Said({ of }: Props): ReactElement | null {
  const words = useWords();
  const { areHidden } = useNames();
  const { door_note: note } = of;
  // The verdict itself asks for it.
  const flags = (of.flags ?? []).filter((flag) => flag !== 'check_id' || of.kind !== 'admitted');
  if (note === undefined && flags.length === 0) return null;
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
    </div>
  );
}
