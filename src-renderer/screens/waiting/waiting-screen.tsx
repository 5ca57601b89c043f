import type { ReactElement } from 'react';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import styles from './waiting-screen.module.css';

/** Before the station can be used: it is not reached yet, it is starting, or it failed. */
export function WaitingScreen(): ReactElement {
  const { idle } = useWords();
  const phase = useDoorState(({ station }) => station?.phase ?? null);
  const isAway = useDoorState(({ carrier }) => carrier !== 'present');
  const unanswered = useDoorState((state) => state.unanswered);
  if (!isAway && phase?.kind === 'failed') {
    return (
      <Page title={idle.failed} intro={idle.failedNext}>
        <p role="alert" className={styles['reason']}>
          {phase.message}
        </p>
      </Page>
    );
  }
  return (
    <Page
      title={isAway ? idle.connecting : idle.starting}
      intro={isAway ? idle.connectingNext : idle.startingNext}
    >
      {unanswered > 0 && (
        <p role="status" className={styles['kept']}>
          {idle.kept(unanswered)}
        </p>
      )}
    </Page>
  );
}
