import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ImportDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/section.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useView } from '../../data/use-view.ts';
import { Busy, ImportCounted } from './import-outcome.tsx';
import trouble from '../../components/trouble.module.css';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

const LOOK_EVERY_MS = 1_000;
/** How long lines were counted before they tell how long the others take. */
const KNOWN_AFTER_MS = 3_000;

/** How far an import is, until it has ended, and what came of it. */
export function ImportProgress({
  reference,
  onAnother,
}: {
  readonly reference: string;
  readonly onAnother: () => void;
}): ReactElement | null {
  const { importing: words } = useImportWords();
  const { data, dataUpdatedAt, error, refetch } = useView(
    'order.import-show',
    { import: reference },
    { refetchMs: (shown) => (shown === undefined || isMoving(shown) ? LOOK_EVERY_MS : null) },
  );
  if (data === undefined) {
    return error === null ? (
      <Busy text={words.beginning} />
    ) : (
      <Trouble error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Section title={data.file} takesFocus>
      {isMoving(data) ? (
        <Moving shown={data} at={dataUpdatedAt} isLost={error !== null} />
      ) : (
        <Ended shown={data} />
      )}
      <div className={styles['steps']}>
        <Link to="/orders" search={{ event: data.event }} className={styles['link']}>
          {words.showOrders}
        </Link>
        {!isMoving(data) && <Button onPress={onAnother}>{words.another}</Button>}
      </div>
    </Section>
  );
}

export function isMoving({ status }: ImportDescribed): boolean {
  return status === 'running' || status === 'undoing';
}

function Moving({
  shown: { status, lines, lines_done },
  at,
  isLost,
}: {
  readonly shown: ImportDescribed;
  /** When it was so, in milliseconds. */
  readonly at: number;
  /** Nobody knows how far it is. */
  readonly isLost: boolean;
}): ReactElement {
  const { importing: words } = useImportWords();
  const { number, duration } = useFormats();
  const [first] = useState({ at, lines_done });
  const secondsALine = (at - first.at) / 1_000 / (lines_done - first.lines_done);
  const isKnown = at - first.at >= KNOWN_AFTER_MS && lines_done > first.lines_done;
  const left = isKnown ? ` ${words.left(duration((lines - lines_done) * secondsALine))}` : '';
  return (
    <div className={styles['progress']}>
      {status === 'running' && (
        <progress value={lines_done} max={Math.max(1, lines)} aria-label={words.progress} />
      )}
      {isLost ? (
        <p role="alert" className={styles['asked']}>
          {words.lostSight}
        </p>
      ) : (
        <Busy
          text={
            status === 'running'
              ? words.importing(number(lines_done), number(lines)) + left
              : words.states.undoing
          }
        />
      )}
    </div>
  );
}

function Ended({
  shown: { status, lines, lines_done, report, stopped_because },
}: {
  readonly shown: ImportDescribed;
}): ReactElement {
  const { importing: words } = useImportWords();
  const { number } = useFormats();
  if (status === 'stopped') {
    return (
      <p role="alert" className={trouble['refusal']}>
        {words.stopped(number(lines_done), number(lines))} {stopped_because}
      </p>
    );
  }
  if (report === null || status === 'undone') return <p role="status">{words.states[status]}</p>;
  return <ImportCounted counts={report} title={words.done} />;
}
