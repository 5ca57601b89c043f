import type { ReactElement } from 'react';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import type { StationPhase } from '../../../../shared/station/state.ts';
import type { Words } from '../../i18n/en.ts';
import styles from './waiting-screen.module.css';

/** Shown before the station can be used: it cannot be reached yet, does not let this page in, is starting, or has failed. */
export function WaitingScreen(): ReactElement {
  const { idle } = useWords();
  const phase = useDoorState(({ station }) => station?.phase ?? null);
  // The desktop app reports why there is no station before one has sent `welcome`.
  const transport = useDoorState((state) =>
    state.transport === 'connecting' && state.station !== null ? 'present' : state.transport,
  );
  const unanswered = useDoorState((state) => state.unanswered);
  if (transport === 'present' && phase?.kind === 'failed') {
    return (
      <Page title={idle.failed} intro={idle.failedNext}>
        <p role="alert" className={styles['reason']}>
          {phase.message}
        </p>
      </Page>
    );
  }
  const titles = {
    connecting: idle.connecting,
    away: idle.connecting,
    refused: idle.refused,
    present: idle.starting,
  } as const;
  const intros = {
    connecting: idle.connectingNext,
    away: idle.awayNext,
    refused: idle.refusedNext,
    present: startingNext(phase, idle),
  } as const;
  return (
    <Page title={titles[transport]} intro={intros[transport]}>
      {unanswered > 0 && (
        <p role="status" className={styles['kept']}>
          {idle.kept(unanswered)}
        </p>
      )}
    </Page>
  );
}

function startingNext(phase: StationPhase | null, idle: Words['idle']): string {
  const slow = phase?.kind === 'starting' ? phase.waiting_for : null;
  switch (slow) {
    case 'server':
      return idle.slowServer;
    case 'station':
      return idle.slowStation;
    default:
      return idle.startingNext;
  }
}
