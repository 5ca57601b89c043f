import { useRouter, useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useConsole, useConsoleState, useWords } from '../data/console-context.tsx';
import { isOwnPlace } from '../state/own-place.ts';
import { showPasskey } from '../transport/passkeys.ts';
import { EnrolFactor } from './enrol-factor.tsx';
import { FactorForm } from './factor-form.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { Gate } from './gate.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitAttempt } from './submit-attempt.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './gate.module.css';

/** Password and second factor, or a passkey, which is both; then back to where somebody wanted to go. */
export function SignInPage(): ReactElement | null {
  const { refresh, signOut } = useConsole();
  const { signIn } = useWords();
  const account = useConsoleState((state) => state.account);
  const goOn = useGoOn();
  const [isEnrolling, setIsEnrolling] = useState(false);
  const enter = async () => {
    const found = await refresh();
    if (found?.is_verified === true) goOn();
  };
  if (account === null) return <PasswordStep onEntered={enter} />;
  const { authenticator, passkey } = account.factors;
  if (isEnrolling || (!account.is_verified && !authenticator && !passkey)) {
    return <EnrolFactor account={account} onBegun={() => setIsEnrolling(true)} onDone={enter} />;
  }
  return (
    <Gate title={signIn.factor.title} lead={account.email}>
      <FactorForm account={account} onShown={enter} />
      <Button look="quiet" onPress={() => void signOut()}>
        {signIn.factor.other}
      </Button>
    </Gate>
  );
}

function PasswordStep({ onEntered }: { readonly onEntered: () => Promise<void> }): ReactElement {
  const { call } = useConsole();
  const { signIn } = useWords();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useAttempt();
  const passkeysWork = isName(location.hostname);
  const [hasForgotten, setHasForgotten] = useState(false);
  if (hasForgotten) return <ForgotPassword email={email} onBack={() => setHasForgotten(false)} />;
  return (
    <Gate title={signIn.title}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          attempt.run(async () => {
            await call('sign-in.begin', { email: email.trim(), password });
            await onEntered();
          });
        }}
      >
        <Field
          label={signIn.email}
          type="email"
          name="email"
          autoComplete="username webauthn"
          autoFocus
          value={email}
          onChange={(typed) => {
            setEmail(typed);
            attempt.forget();
          }}
        />
        <PasswordField
          label={signIn.password}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <SubmitAttempt error={attempt.error}>{signIn.continue}</SubmitAttempt>
      </form>
      <Button look="quiet" onPress={() => setHasForgotten(true)}>
        {signIn.forgot.ask}
      </Button>
      <span className={styles['or']}>{signIn.or}</span>
      {passkeysWork ? (
        <Button
          onPress={() =>
            attempt.run(async () => {
              const response = await showPasskey(await call('sign-in.passkey-options', {}));
              await call('sign-in.passkey', { response });
              await onEntered();
            })
          }
        >
          <KeyRound size={16} aria-hidden="true" />
          {signIn.withPasskey}
        </Button>
      ) : (
        <p className={styles['note']}>{signIn.noPasskeysHere}</p>
      )}
    </Gate>
  );
}

/** Whether passkeys can belong to it: they do not to a bare address. */
function isName(host: string): boolean {
  return !/^[\d.]+$|:/.test(host);
}

/** Leads on to the address that was asked for, within the console only. */
function useGoOn(): () => void {
  const router = useRouter();
  const { to } = useSearch({ strict: false });
  return () => {
    if (isOwnPlace(to)) router.history.push(`${router.options.basepath ?? ''}${to}`);
    else void router.navigate({ to: '/home' });
  };
}
