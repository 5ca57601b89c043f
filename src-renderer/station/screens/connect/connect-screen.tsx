import type { ReactElement, ReactNode } from 'react';
import { ConnectForm } from '../../components/connect-form.tsx';
import { DiagnosisPanel } from '../../components/diagnosis-panel.tsx';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { StatusBar } from '../../components/status-bar.tsx';
import styles from './connect-screen.module.css';

/** The first start: this station has no server, or lacks the secret for it. `back`: goes to the previous screen. */
export function ConnectScreen({ back }: { readonly back?: ReactNode }): ReactElement {
  const { connect } = useWords();
  const hasServer = useDoorState(({ station }) => (station?.server_url ?? null) !== null);
  return (
    <Page
      title={connect.title}
      intro={connect.intro}
      withTrouble={false}
      back={back}
      foot={<StatusBar isDoor={false} />}
    >
      {hasServer && <DiagnosisPanel withChangeServer={false} />}
      <ConnectForm />
      <ClientHelp />
    </Page>
  );
}

/** For whoever runs the server: how to create a client for the station. */
function ClientHelp(): ReactElement {
  const { connect } = useWords();
  return (
    <details className={styles['help']}>
      <summary className={styles['summary']}>{connect.noClient}</summary>
      <p>{connect.makeClient}</p>
      <pre className={styles['command']} dir="ltr" tabIndex={0}>
        {MAKE_CLIENT}
      </pre>
      <p>{connect.clientPrinted}</p>
      <p>{connect.makeOrganiser}</p>
      <pre className={styles['command']} dir="ltr" tabIndex={0}>
        {MAKE_ORGANISER}
      </pre>
    </details>
  );
}

const MAKE_CLIENT = 'gatehouse station enrol --organiser ORG --name "North Gate"';
const MAKE_ORGANISER = 'gatehouse organiser create --name "Our venue"';

/** The same form for a station that already has a server: the door stays visible, and unsent scans are mentioned. */
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
