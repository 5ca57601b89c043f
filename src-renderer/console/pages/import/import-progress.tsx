import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { useView } from '../../data/use-view.ts';
import { Busy, ImportCounted } from './import-outcome.tsx';
import trouble from '../../components/trouble.module.css';
import styles from './import.module.css';

const LOOK_EVERY_MS = 1_000;

/** How far an import is, until it has ended, and what came of it. */
export function ImportProgress({ reference }: { readonly reference: string }): ReactElement | null {
  const { importing: words } = useWords();
  const { number } = useFormats();
  const { data } = useView(
    'order.import-show',
    { import: reference },
    {
      refetchMs: (shown) =>
        shown === undefined || shown.status === 'running' ? LOOK_EVERY_MS : null,
    },
  );
  if (data === undefined) return <Busy text={words.beginning} />;
  const { status, lines, lines_done, report } = data;
  if (status === 'running') {
    return (
      <div className={styles['progress']}>
        <progress value={lines_done} max={Math.max(1, lines)} aria-label={words.progress} />
        <Busy text={words.importing(number(lines_done), number(lines))} />
      </div>
    );
  }
  return (
    <>
      {status === 'stopped' && (
        <p role="alert" className={trouble['refusal']}>
          {words.stopped(number(lines_done), number(lines))} {data.stopped_because}
        </p>
      )}
      {report !== null && <ImportCounted counts={report} isKept />}
      <div className={styles['steps']}>
        <Link to="/orders" search={{ event: data.event }} className={styles['link']}>
          {words.showOrders}
        </Link>
      </div>
    </>
  );
}
