import { RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { usePlace, useWords } from '../../components/door-context.tsx';
import { useNames } from '../../components/use-names.ts';
import { useScrollable } from '../../components/use-scrollable.ts';
import { OutcomeShape } from '../../design/shapes/outcome-shape.tsx';
import { nextStepOf } from '../../state/next-step.ts';
import { roleOf } from '../../state/signal.ts';
import { signalOfEntry } from '../../state/verdict-board.ts';
import type { ShownVerdict as Shown } from '../../state/verdict-board.ts';
import { formatNumber } from '../../state/words/format.ts';
import { factsOf } from './facts-of.ts';
import styles from './shown-verdict.module.css';
import { VerdictDetail } from './verdict-detail.tsx';

/**
 * One verdict: shape, word, number; who; what the ticket is; the key fact; what to do. Read out as word, holder, key fact and sentence;
 * the rest is looked up in the list of last scans, so that a queue of people is not held up by a voice.
 */
export function ShownVerdict({ verdict }: { readonly verdict: Shown }): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const scrollable = useScrollable<HTMLDivElement>();
  const { entry } = verdict;
  const signal = signalOfEntry(entry);
  const outcome = entry.kind === 'outcome' ? entry.outcome : null;
  const next = entry.kind === 'outcome' ? words.next[nextStepOf(entry.outcome)] : entry.message;
  return (
    <div {...scrollable} className={styles['verdict']} data-role={roleOf(signal)}>
      <div className={styles['shape']}>
        <OutcomeShape signal={signal} />
      </div>
      <p className={styles['word']}>{words.signal[signal]}</p>
      {outcome !== null && (
        <p className={styles['number']} aria-hidden="true">
          № {formatNumber(outcome.number, locale)}
        </p>
      )}
      {verdict.readAgain > 0 && (
        <p key={verdict.readAgain} className={styles['again']}>
          <RotateCcw aria-hidden="true" />
          {words.verdict.readAgain}
        </p>
      )}
      {outcome !== null && <Person outcome={outcome} />}
      {outcome !== null && <VerdictDetail outcome={outcome} className={styles['key']} />}
      <p className={styles['next']} dir="auto">
        {next}
      </p>
    </div>
  );
}

function Person({ outcome }: { readonly outcome: ScanOutcome }): ReactElement {
  const words = useWords();
  const place = usePlace();
  const { nameOf } = useNames();
  const facts = factsOf(outcome, place);
  const holder = outcome.holder === null ? null : nameOf(outcome.holder);
  const known = outcome.kind === 'admitted' || outcome.kind === 'denied';
  return (
    <>
      {holder !== null && (
        <p className={styles['name']} data-length={lengthOf(holder)} dir="auto">
          {holder}
        </p>
      )}
      {holder === null && known && (
        <p className={`${styles['name']} ${styles['noName']}`}>
          {outcome.note === 'from_code' ? words.verdict.fromCode : words.verdict.noHolder}
        </p>
      )}
      {outcome.kind === 'unknown_ticket' && outcome.ticket !== null && (
        <p className={`${styles['facts']} ${styles['reference']}`} aria-hidden="true">
          {outcome.ticket}
        </p>
      )}
      {facts.length > 0 && (
        <p className={styles['facts']} aria-hidden="true">
          {facts.map((fact) => (
            <bdi key={fact} className={styles['fact']}>
              {fact}
            </bdi>
          ))}
        </p>
      )}
    </>
  );
}

/** A long name is written smaller, never cut. */
function lengthOf(name: string): 'short' | 'long' | 'longest' {
  if (name.length <= 24) return 'short';
  return name.length <= 56 ? 'long' : 'longest';
}
