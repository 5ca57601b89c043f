import { RotateCcw } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useDoorState, useNames, usePlace, useWords } from '../../components/door-context.tsx';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { roleOf } from '../../state/verdict/outcome-signal.ts';
import { wordOfEntry } from '../../state/verdict/sign-word.ts';
import {
  dataOfEntry,
  nextStepOfEntry,
  type ShownVerdict,
  signalOfEntry,
} from '../../state/verdict/verdict-board.ts';
import { formatNumber } from '../../i18n/format.ts';
import { ticketLine } from '../../components/ticket-line.ts';
import { VerdictKeyFact } from '../../components/verdict-content.tsx';
import styles from './verdict-strip.module.css';

/** How long a verdict covers a place other than the door. */
const STAY_MS = 6_000;

/**
 * The verdict of a scan in any place but the door: slides over the top and disappears. One live region for the life of the place,
 * as at the door; `data-live-announcer` keeps it announced while a dialog is open.
 */
export function VerdictStrip(): ReactElement {
  const verdict = useFreshVerdict();
  const hasSheet = useDoorState(({ sheet }) => sheet !== null);
  const pending = usePending();
  const entry = pending === null ? (verdict?.entry ?? null) : null;
  return (
    <div
      role="status"
      aria-label="Verdict"
      aria-atomic="true"
      data-live-announcer="true"
      className={styles['region']}
      data-docked={hasSheet}
      {...(entry !== null && dataOfEntry(entry))}
    >
      {pending !== null && (
        <div className={styles['strip']} data-role="none">
          <p className={styles['word']}>{pending}</p>
        </div>
      )}
      {pending === null && verdict !== null && (
        <Strip key={`${verdict.serial} ${verdict.readAgain}`} verdict={verdict} />
      )}
    </div>
  );
}

/** The shown verdict, while it is fresh. */
function useFreshVerdict(): ShownVerdict | null {
  const shown = useDoorState(({ board }) => board.shown);
  const since = shown?.since ?? null;
  const [past, setPast] = useState(() =>
    since !== null && performance.now() >= since + STAY_MS ? since : null,
  );
  useEffect(() => {
    if (since === null) return undefined;
    const timer = setTimeout(() => setPast(since), since + STAY_MS - performance.now());
    return () => clearTimeout(timer);
  }, [since]);
  return since === past ? null : shown;
}

/** A placeholder for a verdict that is pending, so that the previous one is not mistaken for it. */
function usePending(): string | null {
  const { idle, verdict } = useWords();
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  const unanswered = useDoorState((state) => state.unanswered);
  const checking = useDoorState((state) => state.checking);
  if (isAway && unanswered > 0) return `${idle.connecting} ${idle.kept(unanswered)}`;
  return checking ? verdict.checking : null;
}

function Strip({ verdict }: { readonly verdict: ShownVerdict }): ReactElement {
  const words = useWords();
  const place = usePlace();
  const waiting = useDoorState(({ board }) => board.waiting.length);
  const { nameOf } = useNames();
  const { entry } = verdict;
  const signal = signalOfEntry(entry);
  const outcome = entry.kind === 'outcome' ? entry.outcome : null;
  const step = nextStepOfEntry(entry);
  const facts = outcome === null ? [] : ticketLine(outcome, place);
  return (
    <div className={styles['strip']} data-role={roleOf(signal)} data-signal={signal}>
      <span className={styles['shape']}>
        <OutcomeShape signal={signal} />
      </span>
      <p className={styles['word']}>{wordOfEntry(entry, words)}</p>
      <div className={styles['about']}>
        {outcome !== null && (
          <p className={styles['who']}>
            {outcome.holder !== null && (
              <bdi className={styles['name']}>{nameOf(outcome.holder)}</bdi>
            )}
            <span className={styles['facts']} aria-hidden="true">
              {facts.join(' · ')}
            </span>
          </p>
        )}
        <div className={styles['say']}>
          {outcome !== null && <VerdictKeyFact outcome={outcome} className={styles['key']} />}
          <p className={styles['next']} dir="auto">
            {step === null ? words.refused : words.next[step]}
          </p>
        </div>
      </div>
      <div className={styles['end']} aria-hidden="true">
        {outcome !== null && outcome.number > 0 && (
          <span>№ {formatNumber(outcome.number, place.locale)}</span>
        )}
        {verdict.readAgain > 0 && (
          <span className={styles['again']}>
            <RotateCcw size={18} />
            {words.verdict.readAgain}
          </span>
        )}
        {waiting > 0 && <span>{words.verdict.waiting(waiting)}</span>}
      </div>
    </div>
  );
}
