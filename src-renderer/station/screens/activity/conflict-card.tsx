import layout from '../../../components/layout.module.css';
import styles from './conflict-card.module.css';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { MAX_NOTE_LENGTH } from '../../../../shared/contract/limits.ts';
import type { CommandErrorCode } from '../../../../shared/station/results.ts';
import type { ConflictingScan, ConflictView } from '../../../../shared/station/supervision.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, useNames, usePlace, useWords } from '../../components/door-context.tsx';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { conflictErrorText } from '../../state/command-error.ts';
import { roleOf, signalOf } from '../../state/verdict/outcome-signal.ts';
import { formatClock, formatDay, formatDayTime } from '../../i18n/format.ts';

interface Props {
  readonly conflict: ConflictView;
  readonly resolved: () => void;
}

/** A conflict: the events side by side, the server's own verdict, and the resolution. */
export function ConflictCard({ conflict, resolved }: Props): ReactElement {
  const words = useWords();
  const place = usePlace();
  const title = useId();
  const { nameOf } = useNames();
  const { kind, holder, ticket_type: type, ticket, scans, note, resolved_by: by } = conflict;
  const isPair = scans.length === 2 && scans.every(({ admitted }) => admitted);
  return (
    <article
      className={`${layout['card']} ${styles['card']}`}
      aria-labelledby={title}
      data-reference={conflict.reference}
    >
      <h3 id={title} className={styles['title']}>
        {words.conflicts.kinds[kind]}
      </h3>
      <p className={styles['who']}>
        <bdi>{holder === null ? ticket : nameOf(holder)}</bdi>
        {type !== null && <span className={styles['quiet']}>{type}</span>}
      </p>
      <div className={styles['scans']}>
        {inOrder(scans).map((scan, index) => (
          <Scan key={scan.reference} scan={scan} rank={isPair ? ranks[index] : undefined} />
        ))}
      </div>
      {kind !== 'double_admission' && (
        <p className={styles['quiet']}>
          {words.conflicts.expected} {words.signal[verdictOf(conflict.expected_reason)]}
        </p>
      )}
      {conflict.state === 'open' ? (
        <Resolve conflict={conflict} resolved={resolved} />
      ) : (
        <p className={styles['note']}>
          <q dir="auto">{note}</q>
          <span className={styles['quiet']}>
            {[by, conflict.resolved_at === null ? null : formatDayTime(conflict.resolved_at, place)]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </p>
      )}
    </article>
  );
}

function verdictOf(reason: ConflictView['expected_reason']) {
  return signalOf({ kind: reason === 'scanning.allowed' ? 'admitted' : 'denied', reason });
}

const ranks = ['first', 'second'] as const;

/** As they happened, by corrected time. */
function inOrder(scans: readonly ConflictingScan[]): readonly ConflictingScan[] {
  return scans.toSorted((one, other) => (one.scanned_at < other.scanned_at ? -1 : 1));
}

interface ScanProps {
  readonly scan: ConflictingScan;
  /** Which of two admissions it is. */
  readonly rank: 'first' | 'second' | undefined;
}

function Scan({ scan, rank }: ScanProps): ReactElement {
  const words = useWords();
  const place = usePlace();
  const signal = verdictOf(scan.reason);
  return (
    <div className={styles['scan']}>
      {rank !== undefined && <p className={styles['rank']}>{words.conflicts[rank]}</p>}
      <p className={styles['outcome']} data-role={roleOf(signal)}>
        <span className={styles['shape']}>
          <OutcomeShape signal={signal} />
        </span>
        {words.signal[signal]}
      </p>
      <p className={styles['time']}>
        {formatDay(scan.scanned_at, place)} {formatClock(Date.parse(scan.scanned_at), place)}
      </p>
      <p>{scan.entry_point ?? words.actions.boxOffice}</p>
      <p className={styles['quiet']}>
        <bdi>{scan.station ?? words.conflicts.staff}</bdi>
      </p>
      {scan.on_word_of_station && <p className={styles['quiet']}>{words.verdict.fromPeer}</p>}
      {scan.clock_suspect && <p className={styles['doubt']}>{words.conflicts.clock}</p>}
    </div>
  );
}

/** Resolves a conflict with a note. The first resolution stands, whoever makes it. */
function Resolve({ conflict, resolved }: Props): ReactElement {
  const door = useDoor();
  const words = useWords();
  const [note, setNote] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<CommandErrorCode | null>(null);
  const field = useId();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { reference } = conflict;
    if (note.trim() === '' || isSending) return;
    setSending(true);
    const result = await door.query({
      kind: 'resolve_conflict',
      conflict: reference,
      note: note.trim(),
    });
    setSending(false);
    setRefusal(result.ok ? null : result.code);
    if (result.ok) resolved();
  };
  return (
    <form className={styles['resolve']} onSubmit={(event) => void send(event)}>
      <label htmlFor={field} className={styles['label']}>
        {words.conflicts.note}
      </label>
      <div className={layout['row']}>
        <input
          id={field}
          className={styles['input']}
          maxLength={MAX_NOTE_LENGTH}
          autoComplete="off"
          dir="auto"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" isDisabled={note.trim() === '' || isSending}>
          {words.conflicts.resolve}
        </Button>
      </div>
      <p role="alert" className={styles['doubt']}>
        {refusal !== null && conflictErrorText(refusal, words)}
      </p>
    </form>
  );
}
