import type { ReactElement, ReactNode } from 'react';
import { ConnectForm } from '../../components/connect-form.tsx';
import { DiagnosisPanel } from '../../components/diagnosis-panel.tsx';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import { StatusBar } from '../door/status-bar.tsx';
import styles from './connect-screen.module.css';

/** The first start: this station has no server, or not the secret for it. `back`: the way to the screen before. */
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

/** Whoever runs the server finds here what a station needs of it. */
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
