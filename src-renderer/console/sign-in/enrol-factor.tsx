import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { OwnAccount } from '../../../shared/console/session-results.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useConsole, useWords } from '../data/console-context.tsx';
import { makePasskey } from '../transport/passkeys.ts';
import { AuthenticatorForm, useAuthenticatorOffer } from './authenticator-form.tsx';
import { Gate } from './gate.tsx';
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
  const { shell, signIn } = useWords();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const app = useAuthenticatorOffer();
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
        {app.offered === null && (
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
        )}
        <section className={styles['way']}>
          <Smartphone size={18} aria-hidden="true" />
          <h2>{signIn.enrol.app.title}</h2>
          {app.offered === null && <p>{signIn.enrol.app.lead}</p>}
          <AddAuthenticator app={app} onAdded={onEnrolled} />
        </section>
      </div>
      {app.offered !== null && (
        <Button look="quiet" onPress={app.end}>
          {shell.goBack}
        </Button>
      )}
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

/** Sets up an authenticator app once somebody asks for it. */
function AddAuthenticator({
  app: { offered, error, begin },
  onAdded,
}: {
  readonly app: ReturnType<typeof useAuthenticatorOffer>;
  readonly onAdded: () => Promise<void>;
}): ReactElement {
  const { signIn } = useWords();
  if (offered !== null) return <AuthenticatorForm offered={offered} onAdded={onAdded} />;
  return (
    <div className={styles['wayForm']}>
      <SignInRefusal error={error} />
      <Button onPress={begin}>{signIn.enrol.app.begin}</Button>
    </div>
  );
}
