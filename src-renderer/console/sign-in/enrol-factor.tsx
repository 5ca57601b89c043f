import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { OwnAccount, SessionResult } from '../../../shared/console/session-results.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useConsole, useWords } from '../data/console-context.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { makePasskey } from '../transport/passkeys.ts';
import { Gate } from './gate.tsx';
import { QrCode } from '../components/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SignInRefusal } from './sign-in-refusal.tsx';
import { SubmitAttempt } from './submit-attempt.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './gate.module.css';

interface Props {
  readonly account: OwnAccount;
  /** A factor was added: the recovery codes follow. */
  readonly onBegun: () => void;
  readonly onDone: () => Promise<void>;
}

/** The first second factor, and the recovery codes for when it is lost. */
export function EnrolFactor({ account, onBegun, onDone }: Props): ReactElement {
  const { call } = useConsole();
  const { signIn } = useWords();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onEnrolled = async () => {
    onBegun();
    setCodes((await call('account.recovery-codes', {})).codes);
  };
  if (codes !== null) {
    return (
      <Gate title={signIn.enrol.codes.title} lead={signIn.enrol.codes.lead}>
        <RecoveryCodes codes={codes} onKept={() => void onDone()} />
      </Gate>
    );
  }
  return (
    <Gate title={signIn.enrol.title} lead={signIn.enrol.lead}>
      <div className={styles['ways']}>
        <section className={styles['way']}>
          <KeyRound size={18} aria-hidden="true" />
          <h2>{signIn.enrol.passkey.title}</h2>
          {account.passkeys_work ? (
            <>
              <p>{signIn.enrol.passkey.lead}</p>
              <AddPasskey onAdded={onEnrolled} />
            </>
          ) : (
            <p>{signIn.noPasskeysHere}</p>
          )}
        </section>
        <section className={styles['way']}>
          <Smartphone size={18} aria-hidden="true" />
          <h2>{signIn.enrol.app.title}</h2>
          <p>{signIn.enrol.app.lead}</p>
          <AddAuthenticator onAdded={onEnrolled} />
        </section>
      </div>
    </Gate>
  );
}

/** Makes a passkey of this browser under a name. */
export function AddPasskey({ onAdded }: { readonly onAdded: () => Promise<void> }): ReactElement {
  const { call } = useConsole();
  const { signIn } = useWords();
  const [name, setName] = useState(signIn.enrol.passkey.device);
  const attempt = useAttempt();
  return (
    <form
      className={styles['wayForm']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        attempt.run(async () => {
          const response = await makePasskey(await call('account.passkey-options', {}));
          await call('account.passkey-add', {
            response,
            name: name.trim() || signIn.enrol.passkey.device,
          });
          await onAdded();
        });
      }}
    >
      <Field
        label={signIn.enrol.passkey.name}
        hint={signIn.enrol.passkey.nameHint}
        value={name}
        onChange={setName}
      />
      <SubmitAttempt error={attempt.error}>{signIn.enrol.passkey.add}</SubmitAttempt>
    </form>
  );
}

/** Sets up an authenticator app: its secret is shown once, and counts once a code of it was typed. */
export function AddAuthenticator({
  onAdded,
}: {
  readonly onAdded: () => Promise<void>;
}): ReactElement {
  const { call } = useConsole();
  const { signIn } = useWords();
  const [offered, setOffered] = useState<SessionResult<'account.authenticator-begin'> | null>(null);
  const [code, setCode] = useState('');
  const attempt = useAttempt();
  if (offered === null) {
    return (
      <div className={styles['wayForm']}>
        <SignInRefusal error={attempt.error} />
        <Button
          onPress={() =>
            attempt.run(async () => setOffered(await call('account.authenticator-begin', {})))
          }
        >
          {signIn.enrol.app.begin}
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles['wayForm']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        attempt.run(async () => {
          const typed = code.replaceAll(/\s/g, '');
          await call('account.authenticator-confirm', { offer: offered.offer, code: typed });
          await onAdded();
        });
      }}
    >
      <p>{signIn.enrol.app.scan}</p>
      <QrCode text={offered.uri} label={signIn.enrol.app.qr} />
      <p className={styles['note']}>{signIn.enrol.app.secret}</p>
      <span className={styles['secret']}>
        <code>{offered.secret}</code>
        <CopyButton text={offered.secret} />
      </span>
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
