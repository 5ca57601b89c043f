import { Download, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import type { UnreadableItem } from '../../../../shared/station/journal-pages.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, usePlace, useWords } from '../../components/door-context.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useCsvExport } from '../../components/use-csv-export.ts';
import { attentionCsv } from './attention-csv.ts';
import { canBeSent } from './attention-reason.ts';
import { loadAttention } from '../../state/journal-pages.ts';
import { formatNumber } from '../../i18n/format.ts';
import { AttentionRows } from './attention-rows.tsx';
import styles from './attention-sheet.module.css';
import { useAttention } from './use-attention.ts';
import { useUnreadable } from './use-unreadable.ts';

/** The scans that the server refused: why, since when, and what can be done about them. */
export function AttentionSheet(): ReactElement {
  const words = useWords();
  const { page, hasFailed, showMore, readAgain } = useAttention();
  const unreadable = useUnreadable();
  const { message, sendAgain, exportAll } = useWaysOn(readAgain);
  const hasItems = page !== null && page.items.length > 0;
  return (
    <Sheet title={words.actions.attention}>
      <p className={styles['quiet']} aria-live="polite">
        {message ?? (hasItems ? words.attention.intro : '')}
      </p>
      {hasFailed && <Failed readAgain={readAgain} />}
      {page === null && !hasFailed && <p className={styles['quiet']}>{words.attention.loading}</p>}
      {page !== null && !hasItems && unreadable.length === 0 && <Empty />}
      {page !== null && hasItems && (
        <>
          <div className={styles['ways']}>
            {(page.next !== null || page.items.some(canBeSent)) && (
              <Button onPress={() => void sendAgain(null)}>
                <RotateCw size={18} aria-hidden="true" /> {words.attention.sendAll}
              </Button>
            )}
            <Button onPress={() => void exportAll()}>
              <Download size={18} aria-hidden="true" /> {words.attention.export}
            </Button>
          </div>
          <AttentionRows items={page.items} sendAgain={sendAgain} />
          {page.next !== null && (
            <More shown={page.items.length} total={page.total} showMore={showMore} />
          )}
        </>
      )}
      {unreadable.length > 0 && <Unreadable rows={unreadable} />}
    </Sheet>
  );
}

/** What of the server's data this version cannot read, for whoever runs the server. */
function Unreadable({ rows }: { readonly rows: readonly UnreadableItem[] }): ReactElement {
  const { unreadable: words } = useWords();
  const title = useId();
  return (
    <section aria-labelledby={title} className={styles['unreadable']}>
      <h3 id={title} className={styles['title']}>
        {words.title}
      </h3>
      <p className={styles['quiet']}>{words.intro}</p>
      <ul className={styles['rows']}>
        {rows.map(({ list, key, reference, problem }) => (
          <li key={`${list} ${key}`} className={styles['row']}>
            <span>{words.lists[list]}</span>
            <span className={styles['reference']} dir="ltr">
              {reference ?? words.noReference}
            </span>
            <span className={styles['quiet']} dir="ltr" lang="en">
              {problem}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The buttons' actions and their result messages. */
function useWaysOn(readAgain: () => void) {
  const door = useDoor();
  const words = useWords();
  const saveCsv = useCsvExport();
  const [message, setMessage] = useState<string | null>(null);
  const sendAgain = async (references: readonly string[] | null) => {
    const result = await door.ask({ kind: 'resend_attention', references });
    const isQueued = result.ok && 'queued' in result && result.queued > 0;
    setMessage(isQueued ? words.attention.queued : null);
    readAgain();
  };
  const exportAll = async () => {
    const all = await loadAttention(door.query, Number.MAX_SAFE_INTEGER);
    if (all === null) {
      setMessage(words.attention.failed);
      return;
    }
    const file = saveCsv(words.attention.fileName, attentionCsv(all.items, words));
    setMessage(words.attention.exported(file));
  };
  return { message, sendAgain, exportAll };
}

function Failed({ readAgain }: { readonly readAgain: () => void }): ReactElement {
  const { attention, actions } = useWords();
  return (
    <div role="alert" className={styles['message']}>
      <p className={styles['title']}>{attention.failed}</p>
      <Button onPress={readAgain}>{actions.tryAgain}</Button>
    </div>
  );
}

function Empty(): ReactElement {
  const { attention } = useWords();
  return (
    <div className={styles['message']}>
      <p className={styles['title']}>{attention.empty}</p>
      <p className={styles['quiet']}>{attention.emptyNext}</p>
    </div>
  );
}

interface MoreProps {
  readonly shown: number;
  readonly total: number;
  readonly showMore: () => void;
}

function More({ shown, total, showMore }: MoreProps): ReactElement {
  const { attention } = useWords();
  const { locale } = usePlace();
  return (
    <div className={styles['more']}>
      <span>{attention.shown(formatNumber(shown, locale), formatNumber(total, locale))}</span>
      <Button onPress={showMore}>{attention.showMore}</Button>
    </div>
  );
}
