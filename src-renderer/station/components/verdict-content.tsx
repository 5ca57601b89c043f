import {
  ArrowRight,
  CalendarDays,
  Clock3,
  Database,
  LogIn,
  RotateCcw,
  TicketX,
} from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { useDoorState, useNames, usePlace, useWords } from './door-context.tsx';
import { useScrollable } from '../../components/use-scrollable.ts';
import { OutcomeShape } from './outcome-shape.tsx';
import { roleOf } from '../state/verdict/outcome-signal.ts';
import { overruledText, wordOfEntry } from '../state/verdict/sign-word.ts';
import {
  nextStepOfEntry,
  type ShownVerdict,
  signalOfEntry,
} from '../state/verdict/verdict-board.ts';
import { formatAge, formatNumber } from '../i18n/format.ts';
import type { KeyFact } from '../state/verdict/fact-words.ts';
import { keyFactOf } from './key-fact.ts';
import { Said, SaidAnswers } from './said.tsx';
import { ticketLine } from './ticket-line.ts';
import styles from './verdict-content.module.css';

/**
 * One verdict: shape, word, number; key fact; holder; ticket; what to do. Screen readers read word, key fact, holder and
 * sentence; the rest is in the list of last scans, so that a voice does not hold up the queue.
 */
export function VerdictContent({ verdict }: { readonly verdict: ShownVerdict }): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const scrollable = useScrollable<HTMLDivElement>();
  const { entry } = verdict;
  const signal = signalOfEntry(entry);
  const outcome = entry.kind === 'outcome' ? entry.outcome : null;
  const step = nextStepOfEntry(entry);
  const next = entry.kind === 'refusal' ? entry.message : step && words.next[step];
  return (
    <div
      {...scrollable}
      className={styles['verdict']}
      data-role={roleOf(signal)}
      data-signal={signal}
      data-said={outcome !== null && isSaid(outcome)}
    >
      <div className={styles['shape']}>
        <OutcomeShape signal={signal} />
      </div>
      <p className={styles['word']}>{wordOfEntry(entry, words)}</p>
      {outcome !== null && <VerdictKeyFact outcome={outcome} className={styles['key']} />}
      {outcome !== null && outcome.number > 0 && (
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
      <p className={styles['next']} dir="auto">
        {next}
      </p>
    </div>
  );
}

/** The organiser wants something said, which takes room. */
function isSaid({ flags, door_note: note, answers }: ScanOutcome): boolean {
  return [flags, note, answers].some((said) => said !== undefined && said.length > 0);
}

function Person({ outcome }: { readonly outcome: ScanOutcome }): ReactElement {
  const words = useWords();
  const place = usePlace();
  const { nameOf } = useNames();
  const facts = ticketLine(outcome, place);
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
      <div className={styles['about']}>
        <Said of={outcome} />
        <SaidAnswers of={outcome} />
        {outcome.overruled !== undefined && (
          <p className={styles['facts']}>
            {words.corrections.overruled}: {overruledText(outcome.overruled, outcome, words)}
          </p>
        )}
        {outcome.kind === 'unknown_ticket' &&
          outcome.note === undefined &&
          outcome.ticket !== null && (
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
      </div>
    </>
  );
}

/** A long name is set smaller, never cut. */
function lengthOf(name: string): 'short' | 'long' | 'longest' {
  if (name.length <= 24) return 'short';
  return name.length <= 56 ? 'long' : 'longest';
}

interface Props {
  readonly outcome: ScanOutcome;
  readonly className: string | undefined;
}

/** A verdict's key fact with its icon, in large type. */
export function VerdictKeyFact({ outcome, className }: Props): ReactElement | null {
  const words = useWords();
  const place = usePlace();
  const freshAt = useDoorState(({ station }) => station?.sync.fresh_at.tickets ?? null);
  // The age at the time of the verdict: a later sync does not make the verdict's data younger.
  const [ageMs] = useState(() => ageAt(outcome.scanned_at, freshAt));
  const age =
    ageMs === null ? words.status.noData : words.station.old(formatAge(ageMs, place.locale));
  const fact = keyFactOf(outcome, words, place, age);
  if (fact === null) return null;
  return (
    <p className={`${className} ${styles['detail']}`} data-key-fact="true">
      {signs[fact.sign]}
      <span>
        {fact.label !== null && `${fact.label} `}
        <bdi className={styles['value']}>{fact.value}</bdi>
      </span>
    </p>
  );
}

function ageAt(iso: string, freshAt: string | null): number | null {
  return freshAt === null ? null : Date.parse(iso) - Date.parse(freshAt);
}

const signs: Readonly<Record<KeyFact['sign'], ReactElement>> = {
  entered: <LogIn aria-hidden="true" />,
  entrance: <ArrowRight aria-hidden="true" />,
  time: <Clock3 aria-hidden="true" />,
  event: <CalendarDays aria-hidden="true" />,
  ticket: <TicketX aria-hidden="true" />,
  data: <Database aria-hidden="true" />,
};
