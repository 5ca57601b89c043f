import { RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ScanOutcome } from '../../../shared/station/api.ts';
import { usePlace, useWords } from '../../components/door-context.tsx';
import { OutcomeShape } from '../../design/shapes/outcome-shape.tsx';
import { roleOf } from '../../state/signal.ts';
import { signalOfEntry } from '../../state/verdict-board.ts';
import type { ShownVerdict as Shown } from '../../state/verdict-board.ts';
import { formatNumber } from '../../state/words/format.ts';
import { factsOf } from './facts-of.ts';
import styles from './shown-verdict.module.css';
import { VerdictDetail } from './verdict-detail.tsx';

/**
 * One verdict: shape, word, number; who; what the ticket is; what to do. Read out as word, holder and sentence; the rest is looked up
 * in the list of last scans, so that a queue of people is not held up by a voice.
 */
export function ShownVerdict({ verdict }: { readonly verdict: Shown }): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const { entry } = verdict;
  const signal = signalOfEntry(entry);
  const outcome = entry.kind === 'outcome' ? entry.outcome : null;
  const message = entry.kind === 'outcome' ? entry.outcome.message : entry.message;
  return (
    <div className={styles['verdict']} data-role={roleOf(signal)}>
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
          <RotateCcw size={24} aria-hidden="true" />
          {words.verdict.readAgain}
        </p>
      )}
      {outcome !== null && <Person outcome={outcome} />}
      <p className={styles['next']}>{message}</p>
    </div>
  );
}

function Person({ outcome }: { readonly outcome: ScanOutcome }): ReactElement | null {
  const words = useWords();
  const place = usePlace();
  const facts = factsOf(outcome, place);
  const known = outcome.kind === 'admitted' || outcome.kind === 'denied';
  return (
    <div className={styles['person']}>
      {outcome.holder !== null && (
        <p className={styles['name']} data-long={outcome.holder.length > 24} dir="auto">
          {outcome.holder}
        </p>
      )}
      {outcome.holder === null && known && (
        <p className={`${styles['name']} ${styles['noName']}`}>{words.verdict.noHolder}</p>
      )}
      {outcome.kind === 'unknown_ticket' && outcome.ticket !== null && (
        <p className={styles['reference']} aria-hidden="true">
          {outcome.ticket}
        </p>
      )}
      {facts.length > 0 && (
        <p className={styles['facts']} aria-hidden="true">
          {facts.map((fact) => (
            <span key={fact} className={styles['fact']} dir="auto">
              {fact}
            </span>
          ))}
        </p>
      )}
      <VerdictDetail outcome={outcome} />
    </div>
  );
}
