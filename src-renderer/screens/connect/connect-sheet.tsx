import type { ReactElement } from 'react';
import { ConnectForm } from '../../components/connect-form.tsx';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { Sheet } from '../../components/sheet.tsx';
import styles from './connect-sheet.module.css';

/** The same form while the station has a server: the door stays in sight, and what waits to be sent is spoken of. */
export function ConnectSheet(): ReactElement {
  const { actions, connect } = useWords();
  const unsent = useDoorState(({ station }) => station?.sync.queued ?? 0);
  return (
    <Sheet title={actions.changeServer}>
      <p className={styles['intro']}>{connect.changeIntro}</p>
      <p className={styles['kept']}>
        {unsent > 0 ? connect.unsentKept(unsent) : connect.journalKept}
      </p>
      <ConnectForm />
    </Sheet>
  );
}
