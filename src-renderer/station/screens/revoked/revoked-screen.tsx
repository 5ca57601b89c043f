import type { ReactElement } from 'react';
import { ConnectForm } from '../../components/connect-form.tsx';
import { useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import { formatDayTime } from '../../i18n/format.ts';
import { StatusBar } from '../../components/status-bar.tsx';
import command from '../../../components/command-line.module.css';
import styles from './revoked-screen.module.css';

/** For a revoked station: what was removed, what to hand over and how, and how to use the device again. */
export function RevokedScreen(): ReactElement {
  const { revoked: words } = useWords();
  const place = usePlace();
  const phase = useDoorState(({ station }) => station?.phase ?? null);
  if (phase?.kind !== 'revoked') return <></>;
  const { unsent, sealed_as: file } = phase;
  return (
    <Page
      title={words.title}
      intro={words.intro(formatDayTime(phase.revoked_at, place))}
      withTrouble={false}
      foot={<StatusBar isDoor={false} />}
    >
      <section className={styles['kept']}>
        <p role="status" className={styles['count']}>
          {unsent === 0 ? words.nothingKept : words.kept(unsent)}
        </p>
        {file !== null && unsent > 0 && (
          <>
            <p>{words.handOver}</p>
            <p className={command['command']} dir="ltr" tabIndex={0}>
              {file}
            </p>
            <p>{words.takeIn}</p>
            <pre className={command['command']} dir="ltr" tabIndex={0}>
              gatehouse journal import FILE
            </pre>
          </>
        )}
        {file === null && unsent > 0 && <p>{words.notSealed}</p>}
      </section>
      <details>
        <summary className={styles['again']}>{words.again}</summary>
        <ConnectForm />
      </details>
    </Page>
  );
}
