import { useState } from 'react';
import type { ReactElement } from 'react';
import type { SessionResult } from '../../../shared/console/session-results.ts';
import { Field } from '../../components/field.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { Secret } from '../components/secret.tsx';
import { useConsole, useWords } from '../data/console-context.tsx';
import { SubmitAttempt } from './submit-attempt.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './gate.module.css';

type Offer = SessionResult<'account.authenticator-begin'>;

/** A new authenticator, which the server offers when it is asked. */
export function useAuthenticatorOffer(): {
  readonly offered: Offer | null;
  readonly error: unknown;
  readonly begin: () => void;
  readonly end: () => void;
} {
  const { call } = useConsole();
  const [offered, setOffered] = useState<Offer | null>(null);
  const attempt = useAttempt();
  return {
    offered,
    error: attempt.error,
    begin: () => attempt.run(async () => setOffered(await call('account.authenticator-begin', {}))),
    end: () => setOffered(null),
  };
}

/** Shows the secret of an authenticator this once; it counts once a code of it was typed. */
export function AuthenticatorForm({
  offered: { offer, uri, secret },
  onAdded,
}: {
  readonly offered: Offer;
  readonly onAdded: () => Promise<void>;
}): ReactElement {
  const { call } = useConsole();
  const { signIn } = useWords();
  const [code, setCode] = useState('');
  const attempt = useAttempt();
  return (
    <form
      className={styles['wayForm']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        attempt.run(async () => {
          await call('account.authenticator-confirm', { offer, code: code.replaceAll(/\s/g, '') });
          await onAdded();
        });
      }}
    >
      <p>{signIn.enrol.app.scan}</p>
      <QrCode text={uri} label={signIn.enrol.app.qr} />
      <p className={styles['note']}>{signIn.enrol.app.secret}</p>
      <Secret text={secret} shown={secret.replaceAll(/.{4}(?=.)/g, '$& ')} />
      <Field
        label={signIn.code}
        isCode
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={setCode}
      />
      <SubmitAttempt error={attempt.error}>{signIn.enrol.app.confirm}</SubmitAttempt>
    </form>
  );
}
