import { ArrowRight, Clock3, LogIn } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { ScanOutcome } from '../../../shared/station/api.ts';
import { useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { formatAge, formatDay, formatDayTime, formatTime } from '../../state/words/format.ts';
import type { Place } from '../../state/words/format.ts';
import type { Words } from '../../state/words/words.ts';
import styles from './verdict-detail.module.css';

/** The one thing that settles the talk at the door: when and where it was used, where it is valid, when it is valid. */
export function VerdictDetail({ outcome }: { readonly outcome: ScanOutcome }): ReactElement | null {
  const words = useWords();
  const { first_admission, window, right_entry_points } = outcome;
  if (first_admission !== null) return <FirstAdmission outcome={outcome} first={first_admission} />;
  if (right_entry_points.length > 0) {
    return (
      <Detail icon={<ArrowRight />} label={words.verdict.rightEntrances}>
        {right_entry_points.join(', ')}
      </Detail>
    );
  }
  return window === null ? null : <Window from={window.from} until={window.until} />;
}

interface FirstProps {
  readonly outcome: ScanOutcome;
  readonly first: NonNullable<ScanOutcome['first_admission']>;
}

function FirstAdmission({ outcome, first }: FirstProps): ReactElement {
  const words = useWords();
  const place = usePlace();
  const age = Date.parse(outcome.scanned_at) - Date.parse(first.scanned_at);
  const parts = [
    dayIfOther(first.scanned_at, outcome.scanned_at, place),
    first.entry_point,
    words.verdict.ago(formatAge(age, place.locale)),
  ];
  return (
    <Detail icon={<LogIn />} label={words.verdict.firstIn}>
      {parts.filter((part) => part !== null).join(' · ')}
    </Detail>
  );
}

interface WindowProps {
  readonly from: string | null;
  readonly until: string | null;
}

function Window({ from, until }: WindowProps): ReactElement | null {
  const words = useWords();
  const place = usePlace();
  const scannedAt = useDoorState(({ board }) =>
    board.shown?.entry.kind === 'outcome' ? board.shown.entry.outcome.scanned_at : null,
  );
  if (from === null && until === null) return null;
  return (
    <Detail icon={<Clock3 />} label={words.verdict.valid}>
      {windowWords({ from, until }, scannedAt, words, place)}
    </Detail>
  );
}

/** Before the window: when it opens. After it: when it closed. */
function windowWords(
  { from, until }: WindowProps,
  scannedAt: string | null,
  words: Words,
  place: Place,
): string {
  const tooEarly = from !== null && scannedAt !== null && Date.parse(scannedAt) < Date.parse(from);
  if (from !== null && (tooEarly || until === null)) return bound(words.verdict.from, from, place);
  return until === null ? '' : bound(words.verdict.until, until, place);
}

function bound(word: string, iso: string, place: Place): string {
  return place.locale === 'en' || place.locale === 'de'
    ? `${formatDay(iso, place)} ${word} ${formatTime(iso, place)}`
    : `${word} ${formatDayTime(iso, place)}`;
}

function dayIfOther(iso: string, reference: string, place: Place): string {
  const sameDay = formatDay(iso, place) === formatDay(reference, place);
  return sameDay ? formatTime(iso, place) : formatDayTime(iso, place);
}

interface DetailProps {
  readonly icon: ReactElement;
  readonly label: string;
  readonly children: ReactNode;
}

function Detail({ icon, label, children }: DetailProps): ReactElement {
  return (
    <p className={styles['detail']} aria-hidden="true">
      {icon}
      <span className={styles['label']}>{label}</span>
      <span className={styles['value']} dir="auto">
        {children}
      </span>
    </p>
  );
}
