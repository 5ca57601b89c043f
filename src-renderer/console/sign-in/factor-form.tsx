import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { OwnAccount } from '../../../shared/console/session-results.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useConsole, useWords } from '../data/console-context.tsx';
import { SignInRefusal } from './sign-in-refusal.tsx';
import { SubmitAttempt } from './submit-attempt.tsx';
import { showPasskey } from '../transport/passkeys.ts';
import { useAttempt } from './use-attempt.ts';
import styles from './gate.module.css';

interface Props {
  readonly account: OwnAccount;
  readonly onShown: () => Promise<void>;
}

/** Shows a second factor that the account has: a code, a passkey, or a recovery code. */
export function FactorForm({ account: { factors, passkeys_work }, onShown }: Props): ReactElement {
  const { call } = useConsole();
  const { signIn } = useWords();
  const hasPasskey = factors.passkey && passkeys_work;
  const [isRecovery, setIsRecovery] = useState(!factors.authenticator && !hasPasskey);
  const [code, setCode] = useState('');
  const attempt = useAttempt();
  const asksCode = factors.authenticator || isRecovery;
  return (
    <>
      {asksCode && (
        <form
          className={styles['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            attempt.run(async () => {
              const typed = code.trim();
              await (isRecovery
                ? call('sign-in.recovery', { code: typed })
                : call('sign-in.code', { code: typed.replaceAll(/\s/g, '') }));
              await onShown();
            });
          }}
        >
          <Field
            key={String(isRecovery)}
            label={isRecovery ? signIn.factor.recovery : signIn.code}
            hint={isRecovery ? signIn.factor.recoveryAsk : signIn.factor.ask}
            isCode
            autoFocus
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            value={code}
            onChange={setCode}
          />
          <SubmitAttempt error={attempt.error}>{signIn.factor.verify}</SubmitAttempt>
        </form>
      )}
      {!asksCode && <SignInRefusal error={attempt.error} />}
      {hasPasskey && (
        <Button
          look={asksCode ? 'plain' : 'main'}
          onPress={() =>
            attempt.run(async () => {
              const response = await showPasskey(await call('sign-in.passkey-options', {}));
              await call('sign-in.passkey', { response });
              await onShown();
            })
          }
        >
          <KeyRound size={16} aria-hidden="true" />
          {signIn.usePasskey}
        </Button>
      )}
      {factors.passkey && !passkeys_work && (
        <p className={styles['note']}>{signIn.noPasskeysHere}</p>
      )}
      {(factors.authenticator || hasPasskey) && factors.recovery_codes > 0 && (
        <Button
          look="quiet"
          onPress={() => {
            setCode('');
            attempt.forget();
            setIsRecovery(!isRecovery);
          }}
        >
          {!isRecovery
            ? signIn.factor.useRecovery
            : factors.authenticator
              ? signIn.factor.useCode
              : signIn.usePasskey}
        </Button>
      )}
    </>
  );
}
