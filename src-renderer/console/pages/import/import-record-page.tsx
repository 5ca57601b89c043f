import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ImportDescribed } from '../../../../shared/console/operation-results.ts';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Unread } from '../../components/unread.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { useCountFacts } from './import-outcome.tsx';
import { ImportStatus, UndoImport, useImportActions } from './import-parts.tsx';
import { ImportProgress, isMoving } from './import-progress.tsx';
import { ImportWordsProvider, useImportWords } from './import-words.ts';
import { Refused } from '../../components/trouble.tsx';
import styles from './import.module.css';

/** One import: how far it is until it has ended, then what came of it. */
export function ImportRecordPage(): ReactElement {
  return (
    <ImportWordsProvider>
      <Read />
    </ImportWordsProvider>
  );
}

/** The server tells how far it is, but not of a process that has ended, or when it does not answer itself. */
const LOOK_AGAIN_MS = 15_000;

function Read(): ReactElement {
  const reference = useParam('import');
  const { data, dataUpdatedAt, error, refetch } = useView(
    'order.import-show',
    { import: reference },
    { refetchMs: (shown) => (shown !== undefined && isMoving(shown) ? LOOK_AGAIN_MS : null) },
  );
  if (data === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return <Import key={reference} shown={data} at={dataUpdatedAt} isLost={error !== null} />;
}

interface Props {
  readonly shown: ImportDescribed;
  /** When it was so, in milliseconds. */
  readonly at: number;
  /** Nobody knows how far it is. */
  readonly isLost: boolean;
}

function Import({ shown, at, isLost }: Props): ReactElement {
  const { importing: words } = useImportWords();
  const [undoing, setUndoing] = useState<ImportDescribed | null>(null);
  const actions = useImportActions(setUndoing)(shown);
  const { reference, file, event, status } = shown;
  return (
    <RecordPage
      title={file}
      reference={reference}
      list={{ name: words.title, address: '/import' }}
      status={
        <span role="status">
          <ImportStatus status={status} />
        </span>
      }
      main={actions}
    >
      <div className={styles['record']}>
        {isMoving(shown) && <ImportProgress shown={shown} at={at} isLost={isLost} />}
        {status === 'stopped' && <Stopped shown={shown} />}
        <Outcome shown={shown} />
        <div className={styles['steps']}>
          <Link to="/orders" search={{ event }} className={styles['link']}>
            {words.showOrders}
          </Link>
          <Link to="/import" search={{ event }} className={styles['link']}>
            {words.another}
          </Link>
        </div>
      </div>
      {undoing !== null && <UndoImport undoing={undoing} onClose={() => setUndoing(null)} />}
    </RecordPage>
  );
}

function Stopped({
  shown: { lines, lines_done, stopped_because },
}: Pick<Props, 'shown'>): ReactElement {
  const { importing: words } = useImportWords();
  const { number } = useFormats();
  return (
    <Refused>
      {words.stopped(number(lines_done), number(lines))} {stopped_because}
    </Refused>
  );
}

function Outcome({
  shown: { event, created_at, lines, report, status },
}: Pick<Props, 'shown'>): ReactElement {
  const { importing: words } = useImportWords();
  const events = useEvents();
  const formats = useFormats(events.find(event)?.timezone);
  const countFacts = useCountFacts();
  return (
    <FactCard
      facts={[
        {
          label: words.event,
          value: <Link to={`/events/${event}`}>{events.nameOf(event)}</Link>,
        },
        { label: words.when, value: formats.dayTime(created_at) },
        { label: words.lines, value: formats.number(lines) },
        ...(report === null || status === 'undone' ? [] : countFacts(report)),
      ]}
    />
  );
}
