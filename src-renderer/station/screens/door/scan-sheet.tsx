import type { ReactElement } from 'react';
import { ShieldCheck, Undo2 } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useNames,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { isOverrulable, isUndoable, openCorrection, undo } from '../../state/door-actions.ts';
import { LabelButton } from '../../components/label-button.tsx';
import { Said, useAnswers } from '../../components/said.tsx';
import { CheckName, Kept } from './verdict-actions.tsx';
import { type Fact, Facts } from '../../../components/facts.tsx';
import { LookUpButton } from './look-up-button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { roleOf } from '../../state/verdict/outcome-signal.ts';
import { overruledText, signWord, wordOfSeen } from '../../state/verdict/sign-word.ts';
import { awaitsCheck, nextStepOfScan, signalOfScan } from '../../state/verdict/verdict-board.ts';
import { formatDayTime, formatNumber } from '../../i18n/format.ts';
import { keyFactOf } from '../../components/key-fact.ts';
import styles from './scan-sheet.module.css';

/** One of the last scans, with everything known when it was decided. */
export function ScanSheet({ reference }: { readonly reference: string }): ReactElement | null {
  const words = useWords();
  const place = usePlace();
  const scan = useDoorState(({ recent }) => recent.find((one) => one.reference === reference));
  const { nameOf } = useNames();
  const answers = useAnswers(scan?.answers);
  const door = useDoor();
  const station = useDoorState((state) => state.station);
  if (scan === undefined) return null;
  const holder = scan.holder === null ? null : nameOf(scan.holder);
  const signal = signalOfScan(scan);
  const isUnchecked = awaitsCheck(scan);
  const { details, actions, status, verdict, corrections } = words;
  const keyFact = keyFactOf(scan, words, place, null);
  const facts: readonly (Fact | null)[] = [
    fact(details.holder, scan.note === 'from_code' ? verdict.fromCode : holder),
    fact(details.ticketType, scan.ticket_type),
    fact(details.seat, scan.seat_label),
    fact(
      details.session,
      scan.session === null
        ? null
        : [scan.session.name, formatDayTime(scan.session.starts_at, place)]
            .filter((part) => part !== null)
            .join(' · '),
    ),
    keyFact === null ? null : fact(keyFact.label ?? signWord(scan, words), keyFact.value),
    ...answers.map(({ label, text }) => fact(label, text)),
    fact(details.scanned, formatDayTime(scan.scanned_at, place)),
    scan.overruled === undefined
      ? null
      : fact(corrections.overruled, overruledText(scan.overruled, scan, words)),
    scan.released === undefined
      ? null
      : fact(
          words.signal[scan.released.kind === 'exit' ? 'left' : 'undone'],
          formatDayTime(scan.released.at, place),
        ),
    fact(actions.entryPoint, scan.entry_point ?? actions.boxOffice),
    fact(details.source, status.source[scan.source]),
    fact(details.number, formatNumber(scan.number, place.locale)),
    fact(details.ticket, scan.ticket),
  ];
  return (
    <Sheet title={details.title}>
      <div className={styles['head']} data-role={roleOf(signal)}>
        <span className={styles['shape']}>
          <OutcomeShape signal={signal} />
        </span>
        <strong className={styles['word']}>{wordOfSeen(scan, words)}</strong>
      </div>
      <p className={styles['message']}>{words.next[nextStepOfScan(scan)]}</p>
      <p className={styles['action']}>
        <LookUpButton signal={signal} />
        {isUnchecked && <CheckName outcome={scan} />}
        {isUndoable(scan) && !isUnchecked && (
          <Button onPress={() => void undo(door, scan)}>
            <Undo2 size={20} aria-hidden="true" />
            {corrections.undo}
          </Button>
        )}
        {isOverrulable(scan, station) && (
          <Button
            onPress={() => openCorrection(door, { kind: 'overrule', scan: scan.reference }, scan)}
          >
            <ShieldCheck size={20} aria-hidden="true" />
            {corrections.overrule}
          </Button>
        )}
        {isUndoable(scan) && !isUnchecked && <LabelButton of={scan} />}
        {scan.released !== undefined && <Kept />}
      </p>
      <Said of={scan} />
      <Facts facts={facts.filter((one) => one !== null)} />
    </Sheet>
  );
}

function fact(label: string, value: string | null): Fact | null {
  return value === null ? null : { label, value };
}
